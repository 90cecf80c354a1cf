/** A large store is copied with a heap that could not hold it. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startPostgres } from '../../../../tools/postgres.ts';
import { migrateStore } from '../../src/manage-migration.ts';
import { KeptLog } from '../kept-log.ts';
import { storeLog } from '../stored-log.ts';
import { Folder } from '../writer/bench.ts';
import { shortOrLong } from './length.ts';

/** With its context, each takes about 2 KB: all of them 200 MB. */
const DECISIONS = 100_000;
const HEAP_MEGABYTES = 96;
const CONTEXT = JSON.stringify({ text: 'x'.repeat(1900) });

function copyWithLittle(url: string, from: string, to: string) {
  const program = fileURLToPath(new URL('../../../cli/bin/driftline.js', import.meta.url));
  const flags = [`--max-old-space-size=${HEAP_MEGABYTES}`, program, 'store', 'copy', from, to];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, '--json'], {
    encoding: 'utf8',
    env: { ...process.env, DRIFTLINE_POSTGRES: url },
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return JSON.parse(stdout).experiments;
}

const large = test.runIf(shortOrLong(false, true));

large(`${DECISIONS} decisions go to PostgreSQL and back in ${HEAP_MEGABYTES} MB`, async () => {
  const folder = new Folder();
  onTestFinished(() => folder.remove());
  const { url, stop } = await startPostgres({ durable: true });
  onTestFinished(stop);
  await migrateStore(url);
  const log = new KeptLog();
  for (let i = 0; i < DECISIONS; i++) log.play(i % 2, (i % 3) / 2, { context: CONTEXT });
  await storeLog(folder.file, log);
  const there = copyWithLittle(url, folder.file, 'postgres');
  expect(there).toMatchObject([{ key: 'checkout', decisions: DECISIONS }]);
  expect(copyWithLittle(url, 'postgres', `${folder.file}.back`)).toEqual(there);
});
