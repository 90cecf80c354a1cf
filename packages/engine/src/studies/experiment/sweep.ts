/** Several values where one could stand: lists, ranges, and their products. */
import type { Range } from './schema.ts';

/** Beyond this a range is a slip of the pen. */
const MOST_VALUES = 1000;

/** Away from a range's end by less than this share of it, a value is taken to be the end. */
const NEARLY = 1e-9;

/** Ten digits are enough for any parameter, and 0.1 + 0.2 is 0.3 again. */
function rounded(value: number): number {
  return Number(value.toPrecision(10));
}

/** What is wrong with a range; undefined for a good one. */
export function rangeProblem({ from, to, factor, by, count }: Range): string | undefined {
  if ([factor, by, count].filter((given) => given !== undefined).length !== 1) {
    return 'must have exactly one of factor, by and count';
  }
  if (factor !== undefined) {
    if (!(from > 0 && to > 0)) return 'must have from and to > 0 if it has a factor';
    if (!(factor > 0) || factor === 1) return `must have a factor > 0 other than 1; got ${factor}`;
    if (factor > 1 !== to > from && to !== from)
      return 'never reaches its end from its start; change the sign of the step or swap from and to';
  }
  if (by !== undefined) {
    if (by === 0) return 'must have a by other than 0';
    if (by > 0 !== to > from && to !== from)
      return 'never reaches its end from its start; change the sign of the step or swap from and to';
  }
  const length = lengthOf({ from, to, factor, by, count });
  if (length > MOST_VALUES) return `must have at most ${MOST_VALUES} values; it has ${length}`;
  return undefined;
}

function lengthOf({ from, to, factor, by, count }: Range): number {
  if (count !== undefined) return count;
  const steps =
    factor !== undefined ? Math.log(to / from) / Math.log(factor) : (to - from) / (by ?? 1);
  return Math.floor(steps + NEARLY) + 1;
}

/** The values of a range that has no problem. */
export function rangeValues(range: Range): number[] {
  const { from, to, factor, by } = range;
  const length = lengthOf(range);
  return Array.from({ length }, (_, i) => {
    if (factor !== undefined) return rounded(from * factor ** i);
    if (by !== undefined) return rounded(from + by * i);
    return rounded(from + ((to - from) * i) / (length - 1));
  });
}

/** What one entry of an experiment may be swept to. */
const MOST_COMBINATIONS = 1000;

/** How many combinations there are. */
function combinationCount(choices: Readonly<Record<string, readonly unknown[]>>): number {
  return Object.values(choices).reduce((product, { length }) => product * length, 1);
}

/** What is wrong with that many choices; undefined where nothing is. */
export function combinationProblem(
  choices: Readonly<Record<string, readonly unknown[]>>,
): string | undefined {
  const count = combinationCount(choices);
  if (count <= MOST_COMBINATIONS) return undefined;
  const factors = Object.values(choices).map(({ length }) => length);
  return `sweeps over ${count} combinations (${factors.filter((factor) => factor > 1).join(' times ')}), each of which would be played; at most ${MOST_COMBINATIONS} are accepted: use fewer values`;
}

/** One value of each, in every combination; the last one changes fastest. */
export function combinations<V>(choices: Readonly<Record<string, readonly V[]>>) {
  let all: Record<string, V>[] = [{}];
  for (const [name, values] of Object.entries(choices)) {
    all = all.flatMap((chosen) => values.map((value) => ({ ...chosen, [name]: value })));
  }
  return all;
}
