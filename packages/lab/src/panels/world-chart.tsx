/** The means over time, the best of them, and which arm that is. */
import { placeApart } from '@driftline/engine/display';
import { computed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { armLabel } from '../charts/arm-label.ts';
import { armTone } from '../charts/arm-tone.ts';
import { Hairline, SlotAxis, ValueAxis } from '../charts/axes.tsx';
import {
  arrangement,
  type Frame,
  linearScale,
  pathOf,
  type Scale,
  slotScale,
} from '../charts/geometry.ts';
import { armName, setting, slot } from '../store.ts';
import { theme } from '../theme.ts';
import { type Tones, textOnArm } from './world-colours.ts';
import type { DrawableMeans, Polyline, WorldDigest } from './world-digest.ts';
import { worldFacts } from './world-shown.ts';
import { startText } from './world-words.ts';

/** From the top: room, the plot, the ribbon, the slots. */
const TOP = 8;
const BOTTOM = TOP + 136;
const RIBBON_TOP = BOTTOM + 6;
const RIBBON_HEIGHT = 15;
const RIBBON_BOTTOM = RIBBON_TOP + RIBBON_HEIGHT;
export const CHART_HEIGHT = RIBBON_BOTTOM + 24;

const LABEL_HEIGHT = 16;
const LABEL_GAP = 14;
const CHARACTER_WIDTH = 7.2;
/** Dots of more arms than this hide what they mark. */
const MOST_DOTS = 12;

/** The tones of the theme, as the style sheet has them. */
const tones = computed<Tones>(() => {
  // Read for its changes only.
  theme.value;
  const style = getComputedStyle(document.documentElement);
  const tone = (name: string) => style.getPropertyValue(`--arm-${name}`).trim();
  return [tone('first'), tone('middle'), tone('last')];
});

/** Written out: while a curve is being dragged this is most of the work. */
function pathThrough({ places, values }: Polyline, x: Scale, y: Scale): string {
  let path = '';
  for (let i = 0; i < places.length; i++) {
    const [px, py] = [Math.round(x(places[i]) * 10) / 10, Math.round(y(values[i]) * 10) / 10];
    path += `${i === 0 ? 'M' : 'L'}${px},${py}`;
  }
  return path;
}

/** Thin lines, and the best mean of every slot over them. */
function Lines({ digest, x, y }: { digest: WorldDigest; x: Scale; y: Scale }) {
  const armCount = digest.lines.length;
  return useMemo(
    () => (
      <g>
        {digest.lines.map((line, arm) => (
          <path
            key={arm}
            class="mean-line"
            d={pathThrough(line, x, y)}
            style={{ stroke: armTone(arm, armCount) }}
          />
        ))}
        {digest.stretches.map(({ arm, from, line }) => (
          <path
            key={`best-${from}`}
            class="best-line"
            d={pathThrough(line, x, y)}
            style={{ stroke: armTone(arm, armCount) }}
          />
        ))}
      </g>
    ),
    [digest, x, y, armCount],
  );
}

function fits(text: string, width: number): boolean {
  return text.length * CHARACTER_WIDTH + 8 <= width;
}

/** What pieces of the ribbon are called: by name where every name fits, else all by what is short for it. */
function ribbonTexts({ stretches }: WorldDigest, x: Scale): string[] {
  const names = setting.value.armNames;
  const widths = stretches.map(({ from, to }) => x(to) - x(from));
  const hasRoom = stretches.every(({ arm }, i) => fits(names?.[arm] ?? '', widths[i]));
  return stretches.map(({ arm }, i) => {
    const text = (hasRoom ? names?.[arm] : undefined) ?? armLabel(arm, names);
    return fits(text, widths[i] + 2) ? text : '';
  });
}

/** Which arm is best when. */
function Ribbon({ digest, x }: { digest: WorldDigest; x: Scale }) {
  const armCount = digest.lines.length;
  const texts = ribbonTexts(digest, x);
  return (
    <g>
      {digest.stretches.map(({ arm, from, to }, i) => {
        const [left, right] = [x(from), x(to)];
        const width = right - left;
        // A hair of the ground parts neighbours, unless nothing would be left of them.
        const shown = width > 4 ? width - 1 : width;
        const text = texts[i];
        return (
          <g key={from}>
            <rect
              x={left}
              y={RIBBON_TOP}
              width={shown}
              height={RIBBON_HEIGHT}
              rx={width > 6 ? 2 : 0}
              style={{ fill: armTone(arm, armCount) }}
            />
            {text === '' ? null : (
              <text
                class="ribbon-letter"
                x={left + shown / 2}
                y={RIBBON_TOP + 12}
                text-anchor="middle"
                style={{ fill: textOnArm(arm, armCount, tones.value) }}
              >
                {text}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

/** What the ribbon shows: which arm is best, or the one that regret compares with. */
function RibbonTitle({ frame }: { frame: Frame }) {
  const isFixed = worldFacts.value?.recorded?.against === 'fixed';
  const isBeside = arrangement.value !== 'narrow';
  return (
    <text
      x={isBeside ? frame.right + 8 : frame.left - 6}
      y={RIBBON_TOP + 12}
      text-anchor={isBeside ? 'start' : 'end'}
    >
      {!isBeside ? 'best' : isFixed ? 'best over all' : 'best arm'}
    </text>
  );
}

/** The arms that are named at the right: all, or those that are best for longest. */
function labelledArms({ lines, stretches }: WorldDigest, fit: number): number[] {
  const best = new Float64Array(lines.length);
  for (const { arm, from, to } of stretches) best[arm] += to - from;
  const last = (arm: number) => lines[arm].values.at(-1) ?? 0;
  return lines
    .map((_, arm) => arm)
    .sort((a, b) => best[b] - best[a] || last(b) - last(a))
    .slice(0, fit);
}

/** An arm at the end of its line: with its name where there is room. */
function labelText(arm: number, room: number): string {
  const label = armLabel(arm, setting.value.armNames);
  if (room < 60) return label;
  const name = setting.value.armNames?.[arm];
  if (name === undefined) return armName(arm);
  if (name === label) return name;
  const most = Math.floor(room / CHARACTER_WIDTH) - 3;
  const short = name.length > most ? `${name.slice(0, most - 1)}…` : name;
  return `${label} ${short}`;
}

function ArmLabels({ digest, frame, y }: { digest: WorldDigest; frame: Frame; y: Scale }) {
  const fit = Math.floor((BOTTOM - TOP + LABEL_HEIGHT / 2) / LABEL_HEIGHT);
  const arms = labelledArms(digest, fit);
  const armCount = digest.lines.length;
  const targets = arms.map((arm) => y(digest.lines[arm].values.at(-1) ?? 0));
  const heights = arms.map(() => LABEL_HEIGHT);
  const half = LABEL_HEIGHT / 2;
  const centres = placeApart(targets, heights, TOP - half, BOTTOM + 2);
  const left = frame.right + LABEL_GAP;
  return (
    <g>
      {arms.map((arm, i) => (
        <g key={arm}>
          <path
            class="arm-leader"
            d={pathOf([
              [frame.right + 2, targets[i]],
              [left - 3, centres[i]],
            ])}
            style={{ stroke: armTone(arm, armCount) }}
          />
          <text class="ink" x={left} y={centres[i] + 4.5}>
            {labelText(arm, frame.width - left)}
          </text>
        </g>
      ))}
    </g>
  );
}

/** The means at the hairline; they alone are drawn anew when it moves. */
function Dots({ means, x, y }: { means: DrawableMeans; x: Scale; y: Scale }) {
  if (means.armCount > MOST_DOTS) return null;
  const at = Math.min(slot.value, means.horizon - 1);
  return (
    <g class="mean-dots">
      {Array.from({ length: means.armCount }, (_, arm) => (
        <circle
          key={arm}
          cx={x(at + 0.5)}
          cy={y(means.value(at, arm))}
          r={3}
          style={{ fill: armTone(arm, means.armCount) }}
        />
      ))}
    </g>
  );
}

/** Where the first recorded slot follows the last one. */
function Seam({ x }: { x: Scale }) {
  const start = worldFacts.value?.recorded?.start ?? 0;
  if (start === 0) return null;
  const at = x(x.domain[1] - start);
  return (
    <g class="record-seam">
      <title>{`Here the record begins. ${startText(start)}`}</title>
      <line x1={at} x2={at} y1={TOP} y2={RIBBON_BOTTOM} />
      <line class="record-seam-hold" x1={at} x2={at} y1={TOP} y2={RIBBON_BOTTOM} />
    </g>
  );
}

/** Moves the hairline to the pointer. */
function follow(event: PointerEvent & { currentTarget: SVGSVGElement }, x: Scale): void {
  const { left } = event.currentTarget.getBoundingClientRect();
  const at = Math.floor(x.invert(event.clientX - left));
  slot.value = Math.max(0, Math.min(x.domain[1] - 1, at));
}

/** What the chart is drawn on. */
export interface WorldScales {
  readonly x: Scale;
  readonly y: Scale;
}

export function worldScales(frame: Frame, horizon: number, domain: readonly [number, number]) {
  return { x: slotScale(horizon, frame), y: linearScale(domain, [BOTTOM, TOP]) };
}

export function WorldChart(props: {
  means: DrawableMeans;
  digest: WorldDigest;
  frame: Frame;
  scales: WorldScales;
  label: string;
  /** Knots, while the world is drawn by hand. */
  children?: ComponentChildren;
}) {
  const { means, digest, frame, scales, label, children } = props;
  const { x, y } = scales;
  const editing = children !== undefined && children !== null;
  return (
    <svg
      width={frame.width}
      height={CHART_HEIGHT}
      class="world-chart"
      role={editing ? 'group' : 'img'}
      aria-label={label}
      onPointerMove={(event) => follow(event, x)}
      onPointerDown={(event) => follow(event, x)}
    >
      <ValueAxis y={y} frame={frame} count={3} />
      <Lines digest={digest} x={x} y={y} />
      <ArmLabels digest={digest} frame={frame} y={y} />
      <Ribbon digest={digest} x={x} />
      <RibbonTitle frame={frame} />
      <SlotAxis x={x} frame={frame} y={RIBBON_BOTTOM} />
      <Hairline x={x} top={0} bottom={RIBBON_BOTTOM} />
      <Seam x={x} />
      <Dots means={means} x={x} y={y} />
      {children}
    </svg>
  );
}
