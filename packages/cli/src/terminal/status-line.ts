/** One line that says what is being done, on a terminal only. */
import { CLEAR_LINE, columnsOf, type Terminal } from './terminal.ts';
import { shortened } from './text.ts';
import { visibleText } from './visible-text.ts';

/** Shows one text at a time; does nothing where there is no terminal. */
export class StatusLine {
  readonly #terminal: Terminal;
  #shown = '';

  constructor(terminal: Terminal = process.stderr) {
    this.#terminal = terminal;
  }

  /** Replaces the text before; an empty one takes the line away. */
  show(text: string): void {
    if (this.#terminal.isTTY !== true || text === this.#shown) return;
    this.#terminal.write(CLEAR_LINE + shortened(visibleText(text), columnsOf(this.#terminal) - 1));
    this.#shown = text;
  }
}
