/** The third question: what would a policy have earned on this log? */
import type { KernelModule } from '@driftline/core/compiled';
import { parseSpec } from '@driftline/core/spec';
import type { Delays } from '../contract/delays.ts';
import { FOLDS, type Log, type Note } from '../contract/log.ts';
import type { Logging } from '../contract/logging.ts';
import type { PowerTail } from '../contract/path.ts';
import { type Answer, isRefused, type Refusal } from '../contract/refusal.ts';
import type { Tails } from '../contract/tails.ts';
import type { PolicyValue, Value } from '../contract/values.ts';
import type { OnStep, Task, Workers } from '../contract/work.ts';
import { isUnresolved } from '../drift/unresolved.ts';
import { FitData, fittedPath } from '../fits/fit.ts';
import { rankOf } from '../gain/rank.ts';
import { RowChances } from '../log/chances.ts';
import { powerTails } from '../tails/tails.ts';
import { THIS_ADVICE } from '../words/value-names.ts';
import { fitLevels, smoothedPath } from '../worlds/level-fit.ts';
import { residualsOf } from '../worlds/noise.ts';
import { type Assessed, averageOf } from './assessed.ts';
import { calibrationTask } from './calibration.ts';
import { FIXED } from './contender-arms.ts';
import { robustValues } from './doubly-robust.ts';
import { usualReward } from './estimates.ts';
import { foldTask } from './fold-part.ts';
import { modelValues, triedDraws } from './model.ts';
import { drawTask, modelTrialTask } from './model-values.ts';
import { type Contender, fittedMeans, type MeanWay, type ValuePlan } from './plan.ts';
import {
  type Followed,
  movementNote,
  needFacts,
  needFor,
  refusalOf,
  refusalOfAll,
  supportNote,
} from './refusals.ts';
import { type Known, knownArms } from './support.ts';

/** Whose values are asked for, and what is known of the log. */
export interface ValuesRequest {
  readonly log: Log;
  readonly logging: Logging;
  /**
   * Policies as written, `fixed:ARM`; or a name with what was selected without each fold, for the value of a way to
   * select: the winner of a selection is not judged by the rows that it won with.
   */
  readonly policies: readonly (string | Contender)[];
  readonly delays?: Pick<Delays, 'curve' | 'rewardedShare'> | undefined;
  readonly batch?: number | undefined;
  readonly tails: Answer<Tails>;
  /** How means are fitted: by local levels unless given. */
  readonly way?: MeanWay;
  readonly seed: number;
  /** Compiled ones; those in JavaScript where absent: slower, the same bits. */
  readonly kernels?: KernelModule | undefined;
}

/** All values, and what is to be noted of them. */
export interface ValuesAnswer {
  /** In the order asked for; then the best fixed arm, and what was logged. */
  readonly values: readonly Value[];
  readonly notes: readonly Note[];
  /** Of the first policy: the share of what it would choose that was tried at about that time, in fifty stretches. */
  readonly supportOverTime: Float64Array | undefined;
}

/** Above so many rows, worlds are played once, and five logs are made instead of ten. */
const MANY_ROWS = 1_000_000;
/** Up to so many, plays cost nothing. */
const FEW_ROWS = 3000;

/** Laws of what is far out, where tails are heavy. */
function farTails(
  fitted: Pick<ValuePlan, 'log' | 'weights' | 'way'>,
  tails: Answer<Tails>,
): PowerTail[] {
  if (isRefused(tails)) return [];
  return powerTails(residualsOf(fitted.log, fittedMeans(fitted)), tails);
}

/** How often each world is played: what luck adds to a value is to be small beside what else is not known. */
function playsFor(rows: number): number {
  if (rows > MANY_ROWS) return 1;
  return rows > FEW_ROWS ? 3 : 9;
}

/** Tasks that workers have to know. */
export const valueTasks: readonly Task<never, unknown>[] = [
  foldTask,
  calibrationTask,
  drawTask,
  modelTrialTask,
];

function contenderOf(policy: string | Contender): Contender {
  if (typeof policy !== 'string') return policy;
  return { name: policy, byFold: Array.from({ length: FOLDS }, () => policy) };
}

/**
 * The arm to stay with. It is known by the name of the best in the whole log, and what it earns is what the best without
 * each fold earns on that fold: the best of many arms that are alike looks better by the rows that it won with. A model
 * knows no folds, and where arms were given up their plain means are those of their good times.
 */
function bestFixed(
  { log, weights }: Pick<ValuePlan, 'log' | 'weights'>,
  isModel: boolean,
): Contender {
  if (isModel) {
    const { path } = smoothedPath(fitLevels(log, { weights }));
    return contenderOf(FIXED + log.arms[rankOf(path)[0]]);
  }
  const data = new FitData(log, weights);
  const best = (without?: number) =>
    FIXED + log.arms[rankOf(fittedPath(data, { kind: 'constant' }, without))[0]];
  return { name: best(), byFold: Array.from({ length: FOLDS }, (_, fold) => best(fold)) };
}

/** The plan, with the best fixed arm as the last contender. */
function planOf(request: ValuesRequest, isModel: boolean): ValuePlan {
  const { log, logging, delays, batch, tails, seed, kernels, way = 'level' } = request;
  const weights = logging.usesContext ? log.propensity?.map((chance) => 1 / chance) : undefined;
  const asked = request.policies.map(contenderOf);
  // A model does not leave folds out: its values are those of what was selected by the whole log.
  const policies = isModel ? asked.map(({ name }) => contenderOf(name)) : asked;
  return {
    log,
    weights,
    contenders: [...policies, bestFixed({ log, weights }, isModel)],
    facts: { delays, batch, tails: farTails({ log, weights, way }, tails) },
    way,
    plays: playsFor(log.rows),
    seed,
    kernels,
  };
}

/** Each policy as refused; where one arm has all decisions, with how much of what it would choose was tried. */
async function allRefused(
  plan: ValuePlan,
  refusal: Refusal,
  known: Known,
  workers: Workers,
): Promise<ValuesAnswer> {
  const isFixed = refusal.refused === 'logging-fixed';
  const draws = isFixed ? await triedDraws(plan, known, workers) : undefined;
  const policies = plan.contenders.slice(0, -1);
  return {
    values: policies.map(({ name }, place) => {
      const support = draws === undefined ? {} : { support: averageOf(draws.support(place)) };
      return { policy: name, ...refusal, ...support };
    }),
    notes: [],
    supportOverTime: policies.length > 0 ? draws?.support(0) : undefined,
  };
}

/**
 * The values of policies on a log, of the best fixed arm and of what was logged.
 *
 * @param onStep - told how far the work has come
 */
export async function valuesOf(
  request: ValuesRequest,
  workers: Workers,
  onStep: OnStep = () => {},
): Promise<ValuesAnswer> {
  const { log, logging, tails } = request;
  const usual = usualReward(log);
  const chances = new RowChances(log, logging);
  const isModel = chances.how === 'nearby';
  const plan = planOf(request, isModel);
  const known = knownArms(log, plan.weights);
  const need = () => needFor(needFacts(log, usual, known));
  const refusal =
    refusalOfAll(log, logging, tails, need) ?? (isModel ? confounded(plan) : undefined);
  if (refusal !== undefined) return allRefused(plan, refusal, known, workers);
  const work = {
    plan,
    logging,
    chances,
    known,
    usual,
    tails: isHeavy(tails) ? tails : undefined,
    trials: log.rows > MANY_ROWS ? 5 : 10,
  };
  const way = isModel ? modelValues : robustValues;
  const assessed = await way(work, workers, onStep);
  return answerOf(request, assessed, need());
}

/**
 * A model is right only where the means that it fits are those that choices met. Where arms move faster than it follows,
 * and choices change with time, an arm's mean is that of the hours at which it was shown.
 */
function confounded({ log, weights }: ValuePlan): Refusal | undefined {
  const { path } = smoothedPath(fitLevels(log, { weights }));
  if (!isUnresolved(log, path, weights)) return undefined;
  return { refused: 'movement-confounded', need: { column: 'propensity' } };
}

function isHeavy(tails: Answer<Tails>): tails is Tails {
  return !isRefused(tails) && tails.verdict === 'no-variance';
}

/** Where the best fixed arm is not known, nobody is told to be above or below it. */
function withoutFixed(value: Value): Value {
  if (isRefused(value)) return value;
  const { aboveFixed: _, ...rest } = value;
  return rest;
}

/** The name of a value in a warning: several policies play for the advice if others won without some folds. */
function warnedName({ policies }: ValuesRequest, { policy, how }: PolicyValue): string {
  const asked = policies.find((each) => typeof each !== 'string' && each.name === policy);
  if (asked === undefined || typeof asked === 'string' || how === 'model') return policy;
  const idOf = (spec: string) => parseSpec(spec).id;
  return asked.byFold.some((spec) => idOf(spec) !== idOf(policy)) ? THIS_ADVICE : policy;
}

function answerOf(
  request: ValuesRequest,
  assessed: readonly Assessed[],
  need: ReturnType<typeof needFor>,
): ValuesAnswer {
  const notes: Note[] = [];
  const followed: Followed[] = [];
  const values = assessed.map(({ value, footing }): Value => {
    if (footing === undefined) return value;
    const { policy } = value;
    const refusal = refusalOf(footing, need);
    const { ess, support } = footing;
    if (refusal !== undefined) return { policy, ...refusal, ess, support };
    const name = warnedName(request, value);
    followed.push({ policy: name, followed: footing.followed });
    const partial = supportNote(name, support);
    if (partial !== undefined) notes.push(partial);
    return value;
  });
  const movement = movementNote(followed);
  if (movement !== undefined) notes.push(movement);
  if (assessed[0].value.how === 'model') notes.push(MODEL_NOTE);
  if (isHeavy(request.tails)) notes.push(TAILS_NOTE);
  const [fixed] = values.slice(-2);
  return {
    values: isRefused(fixed) ? values.map(withoutFixed) : values,
    notes,
    supportOverTime: assessed[0].supportOverTime,
  };
}

const MODEL_NOTE: Note = {
  code: 'model-value',
  text: 'Choices depended on rewards, and the log has no propensities. These values come from a model of the arms instead of the rewards themselves. A column of propensities would give better estimates.',
  isWarning: true,
};

const TAILS_NOTE: Note = {
  code: 'tails-infinite-variance',
  text: 'Tails are so heavy that the variance of rewards may be infinite. Intervals use ranked means of blocks instead.',
  isWarning: true,
};
