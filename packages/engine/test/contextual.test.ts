/** Contextual policies and environments in the engine: both builds, columns, refusals, and policies without contexts. */
import { contextualPolicyCatalogue, ROLE_CONTEXTS, randomStream } from '@driftline/core/play';
import { coefficientsFigure, meansFigure, ribbonFigure } from '@driftline/engine/figures';
import { loadKernels } from '@driftline/engine/node';
import {
  aggregate,
  ChunkPlayer,
  type Comparison,
  type ComparisonResult,
  contestantOf,
  environmentOf,
  Plugins,
} from '@driftline/engine/play';
import { expect, test } from 'vitest';
import { contextWords } from '../src/words/context-words.ts';

const kernels = loadKernels();

function comparisonOf(spec: string, policies: readonly string[], more: object = {}): Comparison {
  return {
    name: spec,
    environment: { kind: 'named', spec, horizon: 240, ...more },
    policies,
    replications: 3,
    seed: 7,
    checkpoints: { count: 4, spacing: 'linear' },
  };
}

function played(comparison: Comparison, compiled: boolean) {
  const player = new ChunkPlayer(comparison, undefined, compiled ? kernels : undefined);
  return { player, rows: player.play({ from: 0, to: comparison.replications }) };
}

function resultOf(comparison: Comparison) {
  return aggregate(comparison, [played(comparison, false).rows]);
}

const ON_ACTIONS = contextualPolicyCatalogue.list
  .filter(({ forms }) => forms.includes('actions'))
  .map(({ id }) => id);
const ON_ARMS = contextualPolicyCatalogue.list
  .filter(({ forms }) => forms.includes('arms'))
  .map(({ id }) => id);

test.each([
  ['linear:path=walk;fresh=1', ON_ACTIONS, { rewards: 'gaussian:sd=1', dimension: 3, armCount: 4 }],
  ['linear:actions=pool;pool=9', ON_ACTIONS, { rewards: 'exact', dimension: 2, armCount: 7 }],
  ['linear:link=logistic;actions=gaussian', ON_ACTIONS, { rewards: 'bernoulli', armCount: 3 }],
  ['linear-abrupt', ON_ACTIONS, { rewards: 'student-t', armCount: 5 }],
  ['contexts:path=local', [...ON_ARMS, 'uniform', 'sw-ucb', 'exp3'], { dimension: 3 }],
  ['contexts:path=seasons;fresh=1', [...ON_ARMS, 'd-ucb'], { armCount: 2 }],
  ['paper-2', ON_ARMS.filter((id) => !id.startsWith('lin-oracle')), {}],
])('both builds play %s alike', (spec, policies, more) => {
  const comparison = comparisonOf(spec, policies, more);
  const [plain, compiled] = [played(comparison, false), played(comparison, true)];
  expect(compiled.player.isCompiled).toBe(true);
  expect(compiled.rows).toEqual(plain.rows);
});

test('contexts are the same, whoever plays and whoever is listed beside', () => {
  const all = resultOf(comparisonOf('contexts-jumps', ['linucb', 'uniform', 'd-linucb']));
  const alone = resultOf(comparisonOf('contexts-jumps', ['d-linucb']));
  expect(alone.policies[0].finals).toEqual(all.policies[2].finals);
  // The stream of contexts has a role of its own.
  expect(randomStream(7, 0, ROLE_CONTEXTS).next()).not.toBe(randomStream(7, 0, 2).next());
});

test('actions that differ from slot to slot have no column of arms', () => {
  const { environment, policies } = resultOf(comparisonOf('linear-abrupt', ['linucb', 'uniform']));
  expect(environment).toMatchObject({ bestArms: [], contexts: { form: 'actions', dimension: 2 } });
  expect(environment.means.arms).toEqual([]);
  expect(policies[0]).toMatchObject({ armShares: [], ribbon: [] });
  expect(policies[0].plays).toBeUndefined();
  // θ changes three times.
  expect(policies[0].epochs?.length).toBe(4);
  expect(policies[1].mark).toBe('no context');
});

test('named arms keep their columns, and a K-armed environment has no features', () => {
  const { environment, policies } = resultOf(comparisonOf('contexts-jumps', ['linucb']));
  expect(environment.contexts).toMatchObject({ form: 'arms', dimension: 5, blocks: 5 });
  // Two columns of three arms are drawn, with their true values and estimates.
  expect(environment.contexts?.drawn.theta?.length).toBe(6);
  expect(policies[0].coefficients?.length).toBe(6);
  expect(policies[0].plays?.mean.length).toBe(5);
  expect(policies[0].mark).toBeUndefined();
  const plain = resultOf(comparisonOf('paper-2', ['linucb', 'ucb1']));
  expect(plain.policies.map(({ mark }) => mark)).toEqual(['no features', undefined]);
  expect(plain.environment.contexts).toBeUndefined();
  expect(contextWords?.worth(plain, ({ spec }) => spec)).toContain('are made for contexts');
});

test.each([
  ['linear-abrupt', 'auto', /places mean nothing/],
  ['contexts-jumps', 'oracle', /depend on the context/],
  ['paper-2', 'lin-oracle', /hidden parameters/],
])('%s refuses %s', (spec, policy, message) => {
  const comparison = comparisonOf(spec, [policy]);
  expect(() => contestantOf(comparison, policy, environmentOf(comparison, 0))).toThrow(message);
});

test('a contextual policy of a plugin is refused with what to do instead', () => {
  const own = { ...contextualPolicyCatalogue.find('linucb'), id: 'my-linucb' };
  const { policies } = new Plugins([{ contextualPolicies: [own] }]);
  expect(() => policies.find('my-linucb')).toThrow(/'driftline check'.*new ContextualPolicy/);
  expect(() => policies.find('my-linucbs')).toThrow(/there is no policy/);
});

test('unit vectors stay, so that every policy plays on them', () => {
  const comparison = comparisonOf('linear:actions=basis', ['auto', 'd-linucb', 'uniform'], {
    armCount: 4,
    dimension: 4,
  });
  const { policies, environment } = resultOf(comparison);
  expect(environment.means.arms.length).toBe(4);
  expect(policies[0].plays?.mean.length).toBe(4);
});

test('laws that cannot have the means are refused with the slot', () => {
  const comparison = comparisonOf('linear-abrupt', ['linucb'], { rewards: 'bernoulli' });
  expect(() => environmentOf(comparison, 0)).toThrow(
    /may be from -1 to 1 at slot 1; use link=logistic/,
  );
});

test('the noise is that of the law', () => {
  const noiseOn = (spec: string, rewards: string) => {
    const comparison = comparisonOf(spec, ['linucb'], { rewards });
    return contestantOf(comparison, 'linucb', environmentOf(comparison, 0)).params.noise;
  };
  expect(noiseOn('linear', 'gaussian:sd=0.3')).toBeCloseTo(0.3, 12);
  expect(noiseOn('contexts', 'bernoulli')).toBe(0.5);
  expect(noiseOn('linear', 'exact')).toBe(0);
  expect(noiseOn('contexts', 'beta')).toBe(1);
});

test('recorded contexts turn with their rewards, and only contextual policies see them', () => {
  const slots = 200;
  // The best arm is the sign of the one feature.
  const signs = Array.from({ length: slots }, (_, slot) => ((slot * 7) % 10 < 5 ? 1 : -1));
  const comparison: Comparison = {
    ...comparisonOf('recorded', ['linucb:width=0.1', 'auto']),
    environment: {
      kind: 'rewards',
      name: 'recorded',
      values: signs.flatMap((sign) => [(1 + sign) / 2, (1 - sign) / 2]),
      armCount: 2,
      against: 'fixed',
      smoothing: 10,
      rotated: true,
      contexts: {
        columns: ['intercept', 'sign'],
        values: signs.flatMap((sign) => [1, sign]),
        norm: 2,
      },
    },
  };
  const [plain, compiled] = [played(comparison, false), played(comparison, true)];
  expect(compiled.rows).toEqual(plain.rows);
  const result = aggregate(comparison, [plain.rows]);
  const { policies, environment } = result;
  expect(environment.contexts).toMatchObject({ form: 'arms', dimension: 2, blocks: 2 });
  expect(environment.contexts?.drawn.theta).toBeUndefined();
  expect(policies.map(({ mark }) => mark)).toEqual([undefined, 'no context']);
  // Half of the slots are lost by the best fixed arm, and nearly none by the sign.
  expect(policies[0].regret.mean).toBeLessThan(-0.4 * slots);
  expect(policies[1].regret.mean).toBeGreaterThan(-0.2 * slots);

  const worthOf = (other: Partial<ComparisonResult>) =>
    contextWords?.worth({ ...result, ...other }, ({ spec }) => spec);
  const [gain] = result.differences;
  const { low, high } = gain;
  expect([gain.first, low < 0, high < 0]).toEqual([0, true, true]);
  expect(worthOf({})).toMatch(
    /^Knowing the context, linucb:width=0.1 earns [\d.]+ \[95% CI [\d.]+ to [\d.]+\] more in a replication than auto, the best policy here without it\.$/,
  );
  const turned = { ...gain, first: 1, second: 0, low: -high, high: -low };
  expect(worthOf({ differences: [turned] })).toBe(worthOf({}));
  const { contexts, ...bare } = environment;
  expect(contexts?.form).toBe('arms');
  expect(worthOf({ environment: bare })).toBe('');
  const unsure = { ...gain, low: -90, high: 4 };
  expect(worthOf({ differences: [unsure] })).toMatch(/ CI −4\.0+ to 90\.0+\] .* may be chance\.$/);
  expect(contextWords?.size(environment)).toBe(
    '2 arms in a context of 2 columns (with the intercept)',
  );
});

test.each([
  ['linear-abrupt', ON_ACTIONS],
  ['contexts-jumps', ON_ARMS],
  ['paper-2', ['linucb', 'd-lints']],
])('rewards on %s that are not late are those in time', (spec, policies) => {
  const comparison = comparisonOf(spec, policies, { horizon: 60 });
  const late = resultOf({ ...comparison, delay: 'fixed:0' });
  const inTime = resultOf(comparison);
  expect(late.policies.map(({ finals }) => finals)).toEqual(
    inTime.policies.map(({ finals }) => finals),
  );
  const later = resultOf({ ...comparison, delay: 'fixed:20', burst: 2 });
  expect(later.policies.every(({ regret }) => Number.isFinite(regret.mean))).toBe(true);
});

test('only estimates of θ itself are kept: the log-odds of a logistic model are not, unless the means are logistic', () => {
  const kept = (spec: string) =>
    resultOf(comparisonOf(spec, ['linucb', 'd-logistic'])).policies.map(
      ({ coefficients }) => coefficients !== undefined,
    );
  expect(kept('contexts-jumps')).toEqual([true, false]);
  expect(kept('linear:link=logistic')).toEqual([true, true]);
});

test('figures name the intercept and the arm by its letter, and what is best only on average over contexts', () => {
  const result = resultOf(comparisonOf('contexts-jumps', ['linucb', 'd-logistic', 'ucb1']));
  const drawn = coefficientsFigure(result);
  expect(drawn?.svg).toContain('Arm A, intercept');
  expect(drawn?.caption).toContain('Not drawn: D-Logistic, whose models have other parameters.');
  expect(meansFigure(result.environment).caption).toContain(
    'Mean rewards, averaged over contexts; environment',
  );
  expect(ribbonFigure(result).caption).toContain('below the arm that is best on average');
});
