import { describe, expect, test } from 'vitest';
import { unsignedZero } from '../../src/http/routes/decisions.ts';
import { EXPERIMENT, refused, sharedService, startedWithExperiment } from './started.ts';

const shared = sharedService();
const DECIDE = '/v1/experiments/checkout/decisions';

test('rewards that are no numbers in the range are refused; the least number above 0 is one', async () => {
  const running = shared();
  const { call, decide } = running;
  const path = `/v1/decisions/${(await decide()).decisionId}/reward`;
  const none = ['NaN', '1e309', '-1e309', '"1"', 'null', 'true', '[1]', '{}', 'Infinity', '01'];
  for (const raw of none) {
    await refused(running, 400, () => call('POST', path, { raw: `{"value":${raw}}` }));
  }
  for (const value of [-0.000001, 1.000001, -1, 2, 1e308]) {
    const problem = await refused(running, 422, () => call('POST', path, { body: { value } }));
    expect(problem.type).toBe('/problems/reward-out-of-range');
  }
  expect((await call('POST', path, { raw: '{"value":5e-324}' })).body).toEqual({
    status: 'counted',
  });
});

test('minus zero is stored as zero', async () => {
  // JSON would not show it.
  expect(unsignedZero(-0)).toBe(0);
  const { call, decide } = shared();
  const { decisionId, number } = await decide();
  const path = `/v1/decisions/${decisionId}/reward`;
  expect((await call('POST', path, { raw: '{"value":-0}' })).body).toEqual({ status: 'counted' });
  expect((await call('POST', path, { body: { value: 0 } })).body).toEqual({ status: 'duplicate' });
  const lines = (await call('GET', `/v1/experiments/checkout/export?after=${number - 1}`)).body;
  expect(lines).toContain('"reward":0,');
});

describe('fields that are not known', () => {
  const strange: readonly (readonly [method: string, path: string, body: object])[] = [
    ['POST', DECIDE, { unit: 'u', extra: 1 }],
    ['POST', DECIDE, { Unit: 'u' }],
    ['PUT', '/v1/experiments/x', { ...EXPERIMENT, sticki: '30m' }],
    ['PUT', '/v1/experiments/x', { ...EXPERIMENT, reward: { ...EXPERIMENT.reward, most: 1 } }],
    ['PUT', '/v1/experiments/x', { ...EXPERIMENT, arms: [{ key: 'a', weight: 1 }, { key: 'b' }] }],
    ['PATCH', '/v1/experiments/checkout', { arms: [] }],
    ['PATCH', '/v1/experiments/checkout', { reward: { min: 0 } }],
    ['PATCH', '/v1/experiments/checkout', { reward: { max: 2, timeout: '1h' } }],
    ['PUT', '/v1/experiments/checkout/arms/new', { state: 'paused' }],
    ['PATCH', '/v1/experiments/checkout/arms/blue', { state: 'retired' }],
    ['POST', '/v1/batch', { operations: [{ decide: 'checkout', extra: 1 }] }],
    ['POST', '/v1/batch', { operations: [{ reward: 'd_x', cancel: 'd_x', value: 1 }] }],
    ['POST', '/v1/batch', { operations: [], more: true }],
  ];

  test.each(strange)('%s %s %j', async (method, path, body) => {
    const running = shared();
    const problem = await refused(running, 400, () => running.call(method, path, { body }));
    expect(problem).toMatchObject({ type: '/problems/invalid', pointer: expect.any(String) });
  });

  test('a change of the timeout in the form of 0.1.0 is refused with its new name', async () => {
    const running = shared();
    const patch = { body: { timeout: '1h' } };
    const { detail } = await refused(running, 400, () =>
      running.call('PATCH', '/v1/experiments/checkout', patch),
    );
    expect(detail).toContain('reward.timeout');
  });

  test('nor are parameters of the query, nor values of another type', async () => {
    const running = shared();
    const { call } = running;
    for (const path of ['history?bins=0', 'history?bins=1e3', 'history?bins=10&x=1', 'state?x=1']) {
      await refused(running, 400, () => call('GET', `/v1/experiments/checkout/${path}`));
    }
    for (const body of [{ unit: 5 }, { only: 'blue' }, { only: [] }, { only: [null] }, [], 'x']) {
      await refused(running, 400, () => call('POST', DECIDE, { body }));
    }
  });

  const FORMS =
    '{decide, idempotencyKey?, unit?, only?, exclude?, context?}, {reward, value}, ' +
    '{rewardUnit, unit, value}, {lastDecision, unit} or {cancel}';
  test.each([
    [{}, `must be ${FORMS}; got {}`],
    [{ key: 'checkout' }, `must be ${FORMS}; got {"key":"checkout"}`],
    ['decide', `must be ${FORMS}; got "decide"`],
    [null, `must be ${FORMS}; got null`],
    [{ decide: 'checkout', cancel: 'd_x' }, `must be ${FORMS}; got {"decide"`],
    [{ reward: 'd_x' }, 'has no value, which is required: {reward, value}'],
    [{ reward: 'd_x', unit: 'u' }, 'has no value, which is required: {reward, value}'],
    [
      { rewardUnit: 'checkout', unit: 'u', value: 1, v: 2 },
      'has "v", which is unknown: {rewardUnit, unit, value}',
    ],
    [{ cancel: 'd_x', reason: 'closed' }, 'has "reason", which is unknown: {cancel}'],
  ])('an operation %j is refused with the accepted forms', async (operation, detail) => {
    const running = shared();
    const body = { operations: [{ decide: 'checkout' }, operation] };
    const problem = await refused(running, 400, () => running.call('POST', '/v1/batch', { body }));
    expect(problem.pointer).toBe('/operations/1');
    expect(problem.detail).toContain(`/operations/1 of the body ${detail}`);
  });

  test('the pointer says where', async () => {
    const running = shared();
    const body = { operations: [{ decide: 'checkout' }, { reward: 'd_x', value: '1' }] };
    const problem = await refused(running, 400, () => running.call('POST', '/v1/batch', { body }));
    expect(problem).toMatchObject({
      pointer: '/operations/1/value',
      detail: '/operations/1/value of the body must be number; got "1"',
    });
  });
});

test('arms beyond the limits: 101 live ones, 1001, and a hundred thousand', async () => {
  const running = shared();
  const { call } = running;
  const withArms = (count: number) => ({
    ...EXPERIMENT,
    arms: Array.from({ length: count }, (_, i) => ({ key: `arm${i}` })),
  });
  const path = '/v1/experiments/crowded';
  for (const [count, status] of [
    [101, 400],
    [1001, 400],
    [100_000, 413],
  ]) {
    const body = withArms(count);
    const problem = await refused(running, status, () => call('PUT', path, { body }));
    if (count === 101) expect(problem.detail).toContain('1 to 100 arms; got 101');
  }
  const many = { body: { only: Array.from({ length: 1001 }, () => 'blue') } };
  await refused(running, 400, () => call('POST', DECIDE, many));
  const none = { body: { only: ['blue'], exclude: ['blue'] } };
  await refused(running, 422, () => call('POST', DECIDE, none));
});

test('payloads and contexts beyond their limits', async () => {
  const running = shared();
  const { call } = running;
  const arms = [{ key: 'a', payload: 'x'.repeat(5000) }, { key: 'b' }];
  const config = { ...EXPERIMENT, arms };
  const fat = await refused(running, 400, () =>
    call('PUT', '/v1/experiments/fat', { body: config }),
  );
  expect(fat.detail).toContain('4096 bytes');
  const context = { body: { context: 'x'.repeat(3000) } };
  const long = await refused(running, 400, () => call('POST', DECIDE, context));
  expect(long.detail).toContain('2048 bytes');
});

test('a reward of a unit that has no decision', async () => {
  const running = shared();
  const { call } = running;
  const body = { unit: 'nobody', value: 1 };
  const path = '/v1/experiments/checkout/rewards';
  const problem = await refused(running, 404, () => call('POST', path, { body }));
  expect(problem.type).toBe('/problems/not-found');
});

test('routes that are not described', async () => {
  const running = shared();
  const routes = [
    ['GET', '/v1'],
    ['POST', '/v1/experiments/checkout'],
    ['DELETE', '/v1/experiments/checkout'],
    ['GET', '/v1/decisions/d_x'],
    ['GET', '/v1/experiments/checkout/decisions'],
    ['POST', '/admin'],
    ['GET', '/.env'],
    ['GET', '/assets/..%2f..%2fpackage.json'],
    ['GET', '/documentation/json'],
    ['GET', '/ofrep/v1/evaluate/flags'],
    ['GET', '/ofrep/v1/configuration'],
    ['OPTIONS', '/v1/experiments'],
  ];
  for (const [method, path] of routes) {
    await refused(running, 404, () => running.call(method, path));
  }
});

test('many units are many rows, and nothing else', async () => {
  const { call, state } = await startedWithExperiment({ limits: { rate: 1_000_000 } });
  const units = 3000;
  for (let from = 0; from < units; from += 500) {
    const operations = Array.from({ length: 500 }, (_, i) => ({
      decide: 'checkout',
      unit: `unit ${from + i}`,
    }));
    const { status, body } = await call('POST', '/v1/batch', { body: { operations } });
    expect(status).toBe(200);
    expect(body.results.every((result: object) => 'ok' in result)).toBe(true);
  }
  expect(await state()).toMatchObject({ decisions: units, pending: units });
});
