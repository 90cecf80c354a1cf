/**
 * An application that uses all of the package and keeps the bits of every number it gets: each policy
 * on each reward law, what the policy then holds, and the elementary functions.
 */
import {
  createEnvironment,
  createPolicyFromSpec,
  lawCatalogue,
  policyCatalogue,
  randomStream,
} from '@driftline/core';
import { createContextualDecider } from '@driftline/core/contextual';
import { exp, ln, pow, sin } from '@driftline/core/parts';

const SLOTS = 60;

/** The 64 bits of each number, as hexadecimal digits. */
export const bits: string[] = [];

function keep(...values: (number | undefined)[]): void {
  const view = new DataView(new ArrayBuffer(8));
  for (const value of values) {
    view.setFloat64(0, value ?? Number.NaN);
    bits.push(view.getBigUint64(0).toString(16));
  }
}

function play(policyId: string, lawId: string): void {
  const environment = createEnvironment('sinusoid', {
    armCount: 3,
    horizon: SLOTS,
    rewards: lawId,
  });
  const policy = createPolicyFromSpec(policyId, {
    armCount: 3,
    horizon: SLOTS,
    variation: 2,
    means: environment.means,
  });
  const random = randomStream(1);
  for (let slot = 0; slot < SLOTS; slot++) {
    const selection = policy.select(random);
    const reward = environment.reward(slot, selection.arm, random);
    policy.update(selection, reward);
    keep(selection.arm, selection.propensity, reward);
  }
  for (const { index, mean, probability, posterior } of policy.inspect()) {
    keep(index, mean, probability, posterior?.alpha, posterior?.beta);
  }
}

for (const policy of policyCatalogue.list) {
  // Oracles of channels need their chains.
  if (policy.needs === 'chains') continue;
  for (const law of lawCatalogue.list) play(policy.id, law.id);
}
function decide(policy: string, options: object): void {
  const decider = createContextualDecider(policy, {
    ...options,
    armCount: 3,
    features: [
      { kind: 'cycle', name: 'hour', period: 24 },
      { kind: 'number', name: 'price', min: 1, max: 100, scale: 'log' },
      { kind: 'hash', name: 'page', buckets: 4 },
    ],
  });
  for (let slot = 0; slot < 60; slot++) {
    const context = { hour: slot / 7, price: 1 + slot, page: `/seite/ä${slot % 5}` };
    const decision = decider.decide(context);
    keep(decision.arm, ...decision.codes.map((code) => code ?? undefined));
    decider.update(decision, (slot % 4) / 4);
  }
  for (const { estimate, width } of decider.policy.coefficients()) keep(estimate, width);
}

decide('linucb', {});
decide('lints', {});
decide('d-linucb', { window: 30 });
for (let x = 0.1; x < 30; x *= 1.3) keep(exp(x), ln(x), sin(x), pow(x, 1 / 3));
