/** Values that the log's own rewards pay for. */
import { FOLDS } from '../contract/log.ts';
import type { Tails } from '../contract/tails.ts';
import type { Estimate, PolicyValue } from '../contract/values.ts';
import type { OnStep, Workers } from '../contract/work.ts';
import { robustMean } from '../tails/median-of-means.ts';
import { worldOf } from '../worlds/world.ts';
import {
  type Assessed,
  around,
  averageOf,
  counter,
  quantilesFor,
  type ValueWork,
} from './assessed.ts';
import { Calibration, calibrationTask } from './calibration.ts';
import { Estimates } from './estimates.ts';
import { type FoldPart, foldTask } from './fold-part.ts';
import { fittedMeans } from './plan.ts';
import { STRETCHES } from './support.ts';

/** What was logged has no interval of its own but that of a mean. */
const NORMAL = { below: 1.96, above: 1.96 };
const NORMAL_ONE_SIDED = 1.645;

async function playFolds(
  { plan, known }: ValueWork,
  workers: Workers,
  onUnits: (units: number) => void,
): Promise<FoldPart[]> {
  const folds = Array.from({ length: FOLDS }, (_, fold) => fold);
  return Promise.all(
    folds.map((fold) =>
      workers.run(foldTask, { plan, request: { number: 0, fold, known } }, onUnits),
    ),
  );
}

async function calibrate(
  { plan, logging, chances, tails, trials }: ValueWork,
  workers: Workers,
  onUnits: (units: number) => void,
): Promise<Calibration> {
  const world = worldOf(plan.log, fittedMeans(plan), plan.facts);
  const law = chances.how === 'given' ? 'given' : 'shares';
  const numbers = Array.from({ length: trials }, (_, i) => i + 1);
  const outputs = await Promise.all(
    numbers.map((number) =>
      workers.run(calibrationTask, { plan, logging, world, law, tails, number }, onUnits),
    ),
  );
  return new Calibration(plan, outputs);
}

/** In a difference of two, either tail may be on either side. */
function bothSides({ tails }: Tails): Pick<Tails, 'tails'> {
  const [heaviest] = [...tails].sort((a, b) => a.index - b.index);
  if (heaviest === undefined) return { tails };
  return { tails: (['upper', 'lower'] as const).map((side) => ({ ...heaviest, side })) };
}

/** Puts values together with how far they were off where the truth is known. */
class Assessor {
  readonly #work: ValueWork;
  readonly #parts: readonly FoldPart[];
  readonly #estimates: Estimates;
  readonly #calibration: Calibration;

  constructor(work: ValueWork, parts: readonly FoldPart[], calibration: Calibration) {
    const { plan, chances } = work;
    this.#work = work;
    this.#parts = parts;
    this.#calibration = calibration;
    const paid = { log: plan.log, chances, plays: plan.plays };
    this.#estimates = new Estimates(paid, parts);
  }

  /** A contender's value. */
  assessed(place: number): Assessed {
    const { ess, error, snips, offMode } = this.#estimates.estimate(place);
    const over = this.#over((part) => part.support[place]);
    const support = averageOf(over);
    const followed = averageOf(this.#over((part) => part.followed[place]));
    const { contenders } = this.#work.plan;
    const best = contenders.length - 1;
    const value: PolicyValue = {
      policy: contenders[place].name,
      ...this.#interval(place),
      ess,
      support,
      how: 'doubly-robust',
      aboveLogged: this.#between(place, this.#estimates.logged),
      ...(place === best ? {} : { aboveFixed: this.#between(place, best) }),
      error,
      calibrated: this.#calibration.error(place),
      ...(Number.isFinite(snips) ? { snips } : {}),
    };
    return { value, footing: { ess, support, followed, offMode }, supportOverTime: over };
  }

  /** What was logged. */
  logged(): Assessed {
    const { value, error, ess } = this.#estimates.estimate(this.#estimates.logged);
    const shown = { ...around(value, error, NORMAL), atLeast: value - NORMAL_ONE_SIDED * error };
    return {
      value: {
        policy: 'logged',
        ...shown,
        ess,
        support: 1,
        how: 'logged',
        error,
        calibrated: this.#calibration.error(this.#estimates.logged),
      },
      footing: undefined,
      supportOverTime: undefined,
    };
  }

  #interval(place: number): Estimate & { readonly atLeast: number } {
    const { value, error } = this.#estimates.estimate(place);
    const off = this.#calibration.error(place);
    const quantiles = quantilesFor(this.#work.trials);
    const { tails } = this.#work;
    if (tails !== undefined) return this.#heavy(place, undefined, tails, off);
    const wide = Math.max(error, off);
    return { ...around(value, wide, quantiles), atLeast: value - quantiles.atLeast * wide };
  }

  #between(place: number, other: number): Estimate {
    const off = this.#calibration.error(place, other);
    const { tails } = this.#work;
    if (tails !== undefined) {
      const { value, low, high } = this.#heavy(place, other, bothSides(tails), off);
      return { value, low, high };
    }
    const difference =
      this.#estimates.estimate(place).value - this.#estimates.estimate(other).value;
    const error = Math.max(this.#estimates.errorBetween(place, other), off);
    return around(difference, error, quantilesFor(this.#work.trials));
  }

  /** By the order of means of blocks; at least as wide as errors were where the truth is known. */
  #heavy(
    place: number,
    other: number | undefined,
    tails: Pick<Tails, 'tails'>,
    off: number,
  ): Estimate & { readonly atLeast: number } {
    const direct =
      this.#estimates.direct(place) - (other === undefined ? 0 : this.#estimates.direct(other));
    const middle = robustMean(this.#estimates.blockMeans(place, other), tails);
    const quantiles = quantilesFor(this.#work.trials);
    const value = direct + middle.value;
    const { low, high } = around(value, off, quantiles);
    return {
      value,
      low: Math.min(direct + middle.low, low),
      high: Math.max(direct + middle.high, high),
      atLeast: Math.min(direct + middle.atLeast, value - quantiles.atLeast * off),
    };
  }

  #over(shares: (part: FoldPart) => Float64Array): Float64Array {
    const over = new Float64Array(STRETCHES);
    for (const part of this.#parts)
      shares(part).forEach((share, i) => {
        over[i] += share / FOLDS;
      });
    return over;
  }
}

/** Doubly robust values of all contenders, and what was logged. */
export async function robustValues(
  work: ValueWork,
  workers: Workers,
  onStep: OnStep,
): Promise<Assessed[]> {
  const { contenders, plays } = work.plan;
  const onUnits = counter(contenders.length * FOLDS * plays * (1 + work.trials), onStep);
  // The longest tasks first, so that all threads have work to the end.
  const [calibration, parts] = await Promise.all([
    calibrate(work, workers, onUnits),
    playFolds(work, workers, onUnits),
  ]);
  const assessor = new Assessor(work, parts, calibration);
  return [...contenders.map((_, place) => assessor.assessed(place)), assessor.logged()];
}
