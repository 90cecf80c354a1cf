/**
 * Whether the delays of several groups of decisions are alike. Groups may differ in how often a reward comes, as arms do;
 * that is no difference of delays. So only rewards that came are compared, backwards in time: of those whose delay lies in a
 * stretch or below, and which had all of the stretch left, the share within it should be the same in all groups. What is
 * expected in each group, and its variance, are those of draws from an urn; over all stretches, (O − E)²/V is about χ² (the
 * log-rank test of Mantel, 1966, as for right-truncated data).
 */
import { chiSquareTail } from '../base/chi-square.ts';
import type { Log } from '../contract/log.ts';
import type { Came } from './came.ts';

const STRETCHES = 100;
/** Of a long log, about so many rows are compared: they show whatever matters. */
const MOST_ROWS = 500_000;
/** A difference counts where chance rarely makes as large a one, and where it is large enough to matter. */
const LEVEL = 0.001;
const LEAST_DIFFERENCE = 0.1;
/** Groups with fewer rewards are not compared. */
const LEAST_CAME = 50;

/** Ends of stretches of delays with about the same number of rewards each, ascending and different. */
function stretchEnds({ delays }: Came): Float64Array {
  const ends = Array.from(
    { length: STRETCHES },
    (_, i) => delays[Math.ceil(((i + 1) * delays.length) / STRETCHES) - 1],
  );
  return Float64Array.from(new Set(ends));
}

/** How many of ascending ends are below a number. */
function countBelow(ends: Float64Array, number: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle] < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Groups × stretches: how many rewards came within, and how many within or before, of those that had it left. */
class Counts {
  readonly came: Float64Array;
  readonly atRisk: Float64Array;
  readonly groups: number;
  readonly stretches: number;

  constructor(groups: number, stretches: number) {
    this.groups = groups;
    this.stretches = stretches;
    this.came = new Float64Array(groups * stretches);
    this.atRisk = new Float64Array(groups * stretches);
  }

  /** @param upTo - the first stretch that was not left in full */
  add(group: number, stretch: number, upTo: number): void {
    if (stretch >= upTo) return;
    const first = group * this.stretches;
    this.came[first + stretch] += 1;
    this.atRisk[first + stretch] += 1;
    if (upTo < this.stretches) this.atRisk[first + upTo] -= 1;
  }

  /** Turns changes into counts. */
  finish(): void {
    for (let group = 0; group < this.groups; group++) {
      let sum = 0;
      for (let i = group * this.stretches; i < (group + 1) * this.stretches; i++) {
        sum += this.atRisk[i];
        this.atRisk[i] = sum;
      }
    }
  }
}

function counted(log: Log, came: Came, groupOf: (row: number) => number, groups: number): Counts {
  const ends = stretchEnds(came);
  const step = Math.max(1, Math.floor(log.rows / MOST_ROWS));
  const { arrival } = came;
  const counts = new Counts(groups, ends.length);
  for (let row = 0; row < log.rows; row += step) {
    const group = groupOf(row);
    if (Number.isNaN(arrival[row]) || group < 0) continue;
    const stretch = countBelow(ends, Math.max(0, arrival[row] - log.time[row]));
    const hadLeft = log.end - log.time[row];
    const passed = countBelow(ends, hadLeft);
    counts.add(group, stretch, ends[passed] === hadLeft ? passed + 1 : passed);
  }
  counts.finish();
  return counts;
}

/** What came in one group against what was to be expected. */
interface Compared {
  readonly observed: number;
  readonly expected: number;
  readonly variance: number;
}

function comparedGroup(counts: Counts, group: number): Compared {
  let [observed, expected, variance] = [0, 0, 0];
  for (let stretch = 0; stretch < counts.stretches; stretch++) {
    let [came, atRisk] = [0, 0];
    for (let each = 0; each < counts.groups; each++) {
      came += counts.came[each * counts.stretches + stretch];
      atRisk += counts.atRisk[each * counts.stretches + stretch];
    }
    if (atRisk < 2) continue;
    const share = counts.atRisk[group * counts.stretches + stretch] / atRisk;
    observed += counts.came[group * counts.stretches + stretch];
    expected += came * share;
    variance += (came * share * (1 - share) * (atRisk - came)) / (atRisk - 1);
  }
  return { observed, expected, variance };
}

/**
 * Whether delays differ between groups; undefined where fewer than two have enough rewards.
 *
 * @param groupOf - the group of a row; negative where it is in none
 */
export function delaysDiffer(
  log: Log,
  came: Came,
  groupOf: (row: number) => number,
  groups: number,
): boolean | undefined {
  const counts = counted(log, came, groupOf, groups);
  const compared = Array.from({ length: groups }, (_, group) => comparedGroup(counts, group));
  const judged = compared.filter(
    ({ expected, variance }) => expected >= LEAST_CAME && variance > 0,
  );
  if (judged.length < 2) return undefined;
  // Each group against all others, corrected for their number: few are judged, and which one differs is of use.
  return judged.some(({ observed, expected, variance }) => {
    const p = chiSquareTail((observed - expected) ** 2 / variance, 1);
    const difference = Math.abs(observed / expected - 1);
    return p < LEVEL / judged.length && difference >= LEAST_DIFFERENCE;
  });
}
