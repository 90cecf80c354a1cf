/** When something happened: restarts of the policy, and changes that somebody made. */
import type { HistoryMark } from '@driftline/client/wire';
import { formatNumber, linearTicks } from '@driftline/engine/display';
import type { Frame, Scale } from '@driftline/page-kit/charts';

const PIXELS_PER_TICK = 110;
/** More lines than these would hide what they cross: then signs stand alone. */
const MOST_LINES = 30;

/** Decision numbers below a chart. */
export function DecisionAxis({ x, frame, y }: { x: Scale; frame: Frame; y: number }) {
  const count = Math.max(2, Math.min(7, Math.floor((frame.right - frame.left) / PIXELS_PER_TICK)));
  const [from, to] = x.domain;
  const ticks = linearTicks(from, to, count).filter(Number.isInteger);
  return (
    <g>
      <line class="axis" x1={frame.left} x2={frame.right} y1={y} y2={y} />
      {ticks.map((tick) => (
        <text key={tick} x={x(tick)} y={y + 18} text-anchor="middle">
          {formatNumber(tick, 7)}
        </text>
      ))}
    </g>
  );
}

/** A filled triangle is a restart, an open diamond a change. */
function Sign({ kind, at, y }: { kind: HistoryMark['kind']; at: number; y: number }) {
  return kind === 'restart' ? (
    <path class="mark restart" d={`M${at - 5},${y}h10l-5,-9Z`} />
  ) : (
    <path class="mark change" d={`M${at},${y - 10}l5,5l-5,5l-5,-5Z`} />
  );
}

export function Marks(props: {
  marks: readonly HistoryMark[];
  x: Scale;
  top: number;
  bottom: number;
}) {
  const { marks, x, top, bottom } = props;
  return (
    <g>
      {marks.map(({ number, kind, text }, i) => {
        const at = Math.round(x(Math.min(Math.max(number, x.domain[0]), x.domain[1]))) + 0.5;
        return (
          <g key={`${number}-${kind}-${i}`}>
            <title>{`Decision ${formatNumber(number, 7)}: ${text}`}</title>
            {marks.length > MOST_LINES ? null : (
              <line class={`mark-line ${kind}`} x1={at} x2={at} y1={top} y2={bottom} />
            )}
            <Sign kind={kind} at={at} y={bottom} />
          </g>
        );
      })}
    </g>
  );
}
