/**
 * Frozen numbers: they may be wrong, yet they may not change silently. A change here needs an entry
 * under *Changes numbers* in the changelog; `npx vitest run packages/core/test/frozen.test.ts -u`
 * writes the new ones.
 */

import { expect, test } from 'vitest';
import { fleetCatalogue } from '../src/fleets/catalogue.ts';
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
import { ROLE_CONTEXTS } from '../src/portable/random/streams.ts';
import { createContextualEnvironment } from '../src/shell/contextual/environment.ts';
import { prepareContextualPolicy } from '../src/shell/contextual/prepare.ts';
import { prepareFleet } from '../src/shell/prepare-fleet.ts';
import { fleetReplication, playFleetAlone } from './fleet-play.ts';

const SLOTS = 2000;

/** Arms by how often each was played, the first 30 of them, and a hash of all. */
function digest(arms: readonly number[], armCount: number): string {
  const counts = new Array<number>(armCount).fill(0);
  let hash = 0x811c9dc5;
  for (const arm of arms) {
    counts[arm] += 1;
    hash = Math.imul(hash ^ arm, 0x01000193);
  }
  return `${counts.join('/')} ${arms.slice(0, 30).join('')} ${(hash >>> 0).toString(16)}`;
}

/** The digest of the arms of 2000 slots. */
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
  const arms: number[] = [];
  for (let slot = 0; slot < SLOTS; slot++) {
    const selection = policy.select(draws);
    policy.update(selection, environment.reward(slot, selection.arm, rewards));
    arms.push(selection.arm);
  }
  return digest(arms, armCount);
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

/** The arms, regret, collisions, rewards and switches of four players over 1000 slots. */
function fleetDigest(spec: string, environmentSpec: string): string {
  const environment = createEnvironment(environmentSpec, {
    horizon: SLOTS / 2,
    armCount: 5,
    seed: 11,
  });
  const { means, law } = environment;
  const { armCount, horizon } = means;
  const { rewardRange } = law;
  const given = { armCount, horizon, players: 4, variation: 3, changes: 3, rewardRange, means };
  const prepared = prepareFleet(spec, given);
  const replication = fleetReplication(prepared, means.course(), law.sampler, horizon);
  const { arms, regret, collisions, earned, switches } = playFleetAlone(
    prepared,
    replication,
    11,
    4,
  );
  const numbers = [regret.at(-1), collisions.at(-1), ...earned, ...switches];
  return `${digest(arms, armCount)} ${numbers.join(' ')}`;
}

const RULES = ['rhorand', 'randtopm', 'mctopm', 'selfish'];
const FLEETS = [
  ...['kl-ucb', 'sw-klucb', 'ucb1', 'cusum-ucb', 'sw-moss|window=300'].flatMap((of) =>
    RULES.map((rule) => `${rule}:of=${of}`),
  ),
  'rr-sw-ucb-sharp',
  'sw-dlp',
  ...['ring', 'star', 'path', 'complete'].map((graph) => `coop-ucb:graph=${graph}`),
  'coop-ucb:discount=0.99',
];

test('no fleet is missing', () => {
  expect(new Set(FLEETS.map((spec) => spec.split(':')[0]))).toEqual(new Set(fleetCatalogue.ids));
});

test.each(['stationary', 'piecewise'])('fleets on %s', (environment) => {
  const fingerprints = FLEETS.map((spec) => [spec, fleetDigest(spec, environment)]);
  expect(Object.fromEntries(fingerprints)).toMatchSnapshot();
});

/** The digest of the arms, or of the places, that a contextual policy picks in 1000 slots. */
function contextualFingerprint(spec: string, environmentSpec: string): string {
  const horizon = SLOTS / 2;
  const { means, law } = createContextualEnvironment(environmentSpec, { horizon, seed: 11 });
  const { contexts: facts } = means;
  if (facts?.theta === undefined) throw new RangeError(`${environmentSpec} has no parameters`);
  const { form, dimension, blocks, norm, intercept, source, theta } = facts;
  const shape = { form, dimension, blocks, norm, intercept };
  const { kernel } = prepareContextualPolicy(spec, { ...shape, horizon });
  const [contexts, draws, rewards] = [ROLE_CONTEXTS, ROLE_POLICY, ROLE_REWARDS].map((role) =>
    randomStream(11, 4, role),
  );
  const isArms = form === 'arms';
  const features = new Float64Array(means.armCount * dimension);
  const places = Int32Array.from({ length: means.armCount }, (_, k) => (isArms ? k : 0));
  const arms: number[] = [];
  for (let slot = 0; slot < horizon; slot++) {
    source.fill(contexts, slot, features);
    const arm = kernel.pick(draws, features, isArms ? 0 : dimension, places, means.armCount);
    const [at, own] = [isArms ? 0 : arm * dimension, theta.at(slot, places[arm])];
    let mean = 0;
    for (let i = 0; i < dimension; i++) mean += features[at + i] * theta.rows[own + i];
    kernel.advance(places[arm]);
    kernel.learn(slot, places[arm], features, at, 0, law.sampler.draw(mean, rewards));
    arms.push(arm);
  }
  return digest(arms, means.armCount);
}

test.each(['contexts-jumps', 'linear-abrupt'])('lin-auto on %s', (environment) => {
  expect(contextualFingerprint('lin-auto', environment)).toMatchSnapshot();
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
