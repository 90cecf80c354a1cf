import { describe, expect, test } from 'vitest';
import type { EnvironmentDefinition } from '../definitions/environment.ts';
import { freshParameter } from '../definitions/environment.ts';
import { environmentCatalogue } from '../environments/catalogue.ts';
import { MeanTable } from '../means/mean-table.ts';
import type { ContractCheck } from './check.ts';
import { environmentContract } from './environment-contract.ts';

describe.each(environmentCatalogue.list)('$id', (definition) => {
  test.each(environmentContract(definition))('$name', ({ run }) => run());
});

function failures(checks: readonly ContractCheck[]): string[] {
  return checks
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

describe('the contract can fail', () => {
  const good: EnvironmentDefinition = {
    id: 'drawn',
    name: 'Drawn',
    summary: 'One mean for each arm.',
    parameters: [freshParameter],
    armCount: 3,
    horizon: 50,
    law: 'bernoulli',
    means: ({ armCount, horizon }, random) => {
      const row = Array.from({ length: armCount }, () => random.uniform());
      return MeanTable.fromRows(Array.from({ length: horizon }, () => row));
    },
  };
  const without = (changes: Partial<EnvironmentDefinition>) =>
    failures(environmentContract({ ...good, ...changes }));

  test('nothing fails on a good one', () => {
    expect(without({})).toEqual([]);
  });

  test.each<[string, Partial<EnvironmentDefinition>, string]>([
    ['a bad id', { id: 'Two words' }, 'describes itself'],
    [
      'a mean that is no probability',
      { means: () => MeanTable.fromRows([[2, 0, 0]]) },
      'has arms, slots and means within the range of its reward law',
    ],
    [
      'a length of its own',
      { means: () => MeanTable.fromRows([[0.5, 0.5, 0.5]]) },
      'has the requested number of arms and slots',
    ],
    [
      'means from elsewhere',
      {
        means: ({ armCount, horizon }) =>
          new MeanTable(Float64Array.from({ length: armCount * horizon }, Math.random), armCount),
      },
      'is deterministic',
    ],
    ['a negative budget', { statedVariation: () => -1 }, 'states a valid variation, or none'],
    [
      'a default that it refuses itself',
      {
        parameters: [{ kind: 'number', id: 'gap', summary: 'gap', default: -1, least: 0 }],
      },
      'rejects bad parameters by name',
    ],
  ])('%s', (_, changes, check) => {
    expect(without(changes)).toContain(check);
  });

  test('means shared between copies', () => {
    const table = new MeanTable(new Float64Array(3 * 50).fill(0.25), 3);
    expect(without({ means: () => table })).toContain('shares no means with other copies');
  });
});
