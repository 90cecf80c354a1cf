import { ParameterError } from '../base/errors.ts';
import type { EnvironmentSettings } from '../definitions/environment.ts';
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

function checkBreakpoints(breakpoints: readonly number[], horizon: number): void {
  for (let i = 0; i < breakpoints.length; i++) {
    const least = i === 0 ? 1 : breakpoints[i - 1] + 1;
    const breakpoint = breakpoints[i];
    if (!Number.isInteger(breakpoint) || breakpoint < least || breakpoint >= horizon) {
      throw new ParameterError(
        `breakpoints must be increasing integers from 1 to ${horizon - 1}, the number of slots before each change; got ${breakpoints.join('/')}`,
      );
    }
  }
}

/** The parameter `breakpoints`, checked; undefined if it is not given. */
export function givenBreakpoints({
  horizon,
  values,
}: EnvironmentSettings): readonly number[] | undefined {
  const given = values.list('breakpoints');
  if (given === undefined) return undefined;
  if (values.given('changes')) {
    throw new ParameterError(
      'changes must not be given with breakpoints, which already set their number; drop one of them',
      'parameters-conflict',
    );
  }
  checkBreakpoints(given, horizon);
  return given;
}
