/** How far a run has come: bar, rate and time left on a terminal, else a plain line now and then. */
import { backTo, CLEAR_BELOW, CLEAR_LINE, columnsOf, rowsOf, type Terminal } from './terminal.ts';
import { visibleText } from './visible-text.ts';

/** Who plays, where that is not this process. */
export interface Players {
  /** How many there are. */
  readonly count: string;
  /** What each of them does. */
  readonly doing: readonly string[];
}

/** What a bar shows: work done, and all of it, in slots. */
export interface Advance {
  readonly doneSlots: number;
  readonly totalSlots: number;
  /** Of those done, what was loaded rather than played; none if absent. */
  readonly loadedSlots?: number;
  /** What the work is for, where a run has several parts, each counted separately. */
  readonly phase?: string;
  readonly players?: Players;
}

const REDRAW_MILLISECONDS = 100;
/** Between plain lines, which stay in a log. */
const PLAIN_MILLISECONDS = 30_000;
/** The rate is that of the last seconds. */
const RATE_MILLISECONDS = 5000;
const BAR_WIDTH = 30;
/** Of players, so many are named; of a thousand nobody reads all. */
const MOST_PLAYERS = 12;
/** Beside the name of a phase, so that a line fits 80 columns. */
const PHASE_BAR_WIDTH = 10;

/** 950, 12 k, 3.4 M: short enough for a line that is redrawn. */
function short(value: number): string {
  const units = ['', ' k', ' M', ' G'];
  let unit = 0;
  let scaled = value;
  while (scaled >= 999.5 && unit < units.length - 1) {
    scaled /= 1000;
    unit++;
  }
  return `${scaled < 9.95 && unit > 0 ? scaled.toFixed(1) : scaled.toFixed(0)}${units[unit]}`;
}

/** 0:07, 12:30, 1:02:03. */
export function clock(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  const tail = `${hours > 0 ? two(minutes) : minutes}:${two(whole % 60)}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
}

/** What some players do, and how many more there are. */
function playerLines({ doing }: Players, most: number): string[] {
  if (doing.length <= most) return doing.map(visibleText);
  const named = Math.max(0, most - 1);
  return [...doing.slice(0, named).map(visibleText), `and ${doing.length - named} more`];
}

/** A line that shows how far a run has come. */
export function progressLine(
  { doneSlots, totalSlots, phase, players }: Advance,
  slotsPerSecond: number,
  columns = 80,
): string {
  const share = totalSlots === 0 ? 1 : doneSlots / totalSlots;
  const width = phase === undefined && players === undefined ? BAR_WIDTH : PHASE_BAR_WIDTH;
  const filled = Math.round(share * width);
  const bar = '█'.repeat(filled) + '░'.repeat(width - filled);
  const name = phase === undefined ? '' : `${phase}  `;
  const percent = `${Math.floor(100 * share)}%`.padStart(4);
  const left =
    slotsPerSecond > 0
      ? `  ${short(slotsPerSecond)} slots/s  ${clock((totalSlots - doneSlots) / slotsPerSecond)} left`
      : '';
  const who = players === undefined ? '' : `  ${players.count}`;
  return `${name}${bar} ${percent}${left}${who}`.slice(0, Math.max(0, columns - 1));
}

/** The same without a bar, for a log. */
function plainProgress(
  { doneSlots, totalSlots, phase, players }: Advance,
  slotsPerSecond: number,
): string {
  const name = phase === undefined ? '' : `${phase}: `;
  const percent = Math.floor(100 * (totalSlots === 0 ? 1 : doneSlots / totalSlots));
  const left =
    slotsPerSecond > 0
      ? `, ${short(slotsPerSecond)} slots/s, ${clock((totalSlots - doneSlots) / slotsPerSecond)} left`
      : '';
  const each = players === undefined ? [] : playerLines(players, MOST_PLAYERS);
  const doing = each.length === 0 ? '' : `: ${each.join('; ')}`;
  const who = players === undefined ? '' : `, ${players.count}${doing}`;
  return `${name}${percent}% of ${short(totalSlots)} slots${left}${who}`;
}

/**
 * Draws at most ten times per second; where there is no terminal, writes a line every thirty seconds. One
 * bar serves all phases of a run, so that short ones do not keep a log silent.
 */
export class ProgressBar {
  readonly #terminal: Terminal;
  readonly #now: () => number;
  readonly #seen: { time: number; playedSlots: number }[] = [];
  #drawnAt = Number.NEGATIVE_INFINITY;
  /** Whether there are lines below the bar. */
  #drewLines = false;
  #saidAt: number | undefined;
  #phase: string | undefined;

  constructor(terminal: Terminal = process.stderr, now: () => number = () => performance.now()) {
    this.#terminal = terminal;
    this.#now = now;
  }

  update(advance: Advance): void {
    const time = this.#now();
    const playedSlots = advance.doneSlots - (advance.loadedSlots ?? 0);
    // Time goes by while chunks are loaded too, and says nothing about the speed of playing. Each phase
    // counts its slots anew.
    if (playedSlots === 0 || advance.phase !== this.#phase) this.#seen.length = 0;
    this.#phase = advance.phase;
    this.#seen.push({ time, playedSlots });
    while (this.#seen.length > 2 && this.#seen[0].time < time - RATE_MILLISECONDS) {
      this.#seen.shift();
    }
    this.#show(advance, time);
  }

  /** Shows again what is known, such as who plays, though nothing more was played. */
  refresh(advance: Advance): void {
    this.#show(advance, this.#now());
  }

  #show(advance: Advance, time: number): void {
    if (this.#terminal.isTTY === true) this.#draw(advance, time);
    else this.#say(advance, time);
  }

  #say(advance: Advance, time: number): void {
    // Short work needs no line at all.
    this.#saidAt ??= time;
    if (time - this.#saidAt < PLAIN_MILLISECONDS) return;
    this.#saidAt = time;
    this.#terminal.write(`${plainProgress(advance, this.#rate(time))}\n`);
  }

  #draw(advance: Advance, time: number): void {
    if (time - this.#drawnAt < REDRAW_MILLISECONDS) return;
    this.#drawnAt = time;
    const columns = columnsOf(this.#terminal);
    const line = progressLine(advance, this.#rate(time), columns);
    // The bar and a line below it stay free.
    const most = Math.min(MOST_PLAYERS, rowsOf(this.#terminal) - 2);
    const others = advance.players === undefined ? [] : playerLines(advance.players, most);
    if (others.length === 0) {
      this.#terminal.write(`${this.#drewLines ? CLEAR_BELOW : CLEAR_LINE}${line}`);
    } else {
      // The cursor stays where the bar begins: what others write takes its place.
      const below = others.map((text) => `\n  ${text}`.slice(0, columns));
      this.#terminal.write(`${CLEAR_BELOW}${line}${below.join('')}${backTo(others.length)}`);
    }
    this.#drewLines = others.length > 0;
  }

  /** Takes the line away, and what is below it. */
  clear(): void {
    if (this.#drawnAt === Number.NEGATIVE_INFINITY) return;
    this.#terminal.write(this.#drewLines ? CLEAR_BELOW : CLEAR_LINE);
    this.#drewLines = false;
    this.#drawnAt = Number.NEGATIVE_INFINITY;
  }

  /** Slots per second, until now. */
  #rate(time: number): number {
    const [first, last] = [this.#seen[0], this.#seen.at(-1)];
    if (first === undefined || last === undefined) return 0;
    const milliseconds = time - first.time;
    return milliseconds <= 0 ? 0 : (1000 * (last.playedSlots - first.playedSlots)) / milliseconds;
  }
}
