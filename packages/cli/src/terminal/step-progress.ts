/** How far work in steps has come: one line on a terminal, else a plain line now and then. */
import { StatusLine } from './status-line.ts';
import type { Terminal } from './terminal.ts';

const REDRAW_MILLISECONDS = 100;
/** Between plain lines, which stay in a log. */
const PLAIN_MILLISECONDS = 30_000;

/** A step and how far it is; `of` is 0 where that is not known. */
interface StepAdvance {
  readonly step: string;
  readonly done: number;
  readonly of: number;
}

function textOf({ step, done, of }: StepAdvance): string {
  return of > 0 ? `${step}: ${Math.min(100, Math.floor((100 * done) / of))}%` : step;
}

/** Shows one step at a time. Short work needs no line at all where there is no terminal. */
export class StepProgress {
  readonly #terminal: Terminal;
  readonly #now: () => number;
  readonly #line: StatusLine;
  #drawnAt = Number.NEGATIVE_INFINITY;
  #drawnStep = '';
  #saidAt: number | undefined;

  constructor(terminal: Terminal = process.stderr, now: () => number = () => performance.now()) {
    this.#terminal = terminal;
    this.#now = now;
    this.#line = new StatusLine(terminal);
  }

  update(advance: StepAdvance): void {
    const time = this.#now();
    if (this.#terminal.isTTY === true) this.#draw(advance, time);
    else this.#say(advance, time);
  }

  /** Takes the line away. */
  clear(): void {
    this.#line.show('');
  }

  #draw(advance: StepAdvance, time: number): void {
    const isSame = advance.step === this.#drawnStep;
    if (isSame && time - this.#drawnAt < REDRAW_MILLISECONDS) return;
    this.#drawnAt = time;
    this.#drawnStep = advance.step;
    this.#line.show(textOf(advance));
  }

  #say(advance: StepAdvance, time: number): void {
    this.#saidAt ??= time;
    if (time - this.#saidAt < PLAIN_MILLISECONDS) return;
    this.#saidAt = time;
    this.#terminal.write(`${textOf(advance)}\n`);
  }
}
