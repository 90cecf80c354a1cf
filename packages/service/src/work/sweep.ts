import { isHolding } from '../model/log-clock.ts';
import type { Session } from './session.ts';

/** Decisions that one sweep closes at most, so that no batch takes long. */
export const LARGEST_SWEEP = 10_000;

/**
 * Closes the overdue decisions, in the order of numbers, up to the first that is not overdue. Returns how many; where
 * that is `LARGEST_SWEEP` there may be more. Closes nothing while decisions stay open after a large step of time.
 */
export function sweep(session: Session): number {
  if (isHolding(session.fold.facts.clock, session.at)) return 0;
  const { through, count } = session.fold.waiting.overdue(session.at, LARGEST_SWEEP);
  if (count > 0) session.change('sweep', { through, closed: count }, 'service');
  return count;
}
