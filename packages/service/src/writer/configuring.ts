/** Operations that change what an experiment is; each has the experiment for itself. */
import { randomBytes } from 'node:crypto';
import type { ChangedExperiment, EraseAnswer, ImportAnswer } from '@driftline/client/wire';
import { ExperimentFold } from '../fold/experiment-fold.ts';
import type { Limits } from '../model/limits.ts';
import { logTime } from '../model/log-clock.ts';
import type { Operation, Operations } from '../model/operations.ts';
import { ProblemError } from '../model/problems.ts';
import { checkKey, readNewExperiment } from '../model/read-configuration.ts';
import type { ChangeRow, ExperimentRow, Millis } from '../model/rows.ts';
import type { Store } from '../store/store.ts';
import {
  isSameExperiment,
  type Plan,
  planArmChange,
  planNewArm,
  planPatch,
  planRetirement,
  planStatus,
  revisionEffect,
} from '../work/configure.ts';
import { importLines } from '../work/import.ts';
import { changedExperiment, shownExperiment } from '../work/view.ts';
import type { SessionWork } from './experiment-batch.ts';
import type { Held, Loaded } from './held.ts';
import { foldLog } from './history.ts';
import { demandSame, prepareRevision, settleRevision } from './revising.ts';

/** Operations that have an experiment for themselves. */
type HeavyName =
  | 'change'
  | 'setStatus'
  | 'addArm'
  | 'changeArm'
  | 'retireArm'
  | 'import'
  | 'eraseUnit';
export type HeavyOperation = Operation<HeavyName>;

const heavyNames: ReadonlySet<string> = new Set<HeavyName>([
  'change',
  'setStatus',
  'addArm',
  'changeArm',
  'retireArm',
  'import',
  'eraseUnit',
]);

export function isHeavy(operation: Operation): operation is HeavyOperation {
  return heavyNames.has(operation.name);
}

/** What these operations need of the writer. */
export interface Bench {
  readonly store: Store;
  readonly limits: Limits;
  now(): Millis;
  /** Commits what the work writes to the experiment; throws where that fails, and drops the state. */
  commit(held: Held, work: SessionWork): Promise<void>;
  /** Brings the state to where the log ends; throws where that fails. */
  catchUp(held: Loaded): Promise<void>;
}

function planOf({ fold }: Loaded, operation: HeavyOperation, limits: Limits): Plan | undefined {
  const { name, ask } = operation;
  switch (name) {
    case 'change':
      return planPatch(fold, ask.patch, ask.revision);
    case 'setStatus':
      return planStatus(fold, ask.status);
    case 'addArm':
      return planNewArm(fold, ask.arm, ask.change, limits);
    case 'changeArm':
      return planArmChange(fold, ask.arm, ask.change, limits);
    case 'retireArm':
      return planRetirement(fold, ask.arm);
    default:
      return undefined;
  }
}

function demandPlan(held: Loaded, operation: HeavyOperation, limits: Limits): Plan {
  const plan = planOf(held, operation, limits);
  if (plan !== undefined) return plan;
  throw new ProblemError('internal', `${operation.name} is not planned`);
}

async function carryOut(
  bench: Bench,
  held: Loaded,
  operation: HeavyOperation,
): Promise<ChangedExperiment> {
  const { fold, row } = held;
  let plan = demandPlan(held, operation, bench.limits);
  const revision =
    plan.revise === undefined
      ? undefined
      : await prepareRevision(bench, held, plan.config, plan.revise);
  let { next } = fold.facts;
  await bench.commit(held, (session, _, tail) => {
    // Others may have written since: what counts is the state that is locked now.
    plan = demandPlan(held, operation, bench.limits);
    next = fold.facts.next;
    if (plan.revise !== undefined) demandSame(revision, plan.config);
    if (plan.change === undefined) return;
    session.change(plan.change.kind, plan.change.body, operation.by);
    if (plan.revise !== undefined) revision?.write(session, tail, operation.by);
  });
  const isRevised = revision !== undefined && plan.revise !== undefined;
  if (isRevised) await settleRevision(bench, held, revision);
  const more = isRevised ? [revisionEffect(revision.body, next)] : [];
  return changedExperiment(shownExperiment(row, held.fold), [...plan.effects, ...more]);
}

/** The policy is made anew because it has counted nearly as many slots as it can. */
export async function reviseForSlots(bench: Bench, held: Loaded): Promise<void> {
  await bench.catchUp(held);
  const isFull = () => held.fold.policy.slot >= bench.limits.slots;
  if (!isFull()) return;
  const revision = await prepareRevision(bench, held, held.fold.config, 'slots');
  await bench.commit(held, (session, _, tail) => {
    demandSame(revision, held.fold.config);
    if (isFull()) revision.write(session, tail, 'service');
  });
  await settleRevision(bench, held, revision);
}

async function importInto(
  bench: Bench,
  held: Loaded,
  { lines }: Operations['import']['ask'],
  by: string,
): Promise<ImportAnswer> {
  let answer: ImportAnswer = { imported: 0 };
  await bench.commit(held, (session) => {
    answer = importLines(session, lines, by);
  });
  return answer;
}

/** The rows change and the fold does not; the store logs it, so that the state has one more event to fold. */
async function eraseUnit(
  { store, now, catchUp, commit }: Bench,
  held: Loaded,
  { unit }: Operations['eraseUnit']['ask'],
  by: string,
): Promise<EraseAnswer> {
  const tombstone = `erased-${randomBytes(12).toString('hex')}`;
  // The store writes no change of the log's time: one that is due has to be there before.
  await commit(held, () => undefined);
  const { row, fold } = held;
  const at = logTime(fold.facts.clock, now());
  const erased = await store.eraseUnit(row.id, { unit, tombstone, at, by });
  if (store.isShared) {
    await catchUp(held);
    return { erased };
  }
  await foldLog(store, row.id, fold, fold.facts.head + 1);
  held.row = fold.row(row.id, row.key);
  return { erased };
}

/** Does one operation; throws a `ProblemError` where it is refused, `RunAgain` where it has to be planned anew. */
export async function configure(
  bench: Bench,
  held: Loaded,
  operation: HeavyOperation,
): Promise<Operations[HeavyName]['answer']> {
  const { name, ask, by } = operation;
  await bench.catchUp(held);
  if (name === 'import') return importInto(bench, held, ask, by);
  if (name === 'eraseUnit') return eraseUnit(bench, held, ask, by);
  return carryOut(bench, held, operation);
}

/** A new experiment, durable when this returns; undefined where the key is taken. */
export async function createExperiment(
  { store, limits, now }: Pick<Bench, 'store' | 'limits' | 'now'>,
  { key, config: asked }: Operations['create']['ask'],
  by: string,
): Promise<{ row: ExperimentRow; fold: ExperimentFold } | undefined> {
  checkKey(key, '');
  const at = now();
  const config = readNewExperiment(asked, at, limits);
  const body = JSON.stringify({ config });
  const change: ChangeRow = { seq: 1, at, kind: 'create', body, by };
  const fold = ExperimentFold.begin({ type: 'change', row: change });
  const { id: _, ...experiment } = fold.row(0, key);
  const row = await store.create({ experiment, change });
  return row === undefined ? undefined : { row, fold };
}

/** The answer where an experiment of the key is there already. */
export function existing(
  { row, fold }: Loaded,
  asked: Operations['create']['ask'],
  limits: Limits,
): Operations['create']['answer'] {
  if (isSameExperiment(fold, asked.config, limits)) {
    return { created: false, experiment: shownExperiment(row, fold) };
  }
  const detail =
    fold.facts.status === 'archived'
      ? `the key "${row.key}" belongs to an archived experiment and cannot be used again; choose another key`
      : `the experiment "${row.key}" already exists with other settings; change it with PATCH, or choose another key`;
  throw new ProblemError('conflict', detail);
}
