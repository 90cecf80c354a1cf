/** Equal-effort tuning as a part of a run: training is saved and resumed like the rest. */

import type { ExperimentPlan } from '@driftline/engine/experiment';
import type { ResultFolder } from '@driftline/engine/node';
import { type Comparison } from '@driftline/engine/play';
import { type ComparisonTuning, tunedName, tuneEqually } from '@driftline/engine/studies';
import { type PlayRequest, playComparisons } from './play-comparisons.ts';

/** The comparisons of a run, and how the tuned ones came about. */
interface TunedComparisons {
  readonly comparisons: readonly Comparison[];
  readonly records: readonly ComparisonTuning[];
}

/**
 * Each comparison as written, then each with tuned policies.
 *
 * @param folder - keeps training until the run is finished
 */
export async function tuneComparisons(
  { comparisons, tuning }: Pick<ExperimentPlan, 'comparisons' | 'tuning'>,
  setting: Omit<PlayRequest, 'comparisons' | 'store' | 'phase'>,
  folder: Pick<ResultFolder, 'store'>,
): Promise<TunedComparisons> {
  if (tuning === undefined) return { comparisons, records: [] };
  const tuned: Comparison[] = [];
  const records: ComparisonTuning[] = [];
  for (const [i, comparison] of comparisons.entries()) {
    const phase = `tuning for environment ${i + 1} of ${comparisons.length}`;
    const store = folder.store(`training-${i}`);
    const { comparison: best, record } = await tuneEqually(comparison, {
      ...tuning,
      plugins: setting.plugins,
      run: (trials) => playComparisons({ ...setting, comparisons: trials, store, phase }),
    });
    const name = tunedName(comparison.name);
    tuned.push({ ...best, name });
    records.push({ comparison: name, tuning: record });
  }
  return { comparisons: [...comparisons, ...tuned], records };
}
