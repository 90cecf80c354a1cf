/** Whatever two processes do to one store, at once and with faults: both end with the state that the log has. */
import type { NewExperiment } from '@driftline/client/wire';
import { type Random, randomStream } from '@driftline/core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { offeredPolicies } from '../../src/model/offered.ts';
import type { OperationName, Operations } from '../../src/model/operations.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import type { Batch, Store } from '../../src/store/store.ts';
import { FaultyStore } from '../store/faulty-store.ts';
import { StoreServer } from '../store/store-server.ts';
import { alteredStore } from '../writer/altered-store.ts';
import { type Asked, Folder, HandClock, startWriter } from '../writer/bench.ts';
import { SharedStore } from '../writer/shared-store.ts';
import { shortOrLong } from './length.ts';

let folder: Folder;
let store: Store;
let clock: HandClock;

beforeEach(async () => {
  folder = new Folder();
  store = await folder.open();
  clock = new HandClock();
});
afterEach(async () => {
  await store.close();
  folder.remove();
});

const KEYS = ['x', 'y', 'z'];
/** The whole run takes more. */
const SEEDS = shortOrLong(
  [1],
  Array.from({ length: 50 }, (_, i) => i + 1),
);

function experiment(type: string, isHeld: boolean): NewExperiment {
  const memory = { decisions: 15, maxAge: '2h' };
  return {
    arms: ['a', 'b', 'c', 'd', 'e'].map((key) => ({ key })),
    policy: { type },
    ...(offeredPolicies.get(type)?.memory === 'required' ? { memory } : {}),
    reward: { min: 0, max: 1, timeout: '5m', ...(isHeld ? { missing: 0 } : {}) },
    retain: '1h',
  };
}

const PATCHES = [
  { explore: 0.3 },
  { sticky: '1m' },
  { sticky: null },
  { policy: { type: 'ucb1' }, memory: null },
  { policy: { type: 'sw-moss' }, memory: { decisions: 25, maxAge: '1h' } },
  { reward: { timeout: '10m' } },
] as const;

/** What clients were told. */
class Ledger {
  readonly numbers = new Map<string, number>();
  readonly counted = new Map<string, number>();
  /** Answers of the process without faults that it failed. */
  failed = 0;

  last(key: string): number {
    const numbers = [...this.numbers].filter(([name]) => name.startsWith(key));
    return Math.max(0, ...numbers.map(([, number]) => number));
  }

  decided(key: string, request: string, number: number | null): void {
    const name = `${key} ${request}`;
    if (number === null) return;
    expect(this.numbers.get(name) ?? number).toBe(number);
    this.numbers.set(name, number);
  }
}

/** Two processes, and those who ask them. */
class World {
  readonly ledger = new Ledger();
  readonly #random: Random;
  readonly #views: readonly (() => Store)[];
  readonly processes: Asked[] = [];
  #requests = 0;

  constructor(seed: number, views: readonly (() => Store)[]) {
    this.#random = randomStream(seed);
    this.#views = views;
  }

  async start(which: number): Promise<void> {
    const random = randomStream(this.#random.below(2 ** 30));
    for (;;) {
      try {
        this.processes[which] = await startWriter(this.#views[which](), { clock, random });
        return;
      } catch (error) {
        // A faulty store may not open at the first try.
        if (!(error instanceof Error) || error.name !== 'InjectedFault') throw error;
      }
    }
  }

  /** A client that asks until it is told something. */
  async #ask<Name extends OperationName>(name: Name, ask: Operations[Name]['ask']) {
    for (let tries = 0; tries < 200; tries++) {
      const which = this.#random.below(2);
      const answer = await this.processes[which].ask(name, ask);
      if ('ok' in answer) return answer.ok;
      if (answer.problem.status < 500) return undefined;
      if (which === 1) this.ledger.failed += 1;
    }
    throw new Error(`${name} is not answered`);
  }

  async #decide(key: string): Promise<void> {
    const isNew = this.#random.below(4) > 0;
    if (isNew) this.#requests += 1;
    const idempotencyKey = `r${this.#requests}`;
    const unit = this.#random.below(3) === 0 ? { unit: `u${this.#random.below(3)}` } : {};
    const made = await this.#ask('decide', { key, request: unit, idempotencyKey });
    if (made !== undefined && made.reason !== 'sticky') {
      this.ledger.decided(key, idempotencyKey, made.number);
    }
  }

  async #reward(id: number): Promise<void> {
    const number = Math.max(0, this.ledger.last(KEYS[id - 1]) - this.#random.below(12));
    const answer = await this.#ask('reward', { experiment: id, number, value: number % 2 });
    const name = `${id} ${number}`;
    if (answer?.status !== 'counted' && answer?.status !== 'held') return;
    this.ledger.counted.set(name, (this.ledger.counted.get(name) ?? 0) + 1);
  }

  async #change(key: string): Promise<void> {
    const what = this.#random.below(6);
    const arm = ['c', 'd', 'e'][this.#random.below(3)];
    if (what < 3) {
      const patch = PATCHES[this.#random.below(PATCHES.length)];
      await this.#ask('change', { key, patch });
    } else if (what === 3) await this.#ask('retireArm', { key, arm });
    else if (what === 4) await this.#ask('changeArm', { key, arm, change: { payload: what } });
    else await this.#ask('eraseUnit', { key, unit: 'u1' });
  }

  async #something(): Promise<void> {
    const place = this.#random.below(KEYS.length);
    const what = this.#random.below(20);
    if (what < 9) await this.#decide(KEYS[place]);
    else if (what < 17) await this.#reward(place + 1);
    else if (what === 17) await this.#change(KEYS[place]);
    else if (what === 18) await this.#ask('state', { key: KEYS[place] });
    else await this.processes[this.#random.below(2)].writer.turn();
  }

  /** Rounds of things that happen at once; between them time passes, and processes are killed. */
  async play(rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      await Promise.all(Array.from({ length: 12 }, () => this.#something()));
      clock.pass([10, 10, 1000, 2000, 20_000, 301_000, 4_000_000][this.#random.below(7)]);
      if (this.#random.below(6) === 0) await this.start(this.#random.below(2));
    }
  }

  async hashes(): Promise<string[][]> {
    const of = (asked: Asked) =>
      Promise.all(KEYS.map(async (key) => (await asked.ok('state', { key })).hash));
    return Promise.all(this.processes.map(of));
  }
}

async function begun(seed: number, views: readonly (() => Store)[], whole = store): Promise<World> {
  const first = await startWriter(whole, { clock });
  await first.create('x', experiment('auto', false));
  await first.create('y', experiment('sw-ucb', true));
  await first.create('z', experiment('ts', false));
  const world = new World(seed, views);
  await world.start(0);
  await world.start(1);
  return world;
}

/** Plays with one process whose store fails, and one that sees it as it is; then everybody is asked. */
async function played(seed: number, rounds: number, altered: (view: Store) => Partial<Store>) {
  const shared = new SharedStore(store, { seed, now: () => clock.now() });
  const faulty = new FaultyStore(shared.view(), { seed, faults: 0.08 });
  const view = () => {
    const own = shared.view();
    return alteredStore(own, altered(own));
  };
  const world = await begun(seed, [() => faulty, view]);
  await world.play(rounds);
  faulty.faults = 0;
  await world.play(2);
  // A third process reads everything anew.
  world.processes.push(await startWriter(shared.view(), { clock }));
  const hashes = await world.hashes();
  for (const { writer } of world.processes) await writer.close();
  return { hashes, ledger: world.ledger, shared, faulty };
}

it.each(SEEDS)('with seed %i', async (seed) => {
  const { hashes, ledger, shared, faulty } = await played(seed, 50, () => ({}));
  const [one, other, third] = hashes;
  expect(other).toEqual(one);
  expect(third).toEqual(one);
  expect([...ledger.counted.values()].every((count) => count === 1)).toBe(true);
  expect(ledger.counted.size).toBeGreaterThan(30);
  expect(ledger.numbers.size).toBeGreaterThan(100);
  expect(shared.tail).toBeGreaterThan(100);
  expect(ledger.failed).toBe(0);
  const { committed: _, ...met } = faulty.met;
  expect(Object.values(met).reduce((sum, count) => sum + count)).toBeGreaterThan(5);
});

/** Processes that are wrong. */
const MUTANTS: Readonly<Record<string, (view: Store) => Partial<Store>>> = {
  'does not fold what others wrote': (view) => ({
    commit: (batches) =>
      view.commit(
        batches.map(
          (batch): Batch => ({ ...batch, work: (seen) => batch.work({ ...seen, tail: [] }) }),
        ),
      ),
  }),
  'does not read on in the log': (view) => ({
    log: async (experiment, after, limit) =>
      after === 0 ? view.log(experiment, after, limit) : [],
  }),
};

it.each(Object.entries(MUTANTS))('finds a process that %s', async (_, altered) => {
  const outcome = await played(1, 15, altered).then(
    ({ hashes, ledger }) => new Set(hashes.map(String)).size === 1 && ledger.failed === 0,
    () => false,
  );
  expect(outcome).toBe(false);
});

describe.runIf(shortOrLong(false, true))('over PostgreSQL', () => {
  let server: StoreServer;
  beforeAll(async () => {
    server = await StoreServer.start();
  });
  afterAll(() => server.stop());

  it.each([1, 2, 3, 4, 5])('with seed %i', async (seed) => {
    await server.empty();
    const opened: Store[] = [];
    const open = async () => {
      const one = await openPostgresStore(server.url);
      opened.push(one);
      return alteredStore(one, { clock: async () => clock.now(), close: async () => {} });
    };
    const [one, other] = [await open(), await open()];
    const faulty = new FaultyStore(one, { seed, faults: 0.08 });
    const world = await begun(seed, [() => faulty, () => other], other);
    await world.play(50);
    faulty.faults = 0;
    await world.play(2);
    world.processes.push(await startWriter(await open(), { clock }));
    const hashes = await world.hashes();
    expect(new Set(hashes.map(String)).size).toBe(1);
    expect(world.ledger.failed).toBe(0);
    expect([...world.ledger.counted.values()].every((count) => count === 1)).toBe(true);
    for (const { writer } of world.processes) await writer.close();
    for (const each of opened) await each.close();
  });
});
