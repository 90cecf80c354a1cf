/** What a policy knew of each arm when it picked, in the units of rewards. */
import type { ArmView, Kernel } from '@driftline/core';
import { type PreparedPolicy, viewArm } from '@driftline/core/play';
import type { Telling } from './telling.ts';
import type { WatchedReplication } from './watch.ts';

type RewardMap = PreparedPolicy['rewardMap'];

/** A posterior as two numbers, whatever its law. */
interface Posterior {
  readonly mean: number;
  readonly deviation: number;
  readonly count: number;
}

function betaPosterior({ alpha, beta }: { alpha: number; beta: number }): Posterior {
  const total = alpha + beta;
  return {
    mean: alpha / total,
    deviation: Math.sqrt((alpha * beta) / (total * total * (total + 1))),
    count: total - 2,
  };
}

/** A kernel that draws from normal posteriors, of which a view says nothing. */
interface NormalKernel {
  readonly precision: number;
  count(arm: number): number;
  successes(arm: number): number;
}

function isNormal(kernel: object): kernel is NormalKernel {
  if (!('precision' in kernel && 'successes' in kernel && 'count' in kernel)) return false;
  return typeof kernel.precision === 'number' && kernel.precision > 0;
}

function normalPosterior(kernel: NormalKernel, arm: number): Posterior {
  const count = kernel.count(arm);
  return {
    mean: count > 0 ? kernel.successes(arm) / count : Number.NaN,
    deviation: count > 0 ? 1 / Math.sqrt(kernel.precision * count) : Number.NaN,
    count,
  };
}

function posteriorOf(kernel: Kernel, view: ArmView): Posterior | undefined {
  if (view.posterior !== undefined) return betaPosterior(view.posterior);
  const { mean, deviation, count } = view;
  if (mean !== undefined && deviation !== undefined && count !== undefined) {
    return { mean, deviation, count };
  }
  return isNormal(kernel) ? normalPosterior(kernel, view.arm) : undefined;
}

/** An estimator that clips rewards at one of some limits, by an arm's level. */
interface Saturating {
  readonly limits: Float64Array;
  readonly level: Int32Array;
}

function saturatingOf(kernel: Kernel): Saturating | undefined {
  if (!('estimator' in kernel)) return undefined;
  const { estimator } = kernel;
  if (typeof estimator !== 'object' || estimator === null) return undefined;
  if (!('limits' in estimator && 'level' in estimator)) return undefined;
  const { limits, level } = estimator;
  const saturates = limits instanceof Float64Array && level instanceof Int32Array;
  return saturates ? { limits, level } : undefined;
}

/** What is known of each arm in each slot, filled one arm at a time. */
export class KnownTables {
  readonly estimates: Float64Array<ArrayBuffer>;
  readonly widths: Float64Array<ArrayBuffer>;
  readonly indices: Float64Array<ArrayBuffer>;
  readonly counts: Float64Array<ArrayBuffer>;
  readonly probabilities: Float64Array<ArrayBuffer>;
  readonly limits: Float64Array<ArrayBuffer>;
  readonly #kernel: Kernel;
  readonly #map: RewardMap;
  readonly #saturating: Saturating | undefined;

  constructor(size: number, kernel: Kernel, map: RewardMap) {
    this.#kernel = kernel;
    this.#map = map;
    this.#saturating = saturatingOf(kernel);
    this.estimates = new Float64Array(size);
    this.widths = new Float64Array(size);
    this.indices = new Float64Array(size);
    this.counts = new Float64Array(size);
    this.probabilities = new Float64Array(size);
    this.limits = new Float64Array(this.#saturating === undefined ? 0 : size);
  }

  /** All arms of a slot, in a row that begins at a place. */
  noteArms(row: number, armCount: number, telling: Telling): void {
    const { isFresh } = telling;
    for (let arm = 0; arm < armCount; arm++) {
      const view = viewArm(this.#kernel, arm, 0);
      telling.noteArm(row + arm, view);
      if (isFresh) this.noteFresh(row + arm);
      else this.note(row + arm, view);
    }
  }

  note(place: number, view: ArmView): void {
    const { center, scale } = this.#map;
    const { arm } = view;
    const posterior = posteriorOf(this.#kernel, view);
    const unknown = Number.NaN;
    const spread = posterior === undefined ? unknown : 2 * posterior.deviation;
    const mean = view.mean ?? posterior?.mean ?? unknown;
    const index = indexOf(view) ?? unknown;
    this.estimates[place] = center + scale * mean;
    this.widths[place] = scale * (view.width ?? (Number.isNaN(index) ? spread : index - mean));
    this.indices[place] = center + scale * index;
    this.counts[place] = view.count ?? posterior?.count ?? unknown;
    this.probabilities[place] = view.probability ?? unknown;
    if (this.#saturating === undefined) return;
    const { limits, level } = this.#saturating;
    this.limits[place] = scale * limits[level[arm]];
  }

  /** Of a learner that begins with the slot, to which nothing is known. */
  noteFresh(place: number): void {
    this.estimates[place] = Number.NaN;
    this.widths[place] = Number.NaN;
    this.indices[place] = Number.POSITIVE_INFINITY;
    this.counts[place] = 0;
  }

  choice(): WatchedReplication['choice'] {
    const view = viewArm(this.#kernel, 0, 0);
    if (indexOf(view) !== undefined) return 'index';
    if (posteriorOf(this.#kernel, view) !== undefined) return 'posterior';
    if (view.probability !== undefined) return 'probability';
    // Who is told the course of the means has no use for estimates.
    if ('course' in this.#kernel) return 'told';
    return view.count !== undefined ? 'turns' : 'none';
  }
}

/** What the largest of decides, be it known which part of the policy picks or not before the pick. */
function indexOf({ index, facts }: ArmView): number | undefined {
  return index ?? facts.bound;
}
