/** What a line that is drawn again and again needs of a terminal. */

/** What such a line is drawn on; stderr is one. */
export interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
}

/** Back to the start of the line, and clear it. */
export const CLEAR_LINE = '\r\u001b[2K';

/** Back to the start of the line, and clear it and all below. */
export const CLEAR_BELOW = '\r\u001b[J';

/** Back to the start of a line that is some lines higher. */
export function backTo(linesHigher: number): string {
  return `\r\u001b[${linesHigher}A`;
}

/** How many columns there are; some terminals say that they have none. */
export function columnsOf({ columns }: Pick<Terminal, 'columns'>): number {
  return columns || 80;
}

/** How many lines there are; some terminals say that they have none. */
export function rowsOf({ rows }: Pick<Terminal, 'rows'>): number {
  return rows || 24;
}
