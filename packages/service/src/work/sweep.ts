import type { Session } from './session.ts';

/** Decisions that one sweep closes at most, so that no batch takes long. */
export const LARGEST_SWEEP = 10_000;

/**
 * Closes the overdue decisions, in the order of numbers, up to the first that is not overdue. Returns how many; where
 * that is `LARGEST_SWEEP` there may be more.
 */
export function sweep(session: Session): number {
  const { through, count } = session.fold.waiting.overdue(session.at, LARGEST_SWEEP);
  if (count > 0) session.change('sweep', { through, closed: count }, 'service');
  return count;
}
