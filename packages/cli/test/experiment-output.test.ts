import {
  type Comparison,
  InlineExecutor,
  RESULT_FORMAT,
  RESULT_VERSION,
  runComparisons,
} from '@driftline/engine/play';
import { tuneEqually } from '@driftline/engine/studies';
import { expect, test } from 'vitest';
import { drawExperiment } from '../src/shared/experiment-output.ts';

const written: Comparison = {
  name: 'written',
  environment: { kind: 'named', spec: 'paper-2', horizon: 60 },
  policies: ['ucb1', 'sw-moss'],
  replications: 5,
  seed: 1,
  checkpoints: { count: 3, spacing: 'linear' },
};

const play = (comparisons: Comparison[]) =>
  runComparisons(comparisons, { executor: new InlineExecutor() });

test('the report of a tuned experiment has ranks and what was tried, also from its folder', async () => {
  const { comparison, record } = await tuneEqually(written, {
    trials: 3,
    trainingReplications: 2,
    run: play,
  });
  const tuning = [{ comparison: 'tuned', tuning: record }];
  const result = {
    format: RESULT_FORMAT,
    version: RESULT_VERSION,
    name: 'test',
    software: { version: '0.0.0', commit: null },
    comparisons: await play([written, { ...comparison, name: 'tuned' }]),
  } as const;
  const outputs = { figures: false, report: true };
  const { report = '' } = await drawExperiment(result, outputs, undefined, { tuning });
  expect(report).toContain('<section id="ranks">');
  expect(report).toContain('After equal-effort tuning');
  expect(report).toContain(record.training);
  // As from a file.
  const again = await drawExperiment(result, outputs, undefined, {
    tuning: JSON.parse(JSON.stringify(tuning)),
  });
  expect(again.report).toBe(report);
});
