/**
 * What is tuned in a policy, and which values are tried.
 *
 * Every policy has the same number of candidates, however many parameters it has. They are spread over all that can be
 * varied in it at once: its memories, its rates of exploration and its widths. These are found by the roles of its
 * parameters, never by its id or their names, so that a plugin is treated like a policy of ours.
 */
import { ParameterError } from '@driftline/core';
import { exp, ln } from '@driftline/core/parts';
import type { PreparedPolicy } from '@driftline/core/play';
import { evenPoints } from './even-points.ts';
import { type Knob, knobOf, type TuningProblem, type Varied } from './knobs.ts';
import { leverGroups, type Untuned, untunedOf } from './levers.ts';

/** Below this ratio of its ends a range holds nothing to try. */
const LEAST_RATIO = 1.01;
/** A candidate that the policy refuses moves halfway to the published setting, at most this often. */
const MOST_RETREATS = 12;

/** One setting of a policy, to be played in training. */
interface PlannedTrial {
  readonly spec: string;
  /** The amounts of what is varied, in the order of `varied`. */
  readonly amounts: readonly number[];
}

/** All trials of a policy, its published tuning first. */
export interface TrialPlan {
  readonly varied: readonly Varied[];
  readonly untuned: readonly Untuned[];
  readonly trials: readonly PlannedTrial[];
}

/** The point of a range at a share of its way, on a logarithmic scale. */
function alongLog({ low, high }: Varied, share: number): number {
  return low * exp(share * ln(high / low));
}

/** The share of a range's way at which the published amount lies. */
function publishedShare({ low, high, published }: Varied): number {
  return ln(published / low) / ln(high / low);
}

function isWorthVarying({ varied }: Knob): boolean {
  return varied.high / varied.low > LEAST_RATIO;
}

/** The knobs of a policy in the order in which they are set: multiples may follow from the memory tried. */
class Knobs {
  readonly varied: readonly Varied[];
  readonly untuned: readonly Untuned[];
  readonly #knobs: readonly Knob[];
  readonly #problem: TuningProblem;

  constructor(spec: string, prepared: PreparedPolicy, problem: TuningProblem) {
    const groups = leverGroups(spec, prepared, problem.horizon);
    this.#knobs = groups.map((group) => knobOf(group, prepared, problem)).filter(isWorthVarying);
    this.#problem = problem;
    this.varied = this.#knobs.map(({ varied }) => varied);
    const parameters = this.varied.flatMap((varied) => varied.parameters);
    this.untuned = untunedOf(prepared, groups, parameters);
  }

  /** The policy at a point of the unit cube. */
  #at(spec: string, point: readonly number[]): PlannedTrial {
    let written = spec;
    const amounts = this.#knobs.map((knob, i) => {
      const [set, amount] = knob.set(written, alongLog(knob.varied, point[i]));
      written = set;
      return amount;
    });
    this.#problem.prepare(written);
    return { spec: written, amounts };
  }

  /** The policy at a point, or as near to it as the policy accepts; nothing if it accepts no other setting. */
  near(spec: string, point: readonly number[]): PlannedTrial[] {
    let shares = point;
    for (let retreats = 0; retreats <= MOST_RETREATS; retreats++) {
      try {
        return [this.#at(spec, shares)];
      } catch (error) {
        if (!(error instanceof ParameterError)) throw error;
        shares = shares.map((share, i) => (share + publishedShare(this.varied[i])) / 2);
      }
    }
    return [];
  }
}

/**
 * The trials of a policy: its spec as written, then `count − 1` settings spread evenly, on logarithmic
 * scales, over all that can be varied in it. A policy in which nothing can be varied has one trial.
 */
export function planTrials(spec: string, count: number, problem: TuningProblem): TrialPlan {
  const knobs = new Knobs(spec, problem.prepare(spec), problem);
  const { varied, untuned } = knobs;
  const points = varied.length === 0 ? [] : evenPoints(count - 1, varied.length);
  const written = { spec, amounts: varied.map(({ published }) => published) };
  return {
    varied,
    untuned,
    trials: [written, ...points.flatMap((point) => knobs.near(spec, point))],
  };
}
