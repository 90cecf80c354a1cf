import { expect, test } from 'vitest';
import { backupSqlite } from '../../src/store/sqlite/sqlite-reader.ts';
import { shortOrLong } from './length.ts';
import { temporary } from './power.ts';
import { acknowledgedBy, countedIn, storeIn, writingChild } from './trial.ts';

test('a second process is refused; kill -9 of the first frees the store, with all that was acknowledged', async () => {
  const folder = temporary('driftline-lock-');
  const first = writingChild(folder);
  const lines = await first.until('acknowledged ');
  const second = writingChild(folder);
  expect(await second.rest()).toEqual(['ended store-in-use']);
  expect((await second.ended).code).toBe(1);
  // The first did not notice.
  lines.push(...(await first.until('acknowledged ')));
  await expect(countedIn(folder)).rejects.toThrow(`${storeIn(folder)}.lock`);
  await first.kill();
  lines.push(...(await first.rest()));
  // A backup needs nobody to have opened the store since.
  const copy = temporary('driftline-copy-');
  await backupSqlite(storeIn(folder), storeIn(copy));
  expect(await countedIn(copy)).toBeGreaterThanOrEqual(acknowledgedBy(lines));
  expect(await countedIn(folder)).toBeGreaterThanOrEqual(acknowledgedBy(lines));
  await writingChild(folder).until('acknowledged ');
});

const CYCLES = shortOrLong(5, 50);

test(`kill -9 while it writes loses nothing acknowledged, ${CYCLES} times over`, async () => {
  const folder = temporary('driftline-kill-');
  let acknowledged = 0;
  for (let cycle = 1; cycle <= CYCLES; cycle++) {
    const child = writingChild(folder);
    const lines: string[] = [];
    for (let commit = 0; commit < cycle; commit++) lines.push(...(await child.until('ack')));
    await child.kill();
    lines.push(...(await child.rest()));
    acknowledged = acknowledgedBy(lines);
    expect(await countedIn(folder)).toBeGreaterThanOrEqual(acknowledged);
  }
  expect(acknowledged).toBeGreaterThanOrEqual((64 * CYCLES * (CYCLES + 1)) / 2);
});
