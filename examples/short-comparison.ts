// Who loses least when three arms take turns at being best? A short comparison on the paper's
// environment 2: regret is what a policy gave up against always playing the best arm of each slot.
import {
  createEnvironment,
  createPolicyFromSpec,
  ROLE_POLICY,
  ROLE_REWARDS,
  randomStream,
} from '@driftline/core';

const SEED = 1;
const REPLICATIONS = 50;
const POLICIES = ['sw-moss', 'r-moss', 'd-ucb', 'ucb1', 'rexp3', 'exp3s', 'dts', 'uniform'];

const environment = createEnvironment('paper-2');
const { armCount, horizon } = environment.means;
const variation = environment.statedVariation;

interface Outcome {
  readonly regret: number;
  readonly onBestArm: number;
}

/** One replication. Rewards come from a stream of their own, so all policies have the same draws. */
function play(spec: string, replication: number): Outcome {
  const policy = createPolicyFromSpec(spec, { armCount, horizon, variation });
  const draws = randomStream(SEED, replication, ROLE_POLICY);
  const rewards = randomStream(SEED, replication, ROLE_REWARDS);
  let regret = 0;
  let onBestArm = 0;
  for (let slot = 0; slot < horizon; slot++) {
    const selection = policy.select(draws);
    policy.update(selection, environment.reward(slot, selection.arm, rewards));
    const loss = environment.means.bestMean(slot) - environment.means.mean(slot, selection.arm);
    regret += loss;
    if (loss === 0) onBestArm += 1;
  }
  return { regret, onBestArm: onBestArm / horizon };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Half the width of a 95 % interval of the mean; Student's t for 49 degrees of freedom is 2.01. */
function halfWidth(values: readonly number[]): number {
  const mean = meanOf(values);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return 2.01 * Math.sqrt(squares / (values.length - 1) / values.length);
}

const table = POLICIES.map((spec) => {
  const outcomes = Array.from({ length: REPLICATIONS }, (_, i) => play(spec, i));
  const regrets = outcomes.map(({ regret }) => regret);
  return {
    spec,
    mean: meanOf(regrets),
    half: halfWidth(regrets),
    best: meanOf(outcomes.map(({ onBestArm }) => onBestArm)),
  };
}).sort((a, b) => a.mean - b.mean);

console.log(
  `Three arms take turns at being best (${environment.name}): ${horizon} slots, ${REPLICATIONS} replications, seed ${SEED}.`,
);
console.log(
  `Policies are given a variation budget of ${variation}; the true one is ${environment.means.totalVariation().toFixed(2)}.\n`,
);
console.log('policy     regret   95 % interval   on the best arm');
for (const { spec, mean, half, best } of table) {
  const interval = `${(mean - half).toFixed(0)} to ${(mean + half).toFixed(0)}`;
  console.log(
    `${spec.padEnd(10)} ${mean.toFixed(0).padStart(6)}   ${interval.padStart(13)}   ${(100 * best).toFixed(0).padStart(12)} %`,
  );
}
