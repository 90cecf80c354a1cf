/** Power that fails under a whole service: by a preloaded library, and on ext4. */
import { join } from 'node:path';
import { randomStream } from '@driftline/core';
import { expect, test } from 'vitest';
import { PoweredFolder } from '../../packages/service/test/faults/power.ts';
import { type CycleFigures, killCycles } from '../../packages/service/test/process/kill-cycles.ts';
import type { MutantName } from '../../packages/service/test/process/mutant.ts';
import { grouped } from '../records.ts';
import { LoopDisk } from './loop-disk.ts';
import { mutant } from './place.ts';
import { note, nothingLost } from './record.ts';

const SYNC_MUTANTS = ['synchronous NORMAL', 'synchronous OFF'] as const satisfies MutantName[];
const LOAD = { rewards: 1500, batch: 50, clients: 4 };

function expectAllThere(figures: CycleFigures, cycles: number): void {
  expect(figures).toMatchObject({ cycles, lost: 0, wrong: 0 });
  expect(figures.counted).toBe(figures.rewards);
  expect(figures.decisions).toBe(figures.rewards);
}

/** Lets power fail; what was not synced is gone, or with a seed there by chance, block by block. */
function powerCycles(cycles: number, seed?: number, program?: string): Promise<CycleFigures> {
  const disk = new PoweredFolder();
  const random = seed === undefined ? undefined : randomStream(seed, 1);
  return killCycles({
    ...LOAD,
    ...{ data: join(disk.folder, 'data.db'), env: disk.environment(), cycles, seed: seed ?? 0 },
    ...(program === undefined ? {} : { program, untilLost: true }),
    strike: async (service) => {
      await service.kill();
      disk.losePower(random);
    },
  });
}

test('power loss', async () => {
  const plain = await powerCycles(10);
  expectAllThere(plain, 10);
  const torn = await powerCycles(10, 3);
  expectAllThere(torn, 10);
  const losses: string[] = [];
  for (const name of SYNC_MUTANTS) {
    const lost = await lossOf(() => powerCycles(5, undefined, mutant(name).program));
    losses.push(`${name}: ${lost}`);
  }
  note('power loss, simulated by a preloaded library', {
    result: nothingLost(plain.rewards + torn.rewards, '20 power losses'),
    details: `20 losses. In 10 of them, each block that was not synced is kept or lost at random. ${grouped(plain.rewards + torn.rewards)} acknowledged rewards, 0 lost, 0 wrong`,
    rewards: plain.rewards + torn.rewards,
    mutants: losses,
  });
});

/** What a mutant loses: operations, or a store that can't be opened. */
async function lossOf(trial: () => Promise<CycleFigures>): Promise<string> {
  try {
    const { lost } = await trial();
    expect(lost).toBeGreaterThan(0);
    return `${grouped(lost)} lost`;
  } catch (error) {
    // A store that lost so much that its service does not start, or does not know its experiment.
    expect(String(error)).toMatch(
      /the service ended with|a batch was refused|another one|not-found/,
    );
    return 'the store is not whole';
  }
}

function ext4Cycles(cycles: number, program?: string): Promise<CycleFigures> {
  const disk = new LoopDisk(256);
  return killCycles({
    ...LOAD,
    ...{ data: join(disk.folder, 'data.db'), cycles, seed: 5 },
    ...(program === undefined ? {} : { program, untilLost: true }),
    strike: (service) =>
      disk.losePower({ pause: () => service.signal('SIGSTOP'), kill: () => service.kill() }),
  });
}

test.runIf(process.getuid?.() === 0)('power loss on ext4', async () => {
  const figures = await ext4Cycles(10);
  expectAllThere(figures, 10);
  const losses: string[] = [];
  for (const name of SYNC_MUTANTS) {
    const lost = await lossOf(() => ext4Cycles(5, mutant(name).program));
    losses.push(`${name}: ${lost}`);
  }
  note('power loss on ext4', {
    result: nothingLost(figures.rewards, '10 power losses'),
    details: `On a loop device, 10 times: the service is stopped, and its image copied and mounted. ${grouped(figures.rewards)} acknowledged rewards, 0 lost, 0 wrong`,
    rewards: figures.rewards,
    mutants: losses,
  });
});
