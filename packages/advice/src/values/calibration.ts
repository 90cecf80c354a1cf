/**
 * How far estimates are off on logs made from the fitted world, where the truth is known. The plain standard error does
 * not know that the world was fitted: where arms are thin, that is most of the error.
 */
import { FOLDS, type Log } from '../contract/log.ts';
import type { Logging } from '../contract/logging.ts';
import { replicationFor, streamFor } from '../contract/streams.ts';
import type { Tails } from '../contract/tails.ts';
import type { Task } from '../contract/work.ts';
import type { World } from '../contract/world.ts';
import { RowChances } from '../log/chances.ts';
import { robustMean } from '../tails/median-of-means.ts';
import { logCourse } from '../worlds/course.ts';
import { earnedBy } from '../worlds/sums.ts';
import { fixedArms, isFixed, takenArms } from './contender-arms.ts';
import { Estimates } from './estimates.ts';
import { type FoldPart, foldPart, playNumber } from './fold-part.ts';
import { foldMeans, type ValuePlan } from './plan.ts';
import { playerFor } from './players.ts';
import { type ArmLaw, loggedTruth, MadeColumns, syntheticLog } from './synthetic-log.ts';

/** One log that is made from the world of the whole log. */
interface TrialInput {
  readonly plan: ValuePlan;
  readonly logging: Logging;
  readonly world: World;
  readonly law: ArmLaw;
  /** Those of rewards without a variance; undefined where they have one. */
  readonly tails: Tails | undefined;
  /** Its number, from 1. */
  readonly number: number;
}

/** Estimates of all contenders on one such log, the logged choices last, and one play's truths. */
interface TrialOutput {
  readonly estimates: Float64Array;
  /** Of who stays with an arm and of the logged choices, the truth itself; of others, that of one play. */
  readonly truths: Float64Array;
}

/** What a contender earns in the world itself, on average over what plays for the folds. */
function truthsOf({ plan, world, number }: TrialInput, parts: readonly FoldPart[]): number[] {
  const { contenders, seed, log } = plan;
  const stream = playNumber(number, FOLDS, 0);
  const course = logCourse(world, streamFor(seed, 'values', stream));
  const luck = { seed, replication: replicationFor('values', stream) };
  const player = playerFor(plan.kernels);
  const played = new Map<string, number>();
  const earned = (spec: string) => {
    const known = played.get(spec);
    if (known !== undefined) return known;
    const value = takenArms(player, { spec, arms: log.arms, world, course, luck }).earned;
    played.set(spec, value);
    return value;
  };
  return contenders.map(({ byFold }, place) => {
    let sum = 0;
    parts.forEach(({ fixed }, fold) => {
      const order = fixed[place];
      sum +=
        order === undefined
          ? earned(byFold[fold])
          : earnedBy(course.path, fixedArms(order, course, player.armsFor(log.rows))) / log.rows;
    });
    return sum / FOLDS;
  });
}

let kept: MadeColumns | undefined;

/** The columns that this thread makes logs in: nothing of a log is needed once its values are there. */
function columnsFor(rows: number): MadeColumns {
  if (kept?.arm.length !== rows) kept = new MadeColumns(rows);
  return kept;
}

/** Tries all estimates on one log made from the world. */
export const calibrationTask: Task<TrialInput, TrialOutput> = {
  name: 'values-calibration',
  run(input, onUnits) {
    const { plan, world, law, number, logging, tails } = input;
    const random = streamFor(plan.seed, 'synthetic-logs', number);
    const log = syntheticLog(plan.log, world, law, random, columnsFor(plan.log.rows));
    const chances = new RowChances(log, logging);
    const own = { ...plan, log, weights: weightsOf(log, plan.weights) };
    const means = foldMeans(own);
    const parts = Array.from({ length: FOLDS }, (_, fold) =>
      foldPart(own, { number, fold, means: means(fold) }, onUnits),
    );
    const estimates = new Estimates({ log, chances, plays: plan.plays }, parts);
    const values =
      tails === undefined
        ? estimates.values()
        : Float64Array.from(
            { length: plan.contenders.length + 1 },
            (_, place) =>
              estimates.direct(place) + robustMean(estimates.blockMeans(place), tails).value,
          );
    const truths = Float64Array.from([...truthsOf(input, parts), loggedTruth(log, world)]);
    return { estimates: values, truths };
  },
};

/** Rows are weighted where those of the log itself are. */
function weightsOf(log: Log, weights: Float64Array | undefined): Float64Array | undefined {
  return weights === undefined ? undefined : log.propensity?.map((chance) => 1 / chance);
}

/** Errors of estimates on all logs that were made: contenders × logs, the logged choices last. */
export class Calibration {
  readonly #errors: readonly Float64Array[];

  constructor({ contenders }: Pick<ValuePlan, 'contenders'>, trials: readonly TrialOutput[]) {
    this.#errors = Array.from({ length: contenders.length + 1 }, (_, place) => {
      const isExact = contenders[place]?.byFold.every(isFixed) ?? true;
      let mean = 0;
      for (const { truths } of trials) mean += truths[place] / trials.length;
      return Float64Array.from(
        trials,
        ({ estimates, truths }) => estimates[place] - (isExact ? truths[place] : mean),
      );
    });
  }

  /** The root of the mean square error of a value; of a difference where another is given. */
  error(place: number, other?: number): number {
    const own = this.#errors[place];
    let squares = 0;
    own.forEach((error, i) => {
      squares += (error - (other === undefined ? 0 : this.#errors[other][i])) ** 2;
    });
    return Math.sqrt(squares / own.length);
  }
}
