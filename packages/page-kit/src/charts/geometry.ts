/** Where charts stand: all on one time axis, with the same gutters. */
import { signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** How the page is arranged, as its style sheet has it. */
export type Arrangement = 'wide' | 'medium' | 'narrow';

const isNarrow = matchMedia('(max-width: 620px)');
const isMedium = matchMedia('(max-width: 1180px)');

function arrangementNow(): Arrangement {
  if (isNarrow.matches) return 'narrow';
  return isMedium.matches ? 'medium' : 'wide';
}

export const arrangement = signal<Arrangement>(arrangementNow());
for (const query of [isNarrow, isMedium]) {
  query.addEventListener('change', () => {
    arrangement.value = arrangementNow();
  });
}

/** Room for what stands at the right of a chart. */
const RIGHT_GUTTER: Readonly<Record<Arrangement, number>> = { wide: 248, medium: 184, narrow: 36 };
const LEFT_GUTTER = 40;

/** The edges of a plotting area within a drawing, in pixels. */
export interface Frame {
  readonly width: number;
  readonly left: number;
  readonly right: number;
}

/** The frame that all charts of a width share. */
export function frameOf(width: number, arranged: Arrangement): Frame {
  const right = Math.max(LEFT_GUTTER + 80, width - RIGHT_GUTTER[arranged]);
  return { width: Math.max(width, LEFT_GUTTER + 80), left: LEFT_GUTTER, right };
}

/** An element's width, followed as it changes; 0 before it is known. */
export function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observed = element.current;
    if (observed === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(observed);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}

/** Maps values to pixels and back. */
export interface Scale {
  (value: number): number;
  readonly domain: readonly [number, number];
  invert(pixel: number): number;
}

/** A straight scale. */
export function linearScale(
  [low, high]: readonly [number, number],
  [from, to]: readonly [number, number],
): Scale {
  const span = high - low || 1;
  const scale = (value: number) => from + ((value - low) / span) * (to - from);
  return Object.assign(scale, {
    domain: [low, high] as const,
    invert: (pixel: number) => low + ((pixel - from) / (to - from)) * span,
  });
}

/** Slots along a frame: slot 0 at its left edge, the horizon at its right one. */
export function slotScale(horizon: number, { left, right }: Frame): Scale {
  return linearScale([0, horizon], [left, right]);
}

/** A tenth of a pixel is as fine as a screen shows. */
function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** A path through points. */
export function pathOf(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${short(x)},${short(y)}`).join('');
}

/** A closed path between two curves over the same places. */
export function bandOf(
  xs: readonly number[],
  lows: readonly number[],
  highs: readonly number[],
): string {
  const there = xs.map((x, i) => [x, highs[i]] as const);
  const back = xs.map((x, i) => [x, lows[i]] as const).reverse();
  return xs.length === 0 ? '' : `${pathOf([...there, ...back])}Z`;
}
