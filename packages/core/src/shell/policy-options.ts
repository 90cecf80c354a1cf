/** What a policy is created with, checked and completed. */

import { ParameterError } from '../base/errors.ts';
import { isBounded, LARGEST_MAGNITUDE, SMALLEST_MAGNITUDE } from '../base/magnitude.ts';
import { suggestion } from '../base/nearest.ts';
import { ownOptions, shown, textOf } from '../base/shown.ts';
import { outsideTheoryWarning, type Warning, WarningLog } from '../base/warnings.ts';
import type { PolicyDefinition, PolicySettings, TuningRequest } from '../definitions/policy.ts';
import { inRole, takesFact } from '../definitions/roles.ts';
import type { Means } from '../means/means.ts';
import type * as list from '../policies/list.ts';
import { RewardMap } from '../portable/play/reward-map.ts';
import { readNumber } from '../spec/spec-values.ts';

/** A parameter's value, or as it is written in a spec. */
export type ParameterValue = number | string | undefined;

/** What any policy can be created with, beside its parameters. */
interface GeneralOptions {
  /** K. */
  readonly armCount: number;
  /** T, where the policy or its tuning needs it. */
  readonly horizon?: number | undefined;
  /**
   * The lowest and the highest reward that can occur, for policies made for [0, 1], which is the default. A reward
   * outside is clipped to the range and counts as such: `update` returns true, and the first one causes the warning
   * `reward-out-of-range`. Without it `auto` learns the range from its rewards. Other policies see rewards unchanged.
   */
  readonly rewardRange?: readonly [number, number] | undefined;
  /** The means of the environment, for oracles only: they need them. */
  readonly means?: Means | undefined;
  /** Which of several arms with equal indices; by default the lowest. */
  readonly ties?: 'lowest' | 'random' | undefined;
  /** Whether decisions without a reward yet narrow the width of their arm; by default only with `auto`. */
  readonly pendingInWidth?: boolean | undefined;
  /**
   * The most decisions that wait for a reward: with one more, the oldest expires. It must exceed the
   * usual delay in slots: an arm whose rewards all expire stays unknown, and is proposed again and again
   * where memory has room for every arm. By default there is no limit but that of the memory, and the
   * warning `decisions-pile-up` comes where ten thousand wait; with a limit it does not.
   */
  readonly maxPending?: number | undefined;
  /**
   * A name of your own for this one among policies that are alike. A decision carries a digest of it
   * and of all other options that matter, and is refused by a policy that has another; policies that are
   * otherwise alike take each other's decisions unless each has an `origin`.
   */
  readonly origin?: string | undefined;
  /**
   * Called with every warning as it comes, each kind once while running. What it throws is ignored: no
   * decision is lost for it, and the warning stays in `warnings`. Without it, the warning of a clipped reward is
   * printed on the console.
   */
  readonly onWarning?: ((warning: Warning) => void) | undefined;
}

/**
 * What a policy can be created with: the options above, and the parameters of its definition by name,
 * whatever these are.
 */
export interface PolicyOptions extends GeneralOptions {
  readonly [parameter: string]: unknown;
}

/** Our policies by their ids. */
type KnownPolicies = {
  readonly [Name in keyof typeof list as (typeof list)[Name]['id']]: (typeof list)[Name];
};

/** The parameters of one of our policies, by name. */
type ParametersOf<Id extends keyof KnownPolicies> = KnownPolicies[Id]['parameters'][number]['id'];

/**
 * What the policy of an id can be created with: of ours exactly its own parameters, as
 * `driftline policies ID` shows them; of others any.
 */
export type OptionsOf<Id extends string> = Id extends keyof KnownPolicies
  ? GeneralOptions & { readonly [Name in ParametersOf<Id>]?: ParameterValue }
  : PolicyOptions;

/** An id of ours, or any text whose value the compiler does not know: a misspelled id is a type error. */
export type KnownId<Id extends string> = Id extends keyof KnownPolicies
  ? Id
  : string extends Id
    ? Id
    : keyof KnownPolicies;

const GENERAL_OPTIONS = [
  'armCount',
  'horizon',
  'rewardRange',
  'ties',
  'pendingInWidth',
  'maxPending',
  'origin',
  'onWarning',
];

/** Options with nothing left open. */
interface ResolvedOptions {
  readonly settings: PolicySettings;
  /** The values of the settings as a plain object, for users. */
  readonly params: Readonly<Record<string, number>>;
  readonly rewardMap: RewardMap;
  readonly ties: 'lowest' | 'random';
  readonly pendingInWidth: boolean;
  /** Whether the caller decided on it. */
  readonly widthIsGiven: boolean;
  readonly maxPending: number;
  readonly origin: string | undefined;
  readonly warnings: WarningLog;
}

/** More arms than any memory here is made for. */
export const LARGEST_ARM_COUNT = 2 ** 24;

function readCount(name: string, value: unknown, largest: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= largest) {
    return value;
  }
  throw new ParameterError(`${name} must be an integer from 1 to ${largest}; got ${shown(value)}`);
}

function readMeans(definition: PolicyDefinition, { means, armCount }: PolicyOptions) {
  const { needs } = definition;
  if (needs === undefined) return undefined;
  if (needs === 'chains' && means?.chains === undefined) {
    throw new ParameterError(
      `${definition.id} needs the transition probabilities of channels, which only the environment channels has; got none; play it on channels, as in --environment channels, or leave it out`,
      'parameter-missing',
    );
  }
  if (means === undefined) {
    throw new ParameterError(
      `${definition.id} needs the environment's means, which only a simulation knows; got none; compare it with other policies in a simulation, or pass means`,
      'parameter-missing',
    );
  }
  if (means.armCount === armCount) return means;
  throw new ParameterError(
    `means must have ${armCount} arms, the value of armCount; got means of ${means.armCount} arms`,
    'parameters-conflict',
  );
}

/** Refuses options that the policy does not take; `others` are those that its caller takes. */
export function checkOptionNames(
  definition: PolicyDefinition,
  options: PolicyOptions,
  others: readonly string[] = [],
): void {
  const known = definition.parameters.map((parameter) => parameter.id);
  if (definition.needs !== undefined) known.push('means');
  known.push(...GENERAL_OPTIONS, ...others);
  for (const [name, value] of Object.entries(options)) {
    if (known.includes(name) || value === undefined) continue;
    throw new ParameterError(
      `${definition.id} has no parameter '${name}'; ${suggestion(name, known)}`,
      'unknown-parameter',
    );
  }
}

function readParameters(
  definition: PolicyDefinition,
  options: PolicyOptions,
): Record<string, number> {
  checkOptionNames(definition, options);
  const given = ownOptions<Record<string, number>>({});
  for (const parameter of definition.parameters) {
    const value = options[parameter.id];
    if (value === undefined) continue;
    if (typeof value !== 'number' && typeof value !== 'string') {
      throw new ParameterError(`${parameter.id} must be a number; got ${textOf(value)}`);
    }
    given[parameter.id] = readNumber(parameter, value);
  }
  return given;
}

function readRewardMap(
  definition: PolicyDefinition,
  range: unknown,
  values: Readonly<Record<string, number>>,
): RewardMap {
  const [low, high] = readRange(range);
  if (learnsRange(definition, range)) return new RewardMap(0, 1, false);
  if (definition.rewards === 'unit-interval') return new RewardMap(low, high - low, true);
  const [center] = inRole(definition, 'center');
  const [scale] = inRole(definition, 'scale');
  return new RewardMap(values[center?.id] ?? 0, values[scale?.id] ?? 1, false);
}

/** Whether the policy itself finds out where rewards lie. */
function learnsRange(definition: PolicyDefinition, range: unknown): boolean {
  return definition.learnsRange === true && range === undefined;
}

function readRange(range: unknown): [number, number] {
  if (range === undefined) return [0, 1];
  const [low, high]: unknown[] = Array.isArray(range) && range.length === 2 ? range : [];
  const ordered = typeof low === 'number' && typeof high === 'number' && low < high;
  const playable = ordered && [low, high].every(isBounded) && high - low >= SMALLEST_MAGNITUDE;
  if (playable) return [low, high];
  throw new ParameterError(
    `rewardRange must be two numbers, the lower first, with magnitudes up to ${LARGEST_MAGNITUDE} and at least ${SMALLEST_MAGNITUDE} apart; got ${shown(range)}`,
  );
}

function readWarningLog({ onWarning }: PolicyOptions): WarningLog {
  if (onWarning === undefined || typeof onWarning === 'function') return new WarningLog(onWarning);
  throw new ParameterError(`onWarning must be a function; got ${shown(onWarning)}`);
}

function readOrigin({ origin }: PolicyOptions): string | undefined {
  if (origin === undefined || typeof origin === 'string') return origin;
  throw new ParameterError(`origin must be a string; got ${shown(origin)}`);
}

/** Warns of values for which a policy's guarantee does not hold. */
function warnOutsideTheory(
  { id: policy, parameters }: PolicyDefinition,
  values: Readonly<Record<string, number>>,
  warnings: WarningLog,
): void {
  for (const { id, provedAbove } of parameters) {
    const value = values[id];
    if (value === undefined || provedAbove === undefined || value > provedAbove) continue;
    warnings.add(outsideTheoryWarning(policy, id, value, provedAbove));
  }
}

/** Checks options against a definition, fills in defaults and tunes. */
export function resolveOptions(
  definition: PolicyDefinition,
  given: PolicyOptions,
): ResolvedOptions {
  const options = ownOptions(given);
  const armCount = readCount('armCount', options?.armCount, LARGEST_ARM_COUNT);
  const horizon =
    options.horizon === undefined ? undefined : readCount('horizon', options.horizon, 2 ** 31 - 1);
  const parameters = readParameters(definition, options);
  const warnings = readWarningLog(options);
  const request: TuningRequest = {
    policy: definition.id,
    armCount,
    horizon,
    given: parameters,
    warn: (warning) => warnings.add(warning),
  };
  const stated = [takesFact(definition, 'variation'), takesFact(definition, 'volatility')];
  const values = ownOptions<Record<string, number>>({});
  for (const parameter of definition.parameters) {
    const value = parameters[parameter.id] ?? parameter.default;
    // A budget or a volatility is part of the result only where it decided something: `tune` says so.
    if (value !== undefined && !stated.includes(parameter)) values[parameter.id] = value;
  }
  Object.assign(values, definition.tune?.(request));
  warnOutsideTheory(definition, values, warnings);
  const { ties = 'lowest', pendingInWidth = definition.pendingInWidth ?? false } = options;
  if (typeof pendingInWidth !== 'boolean') {
    throw new ParameterError(`pendingInWidth must be true or false; got ${shown(pendingInWidth)}`);
  }
  if (ties !== 'lowest' && ties !== 'random') {
    throw new ParameterError(`ties must be 'lowest' or 'random'; got ${shown(ties)}`);
  }
  return {
    settings: {
      armCount,
      startArmCount: armCount,
      horizon,
      values: Object.freeze(values),
      means: readMeans(definition, options),
      learnsRange: learnsRange(definition, options.rewardRange),
    },
    params: Object.freeze({ ...values }),
    rewardMap: readRewardMap(definition, options.rewardRange, values),
    ties,
    pendingInWidth,
    widthIsGiven: options.pendingInWidth !== undefined,
    maxPending:
      options.maxPending === undefined
        ? Number.POSITIVE_INFINITY
        : readCount('maxPending', options.maxPending, 2 ** 31 - 1),
    origin: readOrigin(options),
    warnings,
  };
}
