/**
 * Naive Auto, straight from the rule in the head of policies/auto.ts: everything is computed anew from the list
 * of arrivals. Fading is a product over the rewards since, all splits are tried, and whether one is a corner of
 * a hull is asked of all other points.
 *
 * Not in the paper of Wei and Srivastava; ours. With κ of each reward and n⁰, s⁰ what the last alarm has
 * left of an arm,
 *
 *   n = n⁰ Π κ + Σ_i Π_{j ≥ i} κ_j,   s = s⁰ Π κ + Σ_i x_i Π_{j ≥ i} κ_j,
 *
 * over the rewards since that alarm, i those of the arm; below 1e-9 there is nothing left.
 *
 * Everything is kept in the units of rewards, and turned into shares of the range when it is needed.
 */
import {
  clippedTo,
  FIRST_RANGE,
  grownRange,
  isInside,
  type NaiveRange,
  shareOf,
  widthOf,
} from './auto-range.ts';
import { meanOf } from './history.ts';
import { bernoulliDivergence, largestMeanWithin } from './kl-ucb.ts';

/** A reward that came when `taken` slots had been taken. */
interface AutoArrival {
  readonly slot: number;
  readonly arm: number;
  readonly reward: number;
  readonly taken: number;
}

/** A reward that counted: its κ, its residual, and itself as the dispersion and the test know it. */
interface Counted {
  readonly arm: number;
  readonly reward: number;
  readonly kept: number;
  readonly residual: number;
  readonly clipped: number;
  tested: number;
}

/** An alarm, with what was thought of each arm just before. */
interface Alarm {
  readonly arm: number;
  readonly step: number;
  /** The rewards that had counted, and the slots that had been taken. */
  readonly rewards: number;
  readonly taken: number;
  readonly counts: readonly number[];
  readonly means: readonly number[];
}

/** What an arm did between two alarms. */
interface Review {
  readonly weight: number;
  readonly square: number;
  readonly move: number;
  readonly step: number;
}

/** A split that says enough, and by how much its mean rises. */
export interface NaiveSplit {
  readonly place: number;
  readonly step: number;
}

/** The alarm of some rewards, and how near it came to being decided by rounding. */
interface NaiveScan {
  readonly alarm: NaiveSplit | undefined;
  readonly margin: number;
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const unit = (value: number) => Math.max(0, Math.min(1, value));
const varianceOf = (mean: number) => Math.max(mean * (1 - mean), 1e-4);

/** kl(p, q) where q may be 0 or 1, as p then is. */
const divergence = (p: number, q: number) => (p === q ? 0 : bernoulliDivergence(p, q));

/** The exponent of Hoeffding's bound for rewards in [0, 1] with mean q and variance φ q (1 − q), at a mean p ≥ q. */
function exponentAbove(p: number, q: number, dispersion: number): number {
  // Theorem 3 of 1963, for rewards at most b = 1 − q above their mean, with variance v.
  const variance = dispersion * q * (1 - q);
  const [b, t] = [1 - q, p - q];
  if (t === 0) return 0;
  return divergence(unit((variance + b * t) / (b * b + variance)), variance / (b * b + variance));
}

/** d(p, q) of the rule. */
export function naiveDivergence(p: number, q: number, dispersion: number): number {
  if (p === q) return 0;
  return p > q ? exponentAbove(p, q, dispersion) : exponentAbove(1 - p, 1 - q, dispersion);
}

/**
 * By how much the split after each number of rewards is above its threshold; `base` is 6 + ln K in the rule. The
 * first entry is the split after one reward.
 */
export function naiveExcesses(
  rewards: readonly number[],
  dispersion: number,
  base: number,
): { excess: number; step: number }[] {
  const [n, sum] = [rewards.length, sumOf(rewards)];
  let before = 0;
  return rewards.slice(0, -1).map((reward, i) => {
    before += reward;
    const m = i + 1;
    const [p1, p2, q] = [unit(before / m), unit((sum - before) / (n - m)), unit(sum / n)];
    const evidence =
      m * naiveDivergence(p1, q, dispersion) + (n - m) * naiveDivergence(p2, q, dispersion);
    return { excess: evidence - base - Math.log(n / Math.min(m, n - m)), step: p2 - p1 };
  });
}

/**
 * How much the slope of the hull turns at (m, S_m), from every point before it to every one after it: above 0
 * at a corner of the lower hull, for `sign` −1 of the upper.
 */
export function naiveTurn(rewards: readonly number[], m: number, sign: number): number {
  let [before, after] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  let sum = 0;
  for (let i = m; i < rewards.length; i += 1) {
    sum += sign * rewards[i];
    after = Math.min(after, sum / (i + 1 - m));
  }
  sum = 0;
  for (let i = m - 1; i >= 0; i -= 1) {
    sum += sign * rewards[i];
    before = Math.max(before, sum / (m - i));
  }
  return after - before;
}

/** Whether some corner raises an alarm: the newest, and a fall before a rise. */
export function naiveScan(
  rewards: readonly number[],
  dispersion: number,
  base: number,
  margin: number,
): NaiveScan {
  let nearest = Number.POSITIVE_INFINITY;
  const found: NaiveSplit[] = [];
  naiveExcesses(rewards, dispersion, base).forEach(({ excess, step }, i) => {
    if (excess < -margin) return;
    const turn = naiveTurn(rewards, i + 1, Math.sign(step));
    if (turn !== 0) nearest = Math.min(nearest, Math.abs(turn));
    if (turn <= 0) return;
    nearest = Math.min(nearest, Math.abs(excess));
    if (excess >= 0) found.push({ place: i + 1, step });
  });
  const falls = found.filter(({ step }) => step < 0);
  return { alarm: (falls.length > 0 ? falls : found).at(-1), margin: nearest };
}

/** Auto, recomputed from its arrivals. */
export class NaiveAuto {
  /** How near anything came to being decided by rounding. */
  margin: number = Number.POSITIVE_INFINITY;
  readonly alarms: Alarm[] = [];
  rises = 0;
  private armCount: number;
  range: NaiveRange = FIRST_RANGE;
  /** How often the range has grown. */
  growths = 0;
  /** The rewards that had counted when the range grew. */
  private grownAt = 0;
  /** The reward outside the range: the place of it among those that counted. */
  private held: number | undefined;
  private readonly counted: Counted[] = [];
  private readonly reviews: Review[] = [];
  /** n⁰ and s⁰ of each arm, s⁰ as a sum of rewards. */
  private left: { count: number; sum: number }[];

  constructor(armCount: number) {
    this.armCount = armCount;
    this.left = Array.from({ length: armCount }, () => ({ count: 0, sum: 0 }));
  }

  /** An arm joins. */
  join(): void {
    this.armCount += 1;
    this.left.push({ count: 0, sum: 0 });
  }

  /** Takes an arrival; whether it counted. */
  take({ slot, arm, reward, taken }: AutoArrival): boolean {
    if (slot < (this.alarms.at(-1)?.taken ?? 0)) return false;
    this.fit(reward);
    const { count, sum } = this.remembered(arm);
    const away = shareOf(this.range, reward) - (sum + 0.5) / (count + 1);
    const residual = (away * widthOf(this.range)) ** 2;
    const clipped = clippedTo(this.range, reward);
    this.counted.push({ arm, reward, kept: this.kept(), residual, clipped, tested: clipped });
    this.scan(arm, taken);
    return true;
  }

  /** Holds a reward that is outside the range, or lets the range grow if there is one already. */
  private fit(reward: number): void {
    if (isInside(this.range, reward)) return;
    if (this.held !== undefined) this.grow(this.held, reward);
    if (!isInside(this.range, reward)) this.held = this.counted.length;
  }

  private grow(place: number, reward: number): void {
    const held = this.counted[place];
    this.range = grownRange(this.range, held.reward, reward);
    this.growths += 1;
    this.grownAt = this.counted.length;
    const since = this.sinceAlarm();
    const isAlone = since.filter(({ arm }) => arm === held.arm).length === 1;
    if (isAlone && since.includes(held)) held.tested = clippedTo(this.range, held.reward);
    if (isInside(this.range, held.reward)) this.held = undefined;
  }

  /** κ of the next reward. */
  private kept(): number {
    const counts = this.left.map((_, arm) => this.remembered(arm).count);
    const [total, others] = [sumOf(counts), this.armCount - 1];
    const share = Math.max(...counts) / total;
    const lead = total === 0 || others === 0 ? 0 : (this.armCount * share - 1) / others;
    const spans = 0.5 * (lead ** 2 + this.alarms.length + 3 * this.rises);
    return (this.counted.length + 2) / (this.counted.length + 2 + spans);
  }

  /** n and s. */
  remembered(arm: number): { count: number; sum: number } {
    let [count, sum, kept] = [0, 0, 1];
    for (const past of this.sinceAlarm().toReversed()) {
      kept *= past.kept;
      if (past.arm !== arm) continue;
      count += kept;
      sum += kept * shareOf(this.range, past.reward);
    }
    const { count: rest, sum: restSum } = this.left[arm];
    count += kept * rest;
    sum += (kept * (restSum - rest * this.range.low)) / widthOf(this.range);
    if (count > 0) this.margin = Math.min(this.margin, Math.abs(count - 1e-9) * 1e9);
    return count < 1e-9 ? { count: 0, sum: 0 } : { count, sum };
  }

  /** φ, as it was when the arm's last reward came, or when the range grew. */
  dispersion(arm: number): number {
    const last = this.counted.findLastIndex((one) => one.arm === arm);
    let [all, allExpected, own, ownExpected] = [0.25, 0.25, 0, 1];
    this.counted.slice(0, Math.max(last + 1, this.grownAt)).forEach((one) => {
      const residual = one.residual / widthOf(this.range) ** 2;
      const share = shareOf(this.range, one.clipped);
      const expected = residual + share * (1 - share);
      all += residual;
      allExpected += expected;
      if (one.arm !== arm) return;
      own += residual;
      ownExpected += expected;
    });
    return Math.max(0.001, (all / allExpected + own) / ownExpected);
  }

  /** The index of each arm. */
  indices(): number[] {
    const arms = Array.from({ length: this.armCount }, (_, arm) => this.remembered(arm));
    const level = 0.6 * Math.log(1 + sumOf(arms.map(({ count }) => count)));
    return arms.map(({ count, sum }, arm) =>
      count === 0
        ? Number.POSITIVE_INFINITY
        : largestMeanWithin(unit(sum / count), (this.dispersion(arm) ** 0.75 * level) / count),
    );
  }

  /** How much of an alarmed arm's step the others make. */
  common(): number {
    return unit(this.shared());
  }

  /** How many rewards of a fair coin an old mean is worth. */
  keep(): number {
    const squares = sumOf(this.reviews.map(({ weight, square }) => weight * square));
    const spread = (1 / 2 + squares) / (1 + sumOf(this.reviews.map(({ weight }) => weight)));
    return 1 / Math.max(spread, 1 / 20);
  }

  private shared(): number {
    const square = widthOf(this.range) ** 2;
    const products = this.reviews.map(({ weight, move, step }) => weight * move * step);
    const steps = this.reviews.map(({ weight, step }) => weight * step ** 2);
    return sumOf(products) / square / (0.02 + sumOf(steps) / square);
  }

  private sinceAlarm(): readonly Counted[] {
    return this.counted.slice(this.alarms.at(-1)?.rewards ?? 0);
  }

  private rewardsSinceAlarm(arm: number): number[] {
    return this.sinceAlarm().flatMap((one) =>
      one.arm === arm ? [shareOf(this.range, one.tested)] : [],
    );
  }

  private scan(arm: number, taken: number): void {
    const rewards = this.rewardsSinceAlarm(arm);
    const base = 6 + Math.log(this.armCount);
    const { alarm, margin } = naiveScan(rewards, this.dispersion(arm), base, 1e-9);
    this.margin = Math.min(this.margin, margin);
    if (alarm !== undefined) this.restart(arm, alarm.step, taken);
  }

  private restart(arm: number, step: number, taken: number): void {
    const arms = Array.from({ length: this.armCount }, (_, other) => other);
    const known = arms.map((other) => this.remembered(other));
    const means = known.map(({ count, sum }) => (count > 0 ? unit(sum / count) : 0));
    const plays = arms.map((other) => this.rewardsSinceAlarm(other).length);
    if (step > 0 && arm !== plays.indexOf(Math.max(...plays))) this.rises += 1;
    for (const other of arms) this.review(other);
    const counts = known.map(({ count }) => count);
    const shift = this.common() * step;
    this.left = arms.map((other) => {
      const variance = varianceOf((known[other].sum + 0.5) / (known[other].count + 1));
      const worth = (this.keep() * this.dispersion(other)) / (4 * variance);
      const count = other === arm ? 0 : Math.min(counts[other], worth);
      return { count, sum: count * this.rewardOf(unit(means[other] + shift)) };
    });
    this.alarms.push({
      arm,
      step: step * widthOf(this.range),
      rewards: this.counted.length,
      taken,
      counts,
      means: means.map((mean) => this.rewardOf(mean)),
    });
  }

  /** A share of the range in the units of rewards. */
  rewardOf(share: number): number {
    return this.range.low + share * widthOf(this.range);
  }

  /** What an arm did since the last alarm, at the next one. */
  private review(arm: number): void {
    const last = this.alarms.at(-1);
    const rewards = this.rewardsSinceAlarm(arm);
    if (last === undefined || arm === last.arm || rewards.length === 0) return;
    const oldCount = last.counts[arm] ?? 0;
    if (oldCount === 0) return;
    const old = shareOf(this.range, last.means[arm]);
    const [mean, count] = [meanOf(rewards), rewards.length];
    const pooled = (count * mean + oldCount * old + 0.5) / (count + oldCount + 1);
    const variance = varianceOf(pooled);
    const chance = (this.dispersion(arm) * (1 / count + 1 / oldCount)) / (4 * variance);
    const left = mean - old - (this.shared() * last.step) / widthOf(this.range);
    this.reviews.push({
      weight: 1 / (1 + 2 * chance) ** 2,
      square: (left / (2 * variance)) ** 2 - chance,
      move: (mean - old) * widthOf(this.range),
      step: last.step,
    });
  }
}
