import type { Scale } from '@driftline/page-kit/charts';
import { slot } from '../state/store.ts';

/** The dotted line at the current slot; it alone is drawn anew when the slot moves. */
export function Hairline({ x, top, bottom }: { x: Scale; top: number; bottom: number }) {
  const at = Math.round(x(Math.min(slot.value + 0.5, x.domain[1]))) + 0.5;
  return <line class="hairline" x1={at} x2={at} y1={top} y2={bottom} />;
}
