/** A comparison's result as a program reads it, and what a reader of it should know. */
import { latenessOf } from '../play/late-rewards.ts';
import type { ComparisonResult } from '../play/result.ts';
import type { Estimate } from '../play/statistics.ts';

/** The benchmark of regret on recorded rewards and rested arms; nothing if it is the best arm of each slot. */
function benchmarkRecord({ source, moves, benchmark }: ComparisonResult['environment']) {
  if (moves !== undefined) return { moves, benchmark: { against: benchmark } };
  if (benchmark !== undefined) return { benchmark: { against: benchmark } };
  if (source.kind !== 'rewards') return {};
  const { against, smoothing, rotated, unit = 1 } = source;
  return { benchmark: { against, smoothing, rotated, unit } };
}

/** One replication says nothing about the spread of others: nothing stands where a number would mislead. */
function spreadOf({ regret, curve }: ComparisonResult['policies'][number], replications: number) {
  const { standardError, sd, q05, q95 } = regret;
  const { low, high } = curve;
  if (replications > 1) return { standardError, sd, q05, q95, low, high };
  const none = curve.slots.map(() => null);
  return { standardError: null, sd: null, q05: null, q95: null, low: none, high: none };
}

type Policy = ComparisonResult['policies'][number];

/** An estimate over replications. One replication has no interval. */
function estimateRecord({ mean, standardError, low, high }: Estimate, replications: number) {
  if (replications > 1) return { mean, standardError, low, high };
  return { mean, standardError: null, low: null, high: null };
}

/** The plays of each arm. */
function playsRecord({ mean, low, high }: NonNullable<Policy['plays']>, replications: number) {
  const none = mean.map(() => null);
  return replications > 1 ? { mean, low, high } : { mean, low: none, high: none };
}

/** The estimates that a policy has. Early results have none of them, and a loss needs a reference. */
function estimatesOf({ loss, reward, plays, restarts }: Policy, replications: number) {
  return {
    ...(loss === undefined ? {} : { loss: estimateRecord(loss, replications) }),
    ...(reward === undefined ? {} : { reward: estimateRecord(reward, replications) }),
    ...(plays === undefined ? {} : { plays: playsRecord(plays, replications) }),
    ...(restarts === undefined ? {} : { restarts: estimateRecord(restarts, replications) }),
  };
}

/** The measures of several players, with intervals if there are any. None if a policy plays alone. */
function fleetRecord(
  { fleet }: ComparisonResult['policies'][number],
  replications: number,
): object {
  if (fleet === undefined) return {};
  const known = ({ mean, standardError, low, high }: Estimate) =>
    replications > 1
      ? { mean, standardError, low, high }
      : { mean, standardError: null, low: null, high: null };
  const { slots, mean, low, high } = fleet.collisionCurve;
  const none = slots.map(() => null);
  const spread = replications > 1 ? { low, high } : { low: none, high: none };
  return {
    collisions: known(fleet.collisions),
    switches: known(fleet.switches),
    fairness: known(fleet.fairness),
    collisionCurve: { slots, mean, ...spread },
  };
}

/** A comparison as the one document that other programs rely on. */
export function comparisonRecord(comparison: ComparisonResult) {
  const { environment, replications, seed, players, policies } = comparison;
  return {
    environment: environment.name,
    horizon: environment.horizon,
    arms: environment.armCount,
    replications,
    seed,
    ...(players === undefined ? {} : { players }),
    ...latenessOf(comparison),
    variation: { stated: environment.variation.stated, true: environment.variation.true },
    ...benchmarkRecord(environment),
    ...(environment.reference === undefined ? {} : { reference: environment.reference }),
    policies: policies.map((policy) => {
      const { spec, id, label, params, pendingInWidth, regret, curve } = policy;
      const { standardError, sd, q05, q95, low, high } = spreadOf(policy, replications);
      const { mean, median } = regret;
      return {
        spec,
        id,
        ...(label === undefined ? {} : { label }),
        params,
        ...(pendingInWidth === undefined ? {} : { pendingInWidth }),
        regret: { mean, standardError, sd, q05, median, q95 },
        ...estimatesOf(policy, replications),
        curve: { slots: curve.slots, mean: curve.mean, low, high },
        ...fleetRecord(policy, replications),
      };
    }),
  };
}

/** Everything a reader of a comparison should know, each once. */
export function comparisonWarnings({ environment, policies }: ComparisonResult): string[] {
  const warnings = [...environment.warnings, ...policies.flatMap((policy) => policy.warnings)];
  return [...new Set(warnings.map(({ message }) => message))];
}
