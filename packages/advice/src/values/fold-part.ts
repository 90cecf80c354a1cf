/** One fold's part of all values: contenders play in a world that does not know the rows they are judged by. */
import { FOLDS } from '../contract/log.ts';
import type { MeanPath } from '../contract/path.ts';
import { replicationFor, streamFor } from '../contract/streams.ts';
import type { Task } from '../contract/work.ts';
import type { WorldCourse } from '../contract/world.ts';
import { logCourse } from '../worlds/course.ts';
import { worldOf } from '../worlds/world.ts';
import { isFixed, takenArms } from './contender-arms.ts';
import { fittedMeans, type ValuePlan } from './plan.ts';
import { playerFor } from './players.ts';
import { type Known, STRETCHES, supportOver } from './support.ts';

/** What one fold says of each contender. */
export interface FoldPart {
  /** The means that do not know the fold. */
  readonly path: MeanPath;
  /** Of each contender, what it earns per slot by these means. */
  readonly direct: Float64Array;
  /** Of each contender, in how many plays it took the arm that the log took; for each row of the fold, in order. */
  readonly hits: readonly Uint8Array[];
  /** Of each contender, the share of what it takes that was tried, over time; empty unless it was asked for. */
  readonly support: readonly Float64Array[];
  /** The same of what is followed. */
  readonly followed: readonly Float64Array[];
  /** Of each contender that stays with an arm, the arms of each slot; undefined for others, and unless asked for. */
  readonly fixed: readonly (Uint16Array | undefined)[];
}

/** Which part it is: of the log itself, 0, or of a log made from its world; and what else is asked for. */
interface FoldRequest {
  readonly number: number;
  readonly fold: number;
  readonly known?: Known;
  readonly keepFixed?: boolean;
}

/** Streams are numbered by log, fold and play. */
const MOST_PLAYS = 16;

/** The number of a play's stream. */
export function playNumber(number: number, fold: number, play: number): number {
  return (number * (FOLDS + 1) + fold) * MOST_PLAYS + play;
}

function rowsIn(fold: Uint8Array, rows: number, own: number): Int32Array {
  let count = 0;
  for (let row = 0; row < rows; row++) if (fold[row] === own) count += 1;
  const places = new Int32Array(count);
  count = 0;
  for (let row = 0; row < rows; row++) {
    if (fold[row] !== own) continue;
    places[count] = row;
    count += 1;
  }
  return places;
}

function countHits(
  hits: Uint8Array,
  rows: Int32Array,
  logged: Uint16Array,
  taken: Uint16Array,
): void {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    if (taken[row] === logged[row]) hits[i] += 1;
  }
}

function addShares(sums: Float64Array, shares: Float64Array, plays: number): void {
  for (let i = 0; i < sums.length; i++) sums[i] += shares[i] / plays;
}

/** Plays all contenders in the world without a fold. */
export function foldPart(
  plan: ValuePlan,
  { number, fold, known, keepFixed }: FoldRequest,
  onUnits: (units: number) => void,
): FoldPart {
  const { log, contenders, plays, seed } = plan;
  const world = worldOf(log, fittedMeans(plan, fold), { ...plan.facts, without: fold });
  const player = playerFor(plan.kernels);
  const rows = rowsIn(log.fold, log.rows, fold);
  const direct = new Float64Array(contenders.length);
  const hits = contenders.map(() => new Uint8Array(rows.length));
  const [support, followed] = [0, 1].map(() =>
    contenders.map(() => new Float64Array(known === undefined ? 0 : STRETCHES)),
  );
  const fixed: (Uint16Array | undefined)[] = contenders.map(() => undefined);
  let course: WorldCourse | undefined;
  for (let play = 0; play < plays; play++) {
    const stream = playNumber(number, fold, play);
    // Only how late rewards are differs between plays.
    if (course === undefined || course.due !== undefined)
      course = logCourse(world, streamFor(seed, 'values', stream));
    const met = course;
    const luck = { seed, replication: replicationFor('values', stream) };
    contenders.forEach(({ byFold }, place) => {
      const spec = byFold[fold];
      const taken = takenArms(player, { spec, arms: log.arms, world, course: met, luck });
      direct[place] += taken.earned / plays;
      countHits(hits[place], rows, log.arm, taken.arms);
      if (keepFixed && isFixed(spec)) fixed[place] = taken.arms;
      if (known !== undefined) {
        addShares(support[place], supportOver(known, known.isTried, taken.arms), plays);
        addShares(followed[place], supportOver(known, known.isFollowed, taken.arms), plays);
      }
      onUnits(1);
    });
  }
  return { path: world.path, direct, hits, support, followed, fixed };
}

/** One fold's part as work for anybody. */
export const foldTask: Task<{ readonly plan: ValuePlan; readonly request: FoldRequest }, FoldPart> =
  {
    name: 'values-fold',
    run: ({ plan, request }, onUnits) => foldPart(plan, request, onUnits),
  };
