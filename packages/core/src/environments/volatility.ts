import type { EnvironmentSettings } from '../definitions/environment.ts';
import type { NumberParameter } from '../spec/spec-values.ts';

/** How far a random walk steps; `usual` says how far where it is not given. */
export function volatilityParameter(usual: string, of = 'a mean'): NumberParameter {
  return {
    kind: 'number',
    id: 'volatility',
    summary: `standard deviation of a step of ${of} from one slot to the next (default: ${usual})`,
    least: 0,
  };
}

/**
 * The size of a step. Where it is not given a walk goes as far over the whole horizon as `overAll`
 * says, in standard deviations, however many slots there are.
 */
export function volatilityOf({ horizon, values }: EnvironmentSettings, overAll: number): number {
  return values.optionalNumber('volatility') ?? overAll / Math.sqrt(horizon);
}
