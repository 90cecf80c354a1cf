import { describe, expect, test } from 'vitest';
import { openStore } from '../../src/opening/open-store.ts';
import { startWriter } from '../writer/bench.ts';
import { LOOK_ALIKES, NO_KEYS, NO_UNITS } from './no-texts.ts';
import { EXPERIMENT, refused, sharedService, started, storeFile } from './started.ts';

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

  test.each(LOOK_ALIKES)(
    '%j is refused for %s, and looked up to reward or erase it',
    async (unit, codePoint) => {
      const running = shared();
      const { call } = running;
      const detail = async (path: string, body: object) =>
        (await refused(running, 400, () => call('POST', path, { body }))).detail;
      expect(await detail(DECIDE, { unit })).toContain(codePoint);
      const operations = [{ decide: 'checkout', unit }];
      expect(await detail('/v1/batch', { operations })).toContain(codePoint);
      const flag = { body: { context: { targetingKey: unit } } };
      const { status, body } = await call('POST', '/ofrep/v1/evaluate/flags/checkout', flag);
      expect([status, body.errorCode]).toEqual([400, 'INVALID_CONTEXT']);
      expect(body.errorDetails).toContain(codePoint);
      // A log of an earlier version may hold it, though this one does not.
      const reward = { body: { unit, value: 1 } };
      await refused(running, 404, () => call('POST', '/v1/experiments/checkout/rewards', reward));
      const path = `/v1/experiments/checkout/units/${encodeURIComponent(unit)}`;
      expect((await call('DELETE', path)).body).toEqual({ erased: 0 });
    },
  );

  test('that an earlier version accepted still gets rewards', async () => {
    const file = storeFile();
    const asked = await startWriter(await openStore(file));
    await asked.create('checkout', EXPERIMENT);
    for (const [unit] of LOOK_ALIKES) await asked.decide('checkout', { unit });
    await asked.writer.close();
    const { call } = await started({ data: file });
    for (const [number, [unit]] of LOOK_ALIKES.entries()) {
      const post = (path: string, body: object) => call('POST', path, { body });
      const last = await post('/v1/experiments/checkout/last-decision', { unit });
      expect(last.body).toMatchObject({ number });
      const rewarded = await post('/v1/experiments/checkout/rewards', { unit, value: 1 });
      expect(rewarded.body).toEqual({ status: 'counted' });
      const operations = [
        { rewardUnit: 'checkout', unit, value: 1 },
        { lastDecision: 'checkout', unit },
      ];
      const { results } = (await post('/v1/batch', { operations })).body;
      expect(results).toMatchObject([{ ok: { status: 'duplicate' } }, { ok: { number } }]);
    }
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
