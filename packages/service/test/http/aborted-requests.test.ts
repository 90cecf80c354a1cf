/** Requests whose clients go away, and what the log says of them. */
import { Writable } from 'node:stream';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { buildServer } from '../../src/http/server/server.ts';
import { emptyParts } from './parts.ts';
import { connected, exchange, statusIn } from './raw-http.ts';

interface LogLine {
  readonly level: number;
  readonly msg?: string;
  readonly err?: unknown;
}

const INFO = 30;
const ERROR = 50;

async function served() {
  const lines: LogLine[] = [];
  const sink = new Writable({
    write(text, _encoding, done) {
      lines.push(JSON.parse(String(text)));
      done();
    },
  });
  const app = await buildServer(await emptyParts(), pino({ level: 'info' }, sink));
  onTestFinished(() => app.close());
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { lines, address };
}

test.each([
  ['/v1/batch', 'application/json', '{"operations":'],
  ['/v1/experiments/checkout/import', 'application/x-ndjson', '{"arm":"a","value":1}\n'],
])('a request to %s that is aborted is noted without a stack', async (path, type, begun) => {
  const { lines, address } = await served();
  const socket = await connected(address);
  const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n`;
  socket.write(head + begun, () => socket.resetAndDestroy());
  await expect
    .poll(() => lines.map(({ msg }) => msg))
    .toContain('a client disconnected before its request was complete');
  const [line] = lines.filter(({ msg }) => msg?.startsWith('a client disconnected'));
  expect(line.level).toBe(INFO);
  expect(line).not.toHaveProperty('err');
  expect(lines.filter(({ level }) => level >= ERROR)).toEqual([]);
});

test('a failure of the service itself is logged as an error with its stack', async () => {
  const { lines, address } = await served();
  const request = 'GET /v1/experiments HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n';
  expect(statusIn(await exchange(address, request))).toBe(500);
  const errors = lines.filter(({ level }) => level >= ERROR);
  expect(errors).toMatchObject([{ msg: 'a request failed', err: { stack: expect.any(String) } }]);
});
