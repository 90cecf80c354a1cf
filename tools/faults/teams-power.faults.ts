/** The machine of the database loses its power, under two services that stay: ext4 on a loop device. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { MutantName } from '../../packages/service/test/process/mutant.ts';
import { type Strike, type TeamFigures } from '../../packages/service/test/process/team-cycles.ts';
import type { Postgres } from '../postgres.ts';
import { LoopDisk } from './loop-disk.ts';
import { mutant } from './place.ts';
import { note } from './record.ts';
import { expectAllThere, foundBy, playedCycles, sentenceOf, startedPostgres } from './teams.ts';

const LOSSES = 5;
const LOAD = { rewards: 500, batch: 50, clients: 2, experiments: 3, seed: 5 };

function losesPower(disk: LoopDisk, postgres: Postgres): Strike {
  return async () => {
    await disk.losePower({ pause: () => postgres.pause(), kill: () => postgres.crash() });
    await postgres.start();
  };
}

async function trial(cycles: number, program?: string, durable = true): Promise<TeamFigures> {
  const disk = new LoopDisk(1024);
  const postgres = await startedPostgres({ durable, data: join(disk.folder, 'data') });
  return playedCycles({
    ...{ ...LOAD, data: postgres.url, cycles, strike: losesPower(disk, postgres) },
    ...(program === undefined ? {} : { program }),
  });
}

/** What a mutant loses: what was acknowledged, or a database that can't be started. */
async function lossOf(name: MutantName, durable: boolean): Promise<string> {
  try {
    return foundBy(await trial(3, mutant(name).program, durable));
  } catch (error) {
    expect(String(error)).toMatch(/PostgreSQL did not start|no state|no export/);
    return 'the database is not whole';
  }
}

test.runIf(process.getuid?.() === 0)('power loss of a team’s database', async () => {
  const figures = await trial(LOSSES);
  expectAllThere(figures, LOSSES);
  const mutants = [
    `synchronous_commit off: ${await lossOf('synchronous_commit off', true)}`,
    `fsync off, and a service that takes it: ${await lossOf('fsync off', false)}`,
  ];
  note(
    'two services, the machine of their database loses its power',
    `PostgreSQL on ext4 on a loop device, stopped, the image copied and mounted, started again, ${LOSSES} times under load; the services stay. ${sentenceOf(figures)}`,
    mutants.join('; '),
  );
});
