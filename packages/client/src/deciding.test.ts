import type { ErrorCode } from '@driftline/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeService, problem } from '../test/fake-service.ts';
import { FakeSurroundings } from '../test/fake-surroundings.ts';
import type { ClientErrorCode, ClientProblem } from './client-problem.ts';
import { Driftline, type DriftlineOptions } from './driftline.ts';

let service: FakeService;
let clock: FakeSurroundings;
let problems: ClientProblem[];

beforeEach(async () => {
  service = await FakeService.start();
  clock = new FakeSurroundings();
  problems = [];
});
afterEach(() => service.stop());

function connect(options: Partial<DriftlineOptions> = {}): Driftline {
  return new Driftline({
    url: service.url,
    key: 'dl_key',
    onProblem: (met) => problems.push(met),
    surroundings: clock,
    ...options,
  });
}

test('a decision is asked for with the key, an idempotency key and what was given', async () => {
  const choice = await connect().decide('checkout', {
    fallback: 'blue',
    unit: 'u',
    only: ['red'],
    exclude: ['green'],
    context: { page: 3 },
  });
  const { reward, cancel, ...facts } = choice;
  expect(facts).toEqual({
    experiment: 'checkout',
    arm: 'red',
    payload: { color: 'red' },
    decisionId: 'd_0',
    number: 0,
    propensity: null,
    reason: 'policy',
    expiresAt: '2027-01-20T00:00:00.000Z',
    problem: null,
  });
  const [{ path, headers, body }] = service.requests;
  expect(path).toBe('/v1/experiments/checkout/decisions');
  expect(headers.authorization).toBe('Bearer dl_key');
  expect(headers['idempotency-key']).toHaveLength(32);
  expect(JSON.parse(body)).toEqual({
    unit: 'u',
    only: ['red'],
    exclude: ['green'],
    context: { page: 3 },
  });
  // Nothing is left that would go off later.
  expect(clock.waits).toEqual([]);
});

test('each decision has a key of its own, unless one is given', async () => {
  const client = connect();
  await client.decide('checkout', { fallback: 'blue' });
  await client.decide('checkout', { fallback: 'blue' });
  await client.decide('checkout', { fallback: 'blue', idempotencyKey: 'mine' });
  const keys = service.requests.map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(3);
  expect(keys[2]).toBe('mine');
});

test('a connection that broke after the service had decided gives that very decision', async () => {
  service.faults.push('cut after');
  const choice = await connect().decide('checkout', { fallback: 'blue' });
  expect(choice).toMatchObject({ decisionId: 'd_0', reason: 'policy' });
  expect(service.decisions).toHaveLength(1);
  expect(service.requests).toHaveLength(2);
});

describe('without a decision there is the fallback, and nothing is thrown', () => {
  test.each([
    ['connections that break', ['cut before', 'cut before'], 'not-available'],
    ['an overloaded service', ['overloaded'], 'not-available'],
    ['too many requests', [problem(429, 'rate-limited')], 'not-available'],
    ['a page of something in between', ['page of a proxy'], 'not-available'],
    ['half an answer', ['half an answer'], 'not-available'],
    ['an unknown experiment', [problem(404, 'not-found')], 'decision-refused'],
    ['a wrong key', [problem(401, 'unauthorized')], 'decision-refused'],
  ] as const)('%s', async (_, faults, code) => {
    service.faults.push(...faults);
    const choice = await connect().decide('checkout', { fallback: 'blue' });
    expect(choice).toMatchObject({ arm: 'blue', payload: null, decisionId: null });
    expect(choice).toMatchObject({ reason: 'fallback', problem: { code } });
    expect(problems.map((met) => met.code)).toEqual([code]);
    // There is nothing to report.
    expect(await choice.reward(1)).toBe('none');
    expect(await choice.cancel()).toBe('none');
  });

  test('no service at all', async () => {
    const client = connect();
    await service.stop();
    const message = 'no decision for checkout (fetch failed: ECONNREFUSED); the fallback is used';
    expect(await client.decide('checkout', { fallback: 'blue' })).toMatchObject({
      arm: 'blue',
      problem: { code: 'not-available', message },
    });
    service = await FakeService.start();
  });

  test('what can not be written as JSON', async () => {
    const context: Record<string, unknown> = {};
    context.self = context;
    const choice = await connect().decide('checkout', {
      fallback: 'blue',
      context: context as never,
    });
    expect(choice).toMatchObject({ reason: 'fallback', problem: { code: 'decision-refused' } });
    expect(service.requests).toEqual([]);
  });

  test('no answer in time', async () => {
    service.faults.push('hold');
    const timeout = 40;
    const client = connect({ timeout });
    const asked = client.decide('checkout', { fallback: 'blue' });
    await service.received(1);
    expect(clock.waits).toEqual([40]);
    clock.pass(39);
    expect(clock.waits).toEqual([1]);
    clock.pass(1);
    expect(await asked).toMatchObject({ arm: 'blue', problem: { code: 'timed-out' } });
  });

  test('250 ms unless another time is given', async () => {
    service.faults.push('hold');
    const asked = connect().decide('checkout', { fallback: 'blue' });
    expect(clock.waits).toEqual([250]);
    clock.passToNext();
    expect((await asked).reason).toBe('fallback');
  });
});

describe('an answer that comes too late', () => {
  async function late(options: { unit?: string; idempotencyKey?: string }): Promise<void> {
    service.faults.push('hold');
    const client = connect();
    const before = service.requests.length;
    const asked = client.decide('checkout', { fallback: 'blue', ...options });
    await service.received(before + 1);
    clock.pass(250);
    await asked;
    service.release();
  }

  test('is cancelled: silence must not count against an arm that nobody saw', async () => {
    await late({});
    await service.received(2);
    expect(JSON.parse(service.requests[1].body)).toEqual({ operations: [{ cancel: 'd_0' }] });
    expect(service.decisions[0].outcome).toBe('cancel');
  });

  test('is left alone where others may have been given the same decision', async () => {
    await late({ unit: 'u' });
    await late({ idempotencyKey: 'shared' });
    // No timer that waits for it, and no request that followed.
    expect(clock.waits).toEqual([]);
    expect(service.requests).toHaveLength(2);
  });

  test('of a service that hangs is waited for by a few only', async () => {
    const client = connect();
    const asked = Array.from({ length: 40 }, () => {
      service.faults.push('hold');
      return client.decide('checkout', { fallback: 'blue' });
    });
    await service.received(40);
    clock.pass(250);
    await Promise.all(asked);
    expect(clock.waits).toEqual(Array.from({ length: 16 }, () => 10_000));
    clock.pass(10_000);
    expect(clock.waits).toEqual([]);
  });
});

test('a lasting trouble is reported once, and again when it comes back', async () => {
  const client = connect();
  const decide = async (...faults: FakeService['faults']) => {
    service.faults.push(...faults);
    await client.decide('checkout', { fallback: 'blue' });
  };
  await decide('overloaded');
  await decide('overloaded');
  await decide(problem(401, 'unauthorized'));
  await decide(problem(401, 'unauthorized'));
  expect(problems.map(({ code }) => code)).toEqual(['not-available', 'decision-refused']);
  await decide();
  await decide('overloaded');
  expect(problems).toHaveLength(3);
});

test('a callback that throws harms nobody', async () => {
  service.faults.push('overloaded');
  const complaint = vi.spyOn(console, 'error').mockReturnValue();
  const client = connect({
    onProblem: () => {
      throw new Error('of the callback');
    },
  });
  expect(await client.decide('checkout', { fallback: 'blue' })).toMatchObject({ arm: 'blue' });
  expect(complaint).toHaveBeenCalledOnce();
  complaint.mockRestore();
});

test('where nobody listens, the console is given the first of each kind', async () => {
  const warning = vi.spyOn(console, 'warn').mockReturnValue();
  const client = new Driftline({ url: service.url, surroundings: clock });
  for (let count = 0; count < 3; count++) {
    service.decide();
    await client.reward(`d_${count}`, 2);
  }
  expect(warning.mock.calls).toEqual([
    [
      'driftline: the reward 2 of decision d_0 was refused and is dropped (reward-out-of-range: made by a test) [reward-refused]',
    ],
  ]);
  warning.mockRestore();
});

test.each([
  [
    { url: 'decide.example' },
    "url must be the http or https address of a service, such as http://127.0.0.1:8080; got 'decide.example'",
  ],
  [{ url: 'file:///etc' }, 'url must be'],
  [{ timeout: 0 }, 'timeout must be a number > 0; got 0'],
  [{ maxWaiting: Number.NaN }, 'maxWaiting must be a number > 0; got NaN'],
])('%j is refused when the client is made', (options, message) => {
  expect(() => connect(options)).toThrow(message);
  const code: ErrorCode = 'parameter-out-of-range' satisfies ClientErrorCode;
  expect(() => connect(options)).toThrow(expect.objectContaining({ code }));
});
