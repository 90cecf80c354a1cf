/** When rewards stop coming, policies that forget spread over the arms; others stay with the best and the floor. */
import type { NewExperiment } from '@driftline/client/wire';
import { randomStream } from '@driftline/core';
import { expect, it } from 'vitest';
import { offeredPolicies } from '../../src/model/offered.ts';
import { PaperExperiment } from './paper.ts';

const means = new Map([
  ['a', 0.2],
  ['b', 0.3],
  ['c', 0.8],
  ['d', 0.4],
]);
const BEST = 'c';
const FLOOR = 0.02;

function experiment(type: string): NewExperiment {
  const offered = offeredPolicies.get(type);
  const values = offered?.rewards === 'range' ? { min: 0, max: 1 } : { center: 0, scale: 1 };
  return {
    arms: [...means.keys()].map((key) => ({ key })),
    policy: { type },
    ...(offered?.memory === 'required' ? { memory: { decisions: 200 } } : {}),
    reward: { ...values, timeout: '100s' },
    explore: FLOOR,
  };
}

/** The shares of arms in the last 1000 of 2000 decisions after the last reward. */
function sharesAfterSilence(type: string): Map<string, number> {
  const paper = new PaperExperiment(experiment(type), 5);
  const random = randomStream(11);
  const shares = new Map<string, number>();
  for (let i = 0; i < 4000; i++) {
    paper.now += 1000;
    const { number, arm } = paper.decide();
    const value = random.uniform() < (means.get(arm) ?? 0) ? 1 : 0;
    if (i < 2000) paper.reward(number ?? -1, value);
    if (i % 10 === 0) paper.sweep();
    if (i >= 3000) shares.set(arm, (shares.get(arm) ?? 0) + 0.001);
  }
  return shares;
}

// The level of d-klucb is the logarithm of what is remembered, at least 0: without rewards its widths close.
const keeping = ['auto', 'adr', 'ucb1', 'kl-ucb', 'ts', 'd-klucb'];
const forgetting = [...offeredPolicies.values()].filter(
  ({ type, memory }) => memory === 'required' && !keeping.includes(type),
);

it.each(forgetting.map(({ type }) => type))('%s spreads', (type) => {
  const shares = sharesAfterSilence(type);
  for (const key of means.keys()) expect(shares.get(key) ?? 0).toBeGreaterThan(0.1);
});

it.each(keeping)('%s stays with the best arm, and explores', (type) => {
  const shares = sharesAfterSilence(type);
  expect(shares.get(BEST) ?? 0).toBeGreaterThan(0.9);
  const others = [...means.keys()].filter((key) => key !== BEST);
  const explored = others.reduce((sum, key) => sum + (shares.get(key) ?? 0), 0);
  // Three quarters of the floor go to them.
  expect(explored).toBeGreaterThan((0.75 * FLOOR) / 3);
});
