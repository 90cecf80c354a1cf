/** From a store to the state of an experiment: snapshots compared with the log, and the rest of the log folded. */
import { SnapshotError } from '@driftline/core';
import { assembledFold } from '../fold/assemble.ts';
import { DamagedLogError, MissingEventError } from '../fold/damage.ts';
import { ExperimentFold } from '../fold/experiment-fold.ts';
import { Replay } from '../fold/replay.ts';
import { DamagedSnapshotError, isReadable, restoreFold, snapshotOf } from '../fold/snapshot.ts';
import type { ReviseBody } from '../model/changes.ts';
import type { ExperimentConfig } from '../model/configuration.ts';
import type { ChangeRow, ExperimentRow, LogEvent, SnapshotRow } from '../model/rows.ts';
import { StoreDamaged, StoreUnavailable } from '../store/errors.ts';
import type { LogReader, Seen, Store, Writes } from '../store/store.ts';
import { revisionFor } from '../work/reach.ts';
import { clockAt, firstKept, foldLog, readLog } from './history.ts';
import { RunAgain } from './run-again.ts';

/** A state that was read from a store. */
interface Recovered {
  readonly fold: ExperimentFold;
  /** Events that were folded. */
  readonly folded: number;
  /** The `seq`s of the snapshots that are kept and can be read, the newest first. */
  readonly snapshots: readonly number[];
}

/** What the store holds of an experiment contradicts itself. */
export class DamagedExperimentError extends Error {
  override readonly name = 'DamagedExperimentError';
}

/** Whether an error says that what is stored contradicts itself, so that trying again is of no use. */
export function isDamage(error: unknown): boolean {
  return [
    DamagedLogError,
    DamagedSnapshotError,
    DamagedExperimentError,
    StoreDamaged,
    SnapshotError,
  ].some((kind) => error instanceof kind);
}

/** The configuration in an experiment's row. */
function configOf({ config }: ExperimentRow): ExperimentConfig {
  try {
    return JSON.parse(config) as ExperimentConfig;
  } catch (cause) {
    throw new DamagedExperimentError('its configuration is not JSON', { cause });
  }
}

function isSameSnapshot(one: SnapshotRow, other: SnapshotRow): boolean {
  return Buffer.from(one.hash).equals(Buffer.from(other.hash));
}

/** The newer snapshot must be what the older one becomes: so the log between them is as it was written. */
async function fromTwo(
  store: LogReader,
  { id }: ExperimentRow,
  [newer, older]: readonly SnapshotRow[],
): Promise<{ fold: ExperimentFold; folded: number }> {
  const fold = restoreFold(older);
  const folded = await foldLog(store, id, fold, newer.seq);
  const found = fold.facts.head === newer.seq && isSameSnapshot(snapshotOf(fold), newer);
  if (found) return { fold, folded };
  throw new DamagedExperimentError(
    `the log from event ${older.seq} to ${newer.seq} does not lead from one snapshot to the other`,
  );
}

/** From the log alone; undefined where its beginning is not kept. */
export async function fromLog(
  store: LogReader,
  { id, head }: ExperimentRow,
): Promise<ExperimentFold | undefined> {
  const [first, second] = await store.log(id, 0, 2);
  const isWhole = first?.row.seq === 1 && (second === undefined || second.row.seq === 2);
  const kept = await firstKept(store, id, 0);
  if (!isWhole || (kept !== undefined && kept.number > 0)) return undefined;
  const fold = ExperimentFold.begin(first);
  await foldLog(store, id, fold, head);
  return fold;
}

/** Whether an event changes what a new policy is made from. */
function isConfiguring({ type, row }: LogEvent): boolean {
  return type === 'change' && ['config', 'arm', 'revise'].includes(row.kind);
}

/** A policy made anew from what is kept, and the change that says so, which is committed. */
async function fromWhatIsKept(
  store: Store,
  row: ExperimentRow,
  cause: ReviseBody['cause'],
): Promise<ExperimentFold> {
  const { id, head, next } = row;
  const config = configOf(row);
  const kept = await firstKept(store, id, 0);
  const body = revisionFor(config, next, kept?.number ?? next, cause);
  const replay = new Replay(config, body, await clockAt(store, id, (kept?.seq ?? head + 1) - 1));
  if (kept !== undefined) {
    for await (const events of readLog(store, id, kept.seq - 1, head)) {
      for (const event of events) replay.add(event);
    }
  }
  return commitRevision(store, row, body, replay);
}

/** What others wrote in the meantime the policy goes through, too. */
async function commitRevision(
  store: Store,
  { id, head }: ExperimentRow,
  body: ReviseBody,
  replay: Replay,
): Promise<ExperimentFold> {
  let made: ExperimentFold | undefined;
  const work = ({ experiment, tail }: Seen): Writes => {
    if (tail.some(isConfiguring)) throw new RunAgain('the experiment was changed');
    for (const event of tail) replay.add(event);
    const fold = assembledFold(experiment, replay);
    const change: ChangeRow = {
      seq: experiment.head + 1,
      at: experiment.at,
      kind: 'revise',
      body: JSON.stringify(body),
      by: 'service',
    };
    fold.revise(change, replay.course);
    made = fold;
    const { key } = experiment;
    return { experiment: fold.row(id, key), decisions: [], outcomes: [], changes: [change] };
  };
  const wanted = { numbers: [], requests: [], units: [] };
  const [ended] = await store.commit([{ experiment: id, known: head, wanted, work }]);
  if ('error' in ended) throw ended.error;
  if (made === undefined) throw new Error('a batch that is alone is run');
  return made;
}

/** The row of the experiment says where its log ends; the fold must have come to the same. */
function checkRow(fold: ExperimentFold, row: ExperimentRow): void {
  const found = fold.row(row.id, row.key);
  for (const name of ['head', 'next', 'swept', 'at', 'revision', 'status', 'config'] as const) {
    if (found[name] === row[name]) continue;
    throw new DamagedExperimentError(
      `${name} of the experiment is ${String(row[name])}; its log says ${String(found[name])}`,
    );
  }
}

/**
 * From the log alone, where it is whole. Old events may be gone; where somebody asked for it, what is wrong in the
 * log is left behind, too.
 */
async function fromWholeLog(
  store: Store,
  row: ExperimentRow,
  cause: ReviseBody['cause'],
): Promise<ExperimentFold | undefined> {
  try {
    return await fromLog(store, row);
  } catch (error) {
    const isLeft = cause === 'rebuild' ? DamagedLogError : MissingEventError;
    if (error instanceof isLeft) return undefined;
    throw error;
  }
}

/** The state without a look at snapshots; saves it as the only one. */
export async function refold(
  store: Store,
  row: ExperimentRow,
  cause: ReviseBody['cause'],
): Promise<Recovered> {
  const whole = await fromWholeLog(store, row, cause);
  if (whole !== undefined) checkRow(whole, row);
  const fold = whole ?? (await fromWhatIsKept(store, row, cause));
  const snapshot = snapshotOf(fold);
  await store.replaceSnapshots(row.id, snapshot);
  return { fold, folded: fold.facts.head, snapshots: [snapshot.seq] };
}

/** The state of an experiment; throws where what is stored contradicts itself. */
export async function recover(store: Store, row: ExperimentRow): Promise<Recovered> {
  // After an upgrade that computes otherwise the log is folded again, or what is left of it.
  return (await readState(store, row)) ?? refold(store, row, 'numbers');
}

/** The same without writing anything; undefined where the snapshots are of a version that computes otherwise. */
export async function readState(
  store: LogReader,
  row: ExperimentRow,
): Promise<Recovered | undefined> {
  const all = await store.snapshots(row.id);
  const snapshots = all.filter(isReadable);
  const [newest] = snapshots;
  if (all.length > 0 && newest === undefined) return undefined;
  const start =
    snapshots.length > 1
      ? await fromTwo(store, row, snapshots)
      : { fold: newest === undefined ? undefined : restoreFold(newest), folded: 0 };
  const fold = start.fold ?? (await fromLog(store, row));
  if (fold === undefined) {
    throw new DamagedExperimentError('both the snapshots and the beginning of the log are missing');
  }
  const folded = start.folded + (await foldLog(store, row.id, fold, row.head));
  checkRow(fold, row);
  return { fold, folded, snapshots: snapshots.map(({ seq }) => seq) };
}

/** How often a state is read where others shorten its log meanwhile. */
const MOST_TRIES = 5;

/**
 * The state of an experiment, also while other processes write to it. They save and delete, too: as long as the
 * oldest snapshot stays, nothing that comes after it is deleted; where it went, what was read may have holes.
 */
export async function recoverNow(store: Store, row: ExperimentRow): Promise<Recovered> {
  if (!store.isShared) return recover(store, row);
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const before = await store.snapshotSeqs(row.id);
    const isOvertaken = async () => (await store.snapshotSeqs(row.id)).at(-1) !== before.at(-1);
    try {
      const current = await store.experimentOfId(row.id);
      const recovered = await recover(store, current ?? row);
      if (!(await isOvertaken())) return recovered;
    } catch (error) {
      if (!(error instanceof RunAgain) && !(await isOvertaken())) throw error;
    }
  }
  throw new StoreUnavailable(`the log of ${row.key} changes faster than it can be read`);
}
