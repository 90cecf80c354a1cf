/**
 * Naive Exp3.R with plain weights, from the rewards in the order in which they arrived.
 *
 * Allesiardo and Féraud 2015. With w = 1 at the start, I the arm played, p_I its probability when it was
 * played and x its reward in [0, 1]:
 *
 *   p_i = (1-g) w_i / sum(w) + g/K,   w_I <- w_I exp(g x / (p_I K))
 *   once every arm has g H / K rewards of uniform exploration since the last test (one at least):
 *   drift if some arm's mean of these exceeds that of argmax w by 2 sqrt(K ln(1/delta) / (2 g H));
 *   a drift makes all weights 1, and rewards of earlier slots no longer count
 *
 *   g = min(1, sqrt(K ln K ln T / T)),  H = ceil(C sqrt(T ln T)),  delta = sqrt(ln T / (K T))
 */
import { type NaiveSettings, required } from './settings.ts';
import { ceilingAfterSnapping } from './tuning.ts';

/** Settings of Exp3.R; `window` is H. */
export interface NaiveExp3RSettings extends NaiveSettings {
  readonly g?: number;
  readonly delta?: number;
}

/** A reward that arrived. */
export interface Exp3RReward {
  /** Of which slot. */
  readonly slot: number;
  /** How many slots had begun when it came. */
  readonly arrival: number;
  readonly arm: number;
  readonly propensity: number;
  /** Whether the arm was drawn by uniform exploration. */
  readonly explored: boolean;
  readonly reward: number;
}

interface Exp3RTuning {
  readonly g: number;
  readonly interval: number;
  readonly delta: number;
}

function tuningOf(armCount: number, settings: NaiveExp3RSettings): Exp3RTuning {
  const horizon = () => Math.max(2, required(settings.horizon, 'horizon'));
  const share = () =>
    Math.min(1, Math.sqrt((armCount * Math.log(armCount) * Math.log(horizon())) / horizon()));
  const tunedInterval = () => ceilingAfterSnapping(Math.sqrt(horizon() * Math.log(horizon())));
  return {
    g: settings.g ?? share(),
    interval: settings.window ?? tunedInterval(),
    delta: settings.delta ?? Math.sqrt(Math.log(horizon()) / (armCount * horizon())),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function isDrift(
  weights: readonly number[],
  explored: readonly (readonly number[])[],
  { g, interval, delta }: Exp3RTuning,
): boolean {
  const epsilon = Math.sqrt((weights.length * Math.log(1 / delta)) / (2 * g * interval));
  const leader = weights.indexOf(Math.max(...weights));
  return explored.some((rewards) => mean(rewards) >= mean(explored[leader]) + 2 * epsilon);
}

/** What Exp3.R is at, after some rewards. */
export interface NaiveExp3RState {
  /** The probability of every arm in the next slot. */
  readonly probabilities: number[];
  readonly drifts: number;
}

/** Exp3.R after the rewards that arrived, in their order. */
export function naiveExp3R(
  arrived: readonly Exp3RReward[],
  armCount: number,
  settings: NaiveExp3RSettings,
): NaiveExp3RState {
  const tuning = tuningOf(armCount, settings);
  const { g, interval } = tuning;
  const ones = () => new Array<number>(armCount).fill(1);
  const nothing = () => Array.from({ length: armCount }, (): number[] => []);
  let weights = ones();
  let explored = nothing();
  let firstSlot = 0;
  let drifts = 0;
  for (const { slot, arrival, arm, propensity, reward, ...decision } of arrived) {
    if (slot < firstSlot) continue;
    weights[arm] *= Math.exp((g * reward) / (propensity * armCount));
    if (!decision.explored) continue;
    explored[arm].push(reward);
    const enough = Math.max(1, (g * interval) / armCount);
    if (explored.some((rewards) => rewards.length < enough)) continue;
    if (isDrift(weights, explored, tuning)) {
      weights = ones();
      firstSlot = arrival;
      drifts += 1;
    }
    explored = nothing();
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const probabilities = weights.map((weight) => ((1 - g) * weight) / total + g / armCount);
  return { probabilities, drifts };
}
