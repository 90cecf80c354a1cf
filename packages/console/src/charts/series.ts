/** What charts draw, from the log in bins. */
import type { Experiment, History, HistoryBin } from '@driftline/client/wire';
import { armLetter } from '@driftline/engine/display';

/** More could not be distinguished: the others are drawn as one. */
const MOST_ARMS = 8;
/** A mean of fewer rewards than this jumps about: neighbours are taken together. */
const LEAST_REWARDS = 25;
/** And no more points than these: there is nothing to see in more. */
const MOST_POINTS = 60;

/** An arm as charts show it. */
export interface DrawnArm {
  /** Among the experiment's arms. */
  readonly place: number;
  readonly key: string;
  /** Stands for it where there is no room for its key. */
  readonly letter: string;
  /** Its place among those drawn, which decides tone and dash. */
  readonly style: number;
  /** How many are drawn. */
  readonly of: number;
  readonly retired: boolean;
}

function totalOf(history: History, place: number): number {
  return history.bins.reduce((sum, { arms }) => sum + (arms[place]?.decisions ?? 0), 0);
}

/**
 * The arms that charts show, in the experiment's order: all that had decisions or can have some, or of many
 * those with most decisions.
 */
export function drawnArms({ arms }: Experiment, history: History): DrawnArm[] {
  const candidates = arms
    .map(({ key, state }, place) => ({ key, place, state, total: totalOf(history, place) }))
    .filter(({ state, total }) => state !== 'retired' || total > 0);
  const kept = [...candidates]
    .sort((a, b) => b.total - a.total || a.place - b.place)
    .slice(0, MOST_ARMS)
    .sort((a, b) => a.place - b.place);
  return kept.map(({ key, place, state }, style) => ({
    place,
    key,
    letter: armLetter(place),
    style,
    of: kept.length,
    retired: state === 'retired',
  }));
}

function middle({ from, to }: HistoryBin): number {
  return (from + to) / 2;
}

function decisionsOf({ arms }: HistoryBin): number {
  return arms.reduce((sum, { decisions }) => sum + decisions, 0);
}

/** Shares lying on one another: of each arm the lower and the upper edge, from the first arm at the top. */
export interface ShareBands {
  readonly xs: readonly number[];
  readonly bands: readonly { readonly low: readonly number[]; readonly high: readonly number[] }[];
}

/** The last band is that of all arms that are not drawn, where there are any. */
export function shareBands(history: History, drawn: readonly DrawnArm[]): ShareBands {
  const bins = history.bins.filter((bin) => decisionsOf(bin) > 0);
  const edges = bins.map((bin) => {
    const total = decisionsOf(bin);
    const falling = [1];
    for (const { place } of drawn) {
      falling.push((falling.at(-1) ?? 1) - (bin.arms[place]?.decisions ?? 0) / total);
    }
    return [...falling.map((edge) => Math.max(0, edge)), 0];
  });
  const bands = Array.from({ length: drawn.length + 1 }, (_, i) => ({
    high: edges.map((each) => each[i]),
    low: edges.map((each) => each[i + 1]),
  }));
  const first = bins[0];
  const last = bins.at(-1);
  if (first === undefined || last === undefined) return { xs: [], bands };
  // The first and the last bin reach the edges of the chart.
  const widened = <T>(values: readonly T[]) => [values[0], ...values, values[values.length - 1]];
  return {
    xs: [first.from, ...bins.map(middle), last.to],
    bands: bands.map(({ low, high }) => ({ low: widened(low), high: widened(high) })),
  };
}

interface MeanPoint {
  /** The decisions that it is of, and their middle, weighted by rewards. */
  readonly from: number;
  readonly to: number;
  readonly number: number;
  readonly mean: number;
  readonly rewards: number;
}

/** What an arm paid in a bin; nothing where no reward came. */
function paidIn(bin: HistoryBin, place: number): { rewards: number; sum: number } {
  const { rewards = 0, mean = null } = bin.arms[place] ?? {};
  return mean === null ? { rewards: 0, sum: 0 } : { rewards, sum: rewards * mean };
}

/** Neighbouring bins that have enough rewards together; what is left at the end joins the last. */
function pooled(history: History, place: number): HistoryBin[][] {
  const rewardsIn = (bins: readonly HistoryBin[]) =>
    bins.reduce((sum, bin) => sum + paidIn(bin, place).rewards, 0);
  const enough = Math.max(LEAST_REWARDS, rewardsIn(history.bins) / MOST_POINTS);
  const pools: HistoryBin[][] = [];
  let open: HistoryBin[] = [];
  for (const bin of history.bins) {
    if (paidIn(bin, place).rewards === 0) continue;
    open.push(bin);
    if (rewardsIn(open) < enough) continue;
    pools.push(open);
    open = [];
  }
  if (open.length === 0) return pools;
  const last = pools.pop() ?? [];
  return [...pools, [...last, ...open]];
}

/** What an arm paid, over neighbouring bins that have enough rewards together. */
export function pooledMeans(history: History, place: number): MeanPoint[] {
  return pooled(history, place).map((bins) => {
    let [rewards, sum, moment] = [0, 0, 0];
    for (const bin of bins) {
      const paid = paidIn(bin, place);
      rewards += paid.rewards;
      sum += paid.sum;
      moment += paid.rewards * middle(bin);
    }
    return {
      from: bins[0].from,
      to: bins[bins.length - 1].to,
      number: moment / rewards,
      mean: sum / rewards,
      rewards,
    };
  });
}

/** The values that a chart of means has to show. */
export function meanRange(means: readonly number[], limits: readonly [number, number] | undefined) {
  if (means.length === 0) return limits ?? ([0, 1] as const);
  const [low, high] = [Math.min(...means), Math.max(...means)];
  const room = 0.12 * (high - low) || 0.1 * (Math.abs(high) || 1);
  const [least, most] = limits ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return [Math.max(least, low - room), Math.min(most, high + room)] as const;
}

/** The bin that a decision is in; undefined where none is. */
export function binAt(history: History, number: number): HistoryBin | undefined {
  return history.bins.find(({ from, to }) => number >= from && number < to);
}
