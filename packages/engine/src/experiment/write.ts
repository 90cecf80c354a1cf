import { stringify } from 'yaml';
import type { Comparison } from '../comparison.ts';

/** What a comparison does not know of the files that it came from. */
export interface WrittenFrom {
  /** The path of the table of means, where there is one. */
  readonly means?: string;
  readonly plugins: readonly string[];
}

/** An experiment file that asks for exactly this comparison. */
export function experimentText(comparison: Comparison, from: WrittenFrom): string {
  const { environment: source, variation, changes, rewardRange, name } = comparison;
  const place =
    source.kind === 'means'
      ? { means: from.means, horizon: source.values.length / source.armCount }
      : { environment: source.spec, horizon: source.horizon, arms: source.armCount };
  const environment = { ...place, name, noise: source.rewards, variation, changes, rewardRange };
  return stringify(
    {
      name,
      environments: [environment],
      policies: comparison.policies,
      replications: comparison.replications,
      seed: comparison.seed,
      checkpoints: comparison.checkpoints,
      plugins: from.plugins.length === 0 ? undefined : from.plugins,
    },
    { lineWidth: 0, aliasDuplicateObjects: false },
  );
}
