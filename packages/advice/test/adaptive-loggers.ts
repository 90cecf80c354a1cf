/** Loggers that learn: their logs are what makes plain tests of drift err. */
import type { Random } from '@driftline/core';
import { beta, ln } from '@driftline/core/parts';
import type { Logger } from './synthetic.ts';

class Counted {
  readonly counts: Float64Array;
  readonly sums: Float64Array;

  constructor(armCount: number) {
    this.counts = new Float64Array(armCount);
    this.sums = new Float64Array(armCount);
  }

  learn(arm: number, reward: number): void {
    this.counts[arm] += 1;
    this.sums[arm] += reward;
  }

  largest(index: (arm: number) => number): number {
    let [best, most] = [0, Number.NEGATIVE_INFINITY];
    for (let arm = 0; arm < this.counts.length; arm++) {
      const value = index(arm);
      if (value > most) [best, most] = [arm, value];
    }
    return best;
  }
}

/** Thompson sampling of bits. */
export function thompsonLogger(armCount: number): Logger {
  const { counts, sums, ...known } = learned(armCount);
  return {
    pick: (_, random: Random) =>
      known.largest((arm) => beta(random, 1 + sums[arm], 1 + counts[arm] - sums[arm])),
    learn: known.learn,
  };
}

export function ucb1Logger(armCount: number): Logger {
  const { counts, sums, ...known } = learned(armCount);
  return {
    pick: (slot) =>
      known.largest((arm) =>
        counts[arm] === 0
          ? Number.POSITIVE_INFINITY
          : sums[arm] / counts[arm] + Math.sqrt((2 * ln(slot + 1)) / counts[arm]),
      ),
    learn: known.learn,
  };
}

/** The best so far, but by chance in a share of all decisions. */
export function greedyLogger(armCount: number, share: number): Logger {
  const { counts, sums, ...known } = learned(armCount);
  return {
    pick: (_, random) =>
      random.uniform() < share
        ? Math.floor(random.uniform() * armCount)
        : known.largest((arm) => (counts[arm] === 0 ? 1 : sums[arm] / counts[arm])),
    learn: known.learn,
  };
}

function learned(armCount: number) {
  const known = new Counted(armCount);
  return {
    counts: known.counts,
    sums: known.sums,
    learn: (arm: number, reward: number) => known.learn(arm, reward),
    largest: (index: (arm: number) => number) => known.largest(index),
  };
}
