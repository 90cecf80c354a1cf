/** The options that all policies have in common, with contexts and without. */
import { ParameterError } from '../base/errors.ts';
import { isBounded, LARGEST_MAGNITUDE, SMALLEST_MAGNITUDE } from '../base/magnitude.ts';
import { suggestion } from '../base/nearest.ts';
import { ownOptions, shown, textOf } from '../base/shown.ts';
import { outsideTheoryWarning, type Warning, WarningLog } from '../base/warnings.ts';
import type { PolicyDefinition, TuningRequest } from '../definitions/policy.ts';
import { inRole, takesFact } from '../definitions/roles.ts';
import { RewardMap } from '../portable/play/reward-map.ts';
import { readNumber } from '../spec/spec-values.ts';

/** Options of any policy in addition to its arms and parameters. */
export interface CommonOptions {
  /** T, where the policy or its tuning needs it. */
  readonly horizon?: number | undefined;
  /**
   * The lowest and the highest reward that can occur, for policies made for [0, 1], which is the default. A reward
   * outside is clipped to the range and counts as such: `update` returns true, and the first one causes the warning
   * `reward-out-of-range`. Without it `auto` learns the range from its rewards. Other policies see rewards unchanged.
   */
  readonly rewardRange?: readonly [number, number] | undefined;
  /** Choice among arms with equal indices; by default the lowest. */
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

/** The facts of a definition that its options are checked against. */
type CommonDefinition = Pick<
  PolicyDefinition,
  'id' | 'parameters' | 'rewards' | 'learnsRange' | 'pendingInWidth'
>;

/** Options by name, parameters included. */
interface Named extends CommonOptions {
  readonly [name: string]: unknown;
}

/** Facts that a policy is tuned by, as far as they do not depend on its arms. */
type KnownForTuning = Pick<TuningRequest, 'horizon' | 'given' | 'warn'>;

const COMMON_OPTIONS = [
  'horizon',
  'rewardRange',
  'ties',
  'pendingInWidth',
  'maxPending',
  'origin',
  'onWarning',
];

/** The options with nothing left open. */
export interface ResolvedCommon {
  readonly horizon: number | undefined;
  /** Every parameter with its final value. */
  readonly values: Readonly<Record<string, number>>;
  /** The same as a plain object, for users. */
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

/** Slots and decisions are counted in 31 bits. */
const LARGEST_COUNT = 2 ** 31 - 1;

/** Reads an integer from 1 on. */
export function readCount(name: string, value: unknown, largest: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= largest) {
    return value;
  }
  throw new ParameterError(`${name} must be an integer from 1 to ${largest}; got ${shown(value)}`);
}

/**
 * Refuses options that are neither parameters nor common to all policies.
 *
 * @param special - those of this kind of policy
 * @param others - those that the caller takes for itself
 */
export function checkNames(
  { id, parameters }: CommonDefinition,
  options: Named,
  special: readonly string[],
  others: readonly string[],
): void {
  const own = parameters.map((parameter) => parameter.id);
  const known = [...own, ...special, ...COMMON_OPTIONS, ...others];
  for (const [name, value] of Object.entries(options)) {
    if (known.includes(name) || value === undefined) continue;
    throw new ParameterError(
      `${id} has no parameter '${name}'; ${suggestion(name, known)}`,
      'unknown-parameter',
    );
  }
}

function readParameters(definition: CommonDefinition, options: Named): Record<string, number> {
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
  definition: CommonDefinition,
  range: unknown,
  values: Readonly<Record<string, number>>,
): RewardMap {
  const [low, high] = readRange(range);
  if (takesAnyRange(definition, range)) return new RewardMap(0, 1, false);
  if (definition.rewards === 'unit-interval') return new RewardMap(low, high - low, true);
  const [center] = inRole(definition, 'center');
  const [scale] = inRole(definition, 'scale');
  return new RewardMap(values[center?.id] ?? 0, values[scale?.id] ?? 1, false);
}

/** Whether the policy itself finds out where rewards lie. */
export function takesAnyRange(definition: CommonDefinition, range: unknown): boolean {
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

function readWarningLog({ onWarning }: CommonOptions): WarningLog {
  if (onWarning === undefined || typeof onWarning === 'function') return new WarningLog(onWarning);
  throw new ParameterError(`onWarning must be a function; got ${shown(onWarning)}`);
}

function readOrigin({ origin }: CommonOptions): string | undefined {
  if (origin === undefined || typeof origin === 'string') return origin;
  throw new ParameterError(`origin must be a string; got ${shown(origin)}`);
}

/** Warns of values for which a policy's guarantee does not hold. */
function warnOutsideTheory(
  { id: policy, parameters }: CommonDefinition,
  values: Readonly<Record<string, number>>,
  warnings: WarningLog,
): void {
  for (const { id, provedAbove } of parameters) {
    const value = values[id];
    if (value === undefined || provedAbove === undefined || value > provedAbove) continue;
    warnings.add(outsideTheoryWarning(policy, id, value, provedAbove));
  }
}

/**
 * Checks the options, whose names were checked, fills in defaults and tunes.
 *
 * @param tune - the values that follow from others
 */
export function resolveCommon(
  definition: CommonDefinition,
  options: Named,
  tune: (known: KnownForTuning) => Readonly<Record<string, number>> | undefined,
): ResolvedCommon {
  const horizon =
    options.horizon === undefined
      ? undefined
      : readCount('horizon', options.horizon, LARGEST_COUNT);
  const given = readParameters(definition, options);
  const warnings = readWarningLog(options);
  const stated = [takesFact(definition, 'variation'), takesFact(definition, 'volatility')];
  const values = ownOptions<Record<string, number>>({});
  for (const parameter of definition.parameters) {
    const value = given[parameter.id] ?? parameter.default;
    // A budget or a volatility is part of the result only where it decided something: `tune` says so.
    if (value !== undefined && !stated.includes(parameter)) values[parameter.id] = value;
  }
  Object.assign(values, tune({ horizon, given, warn: (warning) => warnings.add(warning) }));
  warnOutsideTheory(definition, values, warnings);
  const { ties = 'lowest', pendingInWidth = definition.pendingInWidth ?? false } = options;
  if (typeof pendingInWidth !== 'boolean') {
    throw new ParameterError(`pendingInWidth must be true or false; got ${shown(pendingInWidth)}`);
  }
  if (ties !== 'lowest' && ties !== 'random') {
    throw new ParameterError(`ties must be 'lowest' or 'random'; got ${shown(ties)}`);
  }
  const { maxPending } = options;
  return {
    horizon,
    values: Object.freeze(values),
    params: Object.freeze({ ...values }),
    rewardMap: readRewardMap(definition, options.rewardRange, values),
    ties,
    pendingInWidth,
    widthIsGiven: options.pendingInWidth !== undefined,
    maxPending:
      maxPending === undefined
        ? Number.POSITIVE_INFINITY
        : readCount('maxPending', maxPending, LARGEST_COUNT),
    origin: readOrigin(options),
    warnings,
  };
}
