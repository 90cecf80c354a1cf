/** What equal-effort tuning adds to an experiment, known before anything is played. */
import type { Environment } from '@driftline/core';
import type { Comparison } from '../../play/comparison.ts';
import { contexts } from '../../play/contexts.ts';
import { policyOf } from '../../play/play-chunk.ts';
import type { Plugins } from '../../play/plugins/plugins.ts';
import { checkRunSize, RUN_LIMITS } from '../../play/run-size.ts';
import { tunedName } from '../tuning/equal-effort.ts';
import { planTrials } from '../tuning/trial-plan.ts';
import type { Issue } from './issues.ts';
import { refusal } from './plan-policies.ts';
import type { Experiment } from './schema.ts';

/** As long as what tuning adds to a spec. */
const TUNED_SPEC =
  ':discount=0.123456789012;threshold=0.1234;explore=0.1234;zeta=0.1234;scale=0.1234';

/** Comparisons as large as those that are written in the end: tuned ones beside those as given. */
export function writtenComparisons(
  comparisons: readonly Comparison[],
  tuning: Experiment['tuning'],
): readonly Comparison[] {
  if (tuning === undefined) return comparisons;
  const tuned = comparisons.map((comparison) => ({
    ...comparison,
    name: tunedName(comparison.name),
    policies: comparison.policies.map((spec) => `${spec}${TUNED_SPEC}`),
  }));
  return [...comparisons, ...tuned];
}

/** Refuses more trials than can be played together: training plays those of all policies at once. */
export function checkTraining(
  comparison: Comparison,
  environment: Environment,
  { trials, trainingReplications }: NonNullable<Experiment['tuning']>,
  plugins: Plugins,
  refuse: (issue: Issue) => void,
): void {
  const contextual = comparison.policies.find((spec) => contexts?.isPolicy(spec));
  if (contextual !== undefined || environment.means.contexts !== undefined) {
    const what = contextual ?? environment.name;
    const text = `is for policies without contexts; got ${what}; leave it out, and list the values of parameters instead`;
    refuse({ path: ['tuning'], text });
    return;
  }
  const { armCount, horizon } = environment.means;
  const prepare = (spec: string) => policyOf(comparison, spec, environment, plugins);
  // A policy with nothing to vary has one trial, however many are asked for.
  const counts = comparison.policies.map((spec) => {
    const [, second] = planTrials(spec, 2, { armCount, horizon, prepare }).trials;
    return second === undefined ? 1 : trials;
  });
  const count = counts.reduce((sum, each) => sum + each, 0);
  if (count > RUN_LIMITS.policies) {
    const text = `must ask for at most ${RUN_LIMITS.policies} trials of all policies together; ${trials} for each policy that can be tuned make ${count} on ${comparison.name}: use fewer trials or policies`;
    refuse({ path: ['tuning'], text });
    return;
  }
  const training: Comparison = {
    ...comparison,
    policies: comparison.policies.flatMap((spec, i) => new Array<string>(counts[i]).fill(spec)),
    replications: trainingReplications,
    checkpoints: { count: 1, spacing: 'linear' },
  };
  const problem = refusal(() => {
    checkRunSize([training], { plugins, stored: true });
    // Training perturbs a table, also of means that are computed on demand else.
    environment.means.table();
  });
  if (problem !== undefined) refuse({ path: ['tuning'], text: `: ${problem}` });
}
