import { ParameterError } from '../base/errors.ts';
import type { Random } from '../portable/random/generator.ts';

/**
 * As many distinct slots from 1 on as there are changes, by selection sampling: each is taken with the
 * chance that keeps all sets equal.
 */
export function drawBreakpoints(changes: number, horizon: number, random: Random): number[] {
  if (changes >= horizon) {
    throw new ParameterError(
      `changes must be an integer from 0 to ${horizon - 1}, because each change needs its own slot after the first; got ${changes}`,
    );
  }
  const breakpoints: number[] = [];
  for (let slot = 1; breakpoints.length < changes; slot++) {
    if (random.below(horizon - slot) < changes - breakpoints.length) breakpoints.push(slot);
  }
  return breakpoints;
}
