import { isWaiting } from './arm-view.ts';
import type { IndexedKernel } from './kernel.ts';

/**
 * The arms of the largest index among `eligible` ones, where pending decisions narrow the width by
 * `extra[arm]` more rewards. Where arms wait for their turn, the one that has waited longest goes alone. Else
 * of arms never seen those with the fewest pending decisions go first, so that a burst does not go to one arm.
 */
export function largestIndices(
  kernel: IndexedKernel,
  eligible: ArrayLike<number>,
  extra: readonly number[] | undefined,
): number[] {
  const waiting = isWaiting(kernel) ? kernel : undefined;
  const best: number[] = [];
  let top = Number.NEGATIVE_INFINITY;
  let soonest = 0;
  for (let i = 0; i < eligible.length; i++) {
    const arm = eligible[i];
    const index = extra === undefined ? kernel.index(arm) : kernel.indexWithExtra(arm, extra[arm]);
    const pending = index === Number.POSITIVE_INFINITY ? (extra?.[arm] ?? 0) : 0;
    const turn = (waiting?.turnOf(arm) ?? 0) || pending;
    if (index > top || (index === top && turn < soonest)) {
      top = index;
      soonest = turn;
      best.length = 0;
    }
    if (index === top && turn === soonest) best.push(arm);
  }
  return best;
}
