/** What `select` returns, and the checks of what comes back from outside. */
import { ContractError, ParameterError } from '../base/errors.ts';
import { ownOptions, textOf } from '../base/shown.ts';
import type { PolicyDefinition } from '../definitions/policy.ts';
import type { Random } from '../portable/random/generator.ts';

/** An arm proposed for a slot. Plain data: it may be stored and come back much later. */
export interface Selection {
  /** The slot it is for, from 0. */
  readonly slot: number;
  readonly arm: number;
  /** The probability that the arm was given; undefined where the policy can't state it. */
  readonly propensity: number | undefined;
  /** Whether the floor chose the arm, whatever the policy would have taken; absent without a floor. */
  readonly explored?: boolean;
  /** A number of the policy's own that has to come back with the reward. */
  readonly ticket: number;
  /**
   * Whose it is: the same for policies of the same definition, options, seed and `origin`, and kept
   * over snapshots. A selection of another origin is refused; one without an origin, stored by an
   * earlier version, is accepted.
   */
  readonly origin?: string;
  /**
   * The part of a decider's life in which it was decided: absent until the decider is restored from a
   * snapshot, and then the id that the restored decider gave itself.
   */
  readonly epoch?: string;
}

/** Whom to choose among, and how much is left to chance. */
export interface SelectOptions {
  /** The arms that may be taken; all of them unless given. */
  readonly among?: readonly number[] | undefined;
  /**
   * The probability that any of these arms is taken, all alike, whatever the policy says: 0 unless given.
   * What was `explored` so is a uniform sample, whatever the policy is.
   */
  readonly floor?: number | undefined;
}

/** Refuses anything but a selection of this policy. */
export function demandOwn(selection: Selection, origin: string): void {
  if (typeof selection !== 'object' || selection === null) {
    throw new ContractError(
      `a selection must be an object that select returned; got ${textOf(selection)}; pass back the whole selection, not only its arm`,
      'not-a-selection',
    );
  }
  if ((selection.origin ?? origin) === origin) return;
  throw new ContractError(
    `a selection must be passed back to the policy that made it; got one of ${selection.origin}, but this is ${origin}; they differ in policy, options, seed or origin`,
    'foreign-decision',
  );
}

/** Refuses an arm that there is not. */
export function demandArm(arm: unknown, armCount: number): void {
  if (typeof arm === 'number' && Number.isInteger(arm) && arm >= 0 && arm < armCount) return;
  throw new ParameterError(
    `arm must be an integer from 0 to ${armCount - 1}; got ${textOf(arm)}`,
    'arm-out-of-range',
  );
}

/** Refuses what can't be drawn from. */
export function demandRandom(random: Random): void {
  if (typeof random?.next === 'function') return;
  throw new ParameterError(
    `select needs a random source, such as randomStream(1); got ${textOf(random)}`,
    'parameter-missing',
  );
}

const OPTION_NAMES = ['among', 'floor'];

/** What `select` was asked for; a list is one of arms. */
export function readOptions(asked: SelectOptions | readonly number[] | undefined): SelectOptions {
  if (asked === undefined) return {};
  if (typeof asked !== 'object' || asked === null || 'length' in asked) return { among: asked };
  const unknown = Object.keys(asked).find((name) => !OPTION_NAMES.includes(name));
  if (unknown === undefined) return ownOptions(asked);
  throw new ParameterError(
    `select has no option '${unknown}'; accepted: ${OPTION_NAMES.join(', ')}`,
    'unknown-parameter',
  );
}

/** Whether a floor may choose for a policy; throws where what is given is no floor, or the policy takes none. */
export function demandFloor(
  { id, ticketIsPropensity }: Pick<PolicyDefinition, 'id' | 'ticketIsPropensity'>,
  floor: unknown,
): void {
  if (!(typeof floor === 'number' && floor >= 0 && floor <= 1)) {
    throw new ParameterError(`floor must be a number from 0 to 1; got ${textOf(floor)}`);
  }
  if (floor === 0 || !ticketIsPropensity) return;
  throw new ParameterError(
    `floor must be 0 for ${id}, which already explores and weights each reward by the probability of its draw; got ${floor}`,
    'parameters-conflict',
  );
}

/** The arms to choose among, in ascending order. */
export function eligibleArms(among: readonly number[], armCount: number): Int32Array<ArrayBuffer> {
  if (!Array.isArray(among) && !ArrayBuffer.isView(among)) {
    throw new ParameterError(
      `among must be an array of arms; got ${textOf(among)}`,
      'arms-not-accepted',
    );
  }
  if (among.length === 0) {
    throw new ParameterError('among must hold at least one arm; got none', 'arms-not-accepted');
  }
  for (const arm of among) demandArm(arm, armCount);
  const eligible = Int32Array.from(among).sort();
  const twice = eligible.findIndex((arm, i) => i > 0 && arm === eligible[i - 1]);
  if (twice < 0) return eligible;
  throw new ParameterError(
    `among must hold each arm once; got ${eligible[twice]} twice`,
    'arms-not-accepted',
  );
}
