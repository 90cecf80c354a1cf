/** Over a store that fails, tears and delays, what is acknowledged is there and counts once. */
import { randomStream } from '@driftline/core';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { FaultyStore } from '../../test/store/faulty-store.ts';
import { type Asked, Folder, HandClock, plain, startWriter } from '../../test/writer/bench.ts';
import { hashOf } from '../fold/snapshot.ts';
import type { Store } from '../store/store.ts';
import { fromLog } from './recover.ts';

const CLIENTS = 6;
const DECISIONS = 60;

const met = new Map<string, number>();
let folder: Folder;
let store: Store;

beforeEach(async () => {
  folder = new Folder();
  store = await folder.open();
});
afterEach(async () => {
  await store.close();
  folder.remove();
});

/** Asks until there is an answer, as a client does. */
async function insist<T>(ask: () => Promise<{ ok: T } | { problem: unknown }>): Promise<T> {
  for (let tries = 0; tries < 1000; tries++) {
    const answer = await ask();
    if ('ok' in answer) return answer.ok;
  }
  throw new Error('it was refused a thousand times');
}

interface Acknowledged {
  readonly number: number;
  readonly value: number;
}

async function client(asked: Asked, name: number): Promise<Acknowledged[]> {
  const random = randomStream(name);
  const list: Acknowledged[] = [];
  for (let i = 0; i < DECISIONS; i++) {
    const idempotencyKey = `${name}-${i}`;
    const { number } = await insist(() =>
      asked.ask('decide', { key: 'x', request: {}, idempotencyKey }),
    );
    const value = random.below(5) / 4;
    const ask = { experiment: 1, number: number ?? -1, value };
    // Two senders of the same reward race each other.
    const [one, two] = await Promise.all([
      insist(() => asked.ask('reward', ask)),
      insist(() => asked.ask('reward', ask)),
    ]);
    expect(['counted', 'duplicate']).toContain(one.status);
    expect(['counted', 'duplicate']).toContain(two.status);
    list.push({ number: number ?? -1, value });
  }
  return list;
}

/** Gives the experiment another policy again and again, which goes through the log from its beginning. */
async function changer(asked: Asked): Promise<void> {
  for (let i = 0; i < 3; i++) {
    const policy = { type: i % 2 === 0 ? 'kl-ucb' : 'ucb1' };
    await insist(() => asked.ask('change', { key: 'x', patch: { policy } }));
  }
}

it.each([1, 2])('with faults of seed %d', async (seed) => {
  const faulty = new FaultyStore(store, { seed, faults: 0 });
  const asked = await startWriter(faulty, { clock: new HandClock() });
  faulty.faults = 0.2;
  const config = { ...plain, policy: { type: 'ucb1' } };
  await insist(() => asked.ask('create', { key: 'x', config }));
  const clients = Array.from({ length: CLIENTS }, (_, name) => client(asked, name + 1));
  const [lists] = await Promise.all([Promise.all(clients), changer(asked)]);
  const acknowledged = lists.flat();
  const state = await insist(() => asked.ask('state', { key: 'x' }));
  const health = await asked.writer.health();
  expect(health.notReady).toBeUndefined();

  const numbers = new Set(acknowledged.map(({ number }) => number));
  expect(numbers.size).toBe(CLIENTS * DECISIONS);
  const rows = await store.decisions(1, { from: 0, limit: 10_000 });
  expect(rows.length).toBe(CLIENTS * DECISIONS);
  for (const { number, value } of acknowledged) expect(rows[number].outcome?.value).toBe(value);
  const observed = state.arms.reduce((sum, arm) => sum + arm.observed, 0);
  expect(observed).toBe(CLIENTS * DECISIONS);

  const row = await store.experiment('x');
  const whole = row === undefined ? undefined : await fromLog(store, row);
  expect(whole === undefined ? '' : hashOf(whole)).toBe(state.hash);
  for (const [fate, times] of Object.entries(faulty.met))
    met.set(fate, (met.get(fate) ?? 0) + times);
});

afterAll(() => {
  // Every fate was met.
  expect(met.size).toBe(4);
  for (const times of met.values()) expect(times).toBeGreaterThan(5);
});
