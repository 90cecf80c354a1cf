import { environmentCatalogue, ParameterError, policyCatalogue } from '@driftline/core';
import { slidingWindowMoss } from '@driftline/core/policies';
import { parseSpec } from '@driftline/core/spec';
import { describe, expect, it } from 'vitest';
import { policiesAnywhere } from '../../../test/policies-anywhere.ts';
import type { Comparison } from '../../play/comparison.ts';
import { InlineExecutor } from '../../play/executor.ts';
import { environmentOf } from '../../play/play-chunk.ts';
import { Plugins } from '../../play/plugins/plugins.ts';
import { runComparisons } from '../../play/run.ts';
import { tuneEqually } from './equal-effort.ts';

function comparisonOf(
  spec: string,
  policies: string[],
  more: Partial<Comparison> = {},
): Comparison {
  return {
    name: 'test',
    environment: { kind: 'named', spec, horizon: 300 },
    policies,
    replications: 20,
    seed: 7,
    checkpoints: { count: 1, spacing: 'linear' },
    ...more,
  };
}

const run = (comparisons: Comparison[]) =>
  runComparisons(comparisons, { executor: new InlineExecutor() });

describe('tuneEqually', () => {
  it('gives each policy as many trials, its published tuning first, and keeps the rest', async () => {
    const comparison = comparisonOf('sinusoid:period=200', ['sw-moss', 'ucb1', 'dts', 'uniform']);
    const { comparison: tuned, record } = await tuneEqually(comparison, {
      trials: 9,
      trainingReplications: 3,
      run,
    });
    expect(record.policies.map(({ trials }) => trials.length)).toEqual([9, 9, 9, 1]);
    record.policies.forEach((policy, i) => {
      expect(policy.published).toBe(comparison.policies[i]);
      expect(policy.trials[0].spec).toBe(comparison.policies[i]);
      expect(new Set(policy.trials.map(({ spec }) => spec)).size).toBe(policy.trials.length);
      expect(policy.tuned).toBe(policy.trials[policy.winner].spec);
      const best = Math.min(...policy.trials.map(({ regret }) => regret.mean));
      expect(policy.trials[policy.winner].regret.mean).toBe(best);
    });
    expect(tuned).toEqual({
      ...comparison,
      policies: record.policies.map((policy) => policy.tuned),
    });
    expect(JSON.parse(JSON.stringify(record))).toEqual(record);
  });

  it('trains as it is judged: with late rewards, the range and the changes that are given', async () => {
    const more = { delay: 'fixed:5', burst: 3, changes: 2, rewardRange: [0, 2] } as const;
    const given = { ...more, situation: 'Late', firstReplication: 40 };
    const played: Comparison[] = [];
    await tuneEqually(comparisonOf('sinusoid:period=200', ['sw-moss'], given), {
      trials: 2,
      trainingReplications: 2,
      run: (comparisons) => {
        played.push(...comparisons);
        return run(comparisons);
      },
    });
    expect(played).toHaveLength(2);
    for (const training of played) {
      expect(training).toMatchObject(more);
      expect(Object.keys(training)).not.toContain('situation');
      expect(Object.keys(training)).not.toContain('firstReplication');
    }
  });

  it('plays every trial for as many replications, on the same paths with the same seeds', async () => {
    const played: Comparison[] = [];
    const comparison = comparisonOf('sinusoid:period=200', ['sw-moss', 'd-ucb']);
    await tuneEqually(comparison, {
      trials: 3,
      trainingReplications: 35,
      run: (comparisons) => {
        played.push(...comparisons);
        return run(comparisons);
      },
    });
    // A comparison for each path, and all trials of both policies in each.
    for (const { policies } of played) {
      const ids = policies.map((spec) => parseSpec(spec).id);
      expect(ids).toEqual(['sw-moss', 'sw-moss', 'sw-moss', 'd-ucb', 'd-ucb', 'd-ucb']);
    }
    expect(new Set(played.map(({ seed }) => seed)).size).toBe(played.length);
    const total = played.reduce((sum, { replications }) => sum + replications, 0);
    expect(total).toBe(35);
  });

  it('plays trials with the delays, bursts and floor that are judged', async () => {
    const played: Comparison[] = [];
    const late = { delay: 'fixed:7', burst: 3, floor: 0.1, pending: 'width' } as const;
    const comparison = comparisonOf('sinusoid:period=200', ['sw-moss'], late);
    const { comparison: tuned } = await tuneEqually(comparison, {
      trials: 2,
      trainingReplications: 2,
      run: (comparisons) => {
        played.push(...comparisons);
        return run(comparisons);
      },
    });
    for (const each of [...played, tuned]) expect(each).toMatchObject(late);
  });

  it('is deterministic, and another seed of training meets other luck', async () => {
    const comparison = comparisonOf('brownian:variation=3', ['r-moss', 'rexp3']);
    const options = { trials: 4, trainingReplications: 3, run };
    const first = await tuneEqually(comparison, options);
    expect(await tuneEqually(comparison, options)).toEqual(first);
    const other = await tuneEqually(comparison, { ...options, seed: 8 });
    expect(other.record.policies[0].trials[0].regret).not.toEqual(
      first.record.policies[0].trials[0].regret,
    );
  });

  it.each([
    'brownian:variation=3',
    'brownian:variation=3;fresh=1',
    'sinusoid:period=200',
    'stationary',
  ])('never trains on what is judged: %s', async (spec) => {
    const comparison = comparisonOf(spec, ['sw-moss'], { replications: 5 });
    const played: Comparison[] = [];
    await tuneEqually(comparison, {
      trials: 2,
      trainingReplications: 4,
      // The comparison's own seed, which training must not use as it is.
      seed: comparison.seed,
      run: (comparisons) => {
        played.push(...comparisons);
        return run(comparisons);
      },
    });
    expect(played.every(({ seed }) => seed !== comparison.seed)).toBe(true);
    if (spec === 'stationary') return;
    const paths = (of: Comparison) =>
      Array.from({ length: of.replications }, (_, i) =>
        environmentOf(of, i).means.table().values.join(' '),
      );
    const judged = new Set(paths(comparison));
    expect(played.flatMap(paths).some((path) => judged.has(path))).toBe(false);
  });

  it('finds a better window than a bad published one', async () => {
    // An arm with nothing remembered has an infinite index, so with a window of 4 slots the worse arm
    // is played at least once in any 5: with a gap of 0.8 and T = 2000, a regret of at least
    // 0.8 · 2000 / 5 = 320 whatever happens. Windows up to 8 · 4 = 32 are tried, where the same floor
    // is 0.8 · 2000 / 33 = 48; half of 320 leaves more than as much again for learning.
    const comparison = comparisonOf(
      'piecewise:breakpoints=1000;means=0.9/0.1|0.1/0.9',
      ['sw-moss:window=4'],
      {
        environment: {
          kind: 'named',
          spec: 'piecewise:breakpoints=1000;means=0.9/0.1|0.1/0.9',
          horizon: 2000,
        },
      },
    );
    const { comparison: tuned, record } = await tuneEqually(comparison, {
      trials: 16,
      trainingReplications: 8,
      run,
    });
    expect(record.trainedOn).toBe('perturbed means');
    const [published, better] = (await run([comparison, tuned])).map(
      ({ policies }) => policies[0].regret,
    );
    expect(published.min).toBeGreaterThanOrEqual(319);
    expect(better.mean).toBeLessThan(160);
  });

  it('lets published tuning win where nothing tried is better', async () => {
    const comparison = comparisonOf('stationary:means=0.5/0.5', ['sw-moss']);
    const { record } = await tuneEqually(comparison, { trials: 5, trainingReplications: 2, run });
    // Equal arms: every regret is 0.
    expect(record.policies[0].winner).toBe(0);
    expect(record.policies[0].tuned).toBe('sw-moss');
  });

  it.each(policiesAnywhere)('can tune %s', async (id) => {
    const definition = policyCatalogue.get(id);
    const comparison = comparisonOf('switching:variation=2', [id], {
      environment: { kind: 'named', spec: 'switching:variation=2', horizon: 120 },
      replications: 2,
    });
    const { comparison: tuned, record } = await tuneEqually(comparison, {
      trials: 6,
      trainingReplications: 2,
      run,
    });
    const [policy] = record.policies;
    expect(policy.trials).toHaveLength(policy.varied.length === 0 ? 1 : 6);
    const accepted = definition?.parameters.map((parameter) => parameter.id) ?? [];
    for (const { spec } of policy.trials) {
      const parsed = parseSpec(spec);
      expect(parsed.id).toBe(id);
      expect(accepted).toEqual(expect.arrayContaining(Object.keys(parsed.params)));
      const parts = Object.entries(parsed.params).map(([name, value]) => `${name}=${value}`);
      expect([id, parts.join(';')].filter((part) => part !== '').join(':')).toBe(spec);
    }
    const [result] = await run([tuned]);
    expect(result.policies[0].regret.mean).toBeGreaterThanOrEqual(0);
  });

  it.each([1, 2, 3, 4])('copes with a horizon of %i', async (horizon) => {
    const policies = [...policiesAnywhere];
    const comparison = comparisonOf('ramp', policies, {
      environment: { kind: 'named', spec: 'ramp', horizon },
      replications: 2,
    });
    const { comparison: tuned } = await tuneEqually(comparison, {
      trials: 5,
      trainingReplications: 2,
      run,
    });
    expect(await run([tuned])).toHaveLength(1);
  });

  it("tunes a plugin's policy on a plugin's environment", async () => {
    const plugins = new Plugins([
      {
        policies: [{ ...slidingWindowMoss, id: 'mine' }],
        environments: environmentCatalogue.list
          .filter(({ id }) => id === 'brownian')
          .map((definition) => ({ ...definition, id: 'theirs' })),
      },
    ]);
    const comparison = comparisonOf('theirs:variation=3', ['mine', 'sw-moss']);
    const { record } = await tuneEqually(comparison, {
      trials: 4,
      trainingReplications: 2,
      plugins,
      run: (comparisons) =>
        runComparisons(comparisons, {
          executor: new InlineExecutor(plugins),
          plugins,
        }),
    });
    expect(record.trainedOn).toBe('fresh paths');
    const [mine, ours] = record.policies;
    expect(mine.trials.map(({ regret }) => regret)).toEqual(
      ours.trials.map(({ regret }) => regret),
    );
  });

  it('refuses no trials and no replications', async () => {
    const comparison = comparisonOf('stationary', ['moss']);
    await expect(
      tuneEqually(comparison, { trials: 0, trainingReplications: 1, run }),
    ).rejects.toThrow(new ParameterError('trials must be an integer >= 1; got 0'));
    await expect(
      tuneEqually(comparison, { trials: 1, trainingReplications: 1.5, run }),
    ).rejects.toThrow(new ParameterError('trainingReplications must be an integer >= 1; got 1.5'));
  });
});
