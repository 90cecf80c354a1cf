import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { comparisonRecord } from '@driftline/engine/display';
import { ResultFolder } from '@driftline/engine/node';
import {
  InlineExecutor,
  RESULT_FORMAT,
  RESULT_VERSION,
  runComparisons,
} from '@driftline/engine/play';
import { expect, onTestFinished, test } from 'vitest';
import { firstVisit } from '../setting/examples.ts';
import { comparisonOf } from '../setting/setting.ts';
import { curvesFile, finalsFile, recordFile } from './data-files.ts';

async function played(replications = 6) {
  const comparison = comparisonOf({
    ...firstVisit.setting,
    environment: { kind: 'named', spec: 'paper-2', horizon: 20 },
    replications,
  });
  const executor = new InlineExecutor();
  const [result] = await runComparisons([comparison], { executor });
  return result;
}

// Finals are written some thousands at a time.
test.each([6, 4100])(
  'tables of %i replications are those of a result folder, byte for byte',
  async (replications) => {
    const result = await played(replications);
    const folder = mkdtempSync(join(tmpdir(), 'driftline-lab-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const opened = await ResultFolder.open(folder);
    await opened.finish(
      {
        format: RESULT_FORMAT,
        version: RESULT_VERSION,
        name: 'any',
        software: { version: '0', commit: null },
        comparisons: [result],
      },
      [],
    );
    const text = (name: string) => readFileSync(join(folder, name), 'utf8');
    expect(curvesFile(result)).toEqual({
      name: 'driftline-paper-2-curves.csv',
      text: text('curves.csv'),
    });
    const finals = finalsFile(result);
    expect(finals.name).toBe('driftline-paper-2-finals.csv');
    expect([...finals.parts].join('') === text('finals.csv')).toBe(true);
  },
);

test('the document is that of the command line', async () => {
  const result = await played();
  const { name, text } = recordFile(result);
  expect(name).toBe('driftline-paper-2.json');
  expect(text).toBe(`${JSON.stringify(comparisonRecord(result), null, 2)}\n`);
});
