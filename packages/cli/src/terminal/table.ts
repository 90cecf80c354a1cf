/** Tables for a terminal. Names are never cut: what distinguishes two of them may stand at their end. */
import { columnsOf } from './terminal.ts';
import { displayWidth, padLeft, padRight } from './text.ts';

/** A table: the first row has the titles, the first column the names. */
interface TableLayout {
  readonly rows: readonly (readonly string[])[];
  /** Columns that are left out where there is no room, by their titles, the first one first. */
  readonly dispensable?: readonly string[];
  /** Whether the last column is of words, which stand at the left. */
  readonly endsInWords?: boolean;
}

const INDENT = '  ';
const GAP = '  ';

/** The columns of the terminal; without one, lines may be as long as they like. */
export function outputRoom(stream: NodeJS.WriteStream = process.stdout): number {
  return stream.isTTY ? columnsOf(stream) : Number.POSITIVE_INFINITY;
}

function without(rows: TableLayout['rows'], title: string): string[][] {
  const place = rows[0].indexOf(title);
  return rows.map((row) => row.filter((_, i) => i !== place));
}

/** A hyphen is too short for a sign, most of all beside the dash of an interval. */
function withMinus(cell: string): string {
  return cell.replace(/(?<=^|[ (])-(?=\d)/g, '−');
}

function lineOf(row: readonly string[], widths: readonly number[], endsInWords: boolean): string {
  const last = row.length - 1;
  const cell = (text: string, i: number) =>
    i === 0 || (endsInWords && i === last)
      ? padRight(text, widths[i])
      : padLeft(withMinus(text), widths[i]);
  return `${INDENT}${row.map(cell).join(GAP)}`.trimEnd();
}

/** Each name on a line of its own, with its numbers below it. */
function stacked(rows: TableLayout['rows'], widths: readonly number[], endsInWords: boolean) {
  const below = [INDENT.length, ...widths.slice(1)];
  return rows.flatMap(([name, ...cells]) => [
    `${INDENT}${name}`,
    lineOf(['', ...cells], below, endsInWords),
  ]);
}

/**
 * Columns side by side, numbers at the right. Where they do not fit, columns are left out, and at
 * last names stand on lines of their own.
 */
export function tableLines(
  { rows, dispensable = [], endsInWords = false }: TableLayout,
  room = outputRoom(),
): string[] {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => displayWidth(row[i]))));
  const lines = rows.map((row) => lineOf(row, widths, endsInWords));
  if (lines.every((line) => displayWidth(line) <= room)) return lines;
  const [next, ...others] = dispensable;
  if (next === undefined) return stacked(rows, widths, endsInWords);
  const layout = { rows: without(rows, next), dispensable: others, endsInWords };
  return tableLines(layout, room);
}
