/** Which candidate is named, from what each lost in the same worlds. */
import type { Choice, MemoryRange, Scored } from '../contract/choice.ts';
import { type Entrant, NEEDING_NOTHING, NEVER_FORGETTING } from './candidates.ts';
import type { TrialResults } from './trials.ts';

/**
 * A candidate is clearly better where it loses less by so many standard errors: 2 in many worlds, and as many more in
 * few as Student's law asks for (its quantile .975, to within .02 from four worlds on). To name whoever is ahead by less was
 * tried on ten laws: it was worse from logs of 1 000 rows (11.8 % for 9.9 % of what choosing blindly loses) and
 * 10 000 (9.9 for 9.5), and no better with ten arms (15.2 for 15.2).
 */
function clearly(worlds: number): number {
  const degrees = Math.max(1, worlds - 1);
  return 1.96 + 2.4 / degrees + 3.7 / degrees ** 2;
}

/** Whether a candidate is clearly better than another. */
function beats(first: Ranked, second: Ranked): boolean {
  return lead(first, second) > clearly(first.regrets.length);
}
/** Losing this share more than the best is as good. */
const AS_GOOD = 0.1;

/** A candidate with what it lost. */
export interface Ranked {
  readonly entrant: Entrant;
  readonly regrets: Float64Array;
  readonly mean: number;
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function errorOf(values: Float64Array): number {
  const mean = meanOf(values);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1) / values.length);
}

/** The candidate that is named, and why. */
export interface Named {
  readonly winner: Ranked;
  readonly because: Choice['because'];
}

/** Candidates in the order of what they lost on average; earlier ones go before equals. */
export function ranked(entrants: readonly Entrant[], { regrets }: TrialResults): Ranked[] {
  return entrants
    .map((entrant, i) => ({ entrant, regrets: regrets[i], mean: meanOf(regrets[i]) }))
    .sort((a, b) => a.mean - b.mean);
}

/** By how many standard errors of the paired difference `first` loses less than `second`. */
export function lead(first: Ranked, second: Ranked): number {
  const less = second.regrets.map((regret, i) => regret - first.regrets[i]);
  const [mean, error] = [meanOf(less), errorOf(less)];
  if (mean === 0) return 0;
  return error > 0 ? mean / error : Math.sign(mean) * Number.POSITIVE_INFINITY;
}

/** Of the policies that need nothing, the first one unless another is clearly better; undefined where none is played. */
function usualAdvice(order: readonly Ranked[]): Ranked | undefined {
  const all = NEEDING_NOTHING.map((spec) => order.find(({ entrant }) => entrant.spec === spec));
  const [first, ...others] = all.filter((each) => each !== undefined);
  if (first === undefined) return undefined;
  return others.find((other) => beats(other, first)) ?? first;
}

/** Without those that never forget. */
export function forgetting(order: readonly Ranked[]): Ranked[] {
  return order.filter(({ entrant }) => !NEVER_FORGETTING.includes(entrant.policy));
}

/** Those that nothing has to be set for. */
export function withNothingToSet(order: readonly Ranked[]): Ranked[] {
  return order.filter(({ entrant }) => Object.keys(entrant.params).length === 0);
}

/** The one that is named, and why. */
export function named(order: readonly Ranked[]): Named {
  const [best] = order;
  const usual = usualAdvice(order);
  if (usual === undefined) return { winner: best, because: 'unknown' };
  return beats(best, usual)
    ? { winner: best, because: 'beats-the-default' }
    : { winner: usual, because: 'none-better' };
}

/** The best of each kind, best first. */
export function bestOfKinds(order: readonly Ranked[]): Ranked[] {
  const kinds = new Map<string, Ranked>();
  for (const each of order) {
    if (!kinds.has(each.entrant.kind)) kinds.set(each.entrant.kind, each);
  }
  return [...kinds.values()];
}

/** In how many worlds, as a share, a candidate is the best of all kinds or loses at most a tenth more. */
export function shareAsGood(winner: Ranked, rivals: readonly Ranked[]): number {
  const asGood = winner.regrets.filter((regret, world) => {
    const least = Math.min(regret, ...rivals.map(({ regrets }) => regrets[world]));
    return regret - least <= AS_GOOD * Math.abs(least);
  });
  return asGood.length / winner.regrets.length;
}

/** A candidate's loss as a share of what choosing blindly loses. */
export function scored({ entrant, regrets, mean }: Ranked, rooms: Float64Array): Scored {
  const { policy, params, spec } = entrant;
  const room = meanOf(rooms);
  const share = (value: number) => (room > 0 ? value / room : 0);
  return { policy, params, spec, score: share(mean), error: share(errorOf(regrets)) };
}

/** The memories of a kind, each with its best width, that lose at most a tenth more than the best: from and to. */
export function asGoodMemories(
  order: readonly Ranked[],
  kind: string,
): [number, number] | undefined {
  const byWindow = new Map<number, number>();
  for (const { entrant, mean } of order) {
    if (entrant.kind !== kind || entrant.window === undefined) continue;
    if (!byWindow.has(entrant.window)) byWindow.set(entrant.window, mean);
  }
  if (byWindow.size === 0) return undefined;
  const least = Math.min(...byWindow.values());
  const windows = [...byWindow].sort(([a], [b]) => a - b);
  const isGood = windows.map(([, mean]) => mean - least <= AS_GOOD * Math.abs(least));
  const best = windows.findIndex(([, mean]) => mean === least);
  let [low, high] = [best, best];
  while (low > 0 && isGood[low - 1]) low -= 1;
  while (high < windows.length - 1 && isGood[high + 1]) high += 1;
  return [windows[low][0], windows[high][0]];
}

/** The same with the time that it takes by the log's clock, where it has one. */
export function memoryRange(
  [least, most]: readonly [number, number],
  millisecondsPerSlot: number | undefined,
): MemoryRange {
  if (millisecondsPerSlot === undefined) return { least, most };
  return {
    least,
    most,
    leastTime: least * millisecondsPerSlot,
    mostTime: most * millisecondsPerSlot,
  };
}
