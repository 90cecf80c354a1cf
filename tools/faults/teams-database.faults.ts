/** The database of two services is restarted, crashes and is cut off, under load. */
import { expect, onTestFinished, test } from 'vitest';
import {
  databaseCrashes,
  databaseRestarts,
  type NetworkFault,
  networkFaults,
  networkStrikes,
} from '../../packages/service/test/process/database-strikes.ts';
import { killOne } from '../../packages/service/test/process/team-cycles.ts';
import { startTcpProxy } from '../tcp-proxy.ts';
import { startedBouncer } from './bouncer.ts';
import { note } from './record.ts';
import { expectAllThere, foundIn, playedCycles, sentenceOf, startedPostgres } from './teams.ts';

const LOAD = { rewards: 1000, batch: 50, clients: 2, experiments: 3 };
const RESTARTS = 10;

test('the database is restarted', async () => {
  const postgres = await startedPostgres();
  const [clean, crash] = [databaseRestarts(postgres), databaseCrashes(postgres)];
  const figures = await playedCycles({
    ...{ ...LOAD, data: postgres.url, cycles: RESTARTS, seed: 2 },
    strike: (team, occasion) => (occasion.cycle % 2 === 0 ? clean : crash)(team, occasion),
  });
  expectAllThere(figures, RESTARTS);
  expect(figures.refusals).toHaveProperty('unavailable');
  note('two services, restarts of their database', {
    ...foundIn(figures, `${RESTARTS} restarts`),
    details: `${RESTARTS} times under load, every other time with kill −9 of all its processes. Decisions get 503 in the meantime, and 200 again without a restart of the services. ${sentenceOf(figures)}`,
  });
});

/** The last two take ten seconds and more. */
const QUICK_ROUNDS = 5;

test('the way to the database', async () => {
  const postgres = await startedPostgres();
  const proxy = await startTcpProxy(postgres.port);
  onTestFinished(() => proxy.close());
  const all = Object.keys(networkFaults) as NetworkFault[];
  const quick = Array.from({ length: QUICK_ROUNDS }, () => all.slice(0, -2)).flat();
  const faults = [...quick, ...all.slice(-2), ...all.slice(-2)];
  const figures = await playedCycles({
    ...{ ...LOAD, rewards: 500, seed: 3, cycles: faults.length },
    ...{ data: postgres.urlOf({ port: proxy.port }), log: postgres.url },
    strike: networkStrikes(proxy, faults),
  });
  expectAllThere(figures, faults.length);
  expect(figures.refusals).toHaveProperty('unknown-commit');
  note('two services, network faults on the way to their database', {
    ...foundIn(figures, `${faults.length} faults`),
    details: `${faults.length} faults (${all.join('; ')}). ${sentenceOf(figures)}`,
  });
});

test('behind PgBouncer', async ({ skip }) => {
  const postgres = await startedPostgres();
  const bouncer = await startedBouncer(postgres);
  if (bouncer === undefined) return skip('PgBouncer is not there and can not be installed');
  const cycles = 10;
  const figures = await playedCycles({
    ...{ ...LOAD, data: bouncer.url, log: postgres.url, cycles, seed: 4, strike: killOne },
  });
  expectAllThere(figures, cycles);
  note('two services behind PgBouncer in transaction mode', {
    ...foundIn(figures, `${cycles} kills`),
    details: `${bouncer.version}, ${bouncer.sessions} sessions for both, kill −9 of one service ${cycles} times. ${sentenceOf(figures)}`,
  });
});
