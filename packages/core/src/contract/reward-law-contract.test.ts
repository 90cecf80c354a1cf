import { describe, expect, test } from 'vitest';
import type { RewardLawDefinition } from '../definitions/law.ts';
import { lawCatalogue } from '../laws/catalogue.ts';
import { gaussian } from '../laws/gaussian.ts';
import type { Random } from '../portable/random/generator.ts';
import { rewardLawContract } from './reward-law-contract.ts';

describe.each(lawCatalogue.list)('$id', (definition) => {
  test.each(rewardLawContract(definition))('$name', ({ run }) => run());
});

describe('the contract can fail', () => {
  function failures(changes: Partial<RewardLawDefinition>): string[] {
    return rewardLawContract({ ...gaussian, ...changes })
      .filter(({ run }) => {
        try {
          run();
          return false;
        } catch {
          return true;
        }
      })
      .map(({ name }) => name);
  }
  const drawing = (draw: (mean: number, random: Random) => number) => ({
    sampler: () => ({ draw }),
  });

  test.each<[string, Partial<RewardLawDefinition>, string]>([
    ['a range that is none', { rewardRange: [1, 0] }, 'has a range of rewards and of means'],
    ['infinite rewards', drawing(() => Number.POSITIVE_INFINITY), 'draws finite numbers'],
    ['luck from elsewhere', drawing((mean) => mean + Math.random() - 0.5), 'is deterministic'],
    [
      'more draws for larger means',
      drawing((mean, random) => (mean > 0 ? random.uniform() - 0.5 : 0) + mean),
      'draws equally often for every mean',
    ],
    [
      'another mean',
      drawing((mean, random) => mean + 0.1 * random.uniform()),
      'has the given mean',
    ],
    [
      'another variance',
      drawing((mean, random) => mean + 20 * (random.uniform() - 0.5)),
      'has the stated variance',
    ],
    [
      'a default that it refuses itself',
      { parameters: [{ kind: 'number', id: 'sd', summary: 'sd', default: 0.5, least: 1 }] },
      'rejects bad parameters by name',
    ],
  ])('%s', (_, changes, check) => {
    expect(failures(changes)).toContain(check);
  });
});
