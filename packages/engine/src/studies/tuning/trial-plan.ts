/**
 * What can be tuned in a policy, and which values are tried.
 *
 * Two things are tuned in every policy that has them: the length of its memory, and the width of its
 * bonus. Both are found from the parameters that a policy declares, never from its id, so that a
 * plugin is treated like a policy of ours.
 *
 * - Memory, in slots: `window`; where there is none, `discount` γ, a memory of 1/(1 − γ) slots; where
 *   there is neither and the policy forgets by sharing, `alpha` α, a memory of 1/α slots. It is tried
 *   from 1/8 to 8 times the published length, within the number of arms and the horizon.
 * - Width, as a multiple of the published one, from 1/4 to 2. Policies that look at
 *   (reward − center) / scale take `scale`: dividing rewards by s and multiplying the width by s
 *   choose the same arms, at every s, while η and ξ can't go below 1/2. Clipping is the exception:
 *   `scale` would move the limits too, so policies for rewards of finite variance take `zeta` (the
 *   width is 1 + ζ), and `scale` only for the part that ζ > 0 can't reach. Policies without `scale`
 *   take `eta` or `xi` (√), `b`, or their exploration `g`. A kl bound takes `c`: with it the level
 *   ln t + c ln ln t at the horizon is the published one times the square of the multiple; with c = 0
 *   published, it can only become wider.
 *
 * The width is a multiple of what the policy's own tuning gives for the memory tried, since some
 * (Rexp3's g) follow from it.
 */
import { type PolicyDefinition, type PolicyParameter } from '@driftline/core';
import { exp, ln } from '@driftline/core/parts';
import { type PreparedPolicy } from '@driftline/core/play';
import { parseSpec, writeSpec } from '@driftline/core/spec';

/** The memory is tried from 1/8 to 8 times its published length. */
const MEMORY_FACTOR = 8;
/** The range of widths, as multiples of the published one. */
const WIDTHS: readonly [number, number] = [1 / 4, 2];
/** Below this ratio of its ends a range holds nothing to try. */
const LEAST_RATIO = 1.01;
/** Where a limit is excluded, this share of the way from it to the published value is kept clear. */
const CLEARANCE = 0.01;

const SCALE = 'scale';
/** Two ways to say the same. */
const EITHER_OR = ['window', 'discount'];

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

/** How a parameter stands for a memory length or a width. */
interface Rule {
  readonly parameter: string;
  applies(definition: PolicyDefinition): boolean;
  /** What the value amounts to: slots, or a width up to a constant factor; 0 or NaN where it has none. */
  amountOf(value: number, horizon: number): number;
  valueFor(amount: number, horizon: number): number;
}

const always = () => true;
const itself = (value: number) => value;

const MEMORY_RULES: readonly Rule[] = [
  { parameter: 'window', applies: always, amountOf: itself, valueFor: Math.round },
  {
    parameter: 'discount',
    applies: always,
    amountOf: (discount) => 1 / (1 - discount),
    valueFor: (length) => Number((1 - 1 / length).toPrecision(12)),
  },
  {
    parameter: 'alpha',
    applies: ({ memory }) => memory === 'sharing',
    amountOf: (share) => 1 / share,
    valueFor: (length) => rounded(1 / length),
  },
];

const root = (parameter: string): Rule => ({
  parameter,
  applies: always,
  amountOf: Math.sqrt,
  valueFor: (width) => rounded(width * width),
});

const proportional = (parameter: string): Rule => ({
  parameter,
  applies: always,
  amountOf: itself,
  valueFor: rounded,
});

/** In order of preference. */
const WIDTH_RULES: readonly Rule[] = [
  {
    parameter: 'zeta',
    applies: ({ rewards }) => rewards === 'finite-variance',
    amountOf: (zeta) => 1 + zeta,
    valueFor: (width) => rounded(width - 1),
  },
  {
    parameter: SCALE,
    applies: ({ rewards }) => rewards !== 'unit-interval',
    amountOf: itself,
    valueFor: rounded,
  },
  root('eta'),
  root('xi'),
  proportional('b'),
  proportional('g'),
  {
    parameter: 'c',
    applies: ({ index }) => index === 'kl',
    amountOf: (c, horizon) =>
      // Below 3 slots ln ln T is negative, and c would narrow the bound.
      horizon < 3 ? 0 : Math.sqrt(ln(horizon) + c * ln(ln(horizon))),
    valueFor: (width, horizon) => rounded((width * width - ln(horizon)) / ln(ln(horizon))),
  },
];

/** Four significant digits: what is reported is what was played. */
function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

/** A spec with one parameter set and others left out. */
function withParameter(spec: string, name: string, value: number, without: string[] = []): string {
  const { id, params } = parseSpec(spec);
  const kept = Object.entries(params).filter(([key]) => !without.includes(key));
  return writeSpec(id, { ...Object.fromEntries(kept), [name]: value });
}

/** A rule with the parameter of the policy that it fits. */
interface FittedRule extends Rule {
  readonly declared: PolicyParameter;
}

/** The rules that fit a policy and whose parameter has a value to start from. */
function fitting(
  rules: readonly Rule[],
  { definition, params }: PreparedPolicy,
  horizon: number,
): FittedRule[] {
  return rules.flatMap((rule) => {
    const declared = definition.parameters.find(({ id }) => id === rule.parameter);
    if (declared === undefined || !rule.applies(definition)) return [];
    const value = params[rule.parameter];
    const fits = value !== undefined && rule.amountOf(value, horizon) > 0;
    return fits ? [{ ...rule, declared }] : [];
  });
}

/** The least and the largest value that may be tried, clear of limits that are excluded. */
function limitsOf(parameter: PolicyParameter, published: number): [number, number] {
  const { least, above, most, below } = parameter;
  const low = above === undefined ? least : above + CLEARANCE * (published - above);
  const high = below === undefined ? most : below - CLEARANCE * (below - published);
  return [low ?? Number.NEGATIVE_INFINITY, high ?? Number.POSITIVE_INFINITY];
}

/** The multiples of a policy's present width that a rule can reach, within the range tried. */
function reachOf(rule: FittedRule, { params }: PreparedPolicy, horizon: number): [number, number] {
  const present = params[rule.parameter];
  const reached = limitsOf(rule.declared, present).map(
    (value) => rule.amountOf(value, horizon) / rule.amountOf(present, horizon),
  );
  // A limit that has no width, such as the root of a negative number, does not bind.
  const [low, high] = [reached[0] || 0, Number.isNaN(reached[1]) ? Infinity : reached[1]];
  return [clamp(low, WIDTHS[0], 1), clamp(high, 1, WIDTHS[1])];
}

/** How the memory of a policy is set. */
class MemoryKnob {
  readonly varied: Varied;
  readonly #rule: FittedRule;
  readonly #horizon: number;

  constructor(rule: FittedRule, prepared: PreparedPolicy, { armCount, horizon }: TuningProblem) {
    const value = prepared.params[rule.parameter];
    const published = Math.min(rule.amountOf(value, horizon), horizon);
    const [least, most] = limitsOf(rule.declared, value)
      .map((limit) => rule.amountOf(limit, horizon))
      .sort((first, second) => first - second);
    this.#rule = rule;
    this.#horizon = horizon;
    this.varied = {
      dimension: 'memory',
      parameters: [rule.parameter],
      published,
      low: Math.max(published / MEMORY_FACTOR, Math.min(armCount, published), least),
      high: Math.min(published * MEMORY_FACTOR, horizon, most),
    };
  }

  /** The spec with another memory, and the length it has. */
  set(spec: string, length: number): [spec: string, length: number] {
    const { parameter, valueFor, amountOf } = this.#rule;
    const value = valueFor(length, this.#horizon);
    // A window and a discount given together would contradict each other.
    const others = EITHER_OR.includes(parameter) ? EITHER_OR.filter((id) => id !== parameter) : [];
    return [withParameter(spec, parameter, value, others), amountOf(value, this.#horizon)];
  }
}

/** How the width of a policy is set. */
class WidthKnob {
  readonly varied: Varied;
  readonly #rules: readonly FittedRule[];
  readonly #problem: TuningProblem;

  constructor(fitted: readonly FittedRule[], prepared: PreparedPolicy, problem: TuningProblem) {
    const [preferred, second] = fitted;
    // Only `scale` multiplies whatever width is left, so only it can complete another parameter.
    this.#rules = second?.parameter === SCALE ? [preferred, second] : [preferred];
    this.#problem = problem;
    const reaches = this.#rules.map((rule) => reachOf(rule, prepared, problem.horizon));
    this.varied = {
      dimension: 'width',
      parameters: this.#rules.map(({ parameter }) => parameter),
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
    for (const rule of this.#rules) {
      const [low, high] = reachOf(rule, prepared, horizon);
      const part = clamp(left, low, high);
      const present = rule.amountOf(prepared.params[rule.parameter], horizon);
      const value = rule.valueFor(part * present, horizon);
      if (part !== 1) {
        written = withParameter(written, rule.parameter, value);
        left /= rule.amountOf(value, horizon) / present;
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
    const memoryRules = fitting(MEMORY_RULES, prepared, problem.horizon);
    const widthRules = fitting(WIDTH_RULES, prepared, problem.horizon);
    this.#memory = memoryRules
      .slice(0, 1)
      .map((rule) => new MemoryKnob(rule, prepared, problem))
      .find(worthVarying);
    this.#width = (widthRules.length === 0 ? [] : [widthRules])
      .map((rules) => new WidthKnob(rules, prepared, problem))
      .find(worthVarying);
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
