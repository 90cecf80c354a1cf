/** Ratios of costs measured in the same rounds, and whether they are as low as they should be. */
import { median } from '@driftline/engine/studies';

/** A number that was measured, and what it should be. */
export interface Aim {
  readonly what: string;
  readonly value: number;
  readonly limit: number;
  /** Costs are to stay below their limit, gains to reach it. */
  readonly sense: 'at most' | 'at least';
  readonly met: boolean;
}

/** An aim for something that should be small, such as a cost. */
export function atMost(what: string, value: number, limit: number): Aim {
  return { what, value, limit, sense: 'at most', met: value <= limit };
}

/** An aim for something that should be large, such as a gain. */
export function atLeast(what: string, value: number, limit: number): Aim {
  return { what, value, limit, sense: 'at least', met: value >= limit };
}

/**
 * The median over rounds of how many times the cost of the base was paid. The two of one round were
 * measured within a fraction of a second, so what slows the machine slows both.
 */
export function medianRatio(costs: readonly number[], base: readonly number[]): number {
  const rounds = Math.min(costs.length, base.length);
  if (rounds === 0) throw new Error('a ratio needs at least one round of both');
  return median(Array.from({ length: rounds }, (_, round) => costs[round] / base[round]));
}

/** An aim in a table: `1.3 met`, `1.3 not met`, or nothing where there is none. */
export function aimCell(aim: Aim | undefined): string {
  return aim === undefined ? '' : `${aim.limit} ${aim.met ? 'met' : 'not met'}`;
}
