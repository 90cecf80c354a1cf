/**
 * Naive LM-DSEE.
 *
 * Wei and Srivastava 2018, "On Abruptly-Changing and Slowly-Varying Multiarmed Bandit Problems". Epoch
 * j = 1, 2, ... explores every arm L(j) = ceil(g ln(j^rho l b)) times, the arms in turn, and then plays
 * the arm with the largest mean in that up to its ceil(a j^rho l) slots in all; rho = (1 - nu)/(1 + nu),
 * g = 2/gap^2, and l is the least integer with l >= (K/a) ceil(g ln(l b)) > 0.
 *
 * The lowest arm wins among equals, and an arm without a reward loses to any other.
 */
import { meanOf, type Remembered, rewardsOf } from './history.ts';

/** What LM-DSEE is given; each has the default of the policy. */
export interface NaiveDseeSettings {
  readonly nu?: number;
  readonly gap?: number;
  readonly a?: number;
  readonly b?: number;
}

/** l, by trying one integer after another. */
export function dseeFirstLength(armCount: number, { gap = 0.5, a = 1, b = 0.25 }): number {
  const g = 2 / gap ** 2;
  for (let l = 1; ; l += 1) {
    const bound = (armCount / a) * Math.ceil(g * Math.log(l * b));
    if (bound > 0 && l >= bound) return l;
  }
}

/** The epoch of a slot: its first slot, and how many of its slots explore. */
function epochOf(slot: number, armCount: number, settings: NaiveDseeSettings) {
  const { nu = 0, gap = 0.5, a = 1, b = 0.25 } = settings;
  const rho = (1 - nu) / (1 + nu);
  const l = dseeFirstLength(armCount, settings);
  let start = 0;
  for (let j = 1; ; j += 1) {
    const size = j ** rho * l;
    const samples = Math.ceil((2 / gap ** 2) * Math.log(size * b) - 1e-9);
    const length = Math.max(armCount * samples, Math.ceil(a * size - 1e-9));
    if (slot < start + length) return { start, exploring: armCount * samples };
    start += length;
  }
}

/** The arm of slot `history.length`. */
export function naiveDseeArm(
  history: Remembered,
  armCount: number,
  settings: NaiveDseeSettings,
): number {
  const slot = history.length;
  const { start, exploring } = epochOf(slot, armCount, settings);
  if (slot - start < exploring) return (slot - start) % armCount;
  const explored = history.slice(start, start + exploring);
  const means = Array.from({ length: armCount }, (_, arm) => {
    const rewards = rewardsOf(explored, arm);
    return rewards.length === 0 ? Number.NEGATIVE_INFINITY : meanOf(rewards);
  });
  return means.indexOf(Math.max(...means));
}
