/** One line that says what is being done, on a terminal only. */
import type { Terminal } from './progress.ts';
import { shortened } from './text.ts';

/** Back to the start of the line, and clear it. */
const CLEAR_LINE = '\r\u001b[2K';

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
    // Some terminals say that they have no columns.
    const columns = this.#terminal.columns || 80;
    this.#terminal.write(CLEAR_LINE + shortened(text, columns - 1));
    this.#shown = text;
  }
}
