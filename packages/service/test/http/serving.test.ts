import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { started, startedWithExperiment, storeFile } from './started.ts';

/** A request with headers that `fetch` would not let through. */
function asked(
  address: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  method = 'GET',
) {
  return new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]> }>(
    (resolve, reject) => {
      request(address + path, { headers, method }, (response) => {
        response.resume();
        resolve({ status: response.statusCode, headers: response.headers });
      })
        .on('error', reject)
        .end();
    },
  );
}

describe('every answer', () => {
  test('tells browsers to do nothing with it, and caches to keep nothing', async () => {
    const { call } = await started();
    for (const path of ['/healthz', '/v1/experiments', '/nothing', '/v1/experiments/x/state']) {
      const { headers } = await call('GET', path);
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  test('without a key says how to send one', async () => {
    const { call } = await started();
    const { headers } = await call('GET', '/v1/experiments', { key: null });
    expect(headers.get('www-authenticate')).toBe('Bearer realm="driftline"');
  });
});

test('the page is open, its files are served, and HEAD is answered', async () => {
  const { call, address } = await started();
  const page = await call('GET', '/', { key: null });
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  const [file] = /assets\/[^"]+\.js/.exec(page.body) ?? [];
  const script = await call('GET', `/${file}`, { key: null });
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(script.headers.get('content-encoding')).toBe('gzip');
  expect((await asked(address, `/${file}`, {})).headers['content-encoding']).toBeUndefined();
  expect((await asked(address, '/', {}, 'HEAD')).status).toBe(200);
  expect((await asked(address, '/healthz', {}, 'HEAD')).status).toBe(200);
});

describe('under --dev', () => {
  test('no key is needed, and a key that is shown must be one', async () => {
    const { call } = await startedWithExperiment({ dev: true });
    expect((await call('GET', '/v1/experiments')).status).toBe(200);
    expect((await call('GET', '/v1/experiments', { key: 'dl_wrong' })).status).toBe(401);
  });

  test('another name of this machine is not answered, so that no name server can lead pages here', async () => {
    const { address } = await startedWithExperiment({ dev: true });
    const status = async (host: string) =>
      (await asked(address, '/v1/experiments/checkout', { host })).status;
    const { port } = new URL(address);
    for (const host of [
      `evil.example:${port}`,
      'evil.example',
      `127.0.0.1.evil.example:${port}`,
      `10.0.0.1:${port}`,
    ]) {
      expect([host, await status(host)]).toEqual([host, 403]);
    }
    for (const host of [
      `localhost:${port}`,
      `127.0.0.1:${port}`,
      `[::1]:${port}`,
      `app.localhost:${port}`,
    ]) {
      expect([host, await status(host)]).toEqual([host, 200]);
    }
  });

  test('pages of this machine may call, others may not, also without being asked for more', async () => {
    const { call, stored } = await startedWithExperiment({ dev: true });
    const before = await stored();
    const path = '/v1/experiments/checkout/pause';
    const foreign = await call('POST', path, { headers: { origin: 'https://evil.example' } });
    expect(foreign.status).toBe(403);
    expect(await stored()).toBe(before);
    const own = await call('GET', '/v1/experiments', {
      headers: { origin: 'http://localhost:5173' },
    });
    expect(own.status).toBe(200);
    expect(own.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
  });
});

describe('metrics', () => {
  test('count what happened, by route and by experiment', async () => {
    const { call, decide, reward } = await startedWithExperiment();
    const { decisionId } = await decide();
    await reward(decisionId, 1);
    await call('GET', '/nothing/of/this');
    const text = async () => (await call('GET', '/metrics')).body;
    await expect
      .poll(text)
      .toContain('driftline_rewards_total{experiment="checkout",status="counted"} 1');
    const shown = await text();
    expect(shown).toMatch(/^driftline_ready 1$/m);
    expect(shown).toMatch(
      /driftline_http_seconds_count\{.*route="\/v1\/decisions\/:id\/reward".*\} 1/,
    );
    expect(shown).not.toContain(decisionId);
    expect(shown).not.toContain('/nothing/of/this');
  });
});

describe('the end', () => {
  test('what is under way is answered, and the same state is there at the next start', async () => {
    const data = storeFile();
    const first = await startedWithExperiment({ data });
    const under = Array.from({ length: 50 }, () => first.decide().catch(() => undefined));
    // The first answer shows that requests have arrived.
    await Promise.race(under);
    const closing = first.close();
    const answered = (await Promise.all(under)).filter((decision) => decision?.decisionId);
    await closing;
    const second = await started({ data });
    const { body } = await second.call('GET', '/v1/experiments/checkout/state');
    expect(answered.length).toBeGreaterThan(0);
    expect(body.decisions).toBeGreaterThanOrEqual(answered.length);
    for (const { decisionId } of answered) {
      const got = await second.call('POST', `/v1/decisions/${decisionId}/reward`, {
        body: { value: 1 },
      });
      expect(got.body.status).toBe('counted');
    }
  });
});
