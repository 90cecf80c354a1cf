import { describe, expect, test } from 'vitest';
import type { Comparison } from '../../play/comparison.ts';
import { InlineExecutor } from '../../play/executor.ts';
import { RunStopped, runComparisons } from '../../play/run.ts';
import { FIRST_SEARCH_REPLICATION } from './search.ts';
import { type WorstCaseSettings, worstCase } from './worst-case.ts';

const settings: WorstCaseSettings = {
  policies: ['sw-moss', 'ucb1'],
  armCount: 3,
  horizon: 300,
  variation: 1.5,
  evaluations: 34,
  searchReplications: 3,
  replications: 20,
  seed: 4,
};

/** An executor like any other that remembers what it was made for. */
function recording() {
  const played: Comparison[] = [];
  return {
    played,
    executor: (comparisons: readonly Comparison[]) => {
      played.push(...comparisons);
      return new InlineExecutor();
    },
  };
}

const inline = {
  executor: () => new InlineExecutor(),
};

describe('worstCase', () => {
  test('evaluates as often as it says, and judges with replications that no search has played', async () => {
    const { played, executor } = recording();
    const study = await worstCase(settings, { executor });
    const judging = played.filter(({ firstReplication }) => firstReplication === undefined);
    const searching = played.filter(({ firstReplication }) => firstReplication !== undefined);
    expect(judging).toHaveLength(2);
    for (const { replications, seed } of judging) {
      expect({ replications, seed }).toEqual({ replications: 20, seed: 4 });
      expect(replications).toBeLessThan(FIRST_SEARCH_REPLICATION);
    }
    for (const { firstReplication } of searching) {
      expect(firstReplication).toBeGreaterThanOrEqual(FIRST_SEARCH_REPLICATION);
    }
    // 17 drawn for both, 17 varied for each, 5 finalists for each.
    expect(searching).toHaveLength(17 + 2 * 17 + 2 * 5);
    for (const { families } of study.cases) {
      expect(families.reduce((sum, { evaluations }) => sum + evaluations, 0)).toBe(34);
    }
  });

  test('reports what it judged: the same regret when its means are played again', async () => {
    const study = await worstCase(settings, inline);
    for (const [i, { policy, means, regret, variation, ratio }] of study.cases.entries()) {
      expect(variation).toBeLessThanOrEqual(1.5);
      const comparison: Comparison = {
        name: 'again',
        environment: {
          kind: 'means',
          name: 'again',
          values: Array.from(means),
          armCount: 3,
          rewards: 'bernoulli',
        },
        policies: [policy],
        variation: 1.5,
        replications: 20,
        seed: 4,
        checkpoints: { count: 1, spacing: 'linear' },
      };
      const [again] = await runComparisons([comparison], {
        executor: new InlineExecutor(),
      });
      expect(again.policies[0].regret).toEqual(regret);
      expect(study.comparisons[i].policies[i].regret).toEqual(regret);
      expect(ratio).toBeCloseTo(regret.mean / study.rate.value, 12);
    }
  });

  test('finds for a policy what it finds without the others', async () => {
    const both = await worstCase(settings, inline);
    const alone = await worstCase({ ...settings, policies: ['ucb1'] }, inline);
    const { families, ...found } = both.cases[1];
    const { families: aloneFamilies, ...aloneFound } = alone.cases[0];
    expect(found).toEqual(aloneFound);
    expect(families).toEqual(aloneFamilies);
  });

  test('does not depend on the order in which chunks are played', async () => {
    const forward = await worstCase(settings, inline);
    const scattered = await worstCase(settings, {
      executor: () => {
        const executor = new InlineExecutor();
        let calls = 0;
        return {
          size: 3,
          play: async (comparison, chunk) => {
            for (let wait = (calls++ * 7) % 5; wait > 0; wait--) await Promise.resolve();
            return executor.play(comparison, chunk);
          },
          close: () => executor.close(),
        };
      },
    });
    expect(scattered).toEqual(forward);
  });

  test('uniform play is found to lose close to the most that any policy can', async () => {
    const study = await worstCase({ ...settings, policies: ['uniform'], evaluations: 120 }, inline);
    // One arm at 1 and the rest at 0 cost uniform play (1 − 1/K) T = 200 on average, and nothing costs
    // more; the search must come within a fifth of it and cannot beat it by more than noise.
    const { mean, standardError } = study.cases[0].regret;
    expect(mean).toBeGreaterThan(160);
    expect(mean).toBeLessThan(200 + 4 * standardError);
  });

  test('progress ends at its total', async () => {
    let last = { doneSlots: 0, totalSlots: -1 };
    await worstCase(settings, {
      ...inline,
      onProgress: (progress) => {
        last = progress;
      },
    });
    expect(last.doneSlots).toBe(last.totalSlots);
  });

  test('without a budget environments stay as they are', async () => {
    const study = await worstCase({ ...settings, variation: 0 }, inline);
    for (const { variation, ratio } of study.cases) {
      expect(variation).toBe(0);
      expect(ratio).toBeUndefined();
    }
  });

  test('stops when asked to', async () => {
    const stopped = worstCase(settings, { ...inline, signal: { aborted: true } });
    await expect(stopped).rejects.toThrow(RunStopped);
  });

  test.each([
    [{ armCount: 1 }, 'arms must be an integer >= 2'],
    [{ horizon: 1 }, 'horizon must be an integer >= 2'],
    [{ evaluations: 0 }, 'evaluations must be an integer >= 1'],
    [{ replications: 0 }, 'replications must be an integer >= 1'],
    [{ policies: [] }, 'policies must name at least one'],
    [{ policies: ['moss', 'moss'] }, "'moss' is there twice"],
  ])('refuses %j', async (change, message) => {
    await expect(worstCase({ ...settings, ...change }, inline)).rejects.toThrow(message);
  });
});
