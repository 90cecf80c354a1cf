/** Axes, alike in every chart. */
import { formatNumber, linearTicks, tickFormat } from '@driftline/engine/display';
import type { Frame, Scale } from './geometry.ts';

const PIXELS_PER_TICK = 110;

/** Ticks at whole slots that end at the horizon, which is always shown. */
export function slotTicks(horizon: number, width: number): number[] {
  const count = Math.max(2, Math.min(6, Math.floor(width / PIXELS_PER_TICK)));
  const ticks = linearTicks(0, horizon, count).filter(Number.isInteger);
  const step = ticks.length > 1 ? ticks[1] - ticks[0] : horizon;
  return [...ticks.filter((tick) => horizon - tick >= step * 0.6), horizon];
}

/** Slots below a chart. */
export function SlotAxis({ x, frame, y }: { x: Scale; frame: Frame; y: number }) {
  const horizon = x.domain[1];
  return (
    <g>
      <line class="axis" x1={frame.left} x2={frame.right} y1={y} y2={y} />
      {slotTicks(horizon, frame.right - frame.left).map((tick) => (
        <text key={tick} x={x(tick)} y={y + 18} text-anchor="middle">
          {tick === 0 ? 'slot 0' : formatNumber(tick, 7)}
        </text>
      ))}
    </g>
  );
}

/** Horizontal grid with its values at the left. */
export function ValueAxis({ y, frame, count }: { y: Scale; frame: Frame; count: number }) {
  const ticks = linearTicks(y.domain[0], y.domain[1], count);
  const format = tickFormat(ticks);
  return (
    <g>
      {ticks.map((tick) => (
        <g key={tick}>
          <line class="grid" x1={frame.left} x2={frame.right} y1={y(tick)} y2={y(tick)} />
          <text x={frame.left - 7} y={y(tick) + 4} text-anchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
    </g>
  );
}
