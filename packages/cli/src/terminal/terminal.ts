/** What a line that is drawn again and again needs of a terminal. */

/** What such a line is drawn on; stderr is one. */
export interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Back to the start of the line, and clear it. */
export const CLEAR_LINE = '\r\u001b[2K';

/** How many columns there are; some terminals say that they have none. */
export function columnsOf({ columns }: Pick<Terminal, 'columns'>): number {
  return columns || 80;
}
