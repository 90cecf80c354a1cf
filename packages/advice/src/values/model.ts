/** Values of a model, where no probabilities say how much a logged reward pays for. */
import type { Estimate, PolicyValue } from '../contract/values.ts';
import type { OnStep, Workers } from '../contract/work.ts';
import { worldOf } from '../worlds/world.ts';
import {
  type Assessed,
  around,
  averageOf,
  counter,
  type Quantiles,
  quantilesFor,
  type ValueWork,
} from './assessed.ts';
import { Calibration } from './calibration.ts';
import { DRAWS, Draws, drawTask, modelTrialTask, TRIAL_DRAWS } from './model-values.ts';
import { fittedMeans, type ValuePlan } from './plan.ts';
import type { Known } from './support.ts';

/**
 * A model does not know what it has not seen: an arm that rose while nobody took it. On logs of UCB1 and Thompson
 * sampling intervals had to be twice as wide to hold as often as they say.
 */
const WIDER = 2;

/** Draws of one task. */
const AT_ONCE = 4;

interface DrawsRequest {
  readonly plan: ValuePlan;
  readonly known: Known;
  /** A multiple of four. */
  readonly draws: number;
}

async function playDraws(
  { plan, known, draws }: DrawsRequest,
  workers: Workers,
  onUnits?: (units: number) => void,
): Promise<Draws> {
  const starts = Array.from({ length: draws / AT_ONCE }, (_, i) => i * AT_ONCE);
  const parts = await Promise.all(
    starts.map((from) =>
      workers.run(drawTask, { plan, number: 0, from, to: from + AT_ONCE, known }, onUnits),
    ),
  );
  return new Draws(parts);
}

/** Some draws, for how much of what contenders would choose was tried, where there are no values. */
export async function triedDraws(plan: ValuePlan, known: Known, workers: Workers): Promise<Draws> {
  return playDraws({ plan, known, draws: AT_ONCE }, workers);
}

/** The model's values of all contenders, and what was logged. */
export async function modelValues(
  work: ValueWork,
  workers: Workers,
  onStep: OnStep,
): Promise<Assessed[]> {
  const { plan, known, trials } = work;
  const world = worldOf(plan.log, fittedMeans({ ...plan, way: 'level' }), plan.facts);
  const count = plan.contenders.length;
  const onUnits = counter(count * (DRAWS + trials * TRIAL_DRAWS), onStep);
  const draws = await playDraws({ plan, known, draws: DRAWS }, workers, onUnits);
  const numbers = Array.from({ length: trials }, (_, i) => i + 1);
  const outputs = await Promise.all(
    numbers.map((number) => workers.run(modelTrialTask, { plan, world, number }, onUnits)),
  );
  const calibration = new Calibration(plan, outputs);
  const values = plan.contenders.map((_, place) => assessed(work, draws, calibration, place));
  return [...values, logged(work, draws)];
}

function widened(trials: number): Quantiles {
  const { below, above, atLeast } = quantilesFor(trials);
  return { below: WIDER * below, above: WIDER * above, atLeast: WIDER * atLeast };
}

function assessed(
  { plan, trials, chances, usual }: ValueWork,
  draws: Draws,
  calibration: Calibration,
  place: number,
): Assessed {
  const quantiles = widened(trials);
  const between = (other: number): Estimate => {
    const { value, error } = draws.spread(place, other);
    return around(value, Math.max(error, calibration.error(place, other)), quantiles);
  };
  const { value, error } = draws.spread(place);
  const calibrated = calibration.error(place);
  const wide = Math.max(error, calibrated);
  const supportOverTime = draws.support(place);
  const support = averageOf(supportOverTime);
  const { ess, offMode } = draws.agreement(place, plan.log, chances, usual);
  const best = plan.contenders.length - 1;
  const shown: PolicyValue = {
    policy: plan.contenders[place].name,
    ...around(value, wide, quantiles),
    atLeast: value - quantiles.atLeast * wide,
    ess,
    support,
    how: 'model',
    aboveLogged: between(draws.logged),
    ...(place === best ? {} : { aboveFixed: between(best) }),
    error,
    calibrated,
  };
  return { value: shown, footing: { ess, support, followed: 1, offMode }, supportOverTime };
}

/** What was logged is known: the mean of its rewards. */
function logged({ plan, trials }: ValueWork, draws: Draws): Assessed {
  const { reward, rows } = plan.log;
  const known = reward.subarray(0, rows).filter((each) => !Number.isNaN(each));
  const value = known.reduce((sum, each) => sum + each, 0) / known.length;
  const squares = known.reduce((sum, each) => sum + (each - value) ** 2, 0);
  const error = Math.sqrt(squares) / known.length;
  const quantiles = quantilesFor(trials);
  return {
    value: {
      policy: 'logged',
      ...around(value, error, quantiles),
      atLeast: value - quantiles.atLeast * error,
      ess: known.length,
      support: 1,
      how: 'logged',
      error,
      calibrated: draws.spread(draws.logged).error,
    },
    footing: undefined,
    supportOverTime: undefined,
  };
}
