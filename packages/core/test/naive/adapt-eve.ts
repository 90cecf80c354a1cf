/**
 * Naive Adapt-EvE (in the spirit of Hartland et al. 2007), from all rewards in the order of arrival.
 *
 *   UCB-Tuned      mean + sqrt((ln N / n) min(1/4, v + sqrt(2 ln N / n))), +Infinity for n = 0
 *   Page-Hinkley   an alarm when for some start s the sum of (x_i - mean_i - epsilon) over i = s ... n, or
 *                  of (mean_i - x_i - epsilon), reaches the threshold; mean_i is that of rewards 1 ... i
 *   trial          the old and a new learner, picked by UCB-Tuned over their rewards since the alarm;
 *                  after M of these the one with the larger mean stays, the old one if they are equal
 *   share          an arm that the learner knows nothing of is left out while it has more than 1/K of the
 *                  decisions that wait for a reward
 */

/** The settings of a naive Adapt-EvE. */
export interface AdaptEveSettings {
  readonly threshold: number;
  readonly epsilon: number;
  readonly trial: number;
}

/** A reward that arrived, with the place (0 or 1) of the learner that had picked. */
export interface AdaptEveReward {
  readonly slot: number;
  /** How many slots had begun when it came. */
  readonly arrival: number;
  readonly place: number;
  readonly arm: number;
  readonly reward: number;
}

/** What comes next, and how near the second best was: it shows ties that rounding may break. */
export interface AdaptEveChoice {
  readonly place: number;
  readonly arm: number;
  readonly gap: number;
  readonly trials: number;
  /** How many of them the new learner won. */
  readonly replaced: number;
}

type Sample = readonly [cell: number, reward: number];

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The UCB-Tuned index of every cell. */
export function tunedIndices(samples: readonly Sample[], cells: number): number[] {
  const logarithm = Math.log(Math.max(1, samples.length));
  return Array.from({ length: cells }, (_, cell) => {
    const rewards = samples.filter(([of]) => of === cell).map(([, reward]) => reward);
    const n = rewards.length;
    if (n === 0) return Number.POSITIVE_INFINITY;
    const centre = mean(rewards);
    const variance = Math.max(0, mean(rewards.map((reward) => reward * reward)) - centre * centre);
    const width = Math.min(0.25, variance + Math.sqrt((2 * logarithm) / n));
    return centre + Math.sqrt((logarithm / n) * width);
  });
}

function best(indices: readonly number[]): { cell: number; gap: number } {
  const top = Math.max(...indices);
  const cell = indices.indexOf(top);
  // Equal ones are distinguished by their number, which no rounding disturbs.
  const others = indices.filter((index) => index !== top);
  return { cell, gap: Math.min(...others.map((index) => top - index)) };
}

/** Whether the newest reward of an arm raises an alarm: the largest sum over all starts. */
function alarms(rewards: readonly number[], { threshold, epsilon }: AdaptEveSettings): boolean {
  const deviations = rewards.map((reward, i) => reward - mean(rewards.slice(0, i + 1)));
  return [1, -1].some((sign) => {
    let largest = Number.NEGATIVE_INFINITY;
    let sum = 0;
    for (const deviation of [...deviations].reverse()) {
      sum += sign * deviation - epsilon;
      largest = Math.max(largest, sum);
    }
    return largest >= threshold;
  });
}

/** The place, the arm and the doings of Adapt-EvE after the rewards that arrived; `pending` are the arms whose have not. */
export function naiveAdaptEve(
  arrived: readonly AdaptEveReward[],
  armCount: number,
  settings: AdaptEveSettings,
  pending: readonly number[] = [],
): AdaptEveChoice {
  let since: (number | undefined)[] = [0, undefined];
  const learners: Sample[][] = [[], []];
  let watched: Sample[] = [];
  let trial: { start: number; samples: Sample[] } | undefined;
  let incumbent = 0;
  let trials = 0;
  let replaced = 0;
  for (const { slot, arrival, place, arm, reward } of arrived) {
    const first = since[place];
    if (first === undefined || slot < first) continue;
    learners[place].push([arm, reward]);
    if (trial === undefined) {
      watched.push([arm, reward]);
      const own = watched.filter(([of]) => of === arm).map(([, value]) => value);
      if (!alarms(own, settings)) continue;
      trials += 1;
      trial = { start: arrival, samples: [] };
      watched = [];
      learners[1 - incumbent] = [];
      since[1 - incumbent] = arrival;
      continue;
    }
    if (slot < trial.start) continue;
    trial.samples.push([place, reward]);
    if (trial.samples.length < settings.trial) continue;
    const [old, young] = [incumbent, 1 - incumbent].map((one) =>
      mean(trial?.samples.filter(([of]) => of === one).map(([, value]) => value) ?? []),
    );
    if (young > old) {
      incumbent = 1 - incumbent;
      replaced += 1;
    }
    since = since.map((start, one) => (one === incumbent ? start : undefined));
    trial = undefined;
  }
  const judged = trial === undefined ? undefined : best(tunedIndices(trial.samples, 2));
  const place = judged?.cell ?? incumbent;
  const waiting = (arm: number) => pending.filter((one) => one === arm).length;
  const indices = tunedIndices(learners[place], armCount).map((index, arm) =>
    index === Number.POSITIVE_INFINITY && waiting(arm) > pending.length / armCount
      ? Number.NEGATIVE_INFINITY
      : index,
  );
  const { cell, gap } = best(indices);
  return { place, arm: cell, gap: Math.min(gap, judged?.gap ?? gap), trials, replaced };
}
