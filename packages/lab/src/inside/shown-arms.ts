/** Which arms have a row now. */
import { computed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { slot } from '../state/store.ts';
import { passingArms, steadyArms } from './moments.ts';
import type { Inside } from './state.ts';

/** Rows kept free for the picked and the best arm, where they are not among the steady ones. */
const PASSING_ROWS = 2;

/**
 * The arms that are shown, one per row: the steady ones, and where these are not all, rows for the picked
 * and the best arm, which are -1 while they stay empty. The list is another one only when it differs.
 */
export function useShownArms({ watched }: Inside, showsAll: boolean): readonly number[] {
  const steady = useMemo(() => steadyArms(watched, showsAll), [watched, showsAll]);
  const passing = useMemo(
    () => computed(() => passingArms(watched, steady, slot.value).join()),
    [watched, steady],
  );
  const isPartial = steady.length < watched.armCount;
  const text = isPartial ? passing.value : '';
  return useMemo(() => {
    if (!isPartial) return steady;
    const arms = text === '' ? [] : text.split(',').map(Number);
    return [...steady, ...Array.from({ length: PASSING_ROWS }, (_, i) => arms[i] ?? -1)];
  }, [steady, isPartial, text]);
}
