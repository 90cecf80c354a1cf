/**
 * How far two policies differ, replication by replication: in regret, in regret within a phase, or in
 * how widely the regret spreads.
 */
import { randomStream } from '@driftline/core';
import { ROLE_SAMPLE } from '@driftline/core/play';
import type { ComparisonResult, PolicyResult } from '../../play/result.ts';
import {
  momentsOf,
  type PairedDifference,
  pairedDifference,
  quantile,
} from '../../play/statistics.ts';
import type { Phase, PhaseSplit } from './phases.ts';

/** What is compared. */
export type Measure =
  | { readonly kind: 'regret' }
  | { readonly kind: 'spread' }
  | { readonly kind: 'phase'; readonly phase: Phase; readonly delay: number };

/** A policy within a comparison. */
export interface Side {
  readonly comparison: string;
  /** As written there. */
  readonly spec: string;
}

/** An ordering that is claimed: by this measure, `less` has less than `more`. */
export interface Ordering {
  readonly less: Side;
  readonly more: Side;
  readonly measure: Measure;
}

/** An ordering measured. The difference is `less` minus `more`: negative as claimed. */
export interface Measured extends PairedDifference {
  readonly replications: number;
  /** The value of each side alone. */
  readonly values: { readonly less: number; readonly more: number };
}

const RESAMPLES = 2000;
/** A role of its own keeps these draws apart from every other sample. */
const BOOTSTRAP_STREAM = 1;

function sdOf(values: ArrayLike<number>): number {
  return momentsOf(Array.from(values)).sd;
}

/**
 * The difference of two standard deviations, with a percentile interval of the paired bootstrap:
 * replications are drawn anew with both policies' regrets together. No law of the regrets is assumed.
 */
export function spreadDifference(
  first: readonly number[],
  second: readonly number[],
): PairedDifference {
  const count = first.length;
  const random = randomStream(BOOTSTRAP_STREAM, 0, ROLE_SAMPLE);
  const differences = new Float64Array(RESAMPLES);
  const [one, two] = [new Float64Array(count), new Float64Array(count)];
  for (let resample = 0; resample < RESAMPLES; resample++) {
    for (let i = 0; i < count; i++) {
      const drawn = random.below(count);
      one[i] = first[drawn];
      two[i] = second[drawn];
    }
    differences[resample] = sdOf(one) - sdOf(two);
  }
  const below = differences.filter((difference) => difference <= 0).length;
  const above = differences.filter((difference) => difference >= 0).length;
  const sorted = differences.toSorted();
  return {
    mean: sdOf(first) - sdOf(second),
    standardError: sdOf(differences),
    low: quantile(sorted, 0.025),
    high: quantile(sorted, 0.975),
    // Counting the sample itself keeps the p-value above 0.
    pValue: Math.min(1, (2 * (1 + Math.min(below, above))) / (RESAMPLES + 1)),
  };
}

/** What is needed of a comparison's result. */
export interface Regrets extends Pick<ComparisonResult, 'name'> {
  readonly policies: readonly Pick<PolicyResult, 'spec' | 'finals'>[];
}

/** Measures orderings on results. */
export class Measurer {
  readonly #comparisons: ReadonlyMap<string, Regrets>;
  readonly #splits: readonly PhaseSplit[];

  constructor(comparisons: readonly Regrets[], splits: readonly PhaseSplit[]) {
    this.#comparisons = new Map(comparisons.map((comparison) => [comparison.name, comparison]));
    this.#splits = splits;
  }

  /** A side's regrets, one per replication. */
  finals(side: Side, measure: Measure): readonly number[] {
    if (measure.kind === 'phase') return this.#phaseFinals(side, measure.phase, measure.delay);
    const policy = this.#comparisons
      .get(side.comparison)
      ?.policies.find(({ spec }) => spec === side.spec);
    if (policy === undefined) throw new Error(`no ${side.spec} in ${side.comparison}`);
    return policy.finals;
  }

  #phaseFinals(side: Side, phase: Phase, delay: number): readonly number[] {
    const split = this.#splits.find(
      (candidate) => candidate.comparison === side.comparison && candidate.delay === delay,
    );
    const place = split?.policies.indexOf(side.spec) ?? -1;
    if (split === undefined || place < 0) {
      throw new Error(`no split of ${side.spec} in ${side.comparison} by ${delay} slots`);
    }
    return split.finals[phase][place];
  }

  /** Measures an ordering on the replications that both sides have. */
  measure({ less, more, measure }: Ordering): Measured {
    const [all, others] = [this.finals(less, measure), this.finals(more, measure)];
    const replications = Math.min(all.length, others.length);
    const first = all.slice(0, replications);
    const second = others.slice(0, replications);
    const spread = measure.kind === 'spread';
    const difference = spread ? spreadDifference(first, second) : pairedDifference(first, second);
    const value = (finals: readonly number[]) => (spread ? sdOf(finals) : momentsOf(finals).mean);
    return { ...difference, replications, values: { less: value(first), more: value(second) } };
  }
}
