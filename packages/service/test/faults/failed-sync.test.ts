import { describe, expect, test } from 'vitest';
import { shortOrLong } from './length.ts';
import { PoweredFolder } from './power.ts';
import { acknowledgedBy, countedIn, writingChild } from './trial.ts';

/** Each sync from the first to well after the first of the data file, and later ones of that. */
const LONG = [
  ...Array.from({ length: 70 }, (_, place) => ({
    failAt: 1 + place,
    failName: 'data.db-wal',
    commits: 0,
  })),
  ...[3, 4, 5].map((failAt) => ({ failAt, failName: 'data.db', commits: 40 })),
];

describe.runIf(process.platform === 'linux')('a sync that fails', () => {
  // The first syncs make the store; then each commit takes one of the log file, and about every sixtieth one of the
  // data file, about whose failure SQLite would keep silent.
  test.each([
    { failAt: 1, failName: 'data.db', commits: 0 },
    { failAt: 1, failName: 'data.db-wal', commits: 0 },
    { failAt: 20, failName: 'data.db-wal', commits: 15 },
    { failAt: 2, failName: 'data.db', commits: 40 },
    ...shortOrLong([], LONG),
  ])(
    'as number $failAt of $failName ends the process with 74, nothing is acknowledged then, nothing before is lost',
    async ({ failAt, failName, commits }) => {
      const disk = new PoweredFolder();
      const child = writingChild(disk.folder, disk.environment({ failAt, failName }));
      const lines = await child.rest();
      expect(lines.at(-1)).toBe('ended store-broken');
      expect((await child.ended).code).toBe(74);
      expect(acknowledgedBy(lines)).toBeGreaterThanOrEqual(commits * 64);
      disk.losePower();
      expect(await countedIn(disk.folder)).toBeGreaterThanOrEqual(acknowledgedBy(lines));
      await writingChild(disk.folder).until('acknowledged ');
    },
  );

  test('would be found where the store went on', async () => {
    const disk = new PoweredFolder();
    const child = writingChild(disk.folder, disk.environment({ failAt: 23 }), 'go on');
    await child.until('failed');
    child.say('go on');
    // This is what must never be: an acknowledgement after a failed sync.
    expect(await child.line()).toMatch(/^acknowledged /);
  });
});
