/** Equal-effort tuning as a part of a run: training is saved and resumed like the rest. */

import type { ExperimentPlan } from '@driftline/engine/experiment';
import type { ResultFolder } from '@driftline/engine/node';
import type { Comparison, ComparisonResult } from '@driftline/engine/play';
import { type ComparisonTuning, planTuning, tunedName } from '@driftline/engine/studies';
import { type PlayRequest, playComparisons } from './play-comparisons.ts';

/** What is to be tuned, and how. */
type Tunable = Pick<ExperimentPlan, 'comparisons' | 'tuning'>;

/** The comparisons of a run, and how the tuned ones came about. */
interface TunedComparisons {
  readonly comparisons: readonly Comparison[];
  readonly records: readonly ComparisonTuning[];
}

/** What an experiment plays in order to tune, and what follows from it. */
interface Training {
  /** That of all comparisons as one list: so tuning is one stage, however many environments there are. */
  readonly comparisons: readonly Comparison[];
  /** Each comparison as written, then each with tuned policies. */
  judge(results: readonly ComparisonResult[]): TunedComparisons;
}

/** The training of an experiment; undefined where it is played as written. */
export function trainingOf(
  { comparisons, tuning }: Tunable,
  plugins: PlayRequest['plugins'],
): Training | undefined {
  if (tuning === undefined) return undefined;
  const plans = comparisons.map((comparison) => planTuning(comparison, { ...tuning, plugins }));
  const judge = (results: readonly ComparisonResult[]): TunedComparisons => {
    let first = 0;
    const tuned = plans.map((plan, i) => {
      first += plan.training.length;
      const own = results.slice(first - plan.training.length, first);
      const { comparison, record } = plan.judge(own);
      const name = tunedName(comparisons[i].name);
      return { comparison: { ...comparison, name }, record: { comparison: name, tuning: record } };
    });
    return {
      comparisons: [...comparisons, ...tuned.map(({ comparison }) => comparison)],
      records: tuned.map(({ record }) => record),
    };
  };
  return { comparisons: plans.flatMap(({ training }) => training), judge };
}

/**
 * Each comparison as written, then each with tuned policies.
 *
 * @param folder - keeps training until the run is finished
 */
export async function tuneComparisons(
  plan: Tunable,
  setting: Omit<PlayRequest, 'comparisons' | 'store' | 'phase'>,
  folder: Pick<ResultFolder, 'store'>,
): Promise<TunedComparisons> {
  const training = trainingOf(plan, setting.plugins);
  if (training === undefined) return { comparisons: plan.comparisons, records: [] };
  const { comparisons } = training;
  const store = folder.store('training');
  return training.judge(await playComparisons({ ...setting, comparisons, store, phase: 'tuning' }));
}
