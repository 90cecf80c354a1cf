import type { Comparison } from '@driftline/engine';

/** Whether regret compares with one arm throughout: the one that pays most of all recorded rewards. */
export function hasFixedBenchmark(environment: Comparison['environment']): boolean {
  return environment.kind === 'rewards' && environment.against === 'fixed';
}
