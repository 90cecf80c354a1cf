/** Where the values of a parameter lie along a slider, and how values are rounded and written. */
import type { PolicyParameter } from '@driftline/core';
import { AS_DISCOUNT, roleOf } from '@driftline/core/play';

/** Sliders go from 0 to this. */
export const TRACK = 1000;

/** Positions within this of the theory's tick are taken for it. */
const SNAP = 8;

/** A parameter along a track of positions from 0 to `TRACK`. */
export interface Scale {
  positionOf(value: number): number;
  valueAt(position: number): number;
}

/** What a scale has to reach. */
interface Reach {
  readonly horizon: number;
  /** What the theory or the default gives; undefined where neither does. */
  readonly theory: number | undefined;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/** Three significant digits: finer than a hand can drag. */
function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

function logScale(from: number, to: number, round: (value: number) => number): Scale {
  const span = Math.log(to / from);
  return {
    positionOf: (value) => (Math.log(clamp(value, from, to) / from) / span) * TRACK,
    valueAt: (position) => clamp(round(from * Math.exp((position / TRACK) * span)), from, to),
  };
}

function linearScale(from: number, to: number, round: (value: number) => number): Scale {
  return {
    positionOf: (value) => ((clamp(value, from, to) - from) / (to - from)) * TRACK,
    valueAt: (position) => clamp(round(from + (position / TRACK) * (to - from)), from, to),
  };
}

/** Whether values near 1 remember long, so that 1 − γ is what counts. */
function isDiscount(parameter: PolicyParameter): boolean {
  const role = roleOf(parameter);
  return role?.of === 'memory' && role.slots === AS_DISCOUNT;
}

/** γ such that 1 − γ has two significant digits. */
function roundDiscount(value: number): number {
  const rest = Number((1 - value).toPrecision(2));
  return Number((1 - rest).toFixed(12));
}

/** A discount by the slots 1/(1−γ) that it remembers, from one to the horizon. */
function discountScale(horizon: number): Scale {
  const slots = logScale(1, Math.max(horizon, 10), (value) => value);
  return {
    positionOf: (value) => slots.positionOf(1 / (1 - clamp(value, 0, 1 - 1e-12))),
    valueAt: (position) => Math.max(0, roundDiscount(1 - 1 / slots.valueAt(position))),
  };
}

/** How far from the theory's value a slider reaches, as a factor. */
const FACTOR = 100;

/** Shares and exponents at least this large are spread evenly, smaller ones by their logarithm. */
const LEAST_EVEN = 0.1;

/** The scale of a parameter's slider. */
export function scaleOf(parameter: PolicyParameter, { horizon, theory = 1 }: Reach): Scale {
  const { kind, least, above, most, below } = parameter;
  if (isDiscount(parameter)) return discountScale(horizon);
  const round = kind === 'integer' ? Math.round : rounded;
  if (kind === 'integer') {
    const from = Math.max(least ?? 1, 1);
    return logScale(from, Math.max(from + 1, Math.min(most ?? horizon, horizon)), round);
  }
  const low = least ?? above ?? Number.NEGATIVE_INFINITY;
  const high = most ?? below ?? Number.POSITIVE_INFINITY;
  if (low >= 0 && high <= 1 && theory >= LEAST_EVEN) {
    const edge = (high - low) / TRACK;
    return linearScale(above === undefined ? low : low + edge, most ?? high - edge, round);
  }
  const centre = theory > 0 ? theory : 1;
  return logScale(Math.max(low, centre / FACTOR), Math.min(high, centre * FACTOR), round);
}

/** The value under a pointer; the theory's own where the position is close to its tick. */
export function valueNear(scale: Scale, position: number, theory: number | undefined): number {
  if (theory !== undefined && Math.abs(scale.positionOf(theory) - position) <= SNAP) return theory;
  return scale.valueAt(position);
}

/** The next value that differs, some positions up or down; the same value at an end. */
export function nextValue(scale: Scale, value: number, steps: number): number {
  const direction = Math.sign(steps);
  let position = Math.round(scale.positionOf(value)) + steps;
  while (position > 0 && position < TRACK) {
    const next = scale.valueAt(position);
    if ((next - value) * direction > 0) return next;
    position += direction;
  }
  return scale.valueAt(clamp(position, 0, TRACK));
}

/** A value in few digits; a discount such that 1 − γ keeps three. */
export function shortValue(parameter: PolicyParameter, value: number): string {
  if (parameter.kind === 'integer' || Number.isInteger(value)) return String(value);
  if (isDiscount(parameter) && value > 0.9 && value < 1) {
    const decimals = 2 - Math.floor(Math.log10(1 - value));
    return String(Number(value.toFixed(Math.min(decimals, 15))));
  }
  return String(Number(value.toPrecision(4)));
}
