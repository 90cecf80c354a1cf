import type { IndexedKernel } from './kernel.ts';

/**
 * The arms of the largest index among `eligible` ones, where pending decisions narrow the width by
 * `extra[arm]` more rewards. Of arms never seen, those with the fewest pending decisions go first, so
 * that a burst does not go to one arm.
 */
export function largestIndices(
  kernel: IndexedKernel,
  eligible: ArrayLike<number>,
  extra: readonly number[] | undefined,
): number[] {
  const best: number[] = [];
  let top = Number.NEGATIVE_INFINITY;
  let fewest = 0;
  for (let i = 0; i < eligible.length; i++) {
    const arm = eligible[i];
    const index = extra === undefined ? kernel.index(arm) : kernel.indexWithExtra(arm, extra[arm]);
    const waiting = index === Number.POSITIVE_INFINITY ? (extra?.[arm] ?? 0) : 0;
    if (index > top || (index === top && waiting < fewest)) {
      top = index;
      fewest = waiting;
      best.length = 0;
    }
    if (index === top && waiting === fewest) best.push(arm);
  }
  return best;
}
