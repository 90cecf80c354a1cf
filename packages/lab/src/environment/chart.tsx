/** The means over time, the best of them, and which arm that is. */
import {
  armTone,
  type Frame,
  pathOf,
  type Scale,
  SlotAxis,
  ValueAxis,
} from '@driftline/page-kit/charts';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { armLabel } from '../charts/arm-label.ts';
import { Hairline } from '../charts/hairline.tsx';
import { armName, setting, slot } from '../state/store.ts';
import type { DrawableMeans, EnvironmentDigest, Polyline } from './digest.ts';
import { armClass, frontArm, isDrawnFront, pointedArm } from './front-arm.ts';
import { CHARACTER_WIDTH, CHART_HEIGHT, RIBBON_BOTTOM, TOP } from './places.ts';
import { type Drawn, follow, labelsNow, press } from './pointing.ts';
import { Ribbon, RibbonTitle } from './ribbon.tsx';
import { environmentFacts } from './shown.ts';
import { startText } from './words.ts';

/** With more changes of the best arm than this, thick lines would run into one another. */
const MOST_STRETCHES = 80;
const LABEL_GAP = 14;
/** Dots of more arms than this hide what they mark. */
const MOST_DOTS = 12;

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
function Lines({ digest, x, y }: { digest: EnvironmentDigest; x: Scale; y: Scale }) {
  const armCount = digest.lines.length;
  return useMemo(
    () => (
      <g class={digest.stretches.length > MOST_STRETCHES ? 'dense' : ''}>
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

/** What is drawn of all arms; it fades while one of them stands in front of it. */
function StepsBack({ children }: { children: ComponentChildren }) {
  const step = isDrawnFront.value ? 'standing-behind' : 'standing-back';
  return <g class={frontArm.value === undefined ? '' : `arm-part ${step}`}>{children}</g>;
}

/** The arm in front, once more over all others: only there is it on top. */
function FrontLine({ digest, x, y }: { digest: EnvironmentDigest; x: Scale; y: Scale }) {
  const front = frontArm.value;
  if (front === undefined || front >= digest.lines.length) return null;
  const stroke = armTone(front, digest.lines.length);
  const path = pathThrough(digest.lines[front], x, y);
  return (
    <g class="front-arm">
      <path class="mean-halo" d={path} />
      <path class="mean-line" d={path} style={{ stroke }} />
      {digest.stretches
        .filter(({ arm }) => arm === front)
        .map(({ from, line }) => (
          <path key={from} class="best-line" d={pathThrough(line, x, y)} style={{ stroke }} />
        ))}
    </g>
  );
}

/** An arm at the end of its line: with its name where there is room. */
function labelText(arm: number, room: number): string {
  const label = armLabel(arm, setting.value.armNames);
  if (room < 60) return label;
  const name = setting.value.armNames?.[arm];
  if (name === undefined) return armName(arm);
  if (name === label) return name;
  const most = Math.floor(room / CHARACTER_WIDTH) - 5;
  const short = name.length > most ? `${name.slice(0, most - 1)}…` : name;
  return `${label} · ${short}`;
}

function ArmLabels({ digest, frame, y }: { digest: EnvironmentDigest; frame: Frame; y: Scale }) {
  const armCount = digest.lines.length;
  const left = frame.right + LABEL_GAP;
  return (
    <g>
      {labelsNow(digest, y).map(({ arm, centre, target }) => (
        <g key={arm} class={`arm-part arm-label ${armClass(arm)}`}>
          <path
            class="arm-leader"
            d={pathOf([
              [frame.right + 2, target],
              [left - 3, centre],
            ])}
            style={{ stroke: armTone(arm, armCount) }}
          />
          <text class="ink" x={left} y={centre + 4.5}>
            {labelText(arm, frame.width - left)}
          </text>
        </g>
      ))}
    </g>
  );
}

/** The means at the hairline; they alone are drawn anew when it moves. */
function Dots({ means, x, y }: { means: DrawableMeans; x: Scale; y: Scale }) {
  const front = frontArm.value;
  const all = Array.from({ length: means.armCount }, (_, arm) => arm);
  const arms = front !== undefined ? [front] : means.armCount > MOST_DOTS ? [] : all;
  const at = Math.min(slot.value, means.horizon - 1);
  return (
    <g class="mean-dots">
      {arms.map((arm) => (
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
  const start = environmentFacts.value?.recorded?.start ?? 0;
  if (start === 0) return null;
  const at = x(x.domain[1] - start);
  return (
    <g class="record-seam">
      <title>{`The record begins here. ${startText(start)}`}</title>
      <line x1={at} x2={at} y1={TOP} y2={RIBBON_BOTTOM} />
      <line class="record-seam-hold" x1={at} x2={at} y1={TOP} y2={RIBBON_BOTTOM} />
    </g>
  );
}

interface ChartProps extends Drawn {
  readonly label: string;
  /** Knots, while the environment is drawn by hand. */
  readonly children?: ComponentChildren;
}

export function EnvironmentChart(props: ChartProps) {
  const { means, digest, frame, scales, label, children } = props;
  const { x, y } = scales;
  const editing = children !== undefined && children !== null;
  return (
    <svg
      width={frame.width}
      height={CHART_HEIGHT}
      class="environment-chart"
      role={editing ? 'group' : 'img'}
      aria-label={label}
      onPointerMove={(event) => follow(event, props)}
      onPointerDown={(event) => press(event, props)}
      onPointerLeave={() => {
        pointedArm.value = undefined;
      }}
    >
      <ValueAxis y={y} frame={frame} count={3} />
      <StepsBack>
        <Lines digest={digest} x={x} y={y} />
      </StepsBack>
      <FrontLine digest={digest} x={x} y={y} />
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
