/** Two services on one PostgreSQL; `npm run test:faults` does this for longer. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Postgres, startPostgres } from '../../../../tools/postgres.ts';
import { startTcpProxy } from '../../../../tools/tcp-proxy.ts';
import { migratePostgres } from '../../src/store/postgres/migrate.ts';
import { databaseCrashes, type NetworkFault, networkFaults } from './database-strikes.ts';
import { makeMutant } from './mutant.ts';
import { killOne, type Strike, teamCycles } from './team-cycles.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres({ durable: true });
  await migratePostgres(postgres.url);
});
afterAll(() => postgres.stop());

test('two services: what was acknowledged is there, and counted once, whatever is killed or cut', async () => {
  const proxy = await startTcpProxy(postgres.port);
  onTestFinished(() => proxy.close());
  const cut =
    (fault: NetworkFault): Strike =>
    (_team, occasion) =>
      networkFaults[fault](proxy, occasion);
  const strikes = [
    killOne,
    cut('the commit is cut before it arrives'),
    cut('the answer of a commit is cut'),
    databaseCrashes(postgres),
    killOne,
  ];
  const figures = await teamCycles({
    ...{ rewards: 200, batch: 25, clients: 2, experiments: 2, seed: 1, cycles: strikes.length },
    ...{ data: postgres.urlOf({ port: proxy.port }), log: postgres.url },
    strike: (team, occasion) => strikes[occasion.cycle](team, occasion),
  });
  const { rewards, counted, decisions, refusals } = figures;
  expect(figures).toMatchObject({ cycles: 5, lost: 0, wrong: 0, strange: [], differing: [] });
  expect({ counted, decisions }).toEqual({ counted: rewards, decisions: rewards });
  expect(refusals).toMatchObject({ 'no answer': expect.any(Number) });
  expect(refusals).toMatchObject({ 'unknown-commit': expect.any(Number) });
});

test('two services that acknowledge before they commit are found out', async () => {
  const { program, remove } = makeMutant('acknowledge before commit, shared');
  onTestFinished(remove);
  const figures = await teamCycles({
    ...{ rewards: 50, batch: 25, clients: 2, seed: 2, cycles: 20 },
    ...{ data: postgres.url, program, strike: killOne, untilLost: true },
  });
  expect(figures.lost).toBeGreaterThan(0);
});
