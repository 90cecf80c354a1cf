/** One row per arm: what is true, what is believed, what is picked. */

import { formatFixed, linearTicks, tickFormat } from '@driftline/engine/display';
import {
  arrangement,
  type Frame,
  frameOf,
  type Scale,
  SlotAxis,
  useWidth,
} from '@driftline/page-kit/charts';
import { useMemo, useState } from 'preact/hooks';
import { Hairline } from '../charts/hairline.tsx';
import { styleClasses } from '../charts/policy-style.ts';
import { seek } from './controls.tsx';
import { Events } from './events.tsx';
import { MANY_ARMS } from './moments.ts';
import { type RowDrawing, rowDrawing, rowSizes } from './row-layout.ts';
import { FadingGradient, FRAME_CLIP, MemoryShade, NowGutter, type PlacedRow } from './row-now.tsx';
import { useShownArms } from './shown-arms.ts';
import type { Inside } from './state.ts';

const TOP = 8;
/** Room between the rows and the axis, where alarms and resets are marked. */
const EVENT_ROOM = 12;
const AXIS_ROOM = 24;
const ROW_CLIP = 'inside-row';
/** How lines are drawn where they sweep over much of a row. */
const FAINT = 0.35;

/** Two values or a few more: rows are low. */
function fewTicks([low, high]: readonly [number, number]): number[] {
  const tries = [1, 2, 3, 4].map((count) => linearTicks(low, high, count));
  return tries.find(({ length }) => length > 1) ?? tries[0];
}

/** Numbers of ticks that are nearer to one another, in pixels, leave no room for the arm between them. */
const LEAST_DISTANCE = 24;

/** The ticks that have numbers: all, or the outer ones, so that the arm's label has room in the middle. */
function numbered(ticks: readonly number[], y: Scale): readonly number[] {
  if (ticks.length < 3 || Math.abs(y(ticks[1]) - y(ticks[0])) >= LEAST_DISTANCE) return ticks;
  return [ticks[0], ticks[ticks.length - 1]];
}

/** What stays in a row while slots pass. */
function StillRow({ drawing, arm, top }: { drawing: RowDrawing } & PlacedRow) {
  const { inside, frame, sizes, y } = drawing;
  const { truth, isSweeping, line, sweeps, band, ticks, out } = drawing.pathsOf(arm);
  const values = fewTicks(y.domain);
  const withNumbers = numbered(values, y);
  const format = tickFormat(withNumbers);
  // Between the first two numbers, which are all there are in most rows.
  const heights = withNumbers.length > 1 ? withNumbers.map(y) : [0, sizes.plot];
  return (
    <g transform={`translate(0,${top})`}>
      <text class="ink" x={0} y={4 + (heights[0] + heights[1]) / 2}>
        {inside.label(arm)}
      </text>
      {values.map((value) => (
        <g key={value}>
          <line class="grid" x1={frame.left} x2={frame.right} y1={y(value)} y2={y(value)} />
          {withNumbers.includes(value) ? (
            <text x={frame.left - 7} y={y(value) + 4} text-anchor="end">
              {format(value)}
            </text>
          ) : null}
        </g>
      ))}
      <g clip-path={`url(#${ROW_CLIP})`}>
        <path class="policy-band" d={band} />
        <path class="inside-line" opacity={FAINT} d={sweeps} />
        <path class="inside-line" d={line} />
        <path class="truth" opacity={isSweeping ? FAINT : 1} d={truth} />
      </g>
      <path class="inside-out" d={out} />
      {ticks.map((path, level) => (
        <path key={level} class={`inside-tick inside-tick-${level}`} d={path} />
      ))}
    </g>
  );
}

/** A row that is kept free has no arm. */
function placed(arms: readonly number[], pitch: number): PlacedRow[] {
  return arms.map((arm, i) => ({ arm, top: TOP + i * pitch })).filter(({ arm }) => arm >= 0);
}

/** Lets a pointer choose the slot. */
function SlotPicker({ drawing, height }: { drawing: RowDrawing; height: number }) {
  const { frame, x } = drawing;
  const pick = (event: PointerEvent & { currentTarget: SVGRectElement }) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    seek(Math.floor(x.invert(event.clientX - left + frame.left)));
  };
  return (
    <rect
      class="inside-picker"
      x={frame.left}
      y={0}
      width={frame.right - frame.left}
      height={height}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        pick(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) pick(event);
      }}
    />
  );
}

/** What the chart shows, for those who do not see it. */
function finding({ watched, policy, onBest, isRested, source }: Inside): string {
  const share = formatFixed(100 * onBest, 0);
  return `${policy} in replication ${source.replication}: for each of ${watched.armCount} arms, its true mean, the policy’s estimate, and the slots in which it was picked. ${share}% of ${formatFixed(watched.slots, 0)} slots went to ${isRested ? 'the benchmark’s arm' : 'the best arm'}.`;
}

interface Layer {
  readonly drawing: RowDrawing;
  readonly rows: readonly PlacedRow[];
  /** Where the rows end, and where the axis is. */
  readonly bottom: number;
  readonly axis: number;
}

function Clip({ id, frame, y, height }: { id: string; frame: Frame; y: number; height: number }) {
  return (
    <clipPath id={id}>
      <rect x={frame.left} y={y} width={frame.right - frame.left} height={height} />
    </clipPath>
  );
}

/** Everything that stays while slots pass. */
function Still({ drawing, rows, axis }: Layer) {
  const { inside, frame, sizes, x } = drawing;
  return (
    <svg
      class="inside-still"
      width={frame.width}
      height={axis + AXIS_ROOM}
      role="img"
      aria-label={finding(inside)}
    >
      <defs>
        <Clip id={ROW_CLIP} frame={frame} y={-2} height={sizes.plot + 4} />
      </defs>
      {rows.map((row) => (
        <StillRow key={row.arm} drawing={drawing} {...row} />
      ))}
      <SlotAxis x={x} frame={frame} y={axis} />
      <SlotPicker drawing={drawing} height={axis} />
      <Events watched={inside.watched} x={x} y={axis} arm={inside.arm} />
    </svg>
  );
}

/** What changes with the slot, on a layer of its own: what stays need not be painted again. */
function Moving({ drawing, rows, bottom, axis }: Layer) {
  const { frame, x } = drawing;
  return (
    <svg class="inside-moving" width={frame.width} height={axis + AXIS_ROOM} aria-hidden="true">
      <defs>
        <Clip id={FRAME_CLIP} frame={frame} y={0} height={bottom} />
        <FadingGradient />
      </defs>
      <MemoryShade drawing={drawing} rows={rows} />
      <NowGutter drawing={drawing} rows={rows} />
      <Hairline x={x} top={0} bottom={axis} />
    </svg>
  );
}

function Drawing(props: { inside: Inside; width: number; showsAll: boolean }) {
  const { inside, width, showsAll } = props;
  const arranged = arrangement.value;
  const { watched } = inside;
  const arms = useShownArms(inside, showsAll);
  const { length } = arms;
  const drawing = useMemo(
    () => rowDrawing(inside, frameOf(width, arranged), rowSizes(length, arranged)),
    [inside, width, arranged, length],
  );
  const layer: Layer = useMemo(() => {
    const { pitch, tickTop, tickHeight } = drawing.sizes;
    const rows = placed(arms, pitch);
    const bottom = TOP + (length - 1) * pitch + tickTop + tickHeight + 8;
    const hasEvents = watched.alarms.length + watched.resets.length > 0;
    return { drawing, rows, bottom, axis: bottom + (hasEvents ? EVENT_ROOM : 0) };
  }, [arms, drawing, length, watched]);
  const still = useMemo(() => <Still {...layer} />, [layer]);
  return (
    <div class={`inside-layers ${styleClasses(inside.style)}`}>
      {still}
      <Moving {...layer} />
    </div>
  );
}

export function RowsChart({ inside }: { inside: Inside }) {
  const [element, width] = useWidth();
  const [showsAll, setShowsAll] = useState(false);
  const { armCount } = inside.watched;
  return (
    <>
      <div class="chart" ref={element}>
        {width === 0 ? null : <Drawing inside={inside} width={width} showsAll={showsAll} />}
      </div>
      {armCount <= MANY_ARMS ? null : (
        <button
          class="button inside-all"
          type="button"
          aria-pressed={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show only the arms played most' : `Show all ${armCount} arms`}
        </button>
      )}
    </>
  );
}
