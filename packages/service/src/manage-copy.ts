/** Copies all that a store holds into an empty one, of the same engine or the other, and compares the two. */
import { isDeepStrictEqual } from 'node:util';
import { hashOf } from './fold/snapshot.ts';
import type { ExperimentRow } from './model/rows.ts';
import { openFilling, openMoment } from './opening/open-whole.ts';
import { StoreDamaged, StoreRefused } from './store/errors.ts';
import { shownLocation } from './store/location.ts';
import type { StoreFilling, StoreMoment } from './store/store.ts';
import { readState } from './writer/recover.ts';

/** How far a copy has come: of all events, how many are read, written, or compared. */
export interface CopyProgress {
  readonly phase: 'read' | 'copy' | 'compare';
  readonly done: number;
  readonly total: number;
}

export interface CopyOptions {
  readonly from: string;
  readonly to: string;
  readonly onProgress?: (progress: CopyProgress) => void;
  /** Ends it between two pages; what is there by then stays unfinished. */
  readonly signal?: AbortSignal;
}

/** One experiment in both stores. */
export interface CopiedExperiment {
  readonly key: string;
  /** Those that are kept: retention deletes old ones. */
  readonly events: number;
  /** All that were ever made. */
  readonly decisions: number;
  /** SHA-256 of the state; null where only an older version can compute it. */
  readonly hash: string | null;
}

export interface Copied {
  readonly keys: number;
  readonly experiments: readonly CopiedExperiment[];
}

/** Events that are in memory at once. */
const PAGE = 5000;

/** Says how far it is, and stops where it is told to. */
class Course {
  readonly #options: CopyOptions;
  readonly #total: number;
  #done = 0;
  #phase: CopyProgress['phase'] = 'read';

  constructor(options: CopyOptions, experiments: readonly ExperimentRow[]) {
    this.#options = options;
    this.#total = experiments.reduce((sum, { head }) => sum + head, 0);
  }

  begin(phase: CopyProgress['phase']): void {
    this.#phase = phase;
    this.#done = 0;
    this.advance(0);
  }

  /** @param events - so many more, deleted ones included */
  advance(events: number): void {
    this.#options.signal?.throwIfAborted();
    this.#done += events;
    this.#options.onProgress?.({ phase: this.#phase, done: this.#done, total: this.#total });
  }
}

async function* pagesOf(store: StoreMoment, { id }: ExperimentRow) {
  let after = 0;
  for (;;) {
    const events = await store.log(id, after, PAGE);
    if (events.length === 0) return;
    const last = events[events.length - 1].row.seq;
    yield { events, after, passed: last - after };
    after = last;
  }
}

async function stateHash(store: StoreMoment, row: ExperimentRow): Promise<string | null> {
  const state = await readState(store, row);
  return state === undefined ? null : hashOf(state.fold);
}

function damaged(key: string, why: string, cause?: unknown): StoreDamaged {
  return new StoreDamaged(
    `the experiment '${key}' is damaged, so nothing was copied: ${why}; restore a backup, or rebuild its state ` +
      `with  driftline store rebuild ${key}`,
    { cause },
  );
}

/** The state of each experiment. What is damaged is found here, before anything is written. */
async function hashesOf(
  store: StoreMoment,
  rows: readonly ExperimentRow[],
  course: Course,
): Promise<ReadonlyMap<number, string | null>> {
  const hashes = new Map<number, string | null>();
  course.begin('read');
  for (const row of rows) {
    try {
      hashes.set(row.id, await stateHash(store, row));
    } catch (error) {
      throw damaged(row.key, error instanceof Error ? error.message : String(error), error);
    }
    course.advance(row.head);
  }
  return hashes;
}

/** Returns how many events each experiment has. */
async function fill(
  from: StoreMoment,
  to: StoreFilling,
  rows: readonly ExperimentRow[],
  course: Course,
): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>();
  course.begin('copy');
  await to.putIdKeys(from.idKeys);
  await to.putKeys(await from.keys());
  for (const row of rows) {
    let count = 0;
    await to.putExperiment(row);
    for await (const { events, passed } of pagesOf(from, row)) {
      await to.putEvents(row.id, events);
      count += events.length;
      course.advance(passed);
    }
    // The oldest first, as they were saved.
    for (const snapshot of (await from.snapshots(row.id)).toReversed()) {
      await to.putSnapshot(row.id, snapshot);
    }
    counts.set(row.id, count);
  }
  return counts;
}

function demandSame(what: string, one: unknown, other: unknown): void {
  if (isDeepStrictEqual(one, other)) return;
  throw new StoreDamaged(
    `the copy differs from its source in ${what}; it stays incomplete; check both disks, and copy again`,
  );
}

/** Snapshots are bytes, which engines give in classes of their own. */
async function plainSnapshots(store: StoreMoment, id: number) {
  const rows = await store.snapshots(id);
  return rows.map(({ hash, body, ...rest }) => ({
    ...rest,
    hash: Buffer.from(hash).toString('hex'),
    body: Buffer.from(body).toString('base64'),
  }));
}

async function plainKeys(store: StoreMoment) {
  const rows = await store.keys();
  const plain = rows.map(({ hash, ...rest }) => ({
    ...rest,
    hash: Buffer.from(hash).toString('hex'),
  }));
  return plain.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

function plainIdKeys({ idKeys }: StoreMoment): readonly string[] {
  return idKeys.map((key) => Buffer.from(key).toString('hex'));
}

/** Reads both stores again, row by row. */
async function compare(
  from: StoreMoment,
  to: StoreMoment,
  rows: readonly ExperimentRow[],
  course: Course,
): Promise<void> {
  course.begin('compare');
  demandSame('the keys that sign ids', plainIdKeys(from), plainIdKeys(to));
  demandSame('its keys', await plainKeys(from), await plainKeys(to));
  demandSame('its experiments', rows, await to.experiments());
  for (const row of rows) {
    let last = 0;
    for await (const { events, after, passed } of pagesOf(from, row)) {
      const found = await to.log(row.id, after, events.length);
      last = after + passed;
      demandSame(`the events ${after + 1} to ${last} of '${row.key}'`, events, found);
      course.advance(passed);
    }
    demandSame(`the end of '${row.key}'`, [], await to.log(row.id, last, 1));
    const snapshots = await plainSnapshots(from, row.id);
    demandSame(`the snapshots of '${row.key}'`, snapshots, await plainSnapshots(to, row.id));
  }
}

/** Fills, compares, and only then makes it a store. */
export async function copyInto(
  from: StoreMoment,
  to: StoreFilling,
  options: CopyOptions,
): Promise<Copied> {
  const rows = await from.experiments();
  for (const { key, why } of await from.damagedExperiments()) throw damaged(key, why);
  const course = new Course(options, rows);
  const hashes = await hashesOf(from, rows, course);
  const counts = await fill(from, to, rows, course);
  const filled = await to.filled();
  await compare(from, filled, rows, course);
  const experiments: CopiedExperiment[] = [];
  for (const row of rows) {
    const hash = await stateHash(filled, row);
    demandSame(`the state of '${row.key}'`, hashes.get(row.id), hash);
    const { key, next: decisions } = row;
    experiments.push({ key, decisions, hash, events: counts.get(row.id) ?? 0 });
  }
  course.advance(0);
  await to.finish();
  return { keys: (await from.keys()).length, experiments };
}

/**
 * Copies a store into an empty one. A SQLite file must not be in use; a PostgreSQL database is read as of one moment,
 * and what is written to it later is not in the copy.
 */
export async function copyStore(options: CopyOptions): Promise<Copied> {
  const { from, to } = options;
  if (from === to)
    throw new StoreRefused(
      `${shownLocation(from)} cannot be copied to itself; choose another place`,
    );
  const source = await openMoment(from);
  try {
    const target = await openFilling(to);
    try {
      return await copyInto(source.moment, target, options);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
