/** Two services on one PostgreSQL: one of them is killed under load, 50 times; and those that are wrong are found. */
import { expect, onTestFinished, test } from 'vitest';
import {
  type NetworkFault,
  networkStrikes,
} from '../../packages/service/test/process/database-strikes.ts';
import type { MutantName } from '../../packages/service/test/process/mutant.ts';
import { killOne, type TeamCycles } from '../../packages/service/test/process/team-cycles.ts';
import { startTcpProxy } from '../tcp-proxy.ts';
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

const CYCLES = 50;
const LOAD = { batch: 50, clients: 2, experiments: 3, seed: 1 };
const SHORT: Partial<TeamCycles> = { batch: 25, rewards: 300 };

const KILLED = [
  'acknowledge before commit, shared',
  'do not fold the tail',
  'skip the row lock',
] as const;

/** What a service that is wrong so is found by, when one of two is killed now and then. */
async function killedMutant(name: MutantName): Promise<string> {
  const postgres = await startedPostgres();
  const { program } = mutant(name);
  const options = { ...LOAD, ...SHORT, rewards: 300, data: postgres.url, program };
  return `${name}: ${foundBy(await playedCycles({ ...options, cycles: 10, strike: killOne }))}`;
}

const CUT: readonly NetworkFault[] = [
  'the commit is cut before it arrives',
  'the answer of a commit is cut',
];

async function cutMutant(name: MutantName): Promise<string> {
  const postgres = await startedPostgres();
  const proxy = await startTcpProxy(postgres.port);
  onTestFinished(() => proxy.close());
  const { program } = mutant(name);
  const data = postgres.urlOf({ port: proxy.port });
  const figures = await playedCycles({
    ...{ ...LOAD, ...SHORT, rewards: 300, data, log: postgres.url, program },
    ...{ cycles: 10, strike: networkStrikes(proxy, CUT) },
  });
  return `${name}: ${foundBy(figures)}`;
}

test('two services, kill −9 of one', async () => {
  const mutants: string[] = [];
  for (const name of KILLED) mutants.push(await killedMutant(name));
  mutants.push(await cutMutant('keep memory after an unknown commit'));

  const postgres = await startedPostgres();
  const options = { ...LOAD, rewards: 1000, data: postgres.url, cycles: CYCLES };
  const figures = await playedCycles({ ...options, strike: killOne });
  expectAllThere(figures, CYCLES);
  expect(figures.rewards).toBeGreaterThanOrEqual((CYCLES * options.rewards) / 2);
  note('two services on one PostgreSQL, kill −9 of one under load', {
    ...foundIn(figures, `${CYCLES} kills`),
    details: `${CYCLES} kills, three experiments. ${sentenceOf(figures)}`,
    mutants,
  });
});
