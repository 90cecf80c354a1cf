/** The benchmark of a fleet, and the evenness of its players' rewards. */
import { ParameterError } from '../base/errors.ts';
import { FleetBenchmark } from '../portable/fleet/fleet-replication.ts';
import type { Course } from '../portable/means/course.ts';

/** The M-th largest of some means. */
function nth(means: Float64Array, count: number): number {
  return means.slice().sort()[means.length - count];
}

/** The sum of the largest means, added in the order of arms, as replications add what players earn. */
function sumOfLargest(means: Float64Array, count: number, least: number): number {
  let ties = count - means.reduce((above, mean) => above + (mean > least ? 1 : 0), 0);
  let sum = 0;
  for (const mean of means) {
    if (mean < least || (mean === least && ties-- <= 0)) continue;
    sum += mean;
  }
  return sum;
}

/**
 * The benchmark of a fleet: with collisions the sum of the M largest means of each slot, otherwise M times the largest.
 *
 * @throws ParameterError for rested arms
 */
export function fleetBenchmark(
  course: Course,
  horizon: number,
  players: number,
  collides: boolean,
): FleetBenchmark {
  if (course.byPlays) {
    throw new ParameterError(
      'several players need means that depend on time; got rested arms, whose means depend on plays',
      'fleet-on-rested-arms',
    );
  }
  const [sums, least] = [new Float64Array(horizon), new Float64Array(horizon)];
  const noPlays = new Int32Array(0);
  const means = new Float64Array(course.armCount);
  for (let slot = 0; slot < horizon; slot++) {
    let moved = slot === 0;
    for (let arm = 0; arm < means.length; arm++) {
      const mean = course.mean(slot, arm, noPlays);
      if (mean !== means[arm]) moved = true;
      means[arm] = mean;
    }
    const count = collides ? players : 1;
    least[slot] = moved ? nth(means, count) : least[slot - 1];
    const sum = moved ? sumOfLargest(means, count, least[slot]) : sums[slot - 1];
    sums[slot] = moved && !collides ? players * sum : sum;
  }
  return new FleetBenchmark(sums, least);
}

/** Jain's index of fairness, (Σr)² / (M Σr²): 1 if all players earn the same, 1/M if only one earns. */
export function jainIndex(earned: ArrayLike<number>): number {
  const rewards = Array.from(earned);
  const sum = rewards.reduce((total, reward) => total + reward, 0);
  const squares = rewards.reduce((total, reward) => total + reward * reward, 0);
  return squares === 0 ? 1 : (sum * sum) / (rewards.length * squares);
}
