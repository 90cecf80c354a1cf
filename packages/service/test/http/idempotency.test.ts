/** Idempotency keys over HTTP: a retry gets its decision, another request never does. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Postgres, startPostgres } from '../../../../tools/postgres.ts';
import { migrateStore } from '../../src/manage-migration.ts';
import {
  EXPERIMENT,
  type Got,
  refused,
  sharedService,
  started,
  startedWithExperiment,
} from './started.ts';

const PATH = '/v1/experiments/checkout/decisions';
const REUSED = '/problems/idempotency-key-reused';

const running = sharedService();

function decide(key: string, body: object): Promise<Got> {
  return running().call('POST', PATH, { body, headers: { 'idempotency-key': key } });
}

test('a key with another request gets 422, and nothing is decided', async () => {
  const request = { unit: 'ann', only: ['blue', 'green'], context: { page: 1, from: 'mail' } };
  const first = await decide('order-1', request);
  expect(first.status).toBe(200);
  const others = [
    {},
    { ...request, unit: 'ben' },
    { ...request, only: ['red'] },
    { ...request, exclude: ['green'] },
    { ...request, context: { page: 2, from: 'mail' } },
  ];
  for (const other of others) {
    const problem = await refused(running(), 422, () => decide('order-1', other));
    expect(problem).toMatchObject({ type: REUSED, detail: expect.stringContaining('order-1') });
  }
  const retry = { context: { from: 'mail', page: 1 }, only: ['green', 'blue'], unit: 'ann' };
  expect((await decide('order-1', retry)).body).toEqual(first.body);
});

test('a key with another request gets 422 in a batch, where its retry does not', async () => {
  const decided = { decide: 'checkout', idempotencyKey: 'order-2', unit: 'ann' };
  const body = { operations: [decided, { ...decided, unit: 'ben' }, { ...decided }] };
  const { results } = (await running().call('POST', '/v1/batch', { body })).body;
  expect(results[1]).toMatchObject({ problem: { status: 422, type: REUSED } });
  expect(results[2]).toEqual(results[0]);
  expect((await decide('order-2', { unit: 'ann' })).body).toEqual(results[0].ok);
  expect((await decide('order-2', { unit: 'ben' })).status).toBe(422);
});

test('a batch with a key for all its operations gets 400, and nothing is decided', async () => {
  const { call } = running();
  const body = { operations: [{ decide: 'checkout' }] };
  const headers = { 'idempotency-key': 'order-4' };
  const problem = await refused(running(), 400, () => call('POST', '/v1/batch', { body, headers }));
  expect(problem).toMatchObject({
    type: '/problems/invalid',
    detail: expect.stringContaining('give each decide operation its own idempotencyKey'),
  });
});

test('a retry gets its decision after its arm and its experiment were paused', async () => {
  const { call } = await startedWithExperiment();
  const asked = { body: { only: ['blue'] }, headers: { 'idempotency-key': 'order-5' } };
  const first = await call('POST', PATH, asked);
  const body = { state: 'paused' };
  expect((await call('PATCH', '/v1/experiments/checkout/arms/blue', { body })).status).toBe(200);
  expect((await call('POST', '/v1/experiments/checkout/pause')).status).toBe(200);
  expect((await call('POST', PATH, asked)).body).toEqual(first.body);
  expect((await call('POST', PATH, { body: {} })).body.arm).not.toBe('blue');
});

test('an answer that decides nothing leaves its key to the next request', async () => {
  const { call } = await startedWithExperiment();
  const headers = { 'idempotency-key': 'order-3' };
  await call('POST', '/v1/experiments/checkout/pause');
  expect((await call('POST', PATH, { body: {}, headers })).body.decisionId).toBe(null);
  await call('POST', '/v1/experiments/checkout/resume');
  expect((await call('POST', PATH, { body: { unit: 'ann' }, headers })).body.number).toBe(0);
});

test('an erased unit takes its keys along: the next request with one is decided', async () => {
  const { call } = await startedWithExperiment();
  const ask = (unit: string) =>
    call('POST', PATH, { body: { unit }, headers: { 'idempotency-key': 'order-4' } });
  expect((await ask('ann')).body.number).toBe(0);
  expect((await ask('ben')).status).toBe(422);
  await call('DELETE', '/v1/experiments/checkout/units/ann');
  expect((await ask('ben')).body.number).toBe(1);
});

/** What came of many requests of two kinds with one key at once: one kind is decided once, the other refused. */
function expectOneKind(answers: readonly Got[]): void {
  const [even, odd] = [0, 1].map((rest) => answers.filter((_, place) => place % 2 === rest));
  const [won, lost] = even[0].status === 200 ? [even, odd] : [odd, even];
  expect(new Set(won.map(({ body }) => body.decisionId)).size).toBe(1);
  expect(new Set(won.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(lost.map(({ body }) => body.type))).toEqual(new Set([REUSED]));
}

test('two different requests with one key at once: one is decided, the other refused', async () => {
  for (let round = 0; round < 10; round++) {
    const asked = Array.from({ length: 10 }, (_, i) =>
      decide(`race-${round}`, { unit: i % 2 === 0 ? 'ann' : 'ben' }),
    );
    expectOneKind(await Promise.all(asked));
  }
});

describe('two services on one database', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres({ durable: true });
    await migrateStore(postgres.url);
  });
  afterAll(() => postgres.stop());

  test('decide one of two different requests that have one key', async () => {
    const one = await started({ data: postgres.url });
    const other = await started({ data: postgres.url });
    await one.call('PUT', '/v1/experiments/checkout', { body: EXPERIMENT });
    for (let round = 0; round < 20; round++) {
      const headers = { 'idempotency-key': `race-${round}` };
      const asked = Array.from({ length: 8 }, (_, i) => {
        const [{ call }, unit] = i % 2 === 0 ? [one, 'ann'] : [other, 'ben'];
        return call('POST', PATH, { body: { unit }, headers });
      });
      expectOneKind(await Promise.all(asked));
    }
    const state = await one.call('GET', '/v1/experiments/checkout/state');
    expect(state.body.decisions).toBe(20);
  });
});
