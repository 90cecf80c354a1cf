/** One fold's part of all values: contenders play in a world that does not know the rows they are judged by. */
import { FOLDS, type Log } from '../contract/log.ts';
import type { MeanPath } from '../contract/path.ts';
import { replicationFor, streamFor } from '../contract/streams.ts';
import type { Task } from '../contract/work.ts';
import type { WorldCourse } from '../contract/world.ts';
import { logCourse } from '../worlds/course.ts';
import { worldOf } from '../worlds/world.ts';
import { fixedOrder, isFixed, takenArms } from './contender-arms.ts';
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
  /** Of each contender that stays with an arm, arms in the order in which it takes them; undefined for others. */
  readonly fixed: readonly (readonly number[] | undefined)[];
}

/** Which part it is: of the log itself, 0, or of a log made from its world; and what else is asked for. */
interface FoldRequest {
  readonly number: number;
  readonly fold: number;
  readonly known?: Known;
  /** Means without the fold, where they are there already. */
  readonly means?: MeanPath;
}

/** Streams are numbered by log, fold and play. */
const MOST_PLAYS = 16;

/** The number of a play's stream. */
export function playNumber(number: number, fold: number, play: number): number {
  return (number * (FOLDS + 1) + fold) * MOST_PLAYS + play;
}

function rowsIn({ fold, rows }: Log, own: number): number {
  let count = 0;
  for (let row = 0; row < rows; row++) if (fold[row] === own) count += 1;
  return count;
}

function addShares(sums: Float64Array, shares: Float64Array, weight: number): void {
  for (let i = 0; i < sums.length; i++) sums[i] += shares[i] * weight;
}

/** A fold's part while it is played. */
class PartSums {
  readonly #plan: ValuePlan;
  readonly #fold: number;
  readonly #known: Known | undefined;
  readonly direct: Float64Array;
  readonly hits: readonly Uint8Array[];
  readonly support: readonly Float64Array[];
  readonly followed: readonly Float64Array[];

  constructor(plan: ValuePlan, { fold, known }: FoldRequest) {
    const { log, contenders } = plan;
    this.#plan = plan;
    this.#known = known;
    this.#fold = fold;
    this.direct = new Float64Array(contenders.length);
    const count = rowsIn(log, fold);
    this.hits = contenders.map(() => new Uint8Array(count));
    const stretches = known === undefined ? 0 : STRETCHES;
    this.support = contenders.map(() => new Float64Array(stretches));
    this.followed = contenders.map(() => new Float64Array(stretches));
  }

  /** Adds what a contender did, as so many of the plays. */
  add(place: number, { arms, earned }: ReturnType<typeof takenArms>, plays: number): void {
    const share = plays / this.#plan.plays;
    this.direct[place] += earned * share;
    this.#count(this.hits[place], arms, plays);
    const known = this.#known;
    if (known === undefined) return;
    addShares(this.support[place], supportOver(known, known.isTried, arms), share);
    addShares(this.followed[place], supportOver(known, known.isFollowed, arms), share);
  }

  /** Counts rows of the fold in which the log took the same arm. */
  #count(hits: Uint8Array, arms: Uint16Array, plays: number): void {
    const { arm, fold, rows } = this.#plan.log;
    const own = this.#fold;
    let at = 0;
    for (let row = 0; row < rows; row++) {
      if (fold[row] !== own) continue;
      if (arms[row] === arm[row]) hits[at] += plays;
      at += 1;
    }
  }
}

/** Plays all contenders in the world without a fold. */
export function foldPart(
  plan: ValuePlan,
  request: FoldRequest,
  onUnits: (units: number) => void,
): FoldPart {
  const { log, contenders, plays, seed } = plan;
  const { number, fold, means = fittedMeans(plan, fold) } = request;
  const world = worldOf(log, means, { ...plan.facts, without: fold });
  const player = playerFor(plan.kernels);
  const sums = new PartSums(plan, request);
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
      onUnits(1);
      // Whoever stays with an arm does so in every play.
      if (isFixed(spec) && play > 0) return;
      const taken = takenArms(player, { spec, arms: log.arms, world, course: met, luck });
      sums.add(place, taken, isFixed(spec) ? plays : 1);
    });
  }
  const { path } = world;
  const { direct, hits, support, followed } = sums;
  const fixed = contenders.map(({ byFold }) =>
    isFixed(byFold[fold]) ? fixedOrder(byFold[fold], log.arms, path) : undefined,
  );
  return { path, direct, hits, support, followed, fixed };
}

/** One fold's part as work for anybody. */
export const foldTask: Task<{ readonly plan: ValuePlan; readonly request: FoldRequest }, FoldPart> =
  {
    name: 'values-fold',
    run: ({ plan, request }, onUnits) => foldPart(plan, request, onUnits),
  };
