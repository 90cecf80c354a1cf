import { describe, expect, test } from 'vitest';
import { LOOK_ALIKES, NO_KEYS, NO_UNITS } from './no-texts.ts';
import { EXPERIMENT, refused, sharedService } from './started.ts';

const shared = sharedService();
const DECIDE = '/v1/experiments/checkout/decisions';

describe('as a key', () => {
  test.each(NO_KEYS)('%j', async (key) => {
    const running = shared();
    const { call } = running;
    const path = `/v1/experiments/${encodeURIComponent(key)}`;
    // A client itself resolves these two.
    if (key !== '.' && key !== '..') {
      await refused(running, 400, () => call('PUT', path, { body: EXPERIMENT }));
      await refused(running, 400, () => call('GET', path));
      await refused(running, 400, () => call('POST', `${path}/decisions`, { body: {} }));
      const arm = `/v1/experiments/checkout/arms/${encodeURIComponent(key)}`;
      await refused(running, 400, () => call('PUT', arm, { body: {} }));
    }
    const config = { ...EXPERIMENT, arms: [{ key }, { key: 'other' }] };
    await refused(running, 400, () => call('PUT', '/v1/experiments/x', { body: config }));
    await refused(running, 400, () => call('POST', DECIDE, { body: { only: [key] } }));
    const body = { operations: [{ decide: key }] };
    await refused(running, 400, () => call('POST', '/v1/batch', { body }));
  });

  test.each(['constructor', 'toString', 'hasOwnProperty', 'CON', 'a..b', 'A-1_b.c'])(
    '%s is one like any other, and has nothing yet',
    async (key) => {
      const running = shared();
      await refused(running, 404, () => running.call('GET', `/v1/experiments/${key}`));
    },
  );
});

describe('as a unit', () => {
  test.each(NO_UNITS)('%j', async (unit) => {
    const running = shared();
    const { call } = running;
    await refused(running, 400, () => call('POST', DECIDE, { body: { unit } }));
    const reward = { body: { unit, value: 1 } };
    await refused(running, 400, () => call('POST', '/v1/experiments/checkout/rewards', reward));
    if (unit === '') return;
    const path = `/v1/experiments/checkout/units/${encodeURIComponent(unit)}`;
    await refused(running, 400, () => call('DELETE', path));
  });

  test.each(LOOK_ALIKES)('%j is refused for %s, and can be erased', async (unit, codePoint) => {
    const running = shared();
    const { call } = running;
    const detail = async (path: string, body: object) =>
      (await refused(running, 400, () => call('POST', path, { body }))).detail;
    expect(await detail(DECIDE, { unit })).toContain(codePoint);
    const rewards = '/v1/experiments/checkout/rewards';
    expect(await detail(rewards, { unit, value: 1 })).toContain(codePoint);
    const operations = [{ decide: 'checkout', unit }];
    expect(await detail('/v1/batch', { operations })).toContain(codePoint);
    const flag = { body: { context: { targetingKey: unit } } };
    const { status, body } = await call('POST', '/ofrep/v1/evaluate/flags/checkout', flag);
    expect([status, body.errorCode]).toEqual([400, 'INVALID_CONTEXT']);
    expect(body.errorDetails).toContain(codePoint);
    // A log of an earlier version may hold it.
    const path = `/v1/experiments/checkout/units/${encodeURIComponent(unit)}`;
    expect((await call('DELETE', path)).body).toEqual({ erased: 0 });
  });

  test('half of a surrogate pair, in a unit, a name of a member or a context', async () => {
    const running = shared();
    const { call } = running;
    for (const raw of [
      String.raw`{"unit":"a\ud800"}`,
      String.raw`{"unit":"\udc00a"}`,
      String.raw`{"context":{"a":["\ud83d"]}}`,
      String.raw`{"context":{"\udfff":1}}`,
    ]) {
      const problem = await refused(running, 400, () => call('POST', DECIDE, { raw }));
      expect(problem.detail).toContain('surrogate');
    }
  });

  test.each([
    '__proto__',
    "'; DROP TABLE decision; --",
    '../../etc/passwd',
    '{{7*7}}',
    '<script>alert(1)</script>',
    '漢字 😀',
    'a'.repeat(128),
    '😀'.repeat(128),
  ])('%j is data like any other', async (unit) => {
    const { call, decide } = shared();
    const { decisionId, arm } = await decide({ unit, context: { unit } });
    const path = '/v1/experiments/checkout/last-decision';
    const last = await call('POST', path, { body: { unit } });
    expect(last.body).toMatchObject({ decisionId, arm });
    const erase = `/v1/experiments/checkout/units/${encodeURIComponent(unit)}`;
    expect((await call('DELETE', erase)).body).toEqual({ erased: 1 });
    expect((await call('POST', path, { body: { unit } })).status).toBe(404);
  });
});

describe('bytes that are no text', () => {
  test('invalid UTF-8 in a body', async () => {
    const running = shared();
    for (const bytes of [
      [0xff],
      [0xc3],
      [0xed, 0xa0, 0x80],
      [0xc0, 0x80],
      [0xf5, 0x80, 0x80, 0x80],
    ]) {
      const raw = Buffer.concat([Buffer.from('{"unit":"a'), Buffer.from(bytes), Buffer.from('"}')]);
      const problem = await refused(running, 400, () => running.call('POST', DECIDE, { raw }));
      expect(problem.detail).toContain('UTF-8');
    }
  });

  test('invalid UTF-8 and broken escapes in a path', async () => {
    const running = shared();
    for (const escaped of ['%ff', '%c3', '%ed%a0%80', '%', '%zz', '%E0%A4%A']) {
      const path = `/v1/experiments/${escaped}`;
      await refused(running, 400, () => running.call('GET', path));
    }
  });

  test('an idempotency key of what is no visible ASCII', async () => {
    const running = shared();
    for (const key of ['a b', 'caf\u00e9', 'a'.repeat(129)]) {
      const headers = { 'idempotency-key': key };
      await refused(running, 400, () => running.call('POST', DECIDE, { body: {}, headers }));
    }
  });

  test('a revision that is none', async () => {
    const running = shared();
    for (const revision of ['x', '-1', '0', '1.5', '"1', 'W/"1"']) {
      const asked = { body: { explore: 0.5 }, headers: { 'if-match': revision } };
      const path = '/v1/experiments/checkout';
      await refused(running, 400, () => running.call('PATCH', path, asked));
    }
    const stale = { body: { explore: 0.5 }, headers: { 'if-match': '99' } };
    const path = '/v1/experiments/checkout';
    const problem = await refused(running, 412, () => running.call('PATCH', path, stale));
    expect(problem.type).toBe('/problems/revision-mismatch');
  });
});
