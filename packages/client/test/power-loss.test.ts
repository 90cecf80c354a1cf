/** A file of rewards on a disk whose power fails: what was said to be stored is there. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { fileStorage } from '@driftline/client/node';
import { randomStream } from '@driftline/core';
import { describe, expect, test, vi } from 'vitest';
import { shortOrLong } from '../../service/test/faults/length.ts';
import { PoweredFolder } from '../../service/test/faults/power.ts';

const program = fileURLToPath(new URL('keep-rewards.ts', import.meta.url));

/** Stores items until so many are said to be, loses power, and returns those that are then missing. */
async function missingAfter(count: number, seed?: number): Promise<string[]> {
  const disk = new PoweredFolder();
  const file = join(disk.folder, 'rewards.ndjson');
  const child = spawn(process.execPath, [program, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...disk.environment() },
  });
  const ended = once(child, 'close');
  const stored: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('stored ')) stored.push(line.slice('stored '.length));
    if (stored.length >= count) child.kill('SIGKILL');
  }
  await ended;
  // A machine that starts again has none of the processes that held a lock.
  rmSync(`${file}.lock`, { recursive: true });
  disk.losePower(seed === undefined ? undefined : randomStream(seed));
  // Lines that were not yet said to be stored may be there by half.
  const warning = vi.spyOn(process, 'emitWarning').mockReturnValue();
  const storage = fileStorage(file);
  warning.mockRestore();
  const missing = stored.filter((key) => storage.getItem(key) !== `value of ${key}`);
  await storage.close();
  // The program takes the first of every third five away again.
  return missing.filter((key) => !key.endsWith('-0'));
}

describe.runIf(process.platform === 'linux')('power loss', () => {
  // The file is written anew when it is opened, and then whenever half of some thousand lines have gone.
  test.each(shortOrLong([1, 2000], [1, 5, 50, 500, 2000, 5000]))(
    'after %i items leaves all of them',
    async (count) => {
      expect(await missingAfter(count)).toEqual([]);
    },
  );

  test.each(shortOrLong([1, 2], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))(
    'that leaves some of what was not synced leaves all of them, seed %i',
    async (seed) => {
      expect(await missingAfter(100 + 37 * seed, seed)).toEqual([]);
    },
  );
});
