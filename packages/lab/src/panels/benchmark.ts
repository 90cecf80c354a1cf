import type { Comparison, ComparisonResult } from '@driftline/engine';

/** Whether regret compares with one arm throughout: the one that pays most of all recorded rewards. */
export function hasFixedBenchmark(environment: Comparison['environment']): boolean {
  return environment.kind === 'rewards' && environment.against === 'fixed';
}

/** Whether nothing differs from one replication to the next: a record from its first slot, and no policy draws. */
export function isAlwaysTheSame({
  environment,
  policies,
  replications,
}: ComparisonResult): boolean {
  const { source } = environment;
  if (source.kind !== 'rewards' || source.rotated || replications === 1) return false;
  return policies.length > 0 && policies.every(({ regret }) => regret.sd === 0);
}
