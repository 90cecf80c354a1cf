/**
 * What can be tuned in a policy, and which values are tried.
 *
 * Two things are tuned in every policy that has them: the length of its memory, and the width of its
 * bonus. Both are found by the roles of a policy's parameters, never by its id or their names, so that a
 * plugin is treated like a policy of ours.
 *
 * - Memory, in slots: the first parameter whose role is the memory and whose values amount to slots. It is
 *   tried from 1/8 to 8 times the published length, within the number of arms and the horizon.
 * - Width, as a multiple of the published one, from 1/10 to 2. Policies that look at
 *   (reward − center) / scale take `scale`: dividing rewards by s and multiplying the width by s
 *   choose the same arms, at every s, while η and ξ can't go below 1/2. Clipping is the exception:
 *   `scale` would move the limits too, so policies for rewards of finite variance take the parameter whose
 *   role is the width (1 + ζ), and `scale` only for the part that ζ > 0 can't reach. Policies without
 *   `scale` take the first parameter whose role is the width. With the c of a kl bound the level
 *   ln t + c ln ln t at the horizon is the published one times the square of the multiple; with c = 0
 *   published, it can only become wider.
 *
 * The width is a multiple of what the policy's own tuning gives for the memory tried, since some
 * (Rexp3's g) follow from it.
 */
import type { PolicyParameter } from '@driftline/core';
import { type Amount, AS_FACTOR, exp, ln } from '@driftline/core/parts';
import { inRole, type PreparedPolicy, roleOf } from '@driftline/core/play';
import { type ParameterRole, parseSpec, writeSpec } from '@driftline/core/spec';

/** The memory is tried from 1/8 to 8 times its published length. */
const MEMORY_FACTOR = 8;
/**
 * The range of widths, as multiples of the published one: far below it, since published widths are made
 * for proofs, and are more often what fails than the memory is.
 */
const WIDTHS: readonly [number, number] = [1 / 10, 2];
/** Below this ratio of its ends a range holds nothing to try. */
const LEAST_RATIO = 1.01;
/** Where a limit is excluded, this share of the way from it to the published value is kept clear. */
const CLEARANCE = 0.01;

/** One thing that was varied, and between which bounds. */
export interface Varied {
  /** `memory` is in slots, `width` a multiple of the published width. */
  readonly dimension: 'memory' | 'width';
  /** The parameters that it was varied through. */
  readonly parameters: readonly string[];
  readonly published: number;
  readonly low: number;
  readonly high: number;
}

/** One setting of a policy, to be played in training. */
export interface PlannedTrial {
  readonly spec: string;
  /** In slots; absent where the policy has no memory to tune. */
  readonly memory?: number;
  /** As a multiple of the published width; absent where it has none to tune. */
  readonly width?: number;
}

/** All trials of a policy, its published tuning first. */
export interface TrialPlan {
  readonly varied: readonly Varied[];
  readonly trials: readonly PlannedTrial[];
}

/** Where a policy is tuned. */
export interface TuningProblem {
  readonly armCount: number;
  readonly horizon: number;
  /** Resolves a spec as the comparison would: tuned to its budget, checked. */
  prepare(spec: string): PreparedPolicy;
}

/** A parameter that stands for a memory length or a width, and how its values amount to it. */
interface Lever extends Amount {
  readonly parameter: PolicyParameter;
}

/** The amount that a role gives to the values of its parameter; undefined where it gives none. */
function amountIn(role: ParameterRole | undefined): Amount | undefined {
  switch (role?.of) {
    case 'memory':
      return role.slots;
    case 'width':
      return role.width;
    case 'scale':
      return AS_FACTOR;
    default:
      return undefined;
  }
}

/** The parameters of a role that amount to something where a policy starts from. */
function leversOf(
  of: ParameterRole['of'],
  { definition, params }: PreparedPolicy,
  horizon: number,
): Lever[] {
  return inRole(definition, of).flatMap((parameter) => {
    const [amount, value] = [amountIn(roleOf(parameter)), params[parameter.id]];
    const fits = amount !== undefined && value !== undefined && amount.of(value, horizon) > 0;
    return fits ? [{ ...amount, parameter }] : [];
  });
}

/** What sets the width: `scale` alone where nothing is clipped, else the policy's own and `scale` for the rest. */
function widthLevers(prepared: PreparedPolicy, horizon: number): Lever[] {
  const scale = leversOf('scale', prepared, horizon).slice(0, 1);
  const own = leversOf('width', prepared, horizon).slice(0, 1);
  const clips = prepared.definition.rewards === 'finite-variance';
  return scale.length > 0 && !clips ? scale : [...own, ...scale];
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

/** A spec with one parameter set and others left out. */
function withParameter(
  spec: string,
  name: string,
  value: number,
  without: readonly string[] = [],
): string {
  const { id, params } = parseSpec(spec);
  const kept = Object.entries(params).filter(([key]) => !without.includes(key));
  return writeSpec(id, { ...Object.fromEntries(kept), [name]: value });
}

/** The least and the largest value that may be tried, clear of limits that are excluded. */
function limitsOf(parameter: PolicyParameter, published: number): [number, number] {
  const { least, above, most, below } = parameter;
  const low = above === undefined ? least : above + CLEARANCE * (published - above);
  const high = below === undefined ? most : below - CLEARANCE * (below - published);
  return [low ?? Number.NEGATIVE_INFINITY, high ?? Number.POSITIVE_INFINITY];
}

/** The multiples of a policy's present width that a lever can reach, within the range tried. */
function reachOf(lever: Lever, { params }: PreparedPolicy, horizon: number): [number, number] {
  const present = params[lever.parameter.id];
  const reached = limitsOf(lever.parameter, present).map(
    (value) => lever.of(value, horizon) / lever.of(present, horizon),
  );
  // A limit that has no width, such as the root of a negative number, does not bind.
  const [low, high] = [reached[0] || 0, Number.isNaN(reached[1]) ? Infinity : reached[1]];
  return [clamp(low, WIDTHS[0], 1), clamp(high, 1, WIDTHS[1])];
}

/** How the memory of a policy is set. */
class MemoryKnob {
  readonly varied: Varied;
  readonly #lever: Lever;
  readonly #others: readonly string[];
  readonly #horizon: number;

  constructor(levers: readonly Lever[], prepared: PreparedPolicy, problem: TuningProblem) {
    const { armCount, horizon } = problem;
    const [lever, ...others] = levers;
    const value = prepared.params[lever.parameter.id];
    const published = Math.min(lever.of(value, horizon), horizon);
    const [least, most] = limitsOf(lever.parameter, value)
      .map((limit) => lever.of(limit, horizon))
      .sort((first, second) => first - second);
    this.#lever = lever;
    this.#others = others.map(({ parameter }) => parameter.id);
    this.#horizon = horizon;
    this.varied = {
      dimension: 'memory',
      parameters: [lever.parameter.id],
      published,
      low: Math.max(published / MEMORY_FACTOR, Math.min(armCount, published), least),
      high: Math.min(published * MEMORY_FACTOR, horizon, most),
    };
  }

  /** The spec with another memory, and the length it has. */
  set(spec: string, length: number): [spec: string, length: number] {
    const lever = this.#lever;
    const value = lever.value(length, this.#horizon);
    // A window and a discount given together would contradict each other.
    const written = withParameter(spec, lever.parameter.id, value, this.#others);
    return [written, lever.of(value, this.#horizon)];
  }
}

/** How the width of a policy is set. */
class WidthKnob {
  readonly varied: Varied;
  readonly #levers: readonly Lever[];
  readonly #problem: TuningProblem;

  constructor(levers: readonly Lever[], prepared: PreparedPolicy, problem: TuningProblem) {
    this.#levers = levers;
    this.#problem = problem;
    const reaches = levers.map((lever) => reachOf(lever, prepared, problem.horizon));
    this.varied = {
      dimension: 'width',
      parameters: levers.map(({ parameter }) => parameter.id),
      published: 1,
      low: Math.min(...reaches.map(([low]) => low)),
      high: Math.max(...reaches.map(([, high]) => high)),
    };
  }

  /** The spec with another width, and the multiple it has of the width before. */
  set(spec: string, multiple: number): [spec: string, multiple: number] {
    const { horizon } = this.#problem;
    const prepared = this.#problem.prepare(spec);
    let written = spec;
    let left = multiple;
    for (const lever of this.#levers) {
      const [low, high] = reachOf(lever, prepared, horizon);
      const part = clamp(left, low, high);
      const present = lever.of(prepared.params[lever.parameter.id], horizon);
      const value = lever.value(part * present, horizon);
      if (part !== 1) {
        written = withParameter(written, lever.parameter.id, value);
        left /= lever.of(value, horizon) / present;
      }
      if (part === multiple) break;
    }
    return [written, multiple / left];
  }
}

/**
 * Points that fill the unit square evenly: the first coordinates are a regular grid, the second ones
 * multiples of the golden ratio, less their whole parts. One coordinate alone is a grid as well.
 */
export function evenPoints(count: number): [number, number][] {
  const golden = (Math.sqrt(5) - 1) / 2;
  return Array.from({ length: count }, (_, i) => [(i + 0.5) / count, ((i + 1) * golden) % 1]);
}

/** The point of a range at a share of its way, on a logarithmic scale. */
function alongLog({ low, high }: Varied, share: number): number {
  return low * exp(share * ln(high / low));
}

function worthVarying({ varied }: { readonly varied: Varied }): boolean {
  return varied.high / varied.low > LEAST_RATIO;
}

/** What can be varied in a policy. */
class Knobs {
  readonly varied: readonly Varied[];
  readonly #memory: MemoryKnob | undefined;
  readonly #width: WidthKnob | undefined;

  constructor(prepared: PreparedPolicy, problem: TuningProblem) {
    const { horizon } = problem;
    const [memory, width] = [leversOf('memory', prepared, horizon), widthLevers(prepared, horizon)];
    const varying = <K extends { readonly varied: Varied }>(knob: K | undefined) =>
      knob !== undefined && worthVarying(knob) ? knob : undefined;
    this.#memory = varying(
      memory.length > 0 ? new MemoryKnob(memory, prepared, problem) : undefined,
    );
    this.#width = varying(width.length > 0 ? new WidthKnob(width, prepared, problem) : undefined);
    this.varied = [this.#memory, this.#width].flatMap((knob) => knob?.varied ?? []);
  }

  /** The policy as written. */
  published(spec: string): PlannedTrial {
    return {
      spec,
      ...(this.#memory === undefined ? {} : { memory: this.#memory.varied.published }),
      ...(this.#width === undefined ? {} : { width: 1 }),
    };
  }

  /** The policy at a point of the unit square; a single dimension takes the first coordinate. */
  at(spec: string, [first, second]: readonly [number, number]): PlannedTrial {
    const [memory, width] = [this.#memory, this.#width];
    // The memory comes first: what the width is a multiple of may follow from it.
    const [remembering, length] = memory?.set(spec, alongLog(memory.varied, first)) ?? [spec];
    const share = memory === undefined ? first : second;
    const [written, multiple] = width?.set(remembering, alongLog(width.varied, share)) ?? [
      remembering,
    ];
    return {
      spec: written,
      ...(length === undefined ? {} : { memory: length }),
      ...(multiple === undefined ? {} : { width: multiple }),
    };
  }
}

/**
 * The trials of a policy: its spec as written, then `count − 1` settings spread evenly, on logarithmic
 * scales, over all that can be varied in it. A policy in which nothing can be varied has one trial.
 */
export function planTrials(spec: string, count: number, problem: TuningProblem): TrialPlan {
  const knobs = new Knobs(problem.prepare(spec), problem);
  const points = knobs.varied.length === 0 ? [] : evenPoints(count - 1);
  return {
    varied: knobs.varied,
    trials: [knobs.published(spec), ...points.map((point) => knobs.at(spec, point))],
  };
}
