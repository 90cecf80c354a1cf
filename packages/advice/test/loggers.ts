/** Loggers that learn. */
import { createPolicyFromSpec, type Selection } from '@driftline/core';
import type { Logger } from './synthetic.ts';

/**
 * Takes the arm of the best mean so far but for a share of choices by lot; states with which probability.
 *
 * @param kept - how much of what it knows is left after a slot
 */
export function epsilonGreedy(share: number, armCount: number, kept = 1): Logger {
  const [sums, counts] = [new Float64Array(armCount), new Float64Array(armCount)];
  let chance = 1;
  return {
    pick(_, random) {
      const means = sums.map((sum, arm) => (counts[arm] > 0 ? sum / counts[arm] : 1));
      const best = means.indexOf(Math.max(...means));
      const arm = random.uniform() < share ? random.below(armCount) : best;
      chance = share / armCount + (arm === best ? 1 - share : 0);
      return arm;
    },
    learn(arm, reward) {
      sums.forEach((sum, each) => {
        sums[each] = kept * sum + (each === arm ? reward : 0);
        counts[each] = kept * counts[each] + (each === arm ? 1 : 0);
      });
    },
    propensity: () => chance,
  };
}

/** A policy that logs. */
export function learningLogger(spec: string, armCount: number, horizon: number): Logger {
  const policy = createPolicyFromSpec(spec, { armCount, horizon, rewardRange: [0, 1] });
  let selection: Selection | undefined;
  return {
    pick(_, random) {
      selection = policy.select(random);
      policy.begin(selection);
      return selection.arm;
    },
    learn(_, reward) {
      if (selection !== undefined) policy.update(selection, reward);
    },
  };
}
