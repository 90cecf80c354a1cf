/**
 * Values by a model alone, for logs whose choices depended on rewards and that do not say with which probability. What
 * the means may have been is drawn from a local-level model, sixteen times, and the contenders play each draw. No reward
 * of the log pays for what they do: hence these are a model's values.
 */
import type { Log } from '../contract/log.ts';
import { replicationFor, streamFor } from '../contract/streams.ts';
import type { Task } from '../contract/work.ts';
import type { World } from '../contract/world.ts';
import type { RowChances } from '../log/chances.ts';
import { logCourse } from '../worlds/course.ts';
import { drawnPath, fitLevels, type LevelFit } from '../worlds/level-fit.ts';
import { worldOf } from '../worlds/world.ts';
import { isFixed, takenArms } from './contender-arms.ts';
import { playNumber } from './fold-part.ts';
import type { ValuePlan } from './plan.ts';
import { playerFor } from './players.ts';
import { pooledFit } from './pooled-fit.ts';
import { type Known, STRETCHES, supportOver } from './support.ts';
import { loggedTruth, syntheticLog } from './synthetic-log.ts';

/** Draws of what the means may have been. */
export const DRAWS = 16;

/** What some draws say. */
interface DrawPart {
  /** Of each draw, what each contender earns per slot; that of the logged choices is the last. */
  readonly earned: readonly Float64Array[];
  /** Of each contender, in how many draws it took the arm that the log took, row by row. */
  readonly hits: readonly Uint8Array[];
  /** Of each contender, the share of what it takes that is known, over time: summed over draws. */
  readonly support: readonly Float64Array[];
}

/** Which draws, and of which log: 0 is the log itself. */
interface DrawInput {
  readonly plan: ValuePlan;
  readonly number: number;
  readonly from: number;
  readonly to: number;
  /** Absent where only what is earned is asked for. */
  readonly known: Known | undefined;
}

/** Plays all contenders in one draw. */
function playDraw(
  { plan, number }: DrawInput,
  fit: LevelFit,
  draw: number,
  visit: (place: number, arms: Uint16Array) => void,
): Float64Array {
  const { log, contenders, seed } = plan;
  const path = drawnPath(fit, streamFor(seed, 'values', playNumber(number, 0, draw)));
  const world = worldOf(log, path, plan.facts);
  const stream = playNumber(number, 1, draw);
  const course = logCourse(world, streamFor(seed, 'values', stream));
  const luck = { seed, replication: replicationFor('values', stream) };
  const player = playerFor(plan.kernels);
  const earned = contenders.map(({ byFold: [spec] }, place) => {
    const taken = takenArms(player, { spec, arms: log.arms, world, course, luck });
    visit(place, taken.arms);
    return taken.earned;
  });
  return Float64Array.from([...earned, loggedTruth(log, world)]);
}

/** Plays all contenders in some draws. */
export const drawTask: Task<DrawInput, DrawPart> = {
  name: 'values-draws',
  run(input, onUnits) {
    const { plan, from, to, known } = input;
    const { log, weights, contenders } = plan;
    const fit = pooledFit(fitLevels(log, { weights }));
    const isKept = known !== undefined;
    const hits = contenders.map(() => new Uint8Array(isKept ? log.rows : 0));
    const support = contenders.map(() => new Float64Array(isKept ? STRETCHES : 0));
    const earned = Array.from({ length: to - from }, (_, i) =>
      playDraw(input, fit, from + i, (place, arms) => {
        onUnits(1);
        if (known === undefined) return;
        for (let row = 0; row < arms.length; row++)
          if (arms[row] === log.arm[row]) hits[place][row] += 1;
        // Who stays with an arm takes it when nobody else did: what was last seen of it is then too good, or too old.
        const isStaying = isFixed(contenders[place].byFold[0]);
        const marks = isStaying ? known.isWatched : known.isFollowed;
        supportOver(known, marks, arms).forEach((share, stretch) => {
          support[place][stretch] += share;
        });
      }),
    );
    return { earned, hits, support };
  },
};

/** Draws for each log that is made from the world: fewer, as only their average counts. */
export const TRIAL_DRAWS = 4;

/** A log to try the model's values on. */
interface ModelTrialInput {
  readonly plan: ValuePlan;
  readonly world: World;
  readonly number: number;
}

/** Tries the model's values on a log made from the world. */
export const modelTrialTask: Task<
  ModelTrialInput,
  { readonly estimates: Float64Array; readonly truths: Float64Array }
> = {
  name: 'values-model-trial',
  run({ plan, world, number }, onUnits) {
    const { seed, contenders } = plan;
    const log = syntheticLog(plan.log, world, 'kept', streamFor(seed, 'synthetic-logs', number));
    const estimates = new Float64Array(contenders.length + 1);
    const input = { plan: { ...plan, log }, number, from: 0, to: TRIAL_DRAWS, known: undefined };
    for (const earned of drawTask.run(input, onUnits).earned)
      earned.forEach((each, place) => {
        estimates[place] += each / TRIAL_DRAWS;
      });
    const stream = playNumber(number, 2, 0);
    const course = logCourse(world, streamFor(seed, 'values', stream));
    const luck = { seed, replication: replicationFor('values', stream) };
    const player = playerFor(plan.kernels);
    const truths = contenders.map(({ byFold: [spec] }) => {
      return takenArms(player, { spec, arms: log.arms, world, course, luck }).earned;
    });
    return { estimates, truths: Float64Array.from([...truths, loggedTruth(log, world)]) };
  },
};

/** Draws of all contenders, put together. */
export class Draws {
  readonly #parts: readonly DrawPart[];
  readonly #earned: readonly Float64Array[];

  constructor(parts: readonly DrawPart[]) {
    this.#parts = parts;
    this.#earned = parts.flatMap(({ earned }) => earned);
  }

  /** The place of the logged choices among contenders. */
  get logged(): number {
    return this.#earned[0].length - 1;
  }

  /** The average of a value, or of a difference, and its standard deviation among draws. */
  spread(place: number, other?: number): { readonly value: number; readonly error: number } {
    const values = this.#earned.map(
      (earned) => earned[place] - (other === undefined ? 0 : earned[other]),
    );
    const value = values.reduce((sum, each) => sum + each, 0) / values.length;
    const squares = values.reduce((sum, each) => sum + (each - value) ** 2, 0);
    return { value, error: Math.sqrt(squares / (values.length - 1)) };
  }

  /** Of what a contender takes, the share that is known, over time. */
  support(place: number): Float64Array {
    const sum = new Float64Array(STRETCHES);
    for (const { support } of this.#parts)
      support[place].forEach((share, i) => {
        sum[i] += share / this.#earned.length;
      });
    return sum;
  }

  /** Decisions that count in effect, by shares of arms around each row; and rewards among them that are not usual. */
  agreement(
    place: number,
    { reward, rows }: Log,
    chances: RowChances,
    usual: number,
  ): { readonly ess: number; readonly offMode: number } {
    let [weights, squares, offMode] = [0, 0, 0];
    for (let row = 0; row < rows; row++) {
      let hits = 0;
      for (const part of this.#parts) hits += part.hits[place][row];
      if (hits === 0 || Number.isNaN(reward[row])) continue;
      const weight = hits / (this.#earned.length * chances.at(row));
      weights += weight;
      squares += weight * weight;
      if (reward[row] !== usual) offMode += 1;
    }
    return { ess: squares > 0 ? (weights * weights) / squares : 0, offMode };
  }
}
