/** Which arms are told apart: those seen often enough, or the most frequent ones. */
import { LogError } from '../contract/log-error.ts';
import type { Gathered } from './gathered.ts';
import type { Notes } from './notes.ts';

/** Arms with their numbers in the log. */
export interface ArmNumbers {
  readonly keys: readonly string[];
  /** The number of each arm as it was read. */
  readonly numbers: Uint16Array;
  readonly other: number | undefined;
}

/** Arms with fewer rows are put together. */
const LEAST_ROWS = 30;
const MOST_ARMS = 1000;
const OTHER = 'other';

/** So many arms are told apart however long the log is. */
const FEW_ARMS = 100;
/** Rows times arms. Time and memory grow with them. */
const MOST_CELLS = 2e7;
const BYTES_PER_CELL = 16;

/** In numbers where both are, else in letters: 2 before 10, and the same however rows come. */
function byKey(a: string, b: string): number {
  const [first, second] = [Number(a), Number(b)];
  if (first !== second && a !== '' && b !== '' && Number.isFinite(first) && Number.isFinite(second))
    return first - second;
  return a < b ? -1 : a > b ? 1 : 0;
}

function countsOf({ arm, arms }: Gathered): number[] {
  const counts = new Array<number>(arms.size).fill(0);
  for (let row = 0; row < arm.length; row++) counts[arm.at(row)] += 1;
  return counts;
}

/** A name that no arm has. */
function freeName(keys: readonly string[]): string {
  let name = OTHER;
  while (keys.includes(name)) name = `(${name})`;
  return name;
}

function demandFewArms(count: number, top: number | undefined, column: string): void {
  if (top !== undefined || count <= MOST_ARMS) return;
  throw new LogError(
    `column '${column}' names ${count} arms; at most ${MOST_ARMS} are accepted; keep the most frequent ones with --top N, or name another column with --arm`,
    'log-not-accepted',
    { column },
  );
}

/** Refuses before the work what would take minutes without a sign, and more memory than most machines spare. */
function demandFewCells(arms: number, rows: number, column: string): void {
  if (arms <= FEW_ARMS || arms * rows <= MOST_CELLS) return;
  const most = Math.max(FEW_ARMS, Math.floor(MOST_CELLS / rows));
  const gigabytes = ((arms * rows * BYTES_PER_CELL) / 1e9).toFixed(1);
  throw new LogError(
    `column '${column}' names ${arms} arms in ${rows} decisions, which would take minutes and about ${gigabytes} GB of memory; at most ${most} arms are accepted for a log of this length; add --top ${most}, or read a part of the log with --where COLUMN=VALUE`,
    'log-not-accepted',
    { column },
  );
}

/** Numbers the arms in the order of their keys, rare ones together as the last. */
export function groupedArms(
  gathered: Gathered,
  top: number | undefined,
  column: string,
  notes: Notes,
): ArmNumbers {
  const keys = gathered.arms.list();
  const counts = countsOf(gathered);
  demandFewArms(keys.length, top, column);
  const byCount = keys
    .map((_, i) => i)
    .sort((a, b) => counts[b] - counts[a] || byKey(keys[a], keys[b]));
  const often = byCount.filter((each) => counts[each] >= LEAST_ROWS);
  // Where hardly any arm is seen often there is nothing to be put apart from.
  const known = (often.length >= 2 ? often : byCount).slice(0, top);
  const own = known.sort((a, b) => byKey(keys[a], keys[b]));
  demandFewCells(own.length, gathered.arm.length, column);
  const rare = keys.length - own.length;
  const numbers = new Uint16Array(keys.length).fill(own.length);
  own.forEach((each, number) => {
    numbers[each] = number;
  });
  const names = own.map((each) => keys[each]);
  if (rare === 0) return { keys: names, numbers, other: undefined };
  const name = freeName(names);
  const rows = byCount.slice(own.length).reduce((sum, each) => sum + counts[each], 0);
  notes.grouped(rare, rows, name);
  return { keys: [...names, name], numbers, other: own.length };
}
