/** What the policies that detect changes share: parameters, and the number of changes Υ. */

import { ParameterError } from '../base/errors.ts';
import { explorationOnlyWarning } from '../base/warnings.ts';
import type { PolicyParameter, TuningRequest } from '../definitions/policy.ts';
import { changesOfBudget } from '../theory/detection.ts';
import { CHANGES, requireHorizon } from './tuning.ts';

/** How such policies forget, in listings. */
export const UNTIL_ALARM = 'until an alarm';

export const GLR_LEVEL: PolicyParameter<'delta'> = {
  kind: 'number',
  id: 'delta',
  symbol: 'δ',
  role: { of: 'memory' },
  summary: 'level of false alarms of an arm (default: 1/√T)',
  above: 0,
  most: 1,
};

/** The constant of the threshold, with what a policy has by default. */
export function glrConstant(usual: number): PolicyParameter<'c'> {
  return {
    kind: 'number',
    id: 'c',
    symbol: 'c',
    // c and δ enter the threshold as c/δ alone, so δ is enough to tune.
    role: { of: 'fixed' },
    summary: 'constant in the threshold ln(c n^(3/2) / δ)',
    default: usual,
    above: 0,
  };
}

export const FIRST_EXPLORATION: PolicyParameter<'alpha'> = {
  kind: 'number',
  id: 'alpha',
  symbol: 'α₁',
  role: { of: 'exploration', insteadOf: 'explore' },
  summary: 'rate of forced exploration in the first episode (default: m √(K ln T / T))',
  least: 0,
  most: 1,
};

/** Υ of policies that can't do without one. */
export const EXPECTED_CHANGES: PolicyParameter<'changes'> = {
  ...CHANGES,
  summary: 'number of changes (default: ⌈T/τ⌉ − 1, with the window τ tuned to the budget)',
};

/** Υ, given or from a variation budget, and T. */
interface ExpectedChanges {
  readonly horizon: number;
  readonly changes: number;
  /** The budget, where it decided the changes. */
  readonly used: { readonly variation?: number };
}

/** The changes to expect; `direct` says what can be given instead. */
export function requireChanges(request: TuningRequest, direct: string): ExpectedChanges {
  const { given, armCount, policy } = request;
  if (given.changes !== undefined) {
    const horizon = requireHorizon(request, `, or ${direct}`);
    return { horizon, changes: given.changes, used: {} };
  }
  if (given.variation === undefined) {
    throw new ParameterError(
      `${policy} needs a number of changes (changes >= 0) or a variation budget (variation >= 0), with a horizon, or ${direct}; got neither`,
    );
  }
  const horizon = requireHorizon(request, `, or ${direct}`);
  const { variation } = given;
  return {
    horizon,
    changes: changesOfBudget(armCount, horizon, variation),
    used: { variation },
  };
}

/** Warns of a rate of forced exploration with which all arms are only played in turn. */
export function warnOfExploration(request: TuningRequest, rate: number): void {
  if (rate < 1 || request.armCount === 1) return;
  request.warn(explorationOnlyWarning(request.policy));
}
