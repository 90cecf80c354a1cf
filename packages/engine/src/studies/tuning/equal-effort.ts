/**
 * Equal-effort tuning: every policy of a comparison gets the same number of trials over all of its parameters that have
 * a role to tune, on environments that are not judged. The trial with the least mean regret wins. Comparing published
 * tunings largely compares width constants; this compares policies.
 *
 * All trials of all policies meet the same training paths with the same draws. The winner's regret in
 * training is the least of many and so flatters it: only what is played afresh counts.
 */
import { type Environment, ParameterError } from '@driftline/core';
import type { Comparison } from '../../play/comparison.ts';
import { environmentOf, givenVariation, policyOf } from '../../play/play-chunk.ts';
import { NO_PLUGINS, type Plugins } from '../../play/plugins/plugins.ts';
import type { ComparisonResult } from '../../play/result.ts';
import { type Estimate, momentsOf } from '../../play/statistics.ts';
import type { Varied } from './knobs.ts';
import type { Untuned } from './levers.ts';
import {
  type TrainedOn,
  type TrainingEnvironment,
  type TrainingSet,
  trainingEnvironments,
} from './training-environments.ts';
import { planTrials, type TrialPlan } from './trial-plan.ts';

/** What a comparison with tuned policies is called. That it is one, its record says and not its name. */
export function tunedName(name: string): string {
  return `${name}, equal-effort tuning`;
}

/** How much effort each policy gets. */
interface EffortOptions {
  /** Settings tried for each policy, the published one included. */
  readonly trials: number;
  /** Replications that each trial is played for. */
  readonly trainingReplications: number;
  /** Of the training; the comparison's own by default. Judged streams are never used either way. */
  readonly seed?: number;
  readonly plugins?: Plugins;
}

/** How much effort each policy gets, and who plays. */
interface EqualEffortOptions extends EffortOptions {
  /** Plays comparisons: `runComparisons` with an executor. */
  run(comparisons: Comparison[]): Promise<ComparisonResult[]>;
}

/** A trial and its regret in training. */
export interface Trial {
  readonly spec: string;
  /** The amounts of what was varied, in the order of `varied`; records of 0.1.0 have `memory` and `width`. */
  readonly amounts?: readonly number[];
  readonly memory?: number;
  readonly width?: number;
  readonly regret: Estimate;
}

/** What tuning did to one policy. */
export interface TunedPolicy {
  /** As written in the experiment: the first trial. */
  readonly published: string;
  /** The winner: as written where nothing tried was better. */
  readonly tuned: string;
  /** What was varied, and between which bounds; nothing where the policy has nothing to vary. */
  readonly varied: readonly Varied[];
  /** The parameters that were not varied, and why; records of 0.1.0 do not state them. */
  readonly untuned?: readonly Untuned[];
  readonly trials: readonly Trial[];
  /** The winner's place in `trials`. */
  readonly winner: number;
}

/** How a comparison was tuned, as plain data for results and reports. */
export interface TuningRecord {
  readonly method: 'equal-effort';
  /** For each policy that has something to vary; others have one. */
  readonly trials: number;
  readonly trainingReplications: number;
  readonly seed: number;
  readonly trainedOn: TrainedOn;
  /** The same in a sentence. */
  readonly training: string;
  /** The seeds that training used; the comparison's own is not among them. */
  readonly trainingSeeds: readonly number[];
  readonly policies: readonly TunedPolicy[];
}

/** The comparison with tuned policies, and how they came about. */
interface EqualEffort {
  /** The same replications as the comparison that was given, which training has not seen. */
  readonly comparison: Comparison;
  readonly record: TuningRecord;
}

/** More environments than this add little, and each costs one comparison. */
const MOST_ENVIRONMENTS = 16;

const SENTENCES: Readonly<Record<TrainedOn, string>> = {
  'fresh paths': 'Tuned on means drawn with other seeds than those judged.',
  'perturbed means':
    'The means are given, so tuning used them shifted in time, mirrored at their ends, and up to 1.2 times faster or slower, with other rewards than those judged.',
  'the same means, other rewards':
    'The means never change, so tuning used the means that are judged, with other rewards: it knows the environment.',
};

function checkCount(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 1) return;
  throw new ParameterError(`${name} must be an integer >= 1; got ${value}`);
}

/**
 * The environment that settles what the published values are: the one that is judged where its means
 * are given; else the training path with the median budget, so that nothing is read off judged paths.
 */
function settlingEnvironment(
  comparison: Comparison,
  training: TrainingSet,
  plugins: Plugins,
): Environment {
  if (training.trainedOn !== 'fresh paths') {
    return environmentOf(comparison, comparison.firstReplication ?? 0, plugins);
  }
  const paths = training.environments.map(({ source, seed }) =>
    environmentOf({ ...comparison, environment: source, seed }, 0, plugins),
  );
  const budget = (environment: Environment) => givenVariation(comparison, environment);
  paths.sort((first, second) => budget(first) - budget(second));
  return paths[Math.floor((paths.length - 1) / 2)];
}

/**
 * All trials of all policies on one training environment. Drawing its means may take longer than
 * playing a policy on them, so they are drawn once for all.
 */
function trainingComparison(
  comparison: Comparison,
  plans: readonly TrialPlan[],
  { source, seed, variation = comparison.variation }: TrainingEnvironment,
  replications: number,
): Comparison {
  // Whatever else is asked for, such as late rewards, is so in training too.
  const { situation: _, labels: _labels, firstReplication: _first, ...asked } = comparison;
  return {
    ...asked,
    name: `${comparison.name}: training with seed ${seed}`,
    environment: source,
    policies: plans.flatMap(({ trials }) => trials.map(({ spec }) => spec)),
    ...(variation === undefined ? {} : { variation }),
    replications,
    seed,
    checkpoints: { count: 1, spacing: 'linear' },
  };
}

/** `total` in `parts` as equal as can be. */
function share(total: number, parts: number): number[] {
  return Array.from({ length: parts }, (_, i) => Math.floor((total + i) / parts));
}

/**
 * The trials of a policy with their regret over all training environments, and the best of them.
 *
 * @param first - the place of its first trial among all that were played
 */
function judgeTrials(
  plan: TrialPlan,
  results: readonly ComparisonResult[],
  first: number,
): TunedPolicy {
  const trials = plan.trials.map((trial, i): Trial => {
    const finals = results.flatMap(({ policies }) => policies[first + i].finals);
    return { ...trial, regret: momentsOf(finals).estimate() };
  });
  let winner = 0;
  trials.forEach(({ regret }, i) => {
    if (regret.mean < trials[winner].regret.mean) winner = i;
  });
  const [published, tuned] = [trials[0].spec, trials[winner].spec];
  return { published, tuned, varied: plan.varied, untuned: plan.untuned, trials, winner };
}

/** What is to be played before a comparison's policies are tuned, and what becomes of it. */
interface TuningPlan {
  /** One comparison for each training environment. */
  readonly training: readonly Comparison[];
  /** @param results - those of `training`, in its order */
  judge(results: readonly ComparisonResult[]): EqualEffort;
}

/** Judges the trials of all policies, which were played together in the order of the plans. */
function judgeAll(
  plans: readonly TrialPlan[],
  results: readonly ComparisonResult[],
): TunedPolicy[] {
  let first = 0;
  return plans.map((plan) => {
    first += plan.trials.length;
    return judgeTrials(plan, results, first - plan.trials.length);
  });
}

/**
 * Says what has to be played in order to tune a comparison. Nothing in it depends on other comparisons, so
 * the training of several can be played as one list.
 */
export function planTuning(comparison: Comparison, options: EffortOptions): TuningPlan {
  const { trials, trainingReplications, seed = comparison.seed, plugins = NO_PLUGINS } = options;
  checkCount('trials', trials);
  checkCount('trainingReplications', trainingReplications);
  const count = Math.min(trainingReplications, MOST_ENVIRONMENTS);
  const set = trainingEnvironments(comparison, count, seed, plugins);
  const settling = settlingEnvironment(comparison, set, plugins);
  const problem = {
    armCount: settling.means.armCount,
    horizon: settling.means.horizon,
    prepare: (spec: string) => policyOf(comparison, spec, settling, plugins),
  };
  const plans = comparison.policies.map((spec) => planTrials(spec, trials, problem));
  const { environments, trainedOn } = set;
  const replications = share(trainingReplications, environments.length);
  const training = environments.map((environment, i) =>
    trainingComparison(comparison, plans, environment, replications[i]),
  );
  const judge = (results: readonly ComparisonResult[]): EqualEffort => {
    const policies = judgeAll(plans, results);
    const record: TuningRecord = {
      method: 'equal-effort',
      trials,
      trainingReplications,
      seed,
      trainedOn,
      training: SENTENCES[trainedOn],
      trainingSeeds: environments.map((environment) => environment.seed),
      policies,
    };
    const tuned = policies.map((policy) => policy.tuned);
    return { comparison: { ...comparison, policies: tuned }, record };
  };
  return { training, judge };
}

/**
 * Tunes every policy of a comparison with the same effort, on environments that it will not be judged
 * on, and returns the comparison with the winners in place of the policies as written.
 *
 * @example
 * const run = (comparisons: Comparison[]) =>
 *   runComparisons(comparisons, { executor: new InlineExecutor() });
 * const { comparison: tuned } = await tuneEqually(comparison, { trials: 24, trainingReplications: 20, run });
 */
export async function tuneEqually(
  comparison: Comparison,
  options: EqualEffortOptions,
): Promise<EqualEffort> {
  const { training, judge } = planTuning(comparison, options);
  return judge(await options.run([...training]));
}
