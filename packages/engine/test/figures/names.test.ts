import { expect, test } from 'vitest';
import { InlineExecutor, runComparisons } from '../../src/index.ts';
import { environmentSummary } from '../../src/words/names.ts';

test.each([
  ['pareto', 'symmetric generalized Pareto rewards'],
  ['uniform', 'uniform rewards'],
  ['student-t', "Student's t rewards"],
  ['gaussian', 'Gaussian rewards'],
])('%s is written as within a sentence', async (rewards, words) => {
  const comparison = {
    name: 'one',
    environment: { kind: 'named', spec: 'stationary', horizon: 20, rewards },
    policies: ['ucb1'],
    replications: 1,
    seed: 1,
    checkpoints: { count: 2, spacing: 'linear' },
  } as const;
  const [{ environment }] = await runComparisons([comparison], {
    executor: new InlineExecutor(),
  });
  expect(environmentSummary(environment)).toContain(`, ${words}, `);
});
