import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { servePage } from '../src/commands/lab/page-server.ts';
import { directoryWith, driftline, launcher } from './driftline.ts';

/** A page of two files, served until the test ends. */
async function served() {
  const folder = directoryWith({ 'index.html': '<p>page</p>', 'script.js': 'let a = 1;\n' });
  const { server, address } = await servePage(folder, '127.0.0.1', 0);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return address;
}

/** A path as it stands: `fetch` would tidy it up first. */
async function rawStatus(address: string, path: string): Promise<number | undefined> {
  const { port } = new URL(address);
  const asked = request({ port, host: '127.0.0.1', path });
  asked.end();
  const [response] = await once(asked, 'response');
  response.resume();
  return response.statusCode;
}

describe('the server of the page', () => {
  test('serves the folder’s files with their types, and the index at /', async () => {
    const address = await served();
    const index = await fetch(address);
    expect(await index.text()).toBe('<p>page</p>');
    expect(index.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const script = await fetch(`${address}script.js?v=1`);
    expect(await script.text()).toBe('let a = 1;\n');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(script.headers.get('content-encoding')).toBe('gzip');
  });

  test('allows the page nothing from elsewhere', async () => {
    const { headers } = await fetch(await served());
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('has nothing but these files, and only reads are answered', async () => {
    const address = await served();
    for (const path of ['/../package.json', '/..%2fpackage.json', '//etc/passwd', '/nothing']) {
      expect(await rawStatus(address, path)).toBe(404);
    }
    expect((await fetch(address, { method: 'POST', body: 'x' })).status).toBe(405);
    const head = await fetch(address, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});

describe('driftline lab', () => {
  test('prints its address in one line, serves the page, and ends with Ctrl-C', async () => {
    const lab = spawn(process.execPath, [launcher, 'lab', '--port', '0'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const lines = createInterface({ input: lab.stdout });
    const [line] = await once(lines, 'line');
    expect(line).toMatch(/^Driftline Lab is at http:\/\/127\.0\.0\.1:\d+\/ /);
    const page = await fetch(line.match(/http:\S+/)[0]);
    expect(await page.text()).toContain('<title>Driftline Lab</title>');
    lab.kill('SIGINT');
    const [code] = await once(lab, 'exit');
    expect(code).toBe(0);
  });

  test('a port that is taken is reported, with what to do', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => {
      other.close();
    });
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    expect(driftline(['lab', '--port', String(port)])).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: --port ${port} is in use on 127.0.0.1; choose another one, or --port 0 for a free one\n`,
    });
  });

  test('refuses what is no port, and an address that is not here', () => {
    expect(driftline(['lab', '--port', '70000'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--port must be an integer >= 0 and <= 65535; got 70000'),
    });
    for (const host of ['', ' ']) {
      expect(driftline(['lab', '--host', host, '--port', '0'])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('--host must be an address'),
      });
    }
    expect(driftline(['lab', '--host', '192.0.2.1', '--port', '0'])).toMatchObject({
      code: 1,
      stderr:
        'error: --host 192.0.2.1 is not an address of this machine; use 127.0.0.1, or 0.0.0.0 for all addresses\n',
    });
  });
});
