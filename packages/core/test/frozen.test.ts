/**
 * Frozen numbers: they may be wrong, yet they may not change silently. A change here needs an entry
 * under *Changes numbers* in the changelog; `npx vitest run packages/core/test/frozen.test.ts -u`
 * writes the new ones.
 */

import { expect, test } from 'vitest';
import {
  createEnvironment,
  createPolicyFromSpec,
  environmentCatalogue,
  lawCatalogue,
  policyCatalogue,
  ROLE_POLICY,
  ROLE_REWARDS,
  randomStream,
} from '../src/index.ts';

const SLOTS = 2000;

/** The arms of 2000 slots by how often each was played, their first 30, and a hash of all. */
function fingerprint(spec: string, environmentSpec: string): string {
  const environment = createEnvironment(environmentSpec, { horizon: SLOTS, seed: 11 });
  const { armCount, horizon } = environment.means;
  const rewardRange = environment.law.rewardRange;
  const policy = createPolicyFromSpec(spec, {
    armCount,
    horizon,
    variation: 3,
    rewardRange,
    onWarning: () => {},
    means: environment.means,
  });
  const draws = randomStream(11, 4, ROLE_POLICY);
  const rewards = randomStream(11, 4, ROLE_REWARDS);
  const counts = new Array<number>(armCount).fill(0);
  let first = '';
  let hash = 0x811c9dc5;
  for (let slot = 0; slot < SLOTS; slot++) {
    const selection = policy.select(draws);
    policy.update(selection, environment.reward(slot, selection.arm, rewards));
    counts[selection.arm] += 1;
    if (slot < 30) first += selection.arm;
    hash = Math.imul(hash ^ selection.arm, 0x01000193);
  }
  return `${counts.join('/')} ${first} ${(hash >>> 0).toString(16)}`;
}

test.each(['paper-1', 'paper-2', 'paper-heavy', 'switching', 'piecewise'])('%s', (environment) => {
  const fingerprints = Object.fromEntries(
    policyCatalogue.list
      .filter(({ needs }) => needs !== 'chains')
      .map(({ id }) => [id, fingerprint(id, environment)]),
  );
  expect(fingerprints).toMatchSnapshot();
});

test.each([
  'channels',
  'channels:changes=4',
  'channels:p01=0.9/0.8/0.6;p11=0.1/0.3/0.5;low=0.2;high=0.9',
])('%s, with the oracles that know channels', (environment) => {
  const ids = ['myopic', 'whittle', 'oracle', 'kl-ucb'];
  const fingerprints = ids.map((id) => [id, fingerprint(id, environment)]);
  expect(Object.fromEntries(fingerprints)).toMatchSnapshot();
});

/** The means of three slots, and the variation of all. */
function meansOf(spec: string): unknown {
  const { means } = createEnvironment(spec, { horizon: SLOTS, seed: 11 });
  const row = (slot: number) =>
    Array.from({ length: means.armCount }, (_, arm) => means.mean(slot, arm));
  return { rows: [0, 700, SLOTS - 1].map(row), variation: means.totalVariation() };
}

test('every environment', () => {
  const means = environmentCatalogue.ids.map((id) => [id, meansOf(id)]);
  expect(Object.fromEntries(means)).toMatchSnapshot();
});

test('every reward law', () => {
  const draws = lawCatalogue.ids.map((law) => {
    const environment = createEnvironment('sinusoid', { horizon: 5, rewards: law });
    const random = randomStream(2, 0, ROLE_REWARDS);
    return [law, [0, 1, 2, 3, 4].map((slot) => environment.reward(slot, slot % 3, random))];
  });
  expect(Object.fromEntries(draws)).toMatchSnapshot();
});
