/** A comparison's result as a program reads it, and what a reader of it should know. */
import type { ComparisonResult } from './result.ts';

/** What regret on recorded rewards compares with; nothing for other environments, where it is in means. */
function benchmarkRecord({ source }: ComparisonResult['environment']) {
  if (source.kind !== 'rewards') return {};
  const { against, smoothing, rotated, unit = 1 } = source;
  return { benchmark: { against, smoothing, rotated, unit } };
}

/** A comparison as the one document that other programs rely on. */
export function comparisonRecord({ environment, replications, seed, policies }: ComparisonResult) {
  return {
    environment: environment.name,
    horizon: environment.horizon,
    arms: environment.armCount,
    replications,
    seed,
    variation: { stated: environment.variation.stated, true: environment.variation.true },
    ...benchmarkRecord(environment),
    policies: policies.map(({ id, params, regret, curve }) => ({
      id,
      params,
      regret: {
        mean: regret.mean,
        standardError: regret.standardError,
        sd: regret.sd,
        q05: regret.q05,
        median: regret.median,
        q95: regret.q95,
      },
      curve: { slots: curve.slots, mean: curve.mean, low: curve.low, high: curve.high },
    })),
  };
}

/** Everything a reader of a comparison should know, each once. */
export function comparisonWarnings({ environment, policies }: ComparisonResult): string[] {
  const warnings = [...environment.warnings, ...policies.flatMap((policy) => policy.warnings)];
  return [...new Set(warnings.map(({ message }) => message))];
}
