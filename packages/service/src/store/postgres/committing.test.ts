/** What a commit does when another process, the network or the server stands in its way. */
import { type Random, randomStream } from '@driftline/core';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import {
  type Direction,
  type Fate,
  startTcpProxy,
  type TcpProxy,
} from '../../../../../tools/tcp-proxy.ts';
import { shortOrLong } from '../../../test/faults/length.ts';
import { Caller, foldLog, type Operation } from '../../../test/store/caller.ts';
import { Appending, NOTHING_WANTED, newExperiment, snapshotRow } from '../../../test/store/rows.ts';
import { StoreServer } from '../../../test/store/store-server.ts';
import { StoreUnavailable } from '../errors.ts';
import type { Batch, BatchEnd, Store } from '../store.ts';
import { Database, Session, TIMEOUTS } from './database.ts';
import { readLog } from './log.ts';
import { openPostgresStore } from './postgres-store.ts';

let server: StoreServer;
let proxy: TcpProxy;
beforeAll(async () => {
  server = await StoreServer.start();
  proxy = await startTcpProxy(server.postgres.port);
});
afterAll(async () => {
  await proxy.close();
  await server.stop();
});
afterEach(async () => {
  proxy.judge = undefined;
  await server.empty();
});

/** Short, because some of these tests wait for them; long enough for a machine that is busy. */
const HASTY = { ...TIMEOUTS, lock: 300, answer: 2000 };

async function opened(url = server.url, timeouts = TIMEOUTS): Promise<Store> {
  const store = await openPostgresStore(url, { timeouts });
  onTestFinished(() => store.close());
  return store;
}

async function withExperiments(store: Store, ...keys: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const key of keys) ids.push((await store.create(newExperiment(key)))?.id ?? 0);
  return ids;
}

function deciding(experiment: number, request: string, known = 1): Batch {
  const work: Batch['work'] = (seen) => {
    const to = new Appending(seen.experiment);
    to.decide({ request });
    return to.writes;
  };
  return { experiment, known, wanted: NOTHING_WANTED, work };
}

async function requestsIn(store: Store, id: number): Promise<(string | null)[]> {
  const rows = await store.decisions(id, { from: 0, limit: 1000 });
  return rows.map(({ decision }) => decision.request);
}

/** Another process that has an experiment until the test lets go. */
async function holding(id: number) {
  const database = new Database(server.postgres.url, { connections: 1 });
  let letGo = () => {};
  let hasIt = () => {};
  const waiting = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const has = new Promise<void>((resolve) => {
    hasIt = resolve;
  });
  const held = database.session(async (session) => {
    await session.begin(
      'READ COMMITTED',
      `SELECT FROM position WHERE experiment = ${id} FOR UPDATE`,
    );
    hasIt();
    await waiting;
  });
  await has;
  onTestFinished(async () => {
    letGo();
    await held;
    await database.close();
  });
  return { letGo, held };
}

const COMMITTED = { end: 'committed' };

test('of several batches, one whose experiment another process has is busy, and the others go on', async () => {
  const store = await opened();
  const [one, two] = await withExperiments(store, 'one', 'two');
  const { letGo, held } = await holding(one);
  const work = vi.fn(deciding(one, 'a').work);
  const ends = await store.commit([{ ...deciding(one, 'a'), work }, deciding(two, 'b')]);
  expect(ends).toEqual([{ end: 'busy' }, COMMITTED]);
  expect(work).not.toHaveBeenCalled();
  letGo();
  await held;
  expect(await store.commit([deciding(one, 'a')])).toEqual([COMMITTED]);
});

test('a batch alone waits for its turn, and not for ever', async () => {
  const store = await opened(server.url, HASTY);
  const [one] = await withExperiments(store, 'one');
  const { letGo } = await holding(one);
  const [end] = await store.commit([deciding(one, 'a')]);
  expect(end).toMatchObject({ end: 'failed', error: { code: 'store-not-reachable' } });
  const patient = await opened();
  const committing = patient.commit([deciding(one, 'b')]);
  letGo();
  expect(await committing).toEqual([COMMITTED]);
  expect(await requestsIn(store, one)).toEqual(['b']);
});

test('a batch that breaks a rule of the tables fails alone, and the work of others is not done twice', async () => {
  const store = await opened();
  const ids = await withExperiments(store, 'one', 'two', 'three');
  await store.commit([deciding(ids[1], 'taken')]);
  const works = ids.map((id) => vi.fn(deciding(id, 'taken').work));
  const ends = await store.commit(
    ids.map((id, i) => ({ ...deciding(id, '', i === 1 ? 2 : 1), work: works[i] })),
  );
  const failed = { end: 'failed', error: expect.objectContaining({ code: '23505' }) };
  expect(ends).toEqual([COMMITTED, failed, COMMITTED]);
  for (const work of works) expect(work).toHaveBeenCalledOnce();
  for (const id of ids) expect(await requestsIn(store, id)).toEqual(['taken']);
});

test('a caller that is far behind is told to fold the log first', async () => {
  const store = await opened();
  const [id] = await withExperiments(store, 'one');
  const many: Batch['work'] = ({ experiment }) => {
    const to = new Appending(experiment);
    for (let count = 0; count < 10_001; count++) to.decide();
    return to.writes;
  };
  expect(await store.commit([{ ...deciding(id, ''), work: many }])).toEqual([COMMITTED]);
  const [end] = await store.commit([deciding(id, 'a', 1)]);
  expect(end).toMatchObject({ end: 'failed', error: { message: expect.stringContaining('fold') } });
  expect(await store.commit([deciding(id, 'a', 2)])).toEqual([COMMITTED]);
  expect(await store.log(id, 0, 20_000)).toHaveLength(10_003);
});

test('a log to which others write between two pages is read without a hole', async () => {
  const store = await opened();
  const [id] = await withExperiments(store, 'one');
  const database = new Database(server.url, { connections: 1 });
  onTestFinished(() => database.close());
  let known = 1;
  const meanwhile = async (statements: string) => {
    const rows = await database.ask(statements);
    if (known < 4)
      expect(await store.commit([deciding(id, `${known}`, known)])).toEqual([COMMITTED]);
    known++;
    return rows;
  };
  const log = await readLog({ ask: meanwhile }, id, 0, 1000);
  expect(log.map(({ row }) => row.seq)).toEqual([1, 2, 3, 4]);
});

/** What becomes of the next commit whose second message holds this request. */
function fatesOf(plan: ReadonlyMap<string, 'lost' | 'answer lost' | 'silent'>) {
  let next: Fate = 'pass';
  return (bytes: Buffer, direction: Direction): Fate => {
    if (direction === 'to client') {
      const fate = next;
      next = 'pass';
      return fate;
    }
    const text = bytes.toString('latin1');
    for (const [request, what] of plan) {
      if (!text.includes(`"${request}"`) || !text.includes('; COMMIT')) continue;
      if (what === 'lost') return 'cut';
      next = what === 'silent' ? 'swallow' : 'cut';
    }
    return 'pass';
  };
}

test.each([
  ['lost', []],
  ['answer lost', ['a']],
  ['silent', ['a']],
] as const)('a commit whose message is %s is unknown', async (what, written) => {
  const store = await opened(server.urlThrough(proxy.port), HASTY);
  const [id] = await withExperiments(store, 'one');
  proxy.judge = fatesOf(new Map([['a', what]]));
  const [end] = await store.commit([deciding(id, 'a')]);
  expect(end).toMatchObject({ end: 'unknown', error: { code: 'store-not-reachable' } });
  proxy.judge = undefined;
  // A server that is not told of a lost connection finds out when it answers.
  await expect.poll(() => requestsIn(store, id)).toEqual(written);
  expect(await store.commit([deciding(id, 'b', 1 + written.length)])).toEqual([COMMITTED]);
});

test('a connection that is lost before anything is sent to be written is a failure', async () => {
  const store = await opened(server.urlThrough(proxy.port));
  const [id] = await withExperiments(store, 'one');
  await store.commit([deciding(id, 'a')]);
  proxy.judge = (bytes) => (bytes.includes('FOR UPDATE') ? 'cut' : 'pass');
  const [end] = await store.commit([deciding(id, 'b', 2)]);
  expect(end).toMatchObject({ end: 'failed', error: { code: 'store-not-reachable' } });
  proxy.judge = undefined;
  proxy.isRefusing = true;
  proxy.cut();
  const [refused] = await store.commit([deciding(id, 'b', 2)]);
  expect(refused).toMatchObject({ end: 'failed', error: { code: 'store-not-reachable' } });
  await expect(store.probe()).rejects.toBeInstanceOf(StoreUnavailable);
  proxy.isRefusing = false;
  expect(await store.commit([deciding(id, 'b', 2)])).toEqual([COMMITTED]);
});

/** Cuts and delays whatever comes, one time in twelve. */
function unkind(random: Random) {
  return (): Fate => {
    proxy.delay = random.below(3);
    return random.uniform() < 1 / 12 ? 'cut' : 'pass';
  };
}

const isPassing = (error: unknown) => error instanceof StoreUnavailable;

for (const seed of shortOrLong([1], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])) {
  test(`two processes over a network that cuts and delays do all exactly once, seed ${seed}`, async () => {
    const direct = await opened();
    const [id] = await withExperiments(direct, 'one');
    const handles = [0, 1].map(() => opened(server.urlThrough(proxy.port)));
    const stores = await Promise.all(handles);
    proxy.judge = unkind(randomStream(seed));
    const numbers = await Promise.all(stores.map((store, who) => play(store, id, who)));
    proxy.judge = undefined;
    proxy.delay = 0;
    const sorted = numbers.flat().sort((one, other) => one - other);
    expect(sorted).toEqual(sorted.map((_, place) => place));
    expect(await foldLog(direct, id)).toMatchObject({
      decisions: sorted.length,
      total: sorted.length,
    });
  });
}

async function play(store: Store, id: number, who: number): Promise<number[]> {
  const caller = new Caller(store, id, isPassing);
  const numbers: number[] = [];
  for (let round = 0; round < 15; round++) {
    const [number] = await caller.perform([{ type: 'decide', request: `${who}-${round}` }]);
    numbers.push(Number(number));
    const reward: Operation = { type: 'reward', number: Number(number), value: 1 };
    await caller.perform([reward]);
  }
  return numbers;
}

/** Whether what each commit said is what is there: what failed is not, and what is there is there once. */
async function isHonest(seed: number, met: Record<string, number>): Promise<boolean> {
  const direct = await opened();
  const [id] = await withExperiments(direct, 'one');
  const store = await opened(server.urlThrough(proxy.port));
  const random = randomStream(seed);
  const said = new Map<string, BatchEnd['end']>();
  let known = 1;
  for (let round = 0; round < 24; round++) {
    const request = `request-${round}`;
    const fates = ['pass', 'lost', 'answer lost', 'no lock'] as const;
    const fate = fates[random.below(fates.length)];
    if (fate === 'no lock')
      proxy.judge = (bytes) => (bytes.includes('FOR UPDATE') ? 'cut' : 'pass');
    else proxy.judge = fate === 'pass' ? undefined : fatesOf(new Map([[request, fate]]));
    const [end] = await store.commit([deciding(id, request, known)]);
    said.set(request, end.end);
    proxy.judge = undefined;
    // Whatever was cut off has ended on the server.
    await server.as('owner', `SELECT FROM position WHERE experiment = ${id} FOR UPDATE`);
    known = (await direct.experimentOfId(id))?.head ?? 0;
  }
  const there = new Set(await requestsIn(direct, id));
  let honest = true;
  for (const [request, end] of said) {
    const isThere = there.has(request);
    const what = `${end}, ${isThere ? 'there' : 'not there'}`;
    met[what] = (met[what] ?? 0) + 1;
    if (end !== 'unknown' && isThere !== (end === 'committed')) honest = false;
  }
  return honest;
}

test('what a commit says is so, and of what is unknown some is there and some not', async () => {
  const met: Record<string, number> = {};
  expect(await isHonest(3, met)).toBe(true);
  expect(Object.keys(met).sort()).toEqual([
    'committed, there',
    'failed, not there',
    'unknown, not there',
    'unknown, there',
  ]);
});

test('a store that calls a lost commit failed is found out', async () => {
  const { commit } = Session.prototype;
  vi.spyOn(Session.prototype, 'commit').mockImplementation(async function (
    this: Session,
    statements?: string,
  ) {
    await commit.call(this, statements).catch((error: unknown) => {
      throw new StoreUnavailable(String(error));
    });
  });
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await isHonest(3, {})).toBe(false);
});

/** From now on each first message of a transaction is another. */
function alterFirst(alter: (statements: string) => string): void {
  const { begin } = Session.prototype;
  vi.spyOn(Session.prototype, 'begin').mockImplementation(function (
    this: Session,
    mode: string,
    statements = '',
  ) {
    return begin.call(this, mode, alter(statements));
  });
  onTestFinished(() => void vi.restoreAllMocks());
}

test('a store that trusts settings that it has seen is found out', async () => {
  const stores = [await opened(), await opened()];
  const [id] = await withExperiments(stores[0], 'one');
  const pausing: Batch['work'] = ({ experiment }) =>
    new Appending(experiment).change().set({ status: 'paused' }).writes;
  const statusSeen = async () => {
    let seen = '';
    const work: Batch['work'] = ({ experiment }) => {
      seen = experiment.status;
      return { decisions: [], outcomes: [], changes: [] };
    };
    await stores[1].commit([{ ...deciding(id, '', 1), work }]);
    return seen;
  };
  expect(await statusSeen()).toBe('running');
  await stores[0].commit([{ ...deciding(id, ''), work: pausing }]);
  alterFirst((statements) => statements.replace('AND NOT (', 'AND false AND NOT ('));
  expect(await statusSeen()).toBe('running');
  vi.restoreAllMocks();
  expect(await statusSeen()).toBe('paused');
});

test('a store without the lock is found out', async () => {
  alterFirst((statements) => statements.replace('FOR UPDATE', ''));
  const stores = [await opened(), await opened()];
  const [id] = await withExperiments(stores[0], 'one');
  const played = await Promise.allSettled(stores.map((store, who) => play(store, id, who)));
  expect(played).toContainEqual({
    status: 'rejected',
    reason: expect.objectContaining({ code: '23505' }),
  });
});

test('after a restart and after a crash of the database the same store goes on', async () => {
  const store = await opened();
  const [id] = await withExperiments(store, 'one');
  const { postgres } = server;
  await postgres.restart(async () => {
    const [end] = await store.commit([deciding(id, 'a')]);
    expect(end).toMatchObject({ end: 'failed', error: { code: 'store-not-reachable' } });
    await expect(store.log(id, 0, 10)).rejects.toBeInstanceOf(StoreUnavailable);
  });
  expect(await store.commit([deciding(id, 'a')])).toEqual([COMMITTED]);
  await postgres.crash();
  expect((await store.commit([deciding(id, 'b', 2)]))[0].end).toBe('failed');
  await postgres.start();
  expect(await store.commit([deciding(id, 'b', 2)])).toEqual([COMMITTED]);
  expect(await requestsIn(store, id)).toEqual(['a', 'b']);
});

test('a commit that waits for a standby is unknown, and seen by nobody before the standby has it', async () => {
  const standby = (names: string) => server.set('synchronous_standby_names', names);
  const store = await opened(server.url, HASTY);
  const [id] = await withExperiments(store, 'one');
  await standby('nobody');
  expect((await store.commit([deciding(id, 'a')]))[0].end).toBe('unknown');
  expect(await requestsIn(store, id)).toEqual([]);
  expect((await store.commit([deciding(id, 'a')]))[0].end).toBe('failed');
  await standby('');
  await expect.poll(() => requestsIn(store, id)).toEqual(['a']);
  expect(await store.commit([deciding(id, 'b', 2)])).toEqual([COMMITTED]);
});

test('a wait for a standby that somebody ended is unknown, though the server says that it committed', async () => {
  const store = await opened();
  const [id] = await withExperiments(store, 'one');
  await server.set('synchronous_standby_names', 'nobody');
  const committing = store.commit([deciding(id, 'a')]);
  await expect.poll(() => server.cancelWaits()).toBe(1);
  expect((await committing)[0]).toMatchObject({ end: 'unknown' });
  await server.set('synchronous_standby_names', '');
});

test('whatever a role is set to, values and durability are the same', async () => {
  const hostile = {
    ...{ extra_float_digits: '0', bytea_output: 'escape', standard_conforming_strings: 'off' },
    ...{ default_transaction_isolation: 'serializable', default_transaction_read_only: 'on' },
    ...{ search_path: 'pg_temp, public', client_min_messages: 'error', synchronous_commit: 'off' },
    ...{ lock_timeout: '1', statement_timeout: '1', DateStyle: 'German' },
  };
  const entries = Object.entries(hostile);
  const sets = entries.map(([name, value]) => `ALTER ROLE service SET ${name} = ${value}`);
  await server.as('owner', sets.join('; '));
  onTestFinished(async () => void (await server.as('owner', 'ALTER ROLE service RESET ALL')));
  const store = await opened();
  const [id] = await withExperiments(store, 'one');
  const text = `back\\slash 'quote" {a,b}`;
  const work: Batch['work'] = ({ experiment }) => {
    const to = new Appending(experiment);
    to.decide({ ticket: 0.1 + 0.2, propensity: 1 / 3, unit: text, context: text });
    return to.writes;
  };
  expect(await store.commit([{ ...deciding(id, ''), work }])).toEqual([COMMITTED]);
  const [{ decision }] = await store.decisions(id, { from: 0, limit: 1 });
  expect(decision).toMatchObject({ ticket: 0.1 + 0.2, propensity: 1 / 3, unit: text });
  await store.saveSnapshot(id, snapshotRow(2));
  expect(await store.snapshots(id)).toHaveLength(1);
  expect(await server.as('service', 'SHOW synchronous_commit')).toEqual([[['on']]]);
  await server.as('owner', 'ALTER ROLE service SET synchronous_commit = remote_apply');
  expect(await server.as('service', 'SHOW synchronous_commit')).toEqual([[['remote_apply']]]);
});

test("the server's clock is told as of now", async () => {
  const store = await opened();
  const now = async () => {
    const [[[time]]] = await server.as(
      'owner',
      'SELECT 1000 * extract(epoch FROM clock_timestamp())::float8',
    );
    return Number(time);
  };
  const [before, clock, after] = [await now(), await store.clock(), await now()];
  expect(clock).toBeGreaterThan(before);
  // It is told as of our hearing of it: then, half a way back has passed.
  expect(clock).toBeLessThan(after + (after - before));
});
