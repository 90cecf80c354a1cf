/** Flags by OpenFeature's remote evaluation protocol: what is answered, and that what is refused changes nothing. */
import { describe, expect, test } from 'vitest';
import { NO_KEYS, NO_UNITS } from './no-texts.ts';
import { type Call, EXPERIMENT, makeKey, type Running, sharedService } from './started.ts';

const SHOP = 'https://shop.example';
let pageKey = '';
const shared = sharedService(async (file) => {
  pageKey = await makeKey(file, { scopes: ['decide'], origins: [SHOP] });
});
const FLAGS = '/ofrep/v1/evaluate/flags';
const CHECKOUT = `${FLAGS}/checkout`;

function of(targetingKey: unknown, more: object = {}): Call {
  return { body: { context: { targetingKey, ...more } } };
}

/** A refusal in the protocol's form: neither what is stored nor the state is another afterwards. */
async function failed(
  running: Running,
  errorCode: string,
  ask: () => ReturnType<Running['call']>,
  key = 'checkout',
): Promise<string> {
  const before = [await running.stored(), (await running.state()).hash];
  const { status, body, headers } = await ask();
  expect({ status, body }).toEqual({
    status: errorCode === 'FLAG_NOT_FOUND' ? 404 : 400,
    body: { key, errorCode, errorDetails: expect.any(String) },
  });
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect([await running.stored(), (await running.state()).hash]).toEqual(before);
  return body.errorDetails;
}

/** The last line of the export. */
async function lastLine({ call }: Running, experiment = 'checkout') {
  const { body } = await call('GET', `/v1/experiments/${experiment}/export`);
  return JSON.parse(body.trim().split('\n').at(-1));
}

describe('a flag', () => {
  test('is a decision for the unit, with its context in the log', async () => {
    const running = shared();
    const { call } = running;
    const { status, body } = await call('POST', CHECKOUT, of('u1', { plan: 'free', age: 7 }));
    expect(status).toBe(200);
    const { decisionId } = body.metadata;
    expect(body).toEqual({
      key: 'checkout',
      reason: 'SPLIT',
      variant: expect.any(String),
      value: body.variant === 'green' ? { color: '#0a0' } : body.variant,
      metadata: {
        decisionId: expect.stringMatching(/^d_/),
        decidedBy: expect.stringMatching(/^(policy|explored)$/),
        expiresAt: expect.any(String),
        contextLogged: true,
      },
    });
    const context = { plan: 'free', age: 7 };
    expect(await lastLine(running)).toMatchObject({ decisionId, unit: 'u1', context });
    const reward = await call('POST', `/v1/decisions/${decisionId}/reward`, { body: { value: 1 } });
    expect(reward.body).toEqual({ status: 'counted' });
  });

  test('is evaluated although its context is too large for the log', async () => {
    const running = shared();
    const { call } = running;
    const room = 2048 - '{"a":""}'.length;
    const fits = await call('POST', CHECKOUT, of('u', { a: 'x'.repeat(room) }));
    expect(fits.body.metadata.contextLogged).toBe(true);
    const large = await call('POST', CHECKOUT, of('u', { a: 'x'.repeat(room + 1) }));
    expect(large.body.metadata.contextLogged).toBe(false);
    const { decisionId } = large.body.metadata;
    expect(await lastLine(running)).toMatchObject({ decisionId, context: null });
  });

  test('takes a key as X-API-Key, and members that the protocol may grow', async () => {
    const { call, admin } = shared();
    const headers = { 'x-api-key': String(admin) };
    const body = { context: { targetingKey: 'u' }, flagSet: 'later' };
    expect((await call('POST', CHECKOUT, { body, headers, key: null })).status).toBe(200);
  });

  test('is given again while it sticks, is a default while paused, and gone when archived', async () => {
    const running = shared();
    const { call } = running;
    const experiment = '/v1/experiments/sticky';
    await call('PUT', experiment, { body: { ...EXPERIMENT, sticky: '30m' } });
    const ask = async () => (await call('POST', `${FLAGS}/sticky`, of('u'))).body;
    const [first, second] = [await ask(), await ask()];
    expect(second.metadata.decisionId).toBe(first.metadata.decisionId);
    expect([second.reason, second.metadata.decidedBy]).toEqual(['SPLIT', 'sticky']);
    await call('POST', `${experiment}/pause`);
    const metadata = { decidedBy: 'paused', contextLogged: false };
    const disabled = {
      key: 'sticky',
      reason: 'DISABLED',
      variant: 'blue',
      value: 'blue',
      metadata,
    };
    expect(await ask()).toEqual(disabled);
    await call('POST', `${experiment}/resume`);
    await call('POST', `${experiment}/archive`);
    const gone = () => call('POST', `${FLAGS}/sticky`, of('u'));
    expect(await failed(running, 'FLAG_NOT_FOUND', gone, 'sticky')).toContain('archived');
  });

  test('without an arm that may be chosen is a general failure', async () => {
    const running = shared();
    const { call } = running;
    await call('PUT', '/v1/experiments/armless', { body: EXPERIMENT });
    for (const { key } of EXPERIMENT.arms) {
      const path = `/v1/experiments/armless/arms/${key}`;
      await call('PATCH', path, { body: { state: 'paused' } });
    }
    const ask = () => call('POST', `${FLAGS}/armless`, of('u'));
    await failed(running, 'GENERAL', ask, 'armless');
    const { body: paused } = await call('POST', '/v1/experiments/armless/pause');
    expect(paused).toMatchObject({ defaultArm: null });
    await failed(running, 'GENERAL', ask, 'armless');
    await call('PATCH', '/v1/experiments/armless/arms/red', { body: { state: 'active' } });
    expect((await ask()).body).toMatchObject({ variant: 'red', reason: 'DISABLED' });
  });
});

test('pages of the origins of a key may ask, and read what is wrong; others may not', async () => {
  const { call } = shared();
  const from = (origin: string, asked: Call) =>
    call('POST', CHECKOUT, { ...asked, key: pageKey, headers: { origin } });
  for (const [asked, status] of [
    [of('u'), 200],
    [of(''), 400],
  ] as const) {
    const answer = await from(SHOP, asked);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('access-control-allow-origin')).toBe(SHOP);
  }
  const elsewhere = await from('https://evil.example', of('u'));
  expect(elsewhere.status).toBe(403);
  expect(elsewhere.headers.get('access-control-allow-origin')).toBeNull();
  const preflight = await call('OPTIONS', CHECKOUT, {
    key: null,
    headers: {
      origin: SHOP,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-api-key,content-type',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toContain('x-api-key');
});

describe('what is refused', () => {
  test('nobody is named', async () => {
    const running = shared();
    for (const context of [{}, { targetingKey: '' }, { targetingKey: null }, { plan: 'free' }]) {
      const ask = () => running.call('POST', CHECKOUT, { body: { context } });
      await failed(running, 'TARGETING_KEY_MISSING', ask);
    }
  });

  test('somebody is named in a way that no unit can be', async () => {
    const running = shared();
    for (const unit of [7, true, ['u'], {}, ...NO_UNITS.filter((each) => each !== '')]) {
      await failed(running, 'INVALID_CONTEXT', () => running.call('POST', CHECKOUT, of(unit)));
    }
  });

  test.each([
    ['INVALID_CONTEXT', '{}'],
    ['INVALID_CONTEXT', '{"context":null}'],
    ['INVALID_CONTEXT', '{"context":[]}'],
    ['INVALID_CONTEXT', '{"context":"u"}'],
    ['INVALID_CONTEXT', '{"context":{"targetingKey":"u","__proto__":{"admin":true}}}'],
    ['INVALID_CONTEXT', String.raw`{"context":{"targetingKey":"a\ud800"}}`],
    ['INVALID_CONTEXT', String.raw`{"context":{"targetingKey":"u","a":"\udfff"}}`],
    ['INVALID_CONTEXT', `{"context":{"targetingKey":"u","a":${'['.repeat(99)}${']'.repeat(99)}}}`],
    ['PARSE_ERROR', ''],
    ['PARSE_ERROR', '{"context":{"targetingKey":"u"}'],
    ['PARSE_ERROR', 'null'],
    ['PARSE_ERROR', '[]'],
    ['PARSE_ERROR', '7'],
    ['PARSE_ERROR', '{"context":{"targetingKey":"u","n":NaN}}'],
    ['PARSE_ERROR', '{"__proto__":{},"context":{"targetingKey":"u"}}'],
  ])('%s: %s', async (errorCode, raw) => {
    const running = shared();
    const headers = { 'content-type': 'application/json' };
    const asked = raw === '' ? { raw: Buffer.alloc(0), headers } : { raw, headers };
    await failed(running, errorCode, () => running.call('POST', CHECKOUT, asked));
  });

  test('flags that there are not, or can not be', async () => {
    const running = shared();
    for (const key of [
      'unknown',
      'constructor',
      ...NO_KEYS.filter((each) => !/^\.+$/.test(each)),
    ]) {
      const ask = () => running.call('POST', `${FLAGS}/${encodeURIComponent(key)}`, of('u'));
      await failed(running, 'FLAG_NOT_FOUND', ask, key);
    }
  });

  test('what the protocol has no form for is a problem as everywhere', async () => {
    const running = shared();
    const { call } = running;
    const before = await running.stored();
    const large = { raw: `{"context":{"targetingKey":"u","a":"${'x'.repeat(65_536)}"}}` };
    const text = { raw: '{}', headers: { 'content-type': 'text/plain' } };
    const statuses = [
      (await call('POST', CHECKOUT, large)).status,
      (await call('POST', CHECKOUT, text)).status,
      (await call('POST', CHECKOUT, { ...of('u'), key: null })).status,
      (await call('GET', CHECKOUT)).status,
      (await call('POST', `${CHECKOUT}?a=1`, of('u'))).status,
    ];
    expect(statuses).toEqual([413, 415, 401, 404, 400]);
    expect(await running.stored()).toBe(before);
  });

  test('all flags at once, with the reason', async () => {
    const running = shared();
    const before = await running.stored();
    const { status, body } = await running.call('POST', FLAGS, of('u'));
    expect(status).toBe(400);
    expect(body).toEqual({ errorCode: 'GENERAL', errorDetails: expect.any(String) });
    expect(body.errorDetails).toContain('make a decision in every experiment');
    expect(body.errorDetails).toContain('@driftline/openfeature/web');
    expect(await running.stored()).toBe(before);
  });
});
