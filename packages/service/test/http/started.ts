/** The real service on a store of its own, and calls to it over real HTTP. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished } from 'vitest';
import { addKey, type KeyWish } from '../../src/manage-keys.ts';
import { type ServiceOptions, startService } from '../../src/service.ts';
import { openSqliteReader } from '../../src/store/sqlite/sqlite-reader.ts';

/** An answer: its status, its headers, and what its body holds. */
export interface Got {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers that they then judge
  readonly body: any;
}

export interface Call {
  readonly body?: unknown;
  /** Instead of `body`: sent as it is. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the service's admin key; null for none. */
  readonly key?: string | null;
}

/** An experiment with rewards from 0 to 1 and three arms, whose policy counts each of them for ever. */
export const EXPERIMENT = {
  arms: [{ key: 'blue' }, { key: 'green', payload: { color: '#0a0' } }, { key: 'red' }],
  policy: { type: 'ucb1' },
  reward: { min: 0, max: 1, timeout: '1h' },
};

/** Takes what has to be done at the end: when the test ends unless another is given. */
type AtEnd = (end: () => void | Promise<void>) => void;

/** A folder for a store, removed at the end. */
export function storeFile(atEnd: AtEnd = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'driftline-service-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'driftline.db');
}

export async function makeKey(file: string, wish: Partial<KeyWish> = {}): Promise<string> {
  const name = `key ${Math.random().toString(36).slice(2)}`;
  return (await addKey(file, { name, scopes: ['admin'], ...wish })).key;
}

export type Started = Awaited<ReturnType<typeof started>>;

/** Starts the service on a new store, or on one that is there; it is closed at the end. */
export async function started(
  options: Partial<ServiceOptions> = {},
  atEnd: AtEnd = onTestFinished,
) {
  const file = options.data ?? storeFile(atEnd);
  const admin = options.dev ? null : await makeKey(file);
  const service = await startService({ data: file, port: 0, logLevel: 'silent', ...options });
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await service.close();
  };
  atEnd(close);
  const address = service.address.replace(/\/$/, '');

  async function call(method: string, path: string, asked: Call = {}): Promise<Got> {
    const { body, raw, headers = {}, key = admin } = asked;
    const response = await fetch(address + path, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined && raw === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(raw === undefined ? {} : { body: raw, duplex: 'half' }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '') && !text.includes('\n');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
    };
  }

  /** All that is stored of experiments: where each one's log ends, and its configuration. */
  async function stored(): Promise<string> {
    const reader = await openSqliteReader(file);
    try {
      return JSON.stringify(await reader.experiments());
    } finally {
      await reader.close();
    }
  }

  return { service, file, address, admin, call, stored, close };
}

/** A service with the experiment `checkout`. */
export async function startedWithExperiment(
  options: Partial<ServiceOptions> = {},
  atEnd: AtEnd = onTestFinished,
) {
  const running = await started(options, atEnd);
  const made = await running.call('PUT', '/v1/experiments/checkout', { body: EXPERIMENT });
  if (made.status !== 201) throw new Error(`not created: ${JSON.stringify(made.body)}`);
  const decide = async (body: object = {}) =>
    (await running.call('POST', '/v1/experiments/checkout/decisions', { body })).body;
  const reward = (id: string, value: unknown) =>
    running.call('POST', `/v1/decisions/${id}/reward`, { body: { value } });
  const state = async () => (await running.call('GET', '/v1/experiments/checkout/state')).body;
  return { ...running, decide, reward, state };
}

export type Running = Awaited<ReturnType<typeof startedWithExperiment>>;

/** One service for all tests of a file, which leave nothing behind: returns how to get at it. */
export function sharedService(prepare: (file: string) => Promise<void> = async () => {}) {
  let running: Running | undefined;
  beforeAll(async () => {
    const ends: (() => void | Promise<void>)[] = [];
    const atEnd: AtEnd = (end) => ends.unshift(end);
    const data = storeFile(atEnd);
    await prepare(data);
    running = await startedWithExperiment({ data }, atEnd);
    return async () => {
      for (const end of ends) await end();
    };
  });
  return (): Running => {
    if (running === undefined) throw new Error('the service is not started yet');
    return running;
  };
}

/** A refusal changes nothing: neither what is stored nor the state; and it is a problem by RFC 9457. */
export async function refused(
  running: Running,
  status: number,
  ask: () => Promise<Got>,
): Promise<Got['body']> {
  const before = [await running.stored(), (await running.state()).hash];
  const got = await ask();
  expect({ status: got.status, body: got.body }).toMatchObject({
    status,
    body: { status, type: expect.stringMatching(/^\/problems\//), detail: expect.any(String) },
  });
  expect(got.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect([await running.stored(), (await running.state()).hash]).toEqual(before);
  return got.body;
}
