/**
 * Parameters that many policies share, and how a memory's length follows from what was given: directly
 * (`window`, `discount`), from a variation budget and a horizon as the paper does, or from a volatility.
 */

import { ParameterError } from '../base/errors.ts';
import {
  budgetOfWholeHorizonWarning,
  memoryOfFewerThanArmsWarning,
  memoryOfWholeHorizonWarning,
} from '../base/warnings.ts';
import type { PolicyParameter, PolicySettings, TuningRequest } from '../definitions/policy.ts';
import { AS_FACTOR, AS_KL_LEVEL } from '../definitions/roles.ts';
import type { Means } from '../means/means.ts';
import type { Chains } from '../portable/means/chains.ts';
import {
  discountFactor,
  discountForChanges,
  discountOfWindow,
  rawWindowLength,
  windowForChanges,
  windowLength,
  windowOfDiscount,
} from '../theory/tuning.ts';
import { discountForVolatility, rawWindowForVolatility } from '../theory/volatility.ts';

/** The variation budget V, from which a memory is tuned. */
export const VARIATION: PolicyParameter<'variation'> = {
  kind: 'number',
  id: 'variation',
  symbol: 'V',
  summary: 'variation budget, to which the memory is tuned',
  least: 0,
  anySize: true,
};

/** The volatility σ: a third way to state drift, beside a variation budget and a number of changes. */
export const VOLATILITY: PolicyParameter<'volatility'> = {
  kind: 'number',
  id: 'volatility',
  symbol: 'σ',
  summary: 'standard deviation of a mean’s step in each slot, instead of a budget',
  least: 0,
};

/** The slots τ that are remembered. */
export const WINDOW: PolicyParameter<'window'> = {
  kind: 'integer',
  id: 'window',
  symbol: 'τ',
  example: 200,
  summary: 'number of slots remembered, instead of a budget',
  least: 1,
  most: 2 ** 31 - 1,
};

/** The discount γ, which every weight is multiplied by in each slot. */
export const DISCOUNT: PolicyParameter<'discount'> = {
  kind: 'number',
  id: 'discount',
  symbol: 'γ',
  summary: 'factor on the weight of old rewards in each slot, instead of a budget',
  least: 0,
  below: 1,
};

/** What rewards are divided by first. */
export const SCALE: PolicyParameter<'scale'> = {
  kind: 'number',
  id: 'scale',
  symbol: 's',
  summary: 'divides rewards before use',
  default: 1,
  above: 0,
};

export const CENTER: PolicyParameter<'center'> = {
  kind: 'number',
  id: 'center',
  symbol: 'm',
  summary: 'subtracted from rewards before use; rewards are clipped toward it',
  default: 0,
};

export const EXPLORATION: PolicyParameter<'g'> = {
  kind: 'number',
  id: 'g',
  symbol: 'g',
  role: { of: 'exploration' },
  example: 0.1,
  summary: 'share of uniform exploration (default: tuned)',
  above: 0,
  most: 1,
};

/** The same where it is all the width that a policy has. */
export const EXPLORATION_WIDTH: PolicyParameter<'g'> = {
  ...EXPLORATION,
  role: { of: 'width', width: AS_FACTOR },
};

/** The number of changes Υ. */
export const CHANGES: PolicyParameter<'changes'> = {
  kind: 'integer',
  id: 'changes',
  symbol: 'Υ',
  summary: 'number of changes, instead of a budget',
  least: 0,
};

export const CHANGE_EXPONENT: PolicyParameter<'nu'> = {
  kind: 'number',
  id: 'nu',
  symbol: 'ν',
  summary: 'the number of changes grows like T^ν',
  least: 0,
  most: 1,
};

export const KL_C: PolicyParameter<'c'> = {
  kind: 'number',
  id: 'c',
  symbol: 'c',
  role: { of: 'width', width: AS_KL_LEVEL },
  summary: 'weight of ln ln t in the confidence level',
  default: 0,
  least: 0,
};

export const COIN: PolicyParameter<'coin'> = {
  kind: 'integer',
  id: 'coin',
  symbol: 'coin',
  role: { of: 'switch' },
  summary: '1: rounds a reward between 0 and 1 to 0 or 1 at random',
  default: 0,
  least: 0,
  most: 1,
};

/** Whether posteriors are normal, rather than Beta laws. */
export const GAUSSIAN: PolicyParameter<'gaussian'> = {
  kind: 'integer',
  id: 'gaussian',
  symbol: 'gaussian',
  role: { of: 'switch' },
  summary: '1: normal posteriors instead of Beta posteriors',
  default: 0,
  least: 0,
  most: 1,
};

/** How much one reward adds to the precision of a normal posterior. */
export const PRECISION: PolicyParameter<'g'> = {
  kind: 'number',
  id: 'g',
  symbol: 'g',
  role: { of: 'width', width: AS_FACTOR },
  summary: 'normal posteriors have variance 1/(g n)',
  default: 1,
  above: 0,
};

/** The horizon, where a formula has it and nothing can stand in for it. */
export function requireHorizon(
  request: Pick<TuningRequest, 'policy' | 'horizon'>,
  instead = '',
): number {
  if (request.horizon !== undefined) return request.horizon;
  throw new ParameterError(
    `${request.policy} needs a horizon, an integer >= 1${instead}; got none`,
    'parameter-missing',
  );
}

/** The means that an oracle was given. */
export function meansOf({ means }: PolicySettings): Means {
  if (means !== undefined) return means;
  throw new ParameterError(
    'this policy needs means; got none; pass the means of the environment',
    'parameter-missing',
  );
}

/** The chains that an oracle was given. */
export function chainsOf(settings: PolicySettings): Chains {
  const { chains } = meansOf(settings);
  if (chains !== undefined) return chains;
  throw new ParameterError(
    'this policy needs means of channels; got others; pass the means of the environment channels',
    'parameter-missing',
  );
}

/** The horizon and the variation budget; `direct` says what can be given instead. */
export function requireBudget(
  request: TuningRequest,
  direct: string,
): [horizon: number, variation: number] {
  const { given, horizon, policy } = request;
  if (given.variation !== undefined && horizon !== undefined) return [horizon, given.variation];
  const missing = [
    ...(given.variation === undefined ? ['variation'] : []),
    ...(horizon === undefined ? ['horizon'] : []),
  ];
  throw new ParameterError(
    `${policy} needs a variation budget (variation >= 0) and a horizon, or ${direct}; got no ${missing.join(' and no ')}`,
    'parameter-missing',
  );
}

/** Warns of a memory that holds less than one slot an arm, or more than there are slots. */
export function warnOfLength(request: TuningRequest, window: number): void {
  if (request.horizon !== undefined && window > request.horizon) {
    request.warn(memoryOfWholeHorizonWarning(request.policy, window, request.horizon));
  }
  if (window < request.armCount) {
    request.warn(memoryOfFewerThanArmsWarning(request.policy, window, request.armCount));
  }
}

/** The volatility that was given; undefined where none was. Two statements of drift are one too many. */
export function givenVolatility({ policy, given }: TuningRequest): number | undefined {
  if (given.volatility === undefined) return undefined;
  const other = ['variation', 'changes'].find((id) => given[id] !== undefined);
  if (other === undefined) return given.volatility;
  throw new ParameterError(
    `${policy} accepts only one of variation, changes and volatility; got volatility ${given.volatility} and ${other} ${given[other]}; drop one of them`,
    'parameters-conflict',
  );
}

/** More slots than there can be. */
const LONGEST = 2 ** 31 - 1;

/** A length tuned to a volatility, at most the horizon; where nothing moves it is the horizon. */
function lengthForVolatility(request: TuningRequest, raw: number): number {
  if (raw === Number.POSITIVE_INFINITY) return requireHorizon(request, ', or a volatility > 0');
  const window = Math.min(LONGEST, Math.max(1, Math.ceil(raw - 1e-9)));
  warnOfLength(request, window);
  return Math.min(window, request.horizon ?? LONGEST);
}

/** The window τ: given, or tuned. With a budget of 0 it is the horizon, and nothing is forgotten. */
export function tuneWindow(request: TuningRequest): Record<string, number> {
  if (request.given.window !== undefined) {
    warnOfLength(request, request.given.window);
    return { window: request.given.window };
  }
  const volatility = givenVolatility(request);
  if (volatility !== undefined) {
    const raw = rawWindowForVolatility(request.armCount, volatility);
    return { volatility, window: lengthForVolatility(request, raw) };
  }
  const [horizon, variation] = requireBudget(request, 'a window');
  const window = windowLength(request.armCount, horizon, variation);
  if (rawWindowLength(request.armCount, horizon, variation) > horizon) {
    request.warn(budgetOfWholeHorizonWarning(request.policy, variation, horizon));
  }
  warnOfLength(request, window);
  return { variation, window };
}

/** The discount γ, and the τ that stands in ln τ: given as either, or tuned. */
export function tuneDiscount(request: TuningRequest): Record<string, number> {
  const { given, armCount } = request;
  if (given.discount !== undefined && given.window !== undefined) {
    throw new ParameterError(
      `${request.policy} accepts a window or a discount, because both set the length of the memory; got both; drop one of them`,
      'parameters-conflict',
    );
  }
  if (given.discount !== undefined) {
    const window = windowOfDiscount(given.discount, Number.POSITIVE_INFINITY);
    warnOfLength(request, window);
    return { discount: given.discount, window };
  }
  if (given.window !== undefined) {
    warnOfLength(request, given.window);
    return { discount: discountOfWindow(given.window), window: given.window };
  }
  const volatility = givenVolatility(request);
  if (volatility !== undefined) {
    const discount = discountForVolatility(armCount, volatility);
    const raw = 1 / (1 - discount);
    return { volatility, discount, window: lengthForVolatility(request, raw) };
  }
  requireBudget(request, 'a window or a discount');
  const tuned = tuneWindow(request);
  const discount = discountFactor(armCount, requireHorizon(request), tuned.variation);
  return { ...tuned, discount };
}

/** The window τ: given, tuned to a number of changes, or to a budget where no number is known. */
export function tuneWindowForChanges(request: TuningRequest): Record<string, number> {
  const { changes, window: given } = request.given;
  if (given !== undefined || changes === undefined) return tuneWindow(request);
  givenVolatility(request);
  const horizon = requireHorizon(request, ', or a window');
  const window = windowForChanges(horizon, changes);
  warnOfLength(request, window);
  return { window };
}

/** The discount γ and its τ: given, tuned to a number of changes, or to a budget. */
export function tuneDiscountForChanges(request: TuningRequest): Record<string, number> {
  const { changes, window: givenWindow, discount: givenDiscount } = request.given;
  if (givenWindow !== undefined || givenDiscount !== undefined || changes === undefined) {
    return tuneDiscount(request);
  }
  givenVolatility(request);
  const horizon = requireHorizon(request, ', or a window or a discount');
  const discount = discountForChanges(horizon, changes);
  const window = Math.min(horizon, windowOfDiscount(discount, horizon));
  warnOfLength(request, window);
  return { discount, window };
}

/** True where a budget or a volatility of 0 says that nothing changes, so that nothing need be forgotten. */
export function neverForgets(values: Readonly<Record<string, number>>): boolean {
  return values.variation === 0 || values.volatility === 0;
}
