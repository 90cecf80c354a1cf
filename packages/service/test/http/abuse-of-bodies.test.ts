import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { connected, exchange, readAll, statusIn } from './raw-http.ts';
import { type Running, refused, sharedService, started, startedWithExperiment } from './started.ts';

const shared = sharedService();
const DECIDE = '/v1/experiments/checkout/decisions';

function head({ admin }: Running, lines: readonly string[], path = DECIDE): string {
  return [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${admin}`,
    'Content-Type: application/json',
    ...lines,
    '',
    '',
  ].join('\r\n');
}

/** What happens to bytes that are not a request like others: the status, and that nothing is stored. */
async function statusOf(running: Running, bytes: string): Promise<number> {
  const before = await running.stored();
  const answer = await exchange(running.address, bytes);
  expect(await running.stored()).toBe(before);
  expect((await running.state()).status).toBe('running');
  return statusIn(answer);
}

describe('too large', () => {
  test('a body of which 1 GB is announced is refused before it comes', async () => {
    const running = shared();
    const lines = [`Content-Length: ${2 ** 30}`];
    expect(await statusOf(running, head(running, lines))).toBe(413);
    const path = '/v1/experiments/checkout/import';
    const imported = head(running, [...lines, 'Content-Type: application/x-ndjson'], path);
    expect(
      await statusOf(running, imported.replace('Content-Type: application/json\r\n', '')),
    ).toBe(413);
  });

  test('one that is not announced is refused as soon as it is too large', async () => {
    const running = shared();
    const socket = await connected(running.address);
    const answer = readAll(socket);
    socket.write(head(running, ['Transfer-Encoding: chunked']));
    const piece = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    let sent = 0;
    // Without an end: it ends because the connection does.
    while (!socket.destroyed && socket.writable && sent < 2 ** 30) {
      sent += piece.length;
      if (socket.write(piece)) continue;
      await new Promise<void>((resolve) => {
        socket.once('drain', () => resolve());
        socket.once('close', () => resolve());
      });
    }
    expect(statusIn(await answer)).toBe(413);
    // What the operating system holds on the way is a few megabytes; nobody took a gigabyte.
    expect(sent).toBeLessThan(2 ** 28);
  });

  test('more operations than a batch may have, and more than a body may', async () => {
    const running = shared();
    const operations = Array.from({ length: 1001 }, () => ({ decide: 'checkout' }));
    const path = '/v1/batch';
    const problem = await refused(running, 413, () =>
      running.call('POST', path, { body: { operations } }),
    );
    expect(problem.detail).toContain('at most 1000 operations; got 1001');
    const wide = {
      operations: Array.from({ length: 100 }, () => ({
        decide: 'checkout',
        context: 'x'.repeat(1000),
      })),
    };
    const larger = await refused(running, 413, () => running.call('POST', path, { body: wide }));
    expect(larger.detail).toContain('at most 65536 bytes');
  });

  test('headers', async () => {
    const running = shared();
    expect(await statusOf(running, head(running, [`X-Long: ${'x'.repeat(20_000)}`]))).toBe(431);
  });
});

describe('deep', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

  test('16 levels are read, 17 and ten thousand are not', async () => {
    const running = shared();
    const { call } = running;
    const deep = (levels: number) => ({ raw: `{"context":${nested(levels - 1)}}` });
    for (const levels of [17, 10_000]) {
      const problem = await refused(running, 400, () => call('POST', DECIDE, deep(levels)));
      expect(problem.detail).toContain('nested too deeply');
    }
    expect((await call('POST', DECIDE, deep(16))).status).toBe(200);
  });
});

describe('coded, or of another type', () => {
  test('compressed bodies are not read', async () => {
    const running = shared();
    for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'gzip, identity']) {
      const raw = gzipSync(JSON.stringify({ unit: 'u' }));
      const asked = { raw, headers: { 'content-encoding': encoding } };
      await refused(running, 415, () => running.call('POST', DECIDE, asked));
    }
  });

  test('other types than JSON are not read', async () => {
    const running = shared();
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/x-ndjson',
      'application/json2',
    ]) {
      const asked = { raw: '{}', headers: { 'content-type': type } };
      await refused(running, 415, () => running.call('POST', DECIDE, asked));
    }
    const path = '/v1/experiments/checkout/import';
    await refused(running, 415, () =>
      running.call('POST', path, { raw: '{"arm":"blue","value":1}' }),
    );
  });

  test('what is no JSON', async () => {
    const running = shared();
    for (const raw of [
      '{',
      '{}x',
      "{'unit':'u'}",
      '{"unit":"u",}',
      'undefined',
      '\u0000',
      '{"unit":"a\nb"}',
    ]) {
      await refused(running, 400, () => running.call('POST', DECIDE, { raw }));
    }
    const nothing = { headers: { 'content-type': 'application/json' } };
    await refused(running, 400, () => running.call('POST', DECIDE, nothing));
  });

  test('two lengths, or none that is one', async () => {
    const running = shared();
    const smuggled = head(running, ['Content-Length: 2', 'Transfer-Encoding: chunked']);
    expect(await statusOf(running, `${smuggled}{}0\r\n\r\n`)).toBe(400);
    expect(
      await statusOf(running, `${head(running, ['Content-Length: 2', 'Content-Length: 3'])}{}`),
    ).toBe(400);
    expect(await statusOf(running, `${head(running, ['Content-Length: x'])}{}`)).toBe(400);
    expect(await statusOf(running, 'this is no HTTP\r\n\r\n')).toBe(400);
  });
});

describe('slow', () => {
  const limits = { headersMillis: 300, requestMillis: 600 };

  test('headers that do not end, and bodies that do not come, end with 408', async () => {
    const running = await startedWithExperiment({ limits });
    expect(await statusOf(running, 'POST /v1/experiments HTTP/1.1\r\nHost: x\r\n')).toBe(408);
    const slow = head(running, ['Content-Length: 100']);
    expect(await statusOf(running, `${slow}{"unit":`)).toBe(408);
    const path = '/v1/experiments/checkout/import';
    const lines = ['Content-Length: 100'];
    const imported = head(running, lines, path).replace('application/json', 'application/x-ndjson');
    const before = await running.stored();
    // A stream has begun to be read: it ends without an answer, or with one that says so.
    expect([408, Number.NaN]).toContain(
      await statusIn(await exchange(running.address, `${imported}{"arm":`)),
    );
    expect(await running.stored()).toBe(before);
    expect((await running.decide()).arm).toMatch(/blue|green|red/);
  });

  test('a hundred slow connections keep nobody else waiting', async () => {
    const running = await startedWithExperiment();
    const sockets = await Promise.all(
      Array.from({ length: 100 }, () => connected(running.address)),
    );
    for (const socket of sockets) socket.write(head(running, ['Content-Length: 100']));
    expect((await running.decide()).number).toBe(0);
    for (const socket of sockets) socket.destroy();
  });
});

test('a key that asks too often is told when to come back, and others are answered', async () => {
  const running = await startedWithExperiment({ limits: { rate: 20 } });
  const { call } = running;
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => call('POST', DECIDE, { body: {} })),
  );
  const limited = answers.filter(({ status }) => status === 429);
  expect(limited.length).toBeGreaterThan(0);
  for (const { body, headers } of limited) {
    expect(body).toMatchObject({ type: '/problems/rate-limited', retryAfter: 1 });
    expect(headers.get('retry-after')).toBe('1');
  }
  // That, too, is an operation of the key's.
  let decisions: unknown;
  await expect
    .poll(async () => {
      decisions = (await running.state()).decisions;
      return typeof decisions;
    })
    .toBe('number');
  expect(answers.filter(({ status }) => status === 200).length).toBe(decisions);
});

test('while as much waits as may, a request is turned away before its body is read', async () => {
  const { call } = await started({ limits: { queued: 0 } });
  const { status, body, headers } = await call('POST', '/v1/batch', { raw: 'not even JSON' });
  expect({ status, body }).toMatchObject({
    status: 503,
    body: { type: '/problems/overloaded', retryAfter: 1 },
  });
  expect(headers.get('retry-after')).toBe('1');
  // Who may not ask at all is told that, and whether the service is alive can still be seen.
  expect((await call('POST', '/v1/batch', { key: null, body: {} })).status).toBe(401);
  expect((await call('GET', '/healthz')).status).toBe(200);
});

test('a body where none is expected; an empty one is none', async () => {
  const running = shared();
  const { call, decide } = running;
  const path = `/v1/decisions/${(await decide()).decisionId}/cancel`;
  await refused(running, 400, () => call('POST', path, { body: { value: 1 } }));
  const empty = { headers: { 'content-type': 'application/json' } };
  expect((await call('POST', path, empty)).body).toEqual({ status: 'cancelled' });
  expect((await call('POST', path, { body: {} })).body).toEqual({ status: 'duplicate' });
});

test('connections beyond the limit are closed at once, and one that ends makes room', async () => {
  const running = await startedWithExperiment({
    // So long that nothing else closes them.
    limits: { connections: 3, headersMillis: 3_600_000, requestMillis: 3_600_000 },
  });
  const held = await Promise.all(Array.from({ length: 10 }, () => connected(running.address)));
  const open = () => held.filter(({ destroyed, readableEnded }) => !destroyed && !readableEnded);
  for (const socket of held) socket.resume();
  // Among the three is that of the first request, as long as it is kept.
  await expect.poll(() => open().length).toBeLessThanOrEqual(3);
  for (const socket of held) socket.destroy();
  await expect
    .poll(async () => (await running.call('GET', '/healthz').catch(() => ({ status: 0 }))).status)
    .toBe(200);
});

test('a connection is used again after a refusal, unless much of a body is still to come', async () => {
  const running = shared();
  const socket = await connected(running.address);
  const answer = readAll(socket);
  const unknown = (lines: readonly string[]) => head({ ...running, admin: 'dl_unknown' }, lines);
  socket.write(`${unknown(['Content-Length: 2'])}{}`);
  socket.write(`${unknown(['Content-Length: 2'])}{}`);
  socket.write(unknown([`Content-Length: ${2 ** 20}`]));
  const statuses = (await answer).match(/HTTP\/1\.1 \d{3}/g);
  expect(statuses).toEqual(Array(3).fill('HTTP/1.1 401'));
});
