/** Exports whose clients stop reading, over real sockets. */
import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import pino from 'pino';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { OpenExports } from '../../src/http/open-exports.ts';
import { buildServer } from '../../src/http/server/server.ts';
import { LOOKS } from '../../src/http/stalled-answers.ts';
import type { Insight } from '../../src/insight/insight.ts';
import { defaultLimits, type Limits } from '../../src/model/limits.ts';
import { KeptLog } from '../kept-log.ts';
import { storeLog } from '../stored-log.ts';
import { emptyParts } from './parts.ts';
import { connected, readAll, statusIn } from './raw-http.ts';
import { makeKey, started, storeFile } from './started.ts';

const PATH = '/v1/experiments/checkout/export';
const MEGABYTE = 2 ** 20;

/** More than the buffers of two sockets hold. */
const log = new KeptLog();
beforeAll(() => {
  const context = JSON.stringify({ text: 'x'.repeat(1900) });
  for (let i = 0; i < 10_000; i++) log.play(i % 2, 1, { context });
});

async function serviceWithLog(limits: Partial<Limits>) {
  const data = storeFile();
  await storeLog(data, log);
  const keys = [await makeKey(data), await makeKey(data)];
  return { ...(await started({ data, limits })), keys };
}

function request(key: string | null, path = PATH): string {
  const shown = key === null ? '' : `Authorization: Bearer ${key}\r\n`;
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${shown}\r\n`;
}

/** Asks for exports and reads no more than the head of the first answer; returns its status. */
async function stalled(address: string, key: string | null, requests = 1) {
  const socket = await connected(address);
  onTestFinished(() => void socket.destroy());
  socket.write(request(key).repeat(requests));
  const [head] = await once(socket, 'data');
  socket.pause();
  return { socket, status: statusIn(String(head)), head: String(head) };
}

test('a key has a few exports under way, all keys together a few more, and reports do not wait', async () => {
  const { address, keys, call } = await serviceWithLog({ exportsPerKey: 2, exports: 3 });
  const [one, other] = keys;
  const first = await stalled(address, one);
  expect([first.status, (await stalled(address, one)).status]).toEqual([200, 200]);

  const refused = await stalled(address, one);
  expect(refused.status).toBe(429);
  expect(refused.head).toMatch(/^retry-after: 5\r$/im);
  expect(refused.head).toContain('"type":"/problems/too-many-exports"');
  expect(refused.head).toContain('has 2 exports in progress');

  expect((await stalled(address, other)).status).toBe(200);
  expect((await stalled(address, other)).head).toContain('3 exports are in progress');
  expect((await call('GET', '/v1/experiments/checkout/report')).status).toBe(200);
  expect((await call('GET', '/v1/experiments/checkout/history')).status).toBe(200);
  const { body: metrics } = await call('GET', '/metrics');
  expect(metrics).toContain('driftline_shed_total{why="too-many-exports"} 2');

  first.socket.destroy();
  await expect.poll(async () => (await stalled(address, one)).status).toBe(200);
});

test('an export of an unknown experiment leaves nothing behind', async () => {
  const { call } = await serviceWithLog({ exportsPerKey: 1, exports: 1 });
  for (let i = 0; i < 3; i++) {
    expect((await call('GET', '/v1/experiments/none/export')).status).toBe(404);
  }
});

test('an export ends when its client takes no byte for a while, and pipelined ones with it', async () => {
  const { address, admin } = await serviceWithLog({
    exportsPerKey: 3,
    exports: 3,
    exportStallMillis: 100,
  });
  const { socket } = await stalled(address, admin, 3);
  const statuses = async () => {
    const tried = await Promise.all([1, 2, 3].map(() => stalled(address, admin)));
    for (const each of tried) each.socket.destroy();
    return tried.map(({ status }) => status);
  };
  await expect.poll(statuses).toEqual([200, 200, 200]);
  const rest = readAll(socket);
  socket.resume();
  expect(await rest).not.toMatch(/0\r\n\r\n$/);
});

/** A server whose exports are made here. */
async function serverOf(pieces: () => AsyncGenerator<string, void>, limits: Partial<Limits>) {
  const parts = await emptyParts();
  const insight: Insight = {
    history: () => parts.insight.history('none'),
    report: () => parts.insight.report('none'),
    export: pieces,
    close: async () => {},
  };
  const all = { ...defaultLimits, ...limits };
  const exports = new OpenExports(all);
  const app = await buildServer(
    { ...parts, insight, exports, limits: all },
    pino({ level: 'silent' }),
  );
  onTestFinished(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  const sockets: Socket[] = [];
  app.server.on('connection', (socket: Socket) => sockets.push(socket));
  return { address: await app.listen({ host: '127.0.0.1', port: 0 }), sockets };
}

test('a stalled export holds no more than three pieces in memory', async () => {
  let made = 0;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  async function* endless(): AsyncGenerator<string, void> {
    try {
      for (;;) {
        made += 1;
        // No socket has a buffer of this size: the first piece is never taken as a whole.
        yield 'x'.repeat(64 * MEGABYTE);
      }
    } finally {
      end();
    }
  }
  const { address } = await serverOf(endless, { exportStallMillis: 100 });
  await stalled(address, null);
  await ended;
  expect(made).toBeLessThanOrEqual(3);
});

test('an export ends with a connection that closes before its answer has begun', async () => {
  let isEnded = false;
  async function* two(): AsyncGenerator<string, void> {
    try {
      yield 'first\n';
      yield 'second\n';
    } finally {
      isEnded = true;
    }
  }
  const exports = new OpenExports({ ...defaultLimits, exportsPerKey: 1 });
  for (const closesEarly of [false, true, false]) {
    const socket = new Socket();
    const reply = {
      raw: new ServerResponse(new IncomingMessage(socket)),
      log: pino({ level: 'silent' }),
    };
    if (closesEarly) socket.destroy();
    const stream = await exports.begin('key', reply, two);
    socket.destroy();
    await once(stream, 'close');
    expect(isEnded).toBe(true);
  }
});

/** Looks at connections come when a test advances the time. */
function setLooks(): () => void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  return () => void vi.advanceTimersByTime(defaultLimits.exportStallMillis / LOOKS);
}

/** A piece that no socket takes as a whole: the first write is taken in part. */
async function* large(): AsyncGenerator<string, void> {
  yield 'x'.repeat(64 * MEGABYTE);
}

/** The only connection of a server, seen from the server. */
function only(sockets: readonly Socket[]): Socket {
  const [socket, other] = sockets;
  if (socket === undefined || other !== undefined) throw new Error('expected one connection');
  return socket;
}

/** Bytes of a write that the operating system has not yet taken. */
function queuedIn(socket: Socket): unknown {
  const handle: unknown = Reflect.get(socket, '_handle');
  return handle instanceof Object ? Reflect.get(handle, 'writeQueueSize') : undefined;
}

test('an export ends a minute after its last byte was taken, at most one look later', async () => {
  const look = setLooks();
  const { address, sockets } = await serverOf(large, {});
  await stalled(address, null);
  const served = only(sockets);
  let quietLooks = 0;
  let queued: unknown;
  for (let i = 0; i < 10_000 && !served.destroyed; i++) {
    await turn();
    const now = queuedIn(served);
    quietLooks = now === queued ? quietLooks + 1 : 0;
    queued = now;
    look();
  }
  expect([served.destroyed, quietLooks]).toEqual([true, LOOKS]);
});

test('an export goes on while its client takes parts of a piece', async () => {
  const look = setLooks();
  const { address, sockets } = await serverOf(large, {});
  const { socket } = await stalled(address, null);
  const served = only(sockets);
  for (let part = 0; part < 4; part++) {
    const queued = queuedIn(served);
    while (queuedIn(served) === queued) {
      socket.read();
      await turn();
    }
    for (let i = 0; i < LOOKS; i++) look();
    expect([served.destroyed, served.writableLength > 0]).toEqual([false, true]);
  }
});

test('an export goes on when the log, and not the client, was slow', async () => {
  const look = setLooks();
  let pass = () => {};
  const passed = new Promise<void>((resolve) => {
    pass = resolve;
  });
  async function* slow(): AsyncGenerator<string, void> {
    yield 'first\n';
    await passed;
    yield 'second\n';
  }
  const { address } = await serverOf(slow, {});
  const response = await fetch(address + PATH);
  for (let i = 0; i < 3 * LOOKS; i++) look();
  pass();
  expect(await response.text()).toBe('first\nsecond\n');
  await expect.poll(() => vi.getTimerCount()).toBe(0);
});
