import { describe, expect, test } from 'vitest';
import { revokeKey } from '../../src/manage-keys.ts';
import { exchange, statusIn } from './raw-http.ts';
import { type Call, EXPERIMENT, makeKey, refused, sharedService } from './started.ts';

const DECIDE = '/v1/experiments/checkout/decisions';
const SHOP = 'https://shop.example';

const keys = new Map<string, string>();

function keyOf(name: string): string {
  const key = keys.get(name);
  if (key === undefined) throw new Error(`there is no key ${name}`);
  return key;
}

const shared = sharedService(async (file) => {
  for (const scope of ['configure', 'decide', 'reward', 'read']) {
    keys.set(scope, await makeKey(file, { scopes: [scope] }));
  }
  keys.set('other', await makeKey(file, { experiments: ['other'] }));
  keys.set('own', await makeKey(file, { experiments: ['checkout'] }));
  keys.set('page', await makeKey(file, { scopes: ['decide'], origins: [SHOP] }));
});

test('missing, malformed, unknown, or where no key belongs', async () => {
  const running = shared();
  const { call, admin } = running;
  const wrong = `${admin?.slice(0, -1)}${admin?.endsWith('A') ? 'B' : 'A'}`;
  const calls: Call[] = [
    { key: null },
    { key: '' },
    { key: 'dl_' },
    { key: wrong },
    { key: `dl_AAAAAAAA_${'A'.repeat(43)}` },
    { key: null, headers: { authorization: `Basic ${admin}` } },
    { key: null, headers: { 'x-api-key': wrong } },
    { key: null, headers: { authorization: `Bearer ${wrong}`, 'x-api-key': String(admin) } },
    { key: null, headers: { cookie: `key=${admin}` } },
  ];
  for (const each of calls) {
    const problem = await refused(running, 401, () => call('POST', DECIDE, { body: {}, ...each }));
    expect(JSON.stringify(problem)).not.toContain(wrong);
  }
  const address = `${DECIDE}?key=${admin}&access_token=${admin}`;
  await refused(running, 401, () => call('POST', address, { body: {}, key: null }));
  const header = { key: null, headers: { 'x-api-key': String(admin) }, body: {} };
  expect((await call('POST', DECIDE, header)).status).toBe(200);
});

test('revoked while the service runs; a new one is known soon', async () => {
  const running = shared();
  const { call, file } = running;
  const key = await makeKey(file, { name: 'leaked', scopes: ['decide'] });
  const status = async () => (await call('POST', DECIDE, { body: {}, key })).status;
  expect(await status()).toBe(401);
  await expect.poll(status).toBe(200);
  await revokeKey(file, 'leaked');
  await expect.poll(status).toBe(401);
  await refused(running, 401, () => call('POST', DECIDE, { body: {}, key }));
});

const LINES = { raw: '', headers: { 'content-type': 'application/x-ndjson' } };

/** Which scope each call needs. */
const NEEDED: readonly (readonly [scope: string, method: string, path: string, asked: Call])[] = [
  ['decide', 'POST', DECIDE, { body: {} }],
  ['decide', 'POST', '/ofrep/v1/evaluate/flags/checkout', { body: {} }],
  ['decide', 'POST', '/ofrep/v1/evaluate/flags', { body: {} }],
  ['reward', 'POST', '/v1/experiments/checkout/rewards', { body: { unit: 'u', value: 1 } }],
  ['reward', 'POST', '/v1/experiments/checkout/last-decision', { body: { unit: 'u' } }],
  ['reward', 'POST', '/v1/decisions/d_xxx/reward', { body: { value: 1 } }],
  ['reward', 'POST', '/v1/decisions/d_xxx/cancel', {}],
  ['configure', 'PUT', '/v1/experiments/other', { body: EXPERIMENT }],
  ['configure', 'PATCH', '/v1/experiments/checkout', { body: { explore: 0.5 } }],
  ['configure', 'POST', '/v1/experiments/checkout/pause', {}],
  ['configure', 'POST', '/v1/experiments/checkout/resume', {}],
  ['configure', 'POST', '/v1/experiments/checkout/archive', {}],
  ['configure', 'PUT', '/v1/experiments/checkout/arms/new', { body: {} }],
  ['configure', 'PATCH', '/v1/experiments/checkout/arms/blue', { body: { state: 'paused' } }],
  ['configure', 'DELETE', '/v1/experiments/checkout/arms/blue', {}],
  ['configure', 'DELETE', '/v1/experiments/checkout/units/u', {}],
  ['configure', 'POST', '/v1/experiments/checkout/import', LINES],
  ['read', 'GET', '/v1/experiments', {}],
  ['read', 'GET', '/v1/policies', {}],
  ['read', 'GET', '/v1/experiments/checkout', {}],
  ['read', 'GET', '/v1/experiments/checkout/state', {}],
  ['read', 'GET', '/v1/experiments/checkout/history', {}],
  ['read', 'GET', '/v1/experiments/checkout/report', {}],
  ['read', 'GET', '/v1/experiments/checkout/export', {}],
  ['read', 'GET', '/metrics', {}],
];

test.each(NEEDED)('with another scope than %s: %s %s', async (needed, method, path, asked) => {
  const running = shared();
  for (const scope of ['configure', 'decide', 'reward', 'read']) {
    if (scope === needed) continue;
    const call = { ...asked, key: keyOf(scope) };
    const problem = await refused(running, 403, () => running.call(method, path, call));
    expect(problem.detail).toContain(`needs the scope ${needed}`);
  }
});

test('every route but the open ones and batches is in that list', async () => {
  const { call } = shared();
  const { paths } = (await call('GET', '/openapi.json', { key: null })).body;
  const open = ['/healthz', '/readyz', '/openapi.json', '/', '/{file}', '/assets/{file}'];
  const routes = Object.entries<object>(paths)
    .filter(([path]) => !open.includes(path) && path !== '/v1/batch')
    .flatMap(([, methods]) => Object.keys(methods));
  expect(NEEDED).toHaveLength(routes.length);
});

describe('of another experiment', () => {
  test('on every path that names an experiment', async () => {
    const running = shared();
    const key = keyOf('other');
    for (const [, method, path, asked] of NEEDED.filter(([, , each]) =>
      each.includes('/checkout'),
    )) {
      const problem = await refused(running, 403, () =>
        running.call(method, path, { ...asked, key }),
      );
      expect(problem.detail).toContain('cannot be used for the experiment checkout');
    }
    await refused(running, 403, () => running.call('GET', '/metrics', { key }));
  });

  test('by the id of a decision, and in a batch; its own works', async () => {
    const running = shared();
    const { call, decide } = running;
    const { decisionId } = await decide({ unit: 'u' });
    const key = keyOf('other');
    for (const what of ['reward', 'cancel']) {
      const asked = what === 'reward' ? { body: { value: 1 }, key } : { key };
      await refused(running, 403, () => call('POST', `/v1/decisions/${decisionId}/${what}`, asked));
    }
    const operations = [
      { decide: 'checkout' },
      { reward: decisionId, value: 1 },
      { rewardUnit: 'checkout', unit: 'u', value: 1 },
      { lastDecision: 'checkout', unit: 'u' },
      { cancel: decisionId },
    ];
    const before = await running.stored();
    const { body } = await call('POST', '/v1/batch', { body: { operations }, key });
    const statuses = body.results.map(
      (result: { problem?: { status: number } }) => result.problem?.status,
    );
    expect(statuses).toEqual([403, 403, 403, 403, 403]);
    expect(await running.stored()).toBe(before);
    const own = { body: { value: 1 }, key: keyOf('own') };
    expect((await call('POST', `/v1/decisions/${decisionId}/reward`, own)).body.status).toBe(
      'counted',
    );
  });

  test('it is not listed', async () => {
    const { call } = shared();
    const listed = async (key: string) =>
      (await call('GET', '/v1/experiments', { key })).body.experiments.map(
        (experiment: { key: string }) => experiment.key,
      );
    expect(await listed(keyOf('other'))).toEqual([]);
    expect(await listed(keyOf('own'))).toEqual(['checkout']);
  });

  test('a key of one scope in a batch does only that', async () => {
    const { call } = shared();
    const operations = [{ decide: 'checkout' }, { rewardUnit: 'checkout', unit: 'u', value: 1 }];
    const asked = { body: { operations }, key: keyOf('decide') };
    const { body } = await call('POST', '/v1/batch', asked);
    expect(body.results).toMatchObject([{ ok: {} }, { problem: { status: 403 } }]);
  });
});

describe('of pages of another origin', () => {
  test('a key is for its own origins alone, and a key without any is for no page', async () => {
    const running = shared();
    const { call, address } = running;
    const from = (origin: string, name: string) =>
      call('POST', DECIDE, { body: {}, key: keyOf(name), headers: { origin } });
    const allowed = await from(SHOP, 'page');
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(SHOP);
    expect(allowed.headers.get('vary')).toContain('Origin');
    for (const origin of [
      'https://evil.example',
      'null',
      `${SHOP}.evil.example`,
      'http://shop.example',
    ]) {
      const got = await from(origin, 'page');
      expect(got.headers.get('access-control-allow-origin')).toBeNull();
      await refused(running, 403, () => from(origin, 'page'));
    }
    await refused(running, 403, () => from(SHOP, 'decide'));
    expect((await from(address, 'decide')).status).toBe(200);
  });

  test('a key of an origin does not work on a page whose host name leads to the service', async () => {
    const running = shared();
    const { address } = running;
    const status = async (name: string, headers: Readonly<Record<string, string>>) => {
      const shown = Object.entries(headers).map(([header, value]) => `${header}: ${value}\r\n`);
      const request = `POST ${DECIDE} HTTP/1.1\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\nAuthorization: Bearer ${keyOf(name)}\r\n${shown.join('')}\r\n{}`;
      return statusIn(await exchange(address, request));
    };
    const before = await running.stored();
    const evil = { Host: 'evil.example:8080' };
    expect(await status('page', { ...evil, Origin: 'http://evil.example:8080' })).toBe(403);
    expect(await status('page', evil)).toBe(403);
    expect(await status('page', { Host: 'evil.example', Origin: 'https://evil.example' })).toBe(
      403,
    );
    expect(await status('page', { Host: new URL(address).host })).toBe(403);
    expect(await running.stored()).toBe(before);
    expect(await status('page', { ...evil, Origin: SHOP })).toBe(200);
    expect(await status('page', { Host: 'shop.example' })).toBe(200);
    // Keys without origins are for programs and the service's own page.
    expect(await status('decide', evil)).toBe(200);
  });

  test('a browser that asks first is told the same', async () => {
    const { call } = shared();
    const asked = (origin: string) =>
      call('OPTIONS', DECIDE, {
        key: null,
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,idempotency-key',
        },
      });
    const allowed = await asked(SHOP);
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(SHOP);
    expect(allowed.headers.get('access-control-allow-methods')).toContain('POST');
    expect(allowed.headers.get('access-control-allow-headers')).toContain('idempotency-key');
    const refusal = await asked('https://evil.example');
    expect(refusal.status).toBe(403);
    expect(refusal.headers.get('access-control-allow-origin')).toBeNull();
  });
});
