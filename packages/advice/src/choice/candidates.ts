/** Who takes part in the trials: policies with nothing to set, and others with memories and widths over a grid. */
import { type PolicyDefinition, policyCatalogue } from '@driftline/core';
import { inRole, roleOf } from '@driftline/core/play';
import { parseSpec, writeSpec } from '@driftline/core/spec';
import type { Candidate } from '../contract/choice.ts';

/** A candidate, of a kind, with its memory in slots where it has one. */
export interface Entrant extends Candidate {
  /** As it was asked for, before memory and width were filled in. */
  readonly kind: string;
  readonly window: number | undefined;
}

/** What the grid depends on. */
export interface Grid {
  /** No memory is longer. */
  readonly longest: number;
  /** And none is shorter; as short as any where undefined. */
  readonly shortest?: number | undefined;
  /** Of rewards about their means; by the median where tails have no variance. */
  readonly deviation: number;
  /** The mean of all rewards. */
  readonly center: number;
  /** Whether rewards lie in [0, 1]. */
  readonly isUnit: boolean;
  /** Whether few memories and widths have to do: where play is slow. */
  readonly isCoarse?: boolean;
}

/** The policies that need nothing to be told: the first is the advice unless something beats it. */
export const NEEDING_NOTHING: readonly string[] = ['auto', 'adr'];

/** Those that are usual. */
export const USUAL: readonly string[] = [
  ...NEEDING_NOTHING,
  'ucb1',
  'ts',
  'kl-ucb',
  'sw-ucb',
  'd-ucb',
  'sw-moss',
];

/** What joins where tails are heavy. Theory's ζ is too wide in practice. */
export const ROBUST: readonly string[] = [
  'rmoss:zeta=0.1',
  'sw-rmoss:zeta=0.1',
  'd-rmoss:zeta=0.1',
];

/** What learns from all that was, however long ago: of no use where arms change places. */
export const NEVER_FORGETTING: readonly string[] = ['ucb1', 'ts', 'kl-ucb', 'rmoss'];

const SHORTEST_WINDOW = 50;

/** Memories: 50, 100, 200 … up to `most`, or in other steps. */
export function windowsUpTo(most: number, step = 2): number[] {
  const windows: number[] = [];
  for (let window = SHORTEST_WINDOW; window <= most; window *= step) windows.push(window);
  return windows;
}

function windowsOf({ longest, shortest = 0, isCoarse = false }: Grid): number[] {
  const windows = windowsUpTo(longest, isCoarse ? COARSE_STEP : 2);
  return windows.filter((window) => window >= shortest);
}

/**
 * Widths over the standard deviation of rewards. `scale` is what a policy divides rewards by, so that its width is
 * multiplied by it; sw-ucb's published width for rewards in [0, 1], whose deviation is ½ at most, is 2.
 */
const WIDTHS = [2, 1.2, 0.72, 0.4];

/** Where few have to do. */
const FEW_WIDTHS = [1, 0.5];
const COARSE_STEP = 4;

/** The width that one-step-ahead prediction goes with. */
export const QUICK_WIDTH = 0.72;

/** D-UCB has 2 √(ξ ln τ / n) where SW-UCB has √(ξ ln τ / n): half the scale is the same width. */
const WIDTH_FACTORS: Readonly<Record<string, number>> = { 'd-ucb': 0.5 };

function shortNumber(value: number): number {
  return Number(value.toPrecision(3));
}

/** The parameter by which a policy is told how many slots to remember, if it has to be. */
function windowParameter(definition: PolicyDefinition): string | undefined {
  return inRole(definition, 'memory').find((parameter) => {
    const role = roleOf(parameter);
    return (
      parameter.kind === 'integer' &&
      parameter.default === undefined &&
      role?.of === 'memory' &&
      role.slots !== undefined
    );
  })?.id;
}

/** Whether a spec already says how long to remember. */
function saysMemory(
  definition: PolicyDefinition,
  given: Readonly<Record<string, string>>,
): boolean {
  const ids = [...inRole(definition, 'memory'), ...inRole(definition, 'given')].map(({ id }) => id);
  return ids.some((id) => id in given);
}

/** The scale of a width over the deviation. */
export function scaleFor(policy: string, width: number, deviation: number): number {
  return shortNumber(width * deviation * (WIDTH_FACTORS[policy] ?? 1));
}

function scalesOf(
  definition: PolicyDefinition,
  given: Readonly<Record<string, string>>,
  { deviation, isUnit, isCoarse = false }: Grid,
  hasMemory: boolean,
): (number | undefined)[] {
  const [scale] = inRole(definition, 'scale');
  if (scale === undefined || scale.id in given || !(deviation > 0)) return [undefined];
  if (hasMemory || definition.rewards === 'finite-variance')
    return (isCoarse ? FEW_WIDTHS : WIDTHS).map((width) =>
      scaleFor(definition.id, width, deviation),
    );
  // As published, where rewards are what the publication is about; else as wide beside the rewards.
  return [isUnit ? undefined : scaleFor(definition.id, WIDTHS[0], deviation)];
}

/** All members of a kind: what a spec leaves open is filled in from the grid. */
export function entrantsOf(spec: string, grid: Grid): Entrant[] {
  const { id, params: given } = parseSpec(spec);
  const definition = policyCatalogue.find(id);
  const memory = saysMemory(definition, given) ? undefined : windowParameter(definition);
  const windows = memory === undefined ? [undefined] : windowsOf(grid);
  const [center] = inRole(definition, 'center');
  const own = Object.fromEntries(Object.entries(given).map(([name, text]) => [name, Number(text)]));
  const scales = scalesOf(definition, given, grid, memory !== undefined);
  return windows.flatMap((window) =>
    scales.map((scale): Entrant => {
      const params: Record<string, number> = { ...own };
      if (memory !== undefined && window !== undefined) params[memory] = window;
      if (scale !== undefined) params.scale = scale;
      if (center !== undefined && !(center.id in given)) params.center = shortNumber(grid.center);
      return { policy: id, params, spec: writeSpec(id, params), kind: spec, window };
    }),
  );
}

/** Every entrant once, in the order of the kinds that were asked for. */
export function allEntrants(kinds: readonly string[], grid: Grid): Entrant[] {
  const bySpec = new Map<string, Entrant>();
  for (const kind of kinds) {
    for (const entrant of entrantsOf(kind, grid)) {
      if (!bySpec.has(entrant.spec)) bySpec.set(entrant.spec, entrant);
    }
  }
  return [...bySpec.values()];
}
