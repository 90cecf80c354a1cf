import { useRef } from 'preact/hooks';

/** What a slider does with its events. */
interface Drag<V> {
  /** Takes a value that is still moving. */
  move(value: V): void;
  /** Handlers of whatever may end it. */
  readonly ends: Readonly<
    Record<'onChange' | 'onPointerUp' | 'onPointerCancel' | 'onBlur', () => void>
  >;
}

/**
 * Follows a slider that is dragged, and reports when it was let go. The event `change` alone does not:
 * browsers leave it out where the slider is let go at the value that it had.
 */
export function useDrag<V>(take: (value: V, settled: boolean) => void): Drag<V> {
  const moved = useRef<{ readonly value: V }>(undefined);
  const end = () => {
    const last = moved.current;
    moved.current = undefined;
    if (last !== undefined) take(last.value, true);
  };
  return {
    move: (value) => {
      moved.current = { value };
      take(value, false);
    },
    ends: { onChange: end, onPointerUp: end, onPointerCancel: end, onBlur: end },
  };
}
