/** The knots of one arm: dragged, or moved by keys. */
import { formatNumber } from '@driftline/engine/display';
import { armTone } from '@driftline/page-kit/charts';
import { useRef, useState } from 'preact/hooks';
import { knotSlots } from '../setting/drawn-means.ts';
import { toGrain } from '../setting/drawn-means-of.ts';
import type { DrawnEnvironment } from '../setting/setting.ts';
import { armWord } from '../state/store.ts';
import { moveKnot } from './edit.ts';
import type { EnvironmentScales } from './places.ts';
import { formatMean } from './words.ts';

const RADIUS = 7;
/** As large as a fingertip. */
const TOUCH_RADIUS = 20;

interface KnotsProps {
  readonly environment: DrawnEnvironment;
  readonly arm: number;
  readonly scales: EnvironmentScales;
  /** What values may be, and how finely they are set. */
  readonly limits: readonly [number, number];
  readonly grain: number;
}

/** Where keys lead from a knot, or by how many grains they move it. */
function keyMeaning(key: string, shift: boolean, knot: number, count: number) {
  const coarse = shift ? 10 : 1;
  switch (key) {
    case 'ArrowUp':
      return { by: coarse };
    case 'ArrowDown':
      return { by: -coarse };
    case 'PageUp':
      return { by: 10 };
    case 'PageDown':
      return { by: -10 };
    case 'ArrowRight':
      return { to: Math.min(knot + 1, count - 1) };
    case 'ArrowLeft':
      return { to: Math.max(knot - 1, 0) };
    case 'Home':
      return { to: 0 };
    case 'End':
      return { to: count - 1 };
    default:
      return undefined;
  }
}

/** The knot that is nearest to a pointer: those of a phone lie closer than fingertips. */
function nearestKnot(points: readonly (readonly [number, number])[], x: number, y: number): number {
  const distance = ([px, py]: readonly [number, number]) => (px - x) ** 2 + (py - y) ** 2;
  return points.reduce(
    (best, point, i) => (distance(point) < distance(points[best]) ? i : best),
    0,
  );
}

/** A knot in a hand. */
interface Drag {
  readonly knot: number;
  readonly pointer: number;
  /** How far beside the knot it was taken. */
  readonly offset: number;
  value: number;
}

/** Follows one pointer from a knot until it is let go. */
function useDrag(props: KnotsProps, points: readonly (readonly [number, number])[]) {
  const dragged = useRef<Drag | undefined>(undefined);
  const place = ({ clientX, clientY }: PointerEvent, element: SVGElement) => {
    const { left, top } = (element.ownerSVGElement ?? element).getBoundingClientRect();
    return [clientX - left, clientY - top] as const;
  };
  /** Takes the pointer's height; whether that is another value. */
  const follow = (event: PointerEvent & { currentTarget: SVGElement }, held: Drag): boolean => {
    const [, y] = place(event, event.currentTarget);
    const before = held.value;
    held.value = clampToGrain(props.scales.y.invert(y + held.offset), props);
    return held.value !== before;
  };
  const settle = (event: PointerEvent) => {
    const held = dragged.current;
    if (held?.pointer !== event.pointerId) return;
    dragged.current = undefined;
    moveKnot(held.knot, held.value, true);
  };
  return {
    down(event: PointerEvent & { currentTarget: SVGElement }): number | undefined {
      if (event.button !== 0 || dragged.current !== undefined) return undefined;
      const [x, y] = place(event, event.currentTarget);
      const knot = nearestKnot(points, x, y);
      event.currentTarget.setPointerCapture(event.pointerId);
      dragged.current = {
        knot,
        pointer: event.pointerId,
        offset: points[knot][1] - y,
        value: props.environment.knots[props.arm][knot],
      };
      return knot;
    },
    move(event: PointerEvent & { currentTarget: SVGElement }): void {
      const held = dragged.current;
      if (held?.pointer !== event.pointerId) return;
      // The hairline stays where it is while a hand is busy.
      event.stopPropagation();
      if (follow(event, held)) moveKnot(held.knot, held.value, false);
    },
    /** The last move may be reported only when the pointer is released. */
    up(event: PointerEvent & { currentTarget: SVGElement }): void {
      if (dragged.current?.pointer === event.pointerId) follow(event, dragged.current);
      settle(event);
    },
    settle,
  };
}

function clampToGrain(value: number, { limits: [low, high], grain }: KnotsProps): number {
  return Math.min(Math.max(toGrain(value, grain), low), high);
}

export function Knots(props: KnotsProps) {
  const { environment, arm, scales, limits, grain } = props;
  const values = environment.knots[arm];
  const slots = knotSlots(values.length, environment.horizon);
  const points = values.map((value, i) => [scales.x(slots[i] + 0.5), scales.y(value)] as const);
  const [active, setActive] = useState(0);
  const knots = useRef<(SVGCircleElement | null)[]>([]);
  const drag = useDrag(props, points);
  const focus = (knot: number) => {
    setActive(knot);
    knots.current[knot]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, knot: number) => {
    const meaning = keyMeaning(event.key, event.shiftKey, knot, values.length);
    if (meaning === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (meaning.to !== undefined) focus(meaning.to);
    else moveKnot(knot, clampToGrain(values[knot] + meaning.by * grain, props), true);
  };
  const focusable = Math.min(active, values.length - 1);
  return (
    <g
      class="knots"
      onPointerDown={(event) => {
        const knot = drag.down(event);
        if (knot !== undefined) focus(knot);
      }}
      onTouchStart={(event) => {
        // Not every browser heeds the touch-action of shapes: the page would scroll away.
        event.preventDefault();
      }}
      onPointerMove={drag.move}
      onPointerUp={drag.up}
      onLostPointerCapture={drag.settle}
    >
      {points.map(([x, y], i) => (
        <circle key={`touch-${slots[i]}`} class="knot-touch" cx={x} cy={y} r={TOUCH_RADIUS} />
      ))}
      {points.map(([x, y], i) => (
        <circle
          key={`knot-${slots[i]}`}
          ref={(element) => {
            knots.current[i] = element;
          }}
          class="knot"
          cx={x}
          cy={y}
          r={RADIUS}
          style={{ stroke: armTone(arm, environment.knots.length) }}
          role="slider"
          tabindex={i === focusable ? 0 : -1}
          aria-label={`Mean of ${armWord(arm)} at slot ${formatNumber(slots[i], 7)}`}
          aria-orientation="vertical"
          aria-valuemin={limits[0]}
          aria-valuemax={limits[1]}
          aria-valuenow={values[i]}
          aria-valuetext={formatMean(values[i], limits)}
          onKeyDown={(event) => onKeyDown(event, i)}
        />
      ))}
    </g>
  );
}
