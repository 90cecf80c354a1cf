import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Comparison,
  InlineExecutor,
  RESULT_FORMAT,
  RESULT_VERSION,
  runComparisons,
} from '@driftline/engine/play';
import { tuneEqually } from '@driftline/engine/studies';
import { expect, onTestFinished, test } from 'vitest';
import { drawExperiment, readTuning } from '../src/shared/experiment-output.ts';

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'driftline-output-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

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
  const folder = temporary();
  writeFileSync(join(folder, 'tuning.json'), JSON.stringify(tuning));
  const again = await drawExperiment(result, outputs, undefined, {
    tuning: await readTuning(folder),
  });
  expect(again.report).toBe(report);
});

test('a folder without tuned comparisons has no tuning', async () => {
  expect(await readTuning(temporary())).toEqual([]);
});
