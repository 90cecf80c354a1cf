/** What all work for values has in common. It is plain data, so that it may travel to a worker. */
import type { KernelModule } from '@driftline/core/compiled';
import type { Log } from '../contract/log.ts';
import type { MeanPath } from '../contract/path.ts';
import { type Fit, FitData, fittedPath } from '../fits/fit.ts';
import { foldedSeries } from '../worlds/arm-series.ts';
import { fitLevels, levelsOf, smoothedPath } from '../worlds/level-fit.ts';
import { fitShared, smoothedShared } from '../worlds/shared-level.ts';
import type { WorldFacts } from '../worlds/world.ts';

/** Somebody whose value is asked for. */
export interface Contender {
  readonly name: string;
  /**
   * What plays where the rows of a fold are held out: a policy as written, or `fixed:ARM`. They differ where the policy
   * was selected by means of the log.
   */
  readonly byFold: readonly string[];
}

/**
 * How means are fitted: by a local-level model of each arm, by one that all arms share where they move together, or by a
 * fit of another kind.
 */
export type MeanWay = 'level' | 'shared' | Fit;

/** What values are computed from. */
export interface ValuePlan {
  readonly log: Log;
  /** Of rows, where choices used a context: the inverse of their propensities. */
  readonly weights: Float64Array | undefined;
  readonly contenders: readonly Contender[];
  readonly facts: WorldFacts;
  readonly way: MeanWay;
  /** How often each world is played. */
  readonly plays: number;
  readonly seed: number;
  readonly kernels: KernelModule | undefined;
}

/** Means over the slots of a log, without the rows of a fold where one is held out. */
export function fittedMeans(
  { log, weights, way }: Pick<ValuePlan, 'log' | 'weights' | 'way'>,
  without?: number,
): MeanPath {
  if (way === 'level') return smoothedPath(fitLevels(log, { without, weights })).path;
  if (way === 'shared') return smoothedShared(fitShared(log, { without, weights }));
  return fittedPath(new FitData(log, weights), way, without);
}

/** The same without each fold in turn: by levels, rows are gone through once. */
export function foldMeans(
  plan: Pick<ValuePlan, 'log' | 'weights' | 'way'>,
): (fold: number) => MeanPath {
  if (plan.way !== 'level') return (fold) => fittedMeans(plan, fold);
  const series = foldedSeries(plan.log, plan.weights);
  return (fold) => smoothedPath(levelsOf(series(fold))).path;
}
