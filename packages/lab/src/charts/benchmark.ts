import { environmentCatalogue } from '@driftline/core';
import type { Comparison, ComparisonResult, EnvironmentResult } from '@driftline/engine/play';

/** Whether regret compares with one arm throughout: the one that pays most of all recorded rewards. */
export function hasFixedBenchmark(environment: Comparison['environment']): boolean {
  return environment.kind === 'rewards' && environment.against === 'fixed';
}

/** True if means move with the plays of their arm, so that no arm is the best of a slot. */
export function isRested(environment: Comparison['environment']): boolean {
  if (environment.kind !== 'named') return false;
  return environmentCatalogue.get(environment.spec.split(':')[0].trim())?.moves === 'plays';
}

/** Why nothing is left to luck in an environment, in words; undefined where something is. */
export function certaintyOf({ source, rewards, fresh }: EnvironmentResult): string | undefined {
  if (source.kind === 'rewards') {
    return source.rotated ? undefined : 'the record is played from its first slot';
  }
  return rewards.id === 'exact' && !fresh ? 'rewards are the means themselves' : undefined;
}

/** Whether nothing differs from one replication to the next: neither environment nor policies draw. */
export function isAlwaysTheSame({
  environment,
  policies,
  replications,
}: ComparisonResult): boolean {
  if (certaintyOf(environment) === undefined || replications === 1) return false;
  return policies.length > 0 && policies.every(({ regret }) => regret.sd === 0);
}
