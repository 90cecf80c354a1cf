/** Every route, called as it should be: what it answers is what the description says, and nothing is left out. */
import { Compile } from 'typebox/schema';
import { expect, test } from 'vitest';
import { type Call, EXPERIMENT, started, startedWithExperiment } from './started.ts';

type Members = Readonly<Record<string, unknown>>;
type Described = Readonly<Record<string, Readonly<Record<string, Members>>>>;

/** With each reference replaced by what it refers to: none of ours goes round in a circle. */
function resolved(value: unknown, schemas: Members): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, schemas));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) {
    return resolved(schemas[String(value.$ref).replace('#/components/schemas/', '')], schemas);
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'format')
      .map(([name, member]) => [name, resolved(member, schemas)]),
  );
}

/** The path of the description that a called path is of. */
function describedPath(paths: Described, called: string): string {
  const fits = (path: string) =>
    new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(called);
  const found = Object.keys(paths).filter(fits);
  const [exact] = found.toSorted((a, b) => a.split('{').length - b.split('{').length);
  return exact;
}

const NDJSON = { 'content-type': 'application/x-ndjson' };

test('answers are as described, for every route', async () => {
  const { call } = await started();
  const document = (await call('GET', '/openapi.json')).body;
  const paths: Described = document.paths;
  const called = new Set<string>();

  async function ok(method: string, path: string, asked: Call = {}, status = 200) {
    const got = await call(method, path, asked);
    expect([method, path, got.status, got.status === status ? '' : got.body]).toEqual([
      method,
      path,
      status,
      '',
    ]);
    const operation = paths[describedPath(paths, path.replace(/\?.*/, ''))][method.toLowerCase()];
    called.add(String(operation.operationId));
    const responses = operation.responses as Record<string, { content: Record<string, Members> }>;
    const schema = responses[status].content['application/json']?.schema;
    if (typeof schema === 'object' && schema !== null && Object.keys(schema).length > 0) {
      const described = Object(resolved(schema, document.components.schemas));
      const [same, errors] = Compile(described).Errors(got.body);
      expect({ path, errors, same }).toEqual({ path, errors: [], same: true });
    }
    return got;
  }

  for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json', '/', '/v1/policies']) {
    await ok('GET', path);
  }
  const page = (await call('GET', '/')).body;
  await ok('GET', `/${/assets\/[^"]+/.exec(page)?.[0]}`);
  await ok('GET', '/index.html');
  const shop = '/v1/experiments/shop';
  await ok('PUT', shop, { body: EXPERIMENT }, 201);
  await ok('PUT', shop, { body: EXPERIMENT });
  const lines = '{"arm":"blue","value":1}\n{"arm":"green","value":-0}\n';
  const imported = await ok('POST', `${shop}/import`, { raw: lines, headers: NDJSON });
  expect(imported.body).toEqual({ imported: 2 });
  await ok('GET', '/v1/experiments');
  expect((await ok('GET', shop)).headers.get('etag')).toBe('"1"');
  const { body: first } = await ok('POST', `${shop}/decisions`, {
    body: { unit: 'u', context: { a: [1] } },
  });
  await ok('POST', `${shop}/last-decision`, { body: { unit: 'u' } });
  await ok('POST', `/v1/decisions/${first.decisionId}/reward`, { body: { value: 0.5 } });
  const { body: second } = await ok('POST', `${shop}/decisions`, { body: { only: ['blue'] } });
  await ok('POST', `/v1/decisions/${second.decisionId}/cancel`);
  await ok('POST', `${shop}/decisions`, { body: { unit: 'v' } });
  await ok('POST', `${shop}/rewards`, { body: { unit: 'v', value: 1 } });
  const operations = [
    { decide: 'shop', unit: 'w' },
    { lastDecision: 'shop', unit: 'w' },
    { cancel: second.decisionId },
    { reward: second.decisionId, value: 1 },
  ];
  await ok('POST', '/v1/batch', { body: { operations } });
  const flags = '/ofrep/v1/evaluate/flags';
  const flag = { body: { context: { targetingKey: 'u', plan: 'free' } } };
  await ok('POST', `${flags}/shop`, flag);
  await ok('POST', `${flags}/shop`, { body: { context: {} } }, 400);
  await ok('POST', `${flags}/none`, flag, 404);
  await ok('POST', flags, flag, 400);
  await ok('GET', `${shop}/state`);
  await ok('GET', `${shop}/history?bins=10`);
  await ok('GET', `${shop}/report`);
  const ndjson = await ok('GET', `${shop}/export`);
  expect(ndjson.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  expect(ndjson.body.trim().split('\n')).toHaveLength(7);
  const csv = await ok('GET', `${shop}/export?format=csv&after=2`);
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(csv.body.split(/\r?\n/)[0]).toMatch(/^decisionId,number,slot,time,arm/);
  await ok('PATCH', shop, {
    body: { explore: 0.1, sticky: '30m', retain: null, reward: { timeout: '2h' } },
    headers: { 'if-match': '"1"' },
  });
  await ok('PUT', `${shop}/arms/new`, { body: { payload: { a: 1 } } });
  await ok('PATCH', `${shop}/arms/new`, { body: { state: 'paused' } });
  await ok('DELETE', `${shop}/arms/new`);
  await ok('DELETE', `${shop}/units/u`);
  await ok('POST', `${shop}/pause`);
  const { body: paused } = await ok('POST', `${shop}/decisions`, { body: {} });
  expect(paused).toMatchObject({ decisionId: null, number: null, reason: 'paused', arm: 'blue' });
  await ok('POST', `${flags}/shop`, flag);
  await ok('POST', `${shop}/resume`);
  await ok('POST', `${shop}/archive`);
  const gone = await call('POST', `${shop}/decisions`, { body: {} });
  expect([gone.status, gone.body.type]).toEqual([410, '/problems/archived']);

  const all = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => String(operationId)),
  );
  expect([...called].sort()).toEqual(all.sort());
});

test('the key of an archived experiment is refused without advice to change that', async () => {
  const { call } = await startedWithExperiment();
  const path = '/v1/experiments/checkout';
  const create = async () => {
    const { status, body } = await call('PUT', path, { body: { ...EXPERIMENT, explore: 0.5 } });
    return `${status} ${body.detail}`;
  };
  expect(await create()).toMatch(/^409 .*change it with PATCH/);
  await call('POST', `${path}/archive`);
  const refusal = await create();
  expect(refusal).toMatch(
    /^409 the key "checkout" belongs to an archived experiment.*another key$/,
  );
  expect(refusal).not.toContain('PATCH');
});
