/** How far back a policy remembers, in decisions: what a revision goes through, and what retention keeps. */
import type { ReviseBody } from '../model/changes.ts';
import type { ExperimentConfig } from '../model/configuration.ts';
import { offeredOf } from '../model/offered.ts';

/** Of policies that never forget, or decide themselves what to. */
const LONGEST_REACH = 1_000_000;

/** After so many memories a discounted reward weighs less than 2⁻⁵² of a new one. */
const MEMORIES_OF_DISCOUNT = 36;

/** Decisions that the policy of a configuration may remember. */
export function reachOf({ policy, memory }: Pick<ExperimentConfig, 'policy' | 'memory'>): number {
  if (memory === null) return LONGEST_REACH;
  const { memoryKind } = offeredOf(policy.type).definition;
  return memoryKind === 'discounted' ? MEMORIES_OF_DISCOUNT * memory.decisions : memory.decisions;
}

/**
 * The revision that a configuration asks for, where `next` decisions were made; `kept` is the first of them that is
 * still in the store.
 */
export function revisionFor(
  config: ExperimentConfig,
  next: number,
  kept: number,
  cause: ReviseBody['cause'],
): ReviseBody {
  const { policy, memory, arms } = config;
  const places = arms.flatMap(({ state }, place) => (state === 'retired' ? [] : [place]));
  const from = Math.min(next, Math.max(kept, next - reachOf(config), 0));
  return { policy, memory, arms: places, from, cause };
}
