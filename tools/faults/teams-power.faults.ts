/** The machine of the database loses its power, under two services that stay: ext4 on a loop device. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'vitest';
import { type Strike, type TeamFigures } from '../../packages/service/test/process/team-cycles.ts';
import type { Postgres } from '../postgres.ts';
import { LoopDisk } from './loop-disk.ts';
import { mutant } from './place.ts';
import { note } from './record.ts';
import {
  expectAllThere,
  foundBy,
  foundIn,
  playedCycles,
  sentenceOf,
  startedPostgres,
} from './teams.ts';

const LOSSES = 5;
const LONGEST_START = 120_000;
const LOAD = { rewards: 500, batch: 50, clients: 2, experiments: 3, seed: 5 };

/** A database of which too much is lost may wait for ever. */
async function neverStarted(): Promise<never> {
  await sleep(LONGEST_START);
  throw new Error(`PostgreSQL did not start within ${LONGEST_START} ms`);
}

function losesPower(disk: LoopDisk, postgres: Postgres): Strike {
  return async () => {
    await disk.losePower({ pause: () => postgres.pause(), kill: () => postgres.crash() });
    await Promise.race([postgres.start(), neverStarted()]);
  };
}

async function trial(cycles: number, program?: string): Promise<TeamFigures> {
  const disk = new LoopDisk(512);
  const settings = ['recovery_init_sync_method=syncfs'];
  const data = join(disk.folder, 'data');
  const postgres = await startedPostgres({ data, settings });
  // What was there before is not what is lost.
  disk.sync();
  return playedCycles({
    ...{ ...LOAD, data: postgres.url, cycles, strike: losesPower(disk, postgres) },
    ...(program === undefined ? {} : { program }),
  });
}

test.runIf(process.getuid?.() === 0)('power loss of a team’s database', async () => {
  const figures = await trial(LOSSES);
  expectAllThere(figures, LOSSES);
  const { program } = mutant('synchronous_commit off');
  const found = foundBy(await trial(3, program));
  note('two services, power loss of their database', {
    ...foundIn(figures, `${LOSSES} power losses`),
    details: `PostgreSQL on ext4 on a loop device, ${LOSSES} times under load: stopped, the image copied and mounted, started again. The services keep running. ${sentenceOf(figures)}`,
    mutants: [`synchronous_commit off: ${found}`],
  });
});
