import { randomStream } from '@driftline/core';
import { describe, expect, test } from 'vitest';
import { shortOrLong } from './length.ts';
import { PoweredFolder } from './power.ts';
import { acknowledgedBy, countedIn, writingChild } from './trial.ts';

/** Plays until that many commits are acknowledged, loses power, and opens the store again. */
async function trial({ commits, seed, mutant }: Trial) {
  const disk = new PoweredFolder();
  const child = writingChild(disk.folder, disk.environment(), mutant);
  const lines: string[] = [];
  for (let commit = 0; commit < commits; commit++)
    lines.push(...(await child.until('acknowledged ')));
  await child.kill();
  lines.push(...(await child.rest()));
  disk.losePower(seed === undefined ? undefined : randomStream(seed));
  return { acknowledged: acknowledgedBy(lines), counted: await countedIn(disk.folder) };
}

interface Trial {
  readonly commits: number;
  readonly seed?: number;
  readonly mutant?: string;
}

describe.runIf(process.platform === 'linux')('power loss', () => {
  // The log file is taken over about every 60 commits: before it, and after.
  test.each(shortOrLong([1, 65], [1, 2, 10, 30, 58, 59, 60, 61, 62, 65, 150, 400]))(
    'after %i commits loses nothing acknowledged',
    async (commits) => {
      const { acknowledged, counted } = await trial({ commits });
      expect(counted).toBeGreaterThanOrEqual(acknowledged);
      expect(acknowledged).toBeGreaterThanOrEqual(commits * 64);
    },
  );

  test.each(
    shortOrLong(
      [1, 2],
      Array.from({ length: 30 }, (_, seed) => seed),
    ),
  )('that leaves some of what was not synced loses nothing, seed %i', async (seed) => {
    const { acknowledged, counted } = await trial({ commits: 40 + ((13 * seed) % 80), seed });
    expect(counted).toBeGreaterThanOrEqual(acknowledged);
  });

  test.each(['NORMAL', 'OFF'])(
    'with synchronous %s loses what was acknowledged',
    async (mutant) => {
      const { acknowledged, counted } = await trial({ commits: 20, mutant });
      expect(counted).toBeLessThan(acknowledged);
    },
  );
});
