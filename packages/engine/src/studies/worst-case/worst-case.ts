/**
 * Empirical worst-case regret: an environment is searched for each policy and judged with fresh
 * replications. What comes out is a lower bound on the supremum over all environments within the
 * budget, never the supremum itself.
 */
import { ParameterError } from '@driftline/core';
import { type LowerBoundRate, lowerBoundRate } from '@driftline/core/theory';
import type { Comparison } from '../../play/comparison.ts';
import type { ComparisonResult } from '../../play/result.ts';
import type { Summary } from '../../play/statistics.ts';
import { checkProblem, type FamilyParameters } from './families/family.ts';
import { type FamilyBest, type Found, type SearchSettings, search, searchSlots } from './search.ts';
import { type PlayingOptions, StudyRun } from './study-run.ts';

/** What is asked for: policies, a problem, and how much effort. */
export interface WorstCaseSettings extends SearchSettings {
  /** Fresh replications that judge what was found. */
  readonly replications: number;
}

/** Effort where none is asked for. */
export const worstCaseDefaults = {
  evaluations: 200,
  searchReplications: 8,
  replications: 200,
  seed: 1,
} as const;

/** The worst that was found for one policy. */
export interface WorstCase {
  /** As written. */
  readonly policy: string;
  readonly family: { readonly id: string; readonly name: string };
  readonly parameters: FamilyParameters;
  /** Row-major: the means of the first slot, then of the second, and so on. */
  readonly means: Float64Array<ArrayBuffer>;
  /** Of the means, by the paper's definition. */
  readonly variation: number;
  /** By fresh replications. */
  readonly regret: Summary;
  /** Regret over the rate (KV)^(1/3) T^(2/3); undefined without a budget. */
  readonly ratio: number | undefined;
  /** The search's own largest mean, which is biased upward. */
  readonly searchMaximum: number;
  readonly families: readonly FamilyBest[];
}

/** A worst case for each policy, and all policies on each environment found. */
export interface WorstCaseStudy {
  readonly settings: WorstCaseSettings;
  readonly rate: LowerBoundRate;
  readonly cases: readonly WorstCase[];
  /** One for each case, with every policy, by the replications that judge. */
  readonly comparisons: readonly ComparisonResult[];
}

const JUDGED_CHECKPOINTS = 100;

function atLeastOne(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 1) return;
  throw new ParameterError(`${name} must be an integer >= 1; got ${value}`);
}

function checkSettings(settings: WorstCaseSettings): void {
  checkProblem(settings);
  atLeastOne('evaluations', settings.evaluations);
  atLeastOne('search replications', settings.searchReplications);
  atLeastOne('replications', settings.replications);
  if (settings.policies.length === 0)
    throw new ParameterError('policies must name at least one', 'parameter-missing');
  const repeated = settings.policies.find((spec, i) => settings.policies.indexOf(spec) !== i);
  if (repeated !== undefined) {
    throw new ParameterError(`policies must differ; '${repeated}' is there twice`);
  }
}

/** All policies on the environment found for one: replications from 0, which no search plays. */
function judgingOf({ policy, candidate }: Found, settings: WorstCaseSettings): Comparison {
  const { armCount, policies, variation, replications, seed } = settings;
  return {
    name: `worst case of ${policy}`,
    environment: {
      kind: 'means',
      name: `worst case of ${policy}`,
      values: Array.from(candidate.values),
      armCount,
      rewards: 'bernoulli',
    },
    policies,
    variation,
    replications,
    seed,
    checkpoints: { count: JUDGED_CHECKPOINTS, spacing: 'linear' },
  };
}

/** Searches and judges. */
export async function worstCase(
  settings: WorstCaseSettings,
  options: PlayingOptions,
): Promise<WorstCaseStudy> {
  checkSettings(settings);
  const { armCount, horizon, variation, policies, replications } = settings;
  const judgingSlots = policies.length ** 2 * replications * horizon;
  const run = new StudyRun(options, searchSlots(settings) + judgingSlots);
  const found = await search(settings, run);
  const comparisons = await run.play(found.map((one) => judgingOf(one, settings)));
  const rate = lowerBoundRate(armCount, horizon, variation);
  const cases = found.map((one, i): WorstCase => {
    const { regret } = comparisons[i].policies[i];
    return {
      policy: one.policy,
      family: { id: one.candidate.family.id, name: one.candidate.family.name },
      parameters: one.candidate.parameters,
      means: one.candidate.values,
      variation: one.candidate.variation,
      regret,
      ratio: rate.value > 0 ? regret.mean / rate.value : undefined,
      searchMaximum: one.searchMaximum,
      families: one.families,
    };
  });
  return { settings, rate, cases, comparisons };
}
