/**
 * Naive policies that restart after an alarm: CUSUM-UCB, PHT-UCB, M-UCB, GLR-klUCB, DAL and ADR without and
 * with its monitoring rounds.
 *
 * None is in the paper of Wei and Srivastava but by name; the rules are those of Liu, Lee and Shroff
 * 2018, Cao et al. 2019, Besson et al. 2022, Gerogiannis et al. 2025 and Komiyama et al. 2024. With
 * x_1 ... x_n the rewards of an arm since its last restart, in the order in which they came, an alarm is
 *
 *   cusum-ucb  n > M and g+_n >= h or g-_n >= h, where g+_M = g-_M = 0, u the mean of x_1 ... x_M and
 *              g+_i = max(0, g+_{i-1} + x_i - u - eps), g-_i = max(0, g-_{i-1} + u - x_i - eps)
 *   pht-ucb    the same with the mean of x_1 ... x_i for u
 *   m-ucb      n >= w and |sum of the last w/2 - sum of the w/2 before| > b
 *   glr-klucb, dal   max over s of s kl(m_1, m) + (n-s) kl(m_2, m) >= ln(c n^(3/2)/delta), m_1 the mean
 *              of the first s, m_2 of the others, m of all
 *   adr, adr-monitored   for some s, |m_1 - m_2| > sqrt(ln(1/delta)/(2s)) + sqrt(ln(1/delta)/(2(n-s)))
 *
 * It forgets its arm (cusum-ucb, pht-ucb, glr-klucb with local = 1) or all arms. A reward of a slot before
 * the last restart of its arm is forgotten when it comes. The indices are
 *
 *   cusum-ucb, pht-ucb   mean + sqrt(xi ln(all rewards remembered) / n)
 *   m-ucb                mean + sqrt(2 ln(t - restart) / n)
 *   glr-klucb, dal, adr, adr-monitored   largest q with n kl(mean, q) <= ln(t - restart of the arm)
 *
 * t the slot counted from 1, a restart given by the slots taken before it. Exploration comes first:
 *
 *   cusum-ucb, pht-ucb   with probability alpha any arm
 *   m-ucb      arm A = (t - 1 - restart) mod floor(K/g), where A < K
 *   glr-klucb  arm A = (t - 1) mod floor(K/alpha_k), where A < K, alpha_k = min(1, alpha sqrt(k)) and k
 *              one more than the restarts
 *   dal        arm A = (t - 1 - restart) mod ceil(K/alpha_k), where A < K
 *   adr-monitored   with u = t - restart and blocks l = 1, 2, ... that end at u = (2^l - 1) K N: in block
 *              l >= 2 arm M_(l-1) where u mod K = 0, and arm M_l where u mod K = 1 and u > (2^l - 2) K N.
 *              M_1 has most plays after u = K N, M_l for l >= 2 after u = (2^l - 2) K N, of all plays since
 *              the restart but those explored.
 */
import { meanOf, playsHandedOn } from './history.ts';
import { bernoulliDivergence, largestMeanWithin } from './kl-ucb.ts';

/** The ids of this family. */
export const detectingIds = [
  'cusum-ucb',
  'pht-ucb',
  'm-ucb',
  'glr-klucb',
  'dal',
  'adr',
  'adr-monitored',
] as const;

/** One of them. */
export type DetectingId = (typeof detectingIds)[number];

/** What a naive policy is given; each reads only what its formula names. */
export interface DetectingSettings {
  /** M of the cumulative sums, w of M-UCB. */
  readonly samples?: number;
  readonly epsilon?: number;
  /** h of the cumulative sums, b of M-UCB. */
  readonly threshold?: number;
  /** The probability of exploring, or its rate in the first episode. */
  readonly alpha?: number;
  readonly xi?: number;
  readonly g?: number;
  readonly delta?: number;
  readonly c?: number;
  readonly local?: number;
}

/** A reward that came when `taken` slots had been taken. */
export interface Arrival {
  readonly slot: number;
  readonly arm: number;
  readonly reward: number;
  readonly taken: number;
}

/** Where a policy stands. */
export interface NaiveDetection {
  readonly indices: number[];
  /** The arm that is explored without drawing. */
  readonly forced: number | undefined;
  /** The arm of each alarm, and the slots taken when it was raised. */
  readonly restarts: readonly { readonly arm: number; readonly taken: number }[];
  /** The plays that decide which of several arms with nothing remembered has waited longest. */
  readonly plays: readonly number[];
  /** How near any test came to being decided by rounding. */
  readonly margin: number;
}

/** By how much the rewards of an arm are above what raises an alarm; below 0 where there is none. */
type Test = (rewards: readonly number[], settings: Required<DetectingSettings>) => number;

function cumulativeSums(
  rewards: readonly number[],
  { samples, epsilon, threshold }: Required<DetectingSettings>,
  reference: (upTo: number) => number,
): number {
  if (rewards.length <= samples) return Number.NEGATIVE_INFINITY;
  let rise = 0;
  let fall = 0;
  for (let i = samples; i < rewards.length; i += 1) {
    const u = reference(i + 1);
    rise = Math.max(0, rise + rewards[i] - u - epsilon);
    fall = Math.max(0, fall + u - rewards[i] - epsilon);
  }
  return Math.max(rise, fall) - threshold;
}

const cusum: Test = (rewards, settings) => {
  const reference = meanOf(rewards.slice(0, settings.samples));
  return cumulativeSums(rewards, settings, () => reference);
};

const pageHinkley: Test = (rewards, settings) =>
  cumulativeSums(rewards, settings, (upTo) => meanOf(rewards.slice(0, upTo)));

const sumOf = (rewards: readonly number[]) => rewards.reduce((sum, reward) => sum + reward, 0);

const halves: Test = (rewards, { samples, threshold }) => {
  const half = Math.floor(samples / 2);
  if (rewards.length < 2 * half) return Number.NEGATIVE_INFINITY;
  const older = rewards.slice(rewards.length - 2 * half, rewards.length - half);
  const newer = rewards.slice(rewards.length - half);
  return Math.abs(sumOf(newer) - sumOf(older)) - threshold;
};

/** The largest value over all splits into two parts that are not empty. */
function overSplits(
  rewards: readonly number[],
  value: (first: readonly number[], others: readonly number[]) => number,
): number {
  let largest = Number.NEGATIVE_INFINITY;
  for (let s = 1; s < rewards.length; s += 1) {
    largest = Math.max(largest, value(rewards.slice(0, s), rewards.slice(s)));
  }
  return largest;
}

const likelihoodRatio: Test = (rewards, { c, delta }) => {
  const n = rewards.length;
  const mean = meanOf(rewards);
  const level = Math.log((c * n ** 1.5) / delta);
  if (rewards.every((reward) => reward === rewards[0])) return Number.NEGATIVE_INFINITY;
  return overSplits(
    rewards,
    (first, others) =>
      first.length * bernoulliDivergence(meanOf(first), mean) +
      others.length * bernoulliDivergence(meanOf(others), mean) -
      level,
  );
};

const meansApart: Test = (rewards, { delta }) => {
  const width = (n: number) => Math.sqrt(Math.log(1 / delta) / (2 * n));
  return overSplits(
    rewards,
    (first, others) =>
      Math.abs(meanOf(first) - meanOf(others)) - width(first.length) - width(others.length),
  );
};

const tests: Record<DetectingId, Test> = {
  'cusum-ucb': cusum,
  'pht-ucb': pageHinkley,
  'm-ucb': halves,
  'glr-klucb': likelihoodRatio,
  dal: likelihoodRatio,
  adr: meansApart,
  'adr-monitored': meansApart,
};

function forgetsOneArm(id: DetectingId, local: number): boolean {
  return id === 'cusum-ucb' || id === 'pht-ucb' || (id === 'glr-klucb' && local === 1);
}

/** The rewards of each arm since its last restart, the slots taken then, and all restarts. */
function relive(
  id: DetectingId,
  arrivals: readonly Arrival[],
  armCount: number,
  settings: Required<DetectingSettings>,
) {
  const rewards: number[][] = Array.from({ length: armCount }, () => []);
  const since = new Array<number>(armCount).fill(0);
  const restarts: { arm: number; taken: number }[] = [];
  let margin = Number.POSITIVE_INFINITY;
  for (const { slot, arm, reward, taken } of arrivals) {
    if (slot < since[arm]) continue;
    rewards[arm].push(reward);
    const excess = tests[id](rewards[arm], settings);
    margin = Math.min(margin, Math.abs(excess));
    const atThreshold = excess === 0 && id !== 'm-ucb' && tests[id] !== meansApart;
    if (!(excess > 0 || atThreshold)) continue;
    restarts.push({ arm, taken });
    for (let k = 0; k < armCount; k += 1) {
      if (forgetsOneArm(id, settings.local) && k !== arm) continue;
      rewards[k] = [];
      since[k] = taken;
    }
  }
  return { rewards, since, restarts, margin };
}

function indexOf(
  id: DetectingId,
  rewards: readonly number[],
  time: { readonly remembered: number; readonly slots: number },
  xi: number,
): number {
  const n = rewards.length;
  if (n === 0) return Number.POSITIVE_INFINITY;
  const mean = meanOf(rewards);
  if (id === 'cusum-ucb' || id === 'pht-ucb') {
    return mean + Math.sqrt((xi * Math.log(time.remembered)) / n);
  }
  if (id === 'm-ucb') return mean + Math.sqrt((2 * Math.log(time.slots)) / n);
  return largestMeanWithin(mean, Math.log(time.slots) / n);
}

function forcedArm(
  id: DetectingId,
  slot: number,
  restarts: readonly { readonly taken: number }[],
  armCount: number,
  { alpha, g }: Required<DetectingSettings>,
): number | undefined {
  const restart = restarts.at(-1)?.taken ?? 0;
  const rate = Math.min(1, alpha * Math.sqrt(restarts.length + 1));
  const [elapsed, period] =
    id === 'm-ucb'
      ? [slot - restart, Math.floor(armCount / g)]
      : id === 'glr-klucb'
        ? [slot, Math.floor(armCount / rate)]
        : id === 'dal'
          ? [slot - restart, Math.ceil(armCount / rate)]
          : [0, 0];
  if (period === 0 || period === Number.POSITIVE_INFINITY) return undefined;
  const phase = elapsed % period;
  return phase < armCount ? phase : undefined;
}

/** Who is due where `plays` are the arms of all slots since the restart. */
function monitoredArm(plays: readonly number[], armCount: number, samples: number) {
  const first = armCount * samples;
  const due = (u: number): number | undefined => {
    let l = 1;
    while (u > (2 ** l - 1) * first) l += 1;
    if (l === 1) return undefined;
    if (u % armCount === 0) return chosen(l - 1);
    return u % armCount === 1 && u > (2 ** l - 2) * first ? chosen(l) : undefined;
  };
  const chosen = (l: number): number => {
    const before = l === 1 ? first : (2 ** l - 2) * first;
    const counts = new Array<number>(armCount).fill(0);
    plays.slice(0, before).forEach((arm, i) => {
      if (due(i + 1) !== arm) counts[arm] += 1;
    });
    return counts.indexOf(Math.max(...counts));
  };
  return due(plays.length + 1);
}

/** Where all arms are forgotten at once, those that an epoch did not play go first in the next; else the lowest. */
function playsOf(
  arrivals: readonly Arrival[],
  restarts: readonly { readonly taken: number }[],
  armCount: number,
): number[] {
  const starts = [0, ...restarts.map(({ taken }) => taken)];
  const epochs = starts.map((start, i) =>
    arrivals.filter(({ slot }) => slot >= start && slot < (starts[i + 1] ?? Infinity)),
  );
  return playsHandedOn(
    epochs.map((epoch) => epoch.map(({ arm }) => arm)),
    armCount,
  );
}

/** Where a policy stands after `slot` slots, given the rewards in the order in which they came. */
export function naiveDetection(
  id: DetectingId,
  arrivals: readonly Arrival[],
  slot: number,
  armCount: number,
  given: DetectingSettings,
): NaiveDetection {
  const settings = {
    samples: 0,
    epsilon: 0,
    threshold: 0,
    alpha: 0,
    xi: 0.5,
    g: 0,
    delta: 0,
    c: id === 'dal' ? 4 : 1,
    local: 1,
    ...given,
  };
  const { rewards, since, restarts, margin } = relive(id, arrivals, armCount, settings);
  const remembered = rewards.flat().length;
  const indices = rewards.map((own, arm) =>
    indexOf(id, own, { remembered, slots: slot + 1 - since[arm] }, settings.xi),
  );
  const restart = restarts.at(-1)?.taken ?? 0;
  const played = arrivals.filter((past) => past.slot >= restart).map(({ arm }) => arm);
  const forced =
    id === 'adr-monitored'
      ? monitoredArm(played, armCount, settings.samples)
      : forcedArm(id, slot, restarts, armCount, settings);
  const plays = forgetsOneArm(id, settings.local) ? [] : playsOf(arrivals, restarts, armCount);
  return { indices, forced, restarts, plays, margin };
}
