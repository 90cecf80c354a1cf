/**
 * Setting what tuning varies in a policy.
 *
 * - A memory in slots is tried from 1/8 to 8 times the published length, within the number of arms and the horizon.
 * - A memory that does not amount to slots (a threshold, a level of false alarms) and a rate of exploration are tried
 *   from 1/8 to 8 times the published value.
 * - A width is tried from 1/10 of the published one to twice it. Policies that look at (reward − center) / scale take
 *   `scale`: dividing rewards by s and multiplying the width by s choose the same arms. Clipping is the exception:
 *   `scale` would move the limits too, so policies for rewards of finite variance take the parameter whose role is the
 *   width (1 + ζ), and `scale` only for the part that ζ > 0 can't reach. With the c of a kl bound the level
 *   ln t + c ln ln t at the horizon is the published one times the square of the multiple; with c = 0 published, it can
 *   only become wider.
 *
 * Multiples are of what the policy's own tuning gives for the memory tried, since some (Rexp3's g) follow from it.
 */
import type { PreparedPolicy } from '@driftline/core/play';
import { parseSpec, writeSpec } from '@driftline/core/spec';
import { type Lever, type LeverGroup, limitsOf } from './levers.ts';

/** A memory and a rate of exploration are tried from 1/8 to 8 times what is published. */
const FACTOR = 8;
/**
 * The range of widths, as multiples of the published one: far below it, since published widths are made
 * for proofs, and are more often what fails than the memory is.
 */
const WIDTHS: Range = [1 / 10, 2];

type Range = readonly [low: number, high: number];

/** One thing that was varied, and between which bounds. */
export interface Varied {
  /** `memory` is in slots, the others are multiples of the published value. */
  readonly dimension: LeverGroup['dimension'];
  /** The parameters that it was varied through. */
  readonly parameters: readonly string[];
  readonly published: number;
  readonly low: number;
  readonly high: number;
}

/** Comparison in which a policy is tuned. */
export interface TuningProblem {
  readonly armCount: number;
  readonly horizon: number;
  /** Resolves a spec as the comparison would: tuned to its budget, checked. */
  prepare(spec: string): PreparedPolicy;
}

/** Sets one thing that is varied. */
export interface Knob {
  readonly varied: Varied;
  /** The spec with another amount, and the amount that it has after rounding. */
  set(spec: string, amount: number): [spec: string, amount: number];
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

/** A spec with one parameter set and those left out that state the same. */
function withLever(spec: string, { parameter, others }: Lever, value: number): string {
  const { id, params } = parseSpec(spec);
  const kept = Object.entries(params).filter(([key]) => !others.includes(key));
  return writeSpec(id, { ...Object.fromEntries(kept), [parameter.id]: value });
}

/** A memory in slots. */
class MemoryKnob implements Knob {
  readonly varied: Varied;
  readonly #lever: Lever;
  readonly #horizon: number;

  constructor(lever: Lever, prepared: PreparedPolicy, { armCount, horizon }: TuningProblem) {
    const value = prepared.params[lever.parameter.id];
    const published = Math.min(lever.of(value, horizon), horizon);
    const [least, most] = limitsOf(lever.parameter, value)
      .map((limit) => lever.of(limit, horizon))
      .sort((first, second) => first - second);
    this.#lever = lever;
    this.#horizon = horizon;
    this.varied = {
      dimension: 'memory',
      parameters: [lever.parameter.id],
      published,
      low: Math.max(published / FACTOR, Math.min(armCount, published), least),
      high: Math.min(published * FACTOR, horizon, most),
    };
  }

  set(spec: string, length: number): [spec: string, length: number] {
    const value = this.#lever.value(length, this.#horizon);
    return [withLever(spec, this.#lever, value), this.#lever.of(value, this.#horizon)];
  }
}

/** A multiple of what is published, by one lever or by several that share it. */
class MultipleKnob implements Knob {
  readonly varied: Varied;
  readonly #levers: readonly Lever[];
  readonly #problem: TuningProblem;
  readonly #range: Range;

  constructor(
    { dimension, levers }: LeverGroup,
    range: Range,
    prepared: PreparedPolicy,
    problem: TuningProblem,
  ) {
    this.#levers = levers;
    this.#problem = problem;
    this.#range = range;
    const reaches = levers.map((lever) => this.#reachOf(lever, prepared));
    this.varied = {
      dimension,
      parameters: levers.map(({ parameter }) => parameter.id),
      published: 1,
      low: Math.min(...reaches.map(([low]) => low)),
      high: Math.max(...reaches.map(([, high]) => high)),
    };
  }

  /** The multiples of a policy's present amount that a lever can reach, within the range tried. */
  #reachOf(lever: Lever, { params }: PreparedPolicy): [number, number] {
    const { horizon } = this.#problem;
    const present = params[lever.parameter.id];
    const reached = limitsOf(lever.parameter, present).map(
      (value) => lever.of(value, horizon) / lever.of(present, horizon),
    );
    // A limit that amounts to nothing, such as the root of a negative number, does not bind.
    const [low, high] = [reached[0] || 0, Number.isNaN(reached[1]) ? Infinity : reached[1]];
    return [clamp(low, this.#range[0], 1), clamp(high, 1, this.#range[1])];
  }

  set(spec: string, multiple: number): [spec: string, multiple: number] {
    const { horizon } = this.#problem;
    const prepared = this.#problem.prepare(spec);
    let written = spec;
    let left = multiple;
    for (const lever of this.#levers) {
      const [low, high] = this.#reachOf(lever, prepared);
      const part = clamp(left, low, high);
      const present = lever.of(prepared.params[lever.parameter.id], horizon);
      const value = lever.value(part * present, horizon);
      if (part !== 1) {
        written = withLever(written, lever, value);
        left /= lever.of(value, horizon) / present;
      }
      if (part === multiple) break;
    }
    return [written, multiple / left];
  }
}

/** The knob of what is varied together. */
export function knobOf(group: LeverGroup, prepared: PreparedPolicy, problem: TuningProblem): Knob {
  const { dimension, levers } = group;
  if (dimension === 'memory') return new MemoryKnob(levers[0], prepared, problem);
  const range: Range = dimension === 'width' ? WIDTHS : [1 / FACTOR, FACTOR];
  return new MultipleKnob(group, range, prepared, problem);
}
