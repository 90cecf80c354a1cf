import type { Comparison, EnvironmentSource } from '../../play/comparison.ts';
import { yamlText } from './yaml-text.ts';

/** What a comparison does not know of the files that it came from. */
export interface WrittenFrom {
  /** The path of the table of means or rewards, where there is one. */
  readonly table?: string;
  readonly plugins: readonly string[];
}

function placeOf(source: EnvironmentSource, { table }: WrittenFrom): object {
  if (source.kind === 'named') {
    const { spec: environment, horizon, armCount: arms, rewards: noise } = source;
    return { environment, horizon, arms, noise };
  }
  const horizon = source.values.length / source.armCount;
  if (source.kind === 'means') return { means: table, horizon, noise: source.rewards };
  const { unit, against, smoothing, rotated } = source;
  return { rewards: table, horizon, unit, against, smoothing, rotated };
}

/** An experiment file that asks for exactly this comparison. */
export function experimentText(comparison: Comparison, from: WrittenFrom): string {
  const { environment: source, situation, variation, changes, rewardRange, name } = comparison;
  const place = placeOf(source, from);
  const environment = { ...place, name, situation, variation, changes, rewardRange };
  return yamlText({
    name,
    environments: [environment],
    policies: comparison.policies,
    replications: comparison.replications,
    seed: comparison.seed,
    checkpoints: comparison.checkpoints,
    plugins: from.plugins.length === 0 ? undefined : from.plugins,
  });
}
