/** Regret over time, live: a line and a band for each policy, and at the right how the ends spread. */
import { canBeNegative, formatNumber, linearTicks } from '@driftline/engine/display';
import {
  arrangement,
  bandOf,
  type Frame,
  frameOf,
  linearScale,
  pathOf,
  type Scale,
  SlotAxis,
  slotScale,
  useWidth,
  ValueAxis,
} from '@driftline/page-kit/charts';
import { useRef } from 'preact/hooks';
import { Hairline } from '../charts/hairline.tsx';
import { shownMeans } from '../environment/shown.ts';
import { slot, stale } from '../state/store.ts';
import { nearestCurve, valueAt } from './curve.ts';
import { EndLabels, labelledAt, Outlines } from './ends.tsx';
import { leastHeight } from './labels.ts';

import { plainText } from './sentence.ts';
import {
  bands,
  emphasised,
  finding,
  hovered,
  latest,
  policyClass,
  range,
  toggleChosen,
} from './state.ts';

/** Where a chart stands in its drawing. */
export interface Place {
  readonly frame: Frame;
  readonly x: Scale;
  readonly y: Scale;
  readonly top: number;
  readonly bottom: number;
}

const TOP = 26;
const AXIS_ROOM = 26;
const PLOT_HEIGHTS = { wide: 252, medium: 250, narrow: 200 } as const;
const PIXELS_PER_TICK = 44;
/** What the text at the hairline takes. */
const READING_ROOM = 152;
/** A line is pointed at from this far, in pixels. */
const REACH = 14;

/** Lines and bands; drawn anew with every result. */
function Curves({ place: { x, y } }: { place: Place }) {
  const shown = latest.value;
  if (shown === undefined) return null;
  const { result, styles } = shown;
  const least = canBeNegative(result.environment) ? Number.NEGATIVE_INFINITY : 0;
  const drawn = result.policies.map(({ spec, curve }, i) => {
    // Curves of a longer environment, which stay until a run replaces them, end where the axis does: dashes
    // that go on far beyond it take seconds to draw.
    const within = curve.slots.filter((slot) => slot <= x.domain[1]);
    const xs = [x(0), ...within.map(x)];
    const ys = (values: readonly number[]) => [
      y(0),
      ...values.slice(0, within.length).map((value) => y(Math.max(least, value))),
    ];
    const [low, high] =
      bands.value === 'interval' ? [curve.low, curve.high] : [curve.q05, curve.q95];
    const means = ys(curve.mean);
    return {
      spec,
      style: styles[i],
      line: pathOf(xs.map((at, k) => [at, means[k]] as const)),
      band: bands.value === 'none' ? '' : bandOf(xs, ys(low), ys(high)),
    };
  });
  // The first policies are the ones that matter: they are drawn last, on top.
  drawn.reverse();
  return (
    <g class={stale.value ? 'stale' : ''} clip-path="url(#regret-plot)">
      {drawn.map(({ spec, style, band }) => (
        <Mark key={spec} spec={spec} style={style} kind="policy-band" path={band} />
      ))}
      {drawn.map(({ spec, style, line }) => (
        <Mark key={spec} spec={spec} style={style} kind="policy-line" path={line} />
      ))}
    </g>
  );
}

/** One path of a policy; it alone looks whether the policy stands out. */
function Mark(props: { spec: string; style: number; kind: string; path: string }) {
  const { spec, style, kind, path } = props;
  return path === '' ? null : <path class={`${policyClass(spec, style)} ${kind}`} d={path} />;
}

/** What the policy that stands out has lost by the hairline's slot. */
function Reading({ place: { x, y, frame, top } }: { place: Place }) {
  const shown = latest.value;
  const spec = emphasised.value;
  const which = shown?.result.policies.findIndex((policy) => policy.spec === spec) ?? -1;
  if (shown === undefined || which < 0) return null;
  const { curve } = shown.result.policies[which];
  const at = Math.min(slot.value, x.domain[1] - 1);
  // What the slot itself cost is part of it.
  const now = at + 1;
  const mean = valueAt(curve.slots, curve.mean, now);
  const half = (valueAt(curve.slots, curve.high, now) - valueAt(curve.slots, curve.low, now)) / 2;
  const [left, height] = [x(at + 0.5), y(mean)];
  // Regret rises, so there is room above and before the point; near the axis only higher up.
  const isBefore = left - frame.left > READING_ROOM;
  const digits = half > 0 ? ` ± ${formatNumber(half, 2)}` : '';
  return (
    <g class={`reading ${policyClass(shown.result.policies[which].spec, shown.styles[which])}`}>
      <circle class="policy-solid" cx={left} cy={height} r="4" />
      <text
        x={left + (isBefore ? -8 : 8)}
        y={Math.max(top + 12, height - (isBefore ? 9 : 26))}
        text-anchor={isBefore ? 'end' : 'start'}
      >
        {`${formatNumber(mean, 3)}${digits} lost by slot ${formatNumber(at, 7)}`}
      </text>
    </g>
  );
}

/** The grid; before there is a result only 0 has a number. */
function RegretAxis({ place: { y, frame, top, bottom } }: { place: Place }) {
  const count = Math.max(2, Math.round((bottom - top) / PIXELS_PER_TICK));
  if (latest.value !== undefined) {
    const zero = y(0);
    return (
      <g>
        <ValueAxis y={y} frame={frame} count={count} />
        {zero < bottom ? (
          <line class="axis" x1={frame.left} x2={frame.right} y1={zero} y2={zero} />
        ) : null}
      </g>
    );
  }
  return (
    <g>
      {linearTicks(0, 1, 2).map((tick) => (
        <line key={tick} class="grid" x1={frame.left} x2={frame.right} y1={y(tick)} y2={y(tick)} />
      ))}
      <text x={frame.left - 7} y={y(0) + 4} text-anchor="end">
        0
      </text>
    </g>
  );
}

/** The finding, for those who do not see the chart. */
function chartLabel(): string {
  if (latest.value === undefined) return 'Regret over time: nothing to show yet.';
  return `Regret over time. ${plainText(finding.value)} The table below shows the numbers.`;
}

/** The policy whose line or label is at a point. */
function policyAt(place: Place, left: number, top: number): string | undefined {
  const { x, y, frame } = place;
  if (left > frame.right) return labelledAt(place, top);
  const shown = latest.peek();
  if (shown === undefined) return undefined;
  const reach = Math.abs(y.invert(REACH) - y.invert(0));
  const curves = shown.result.policies.map(({ curve }) => curve);
  const nearest = nearestCurve(curves, x.invert(left), y.invert(top), reach);
  return nearest === undefined ? undefined : shown.result.policies[nearest].spec;
}

function moveHairline({ x }: Place, left: number): void {
  const last = x.domain[1] - 1;
  slot.value = Math.min(last, Math.max(0, Math.round(x.invert(left) - 0.5)));
}

/** Takes the pointer: at a line or a label the policy stands out; pressing moves the hairline, or chooses. */
function PointerArea({ place }: { place: Place }) {
  const { frame, top, bottom } = place;
  const isDragging = useRef(false);
  const within = (event: PointerEvent): [number, number] => {
    const box = (event.currentTarget as SVGElement).ownerSVGElement?.getBoundingClientRect();
    return [event.clientX - (box?.left ?? 0), event.clientY - (box?.top ?? 0)];
  };
  return (
    <rect
      class="pointer-area"
      x={frame.left}
      y={top - 10}
      width={frame.width - frame.left}
      height={bottom - top + 20}
      onPointerDown={(event) => {
        const [left, height] = within(event);
        isDragging.current = left <= frame.right;
        if (isDragging.current) {
          event.currentTarget.setPointerCapture(event.pointerId);
          moveHairline(place, left);
        } else {
          const spec = policyAt(place, left, height);
          if (spec !== undefined) toggleChosen(spec);
        }
      }}
      onPointerMove={(event) => {
        const [left, height] = within(event);
        if (isDragging.current && event.buttons > 0) moveHairline(place, left);
        else hovered.value = policyAt(place, left, height);
      }}
      onPointerLeave={() => {
        hovered.value = undefined;
      }}
    />
  );
}

function Drawing({ width }: { width: number }) {
  const arranged = arrangement.value;
  const count = latest.value?.styles.length ?? 0;
  const beside = arranged !== 'narrow';
  const height = Math.max(PLOT_HEIGHTS[arranged], beside ? leastHeight(count) : 0);
  const frame = frameOf(width, arranged);
  const bottom = TOP + height;
  const horizon = shownMeans.value?.horizon ?? latest.value?.result.environment.horizon ?? 1;
  const place: Place = {
    frame,
    x: slotScale(horizon, frame),
    y: linearScale(range.value, [bottom, TOP]),
    top: TOP,
    bottom,
  };
  return (
    <svg width={frame.width} height={bottom + AXIS_ROOM} role="img" aria-label={chartLabel()}>
      <clipPath id="regret-plot">
        <rect x={frame.left} y={TOP - 2} width={frame.right - frame.left + 1} height={height + 4} />
      </clipPath>
      <clipPath id="regret-ends">
        <rect x={frame.right} y={TOP - 12} width={frame.width} height={height + AXIS_ROOM + 12} />
      </clipPath>
      <text x={0} y={12}>
        cumulative regret
      </text>
      <RegretAxis place={place} />
      <SlotAxis x={place.x} frame={frame} y={bottom} />
      <Curves place={place} />
      {beside ? <Outlines place={place} /> : null}
      {beside ? <EndLabels place={place} /> : null}
      <Hairline x={place.x} top={TOP - 8} bottom={bottom} />
      <Reading place={place} />
      <PointerArea place={place} />
    </svg>
  );
}

export function RegretChart() {
  const [holder, width] = useWidth();
  return (
    <div class="chart regret-chart" ref={holder}>
      {width > 0 ? <Drawing width={width} /> : null}
    </div>
  );
}
