/** Parameters that linear policies share, and how the length of their memory follows from the parameters given. */
import { ParameterError } from '../base/errors.ts';
import { memoryOfWholeHorizonWarning } from '../base/warnings.ts';
import type { ContextualSettings, ContextualTuningRequest } from '../definitions/contextual.ts';
import type { PolicyParameter } from '../definitions/policy.ts';
import { AS_FACTOR } from '../definitions/roles.ts';
import { LinearKernel } from '../portable/kernels/linear-kernel.ts';
import { DrawIndex } from '../portable/linear/draw-index.ts';
import type { LinearIndex } from '../portable/linear/linear-index.ts';
import type { Moments } from '../portable/linear/moments.ts';
import { Radius } from '../portable/linear/radius.ts';
import { ln } from '../portable/math/log.ts';
import type { ThetaPath } from '../portable/means/theta-path.ts';
import { linearDiscount, linearPeriod, linearWindow } from '../theory/linear-tuning.ts';
import { discountOfWindow } from '../theory/tuning.ts';
import { heldSlots } from './memory.ts';
import { CHANGES, DISCOUNT, VARIATION, WINDOW } from './tuning.ts';

/** The sub-Gaussian constant R of the noise. */
export const NOISE: PolicyParameter<'noise'> = {
  kind: 'number',
  id: 'noise',
  symbol: 'R',
  role: { of: 'fixed' },
  summary: 'standard deviation of the noise of rewards, or an upper bound on it',
  default: 1,
  least: 0,
};

export const BOUND: PolicyParameter<'bound'> = {
  kind: 'number',
  id: 'bound',
  symbol: 'S',
  role: { of: 'fixed' },
  summary: 'upper bound on the Euclidean norm of the hidden parameters',
  default: 1,
  least: 0,
};

export const RIDGE: PolicyParameter<'ridge'> = {
  kind: 'number',
  id: 'ridge',
  symbol: 'λ',
  role: { of: 'fixed' },
  summary: 'ridge added to the matrix of features',
  default: 0.1,
  above: 0,
};

const DELTA: PolicyParameter<'delta'> = {
  kind: 'number',
  id: 'delta',
  symbol: 'δ',
  role: { of: 'fixed' },
  summary: 'probability with which the confidence set may miss',
  default: 0.01,
  above: 0,
  below: 1,
};

export const LINEAR_WIDTH: PolicyParameter<'width'> = {
  kind: 'number',
  id: 'width',
  symbol: 'α',
  role: { of: 'width', width: AS_FACTOR },
  summary: 'factor on the widths',
  default: 1,
  least: 0,
};

const LINEAR_VARIATION: PolicyParameter<'variation'> = {
  ...VARIATION,
  symbol: 'B',
  summary: 'ℓ₂ variation of the hidden parameters, to which the memory is tuned',
};

/** The number of changes, which has to be given by name: every environment states a variation. */
const LINEAR_CHANGES: PolicyParameter<'changes'> = {
  ...CHANGES,
  role: { of: 'fixed' },
  summary: 'number of changes, instead of a variation budget',
};

const LINEAR_TUNING: PolicyParameter<'tuning'> = {
  kind: 'integer',
  id: 'tuning',
  symbol: 'tuning',
  role: { of: 'fixed' },
  summary: 'published: memory of the order (dT/B)^(2/3); corrected: of the order √(dT/B)',
  default: 0,
  least: 0,
  most: 1,
  words: ['published', 'corrected'],
};

/** R, S, λ, δ and α. */
export const CONFIDENCE = [NOISE, BOUND, RIDGE, DELTA, LINEAR_WIDTH] as const;

/** R, λ and α of policies that draw. */
export const DRAWN = [NOISE, RIDGE, LINEAR_WIDTH] as const;

/** The facts that set the length of a window or an epoch. */
export const WINDOWED = [LINEAR_VARIATION, LINEAR_CHANGES, WINDOW, LINEAR_TUNING] as const;

/** The facts that set a discount. */
export const FADING = [LINEAR_VARIATION, LINEAR_CHANGES, WINDOW, DISCOUNT, LINEAR_TUNING] as const;

/** The facts that all linear policies share. */
export const LINEAR = {
  kind: 'contextual',
  forms: ['arms', 'actions'],
  estimator: 'ridge regression',
  rewards: 'sub-gaussian',
  lateRewards: 'own-slot',
  pendingInWidth: true,
} as const;

/** The facts that logistic policies share. */
export const LOGISTIC = {
  ...LINEAR,
  reference: 'none; ours',
  memory: 'discounted',
  memoryKind: 'discounted',
  estimator: 'logistic regression',
  rewards: 'unit-interval',
  // The step of a reward depends on the rewards that came before it.
  lateRewards: 'on-arrival',
  guarantee: 'none',
} as const;

/** The guarantee of linear policies that forget, whose first proofs have a gap. */
export const DRIFT_GUARANTEE =
  'O(d^(7/8) B^(1/4) T^(3/4)) up to logarithms, d^(3/4) with tuning=corrected; the published rate d^(2/3) B^(1/3) T^(2/3) is not proved';

/** A kernel with the settings' ridge and blocks. */
export function linearKernel<M extends Moments, I extends LinearIndex>(
  { blocks, dimension, values }: ContextualSettings,
  moments: M,
  index: I,
): LinearKernel<M, I> {
  return new LinearKernel(blocks, dimension, values.ridge, moments, index);
}

/** A memory's length from the number of hidden parameters, the horizon and the variation. */
type LengthRule = (
  dimension: number,
  horizon: number,
  variation: number,
  corrected: boolean,
) => number;

/** Applies a rule to the variation budget, or to the number of changes. */
function tuned(
  request: ContextualTuningRequest,
  rule: LengthRule,
  direct: string,
): Record<'length', number> & Record<string, number> {
  const { blocks, dimension, horizon, given, policy } = request;
  const { variation, changes, tuning } = given;
  const budget = changes ?? variation;
  if (budget === undefined || horizon === undefined) {
    const missing = [
      ...(budget === undefined ? ['variation'] : []),
      ...(horizon === undefined ? ['horizon'] : []),
    ];
    throw new ParameterError(
      `${policy} needs a variation budget (variation >= 0) and a horizon, or ${direct}; got no ${missing.join(' and no ')}`,
      'parameter-missing',
    );
  }
  const length = rule(blocks * dimension, horizon, budget, tuning === 1);
  return { length, ...(changes === undefined ? { variation: budget } : {}) };
}

function warnOfLength({ policy, horizon, warn }: ContextualTuningRequest, window: number): void {
  if (horizon === undefined || window <= horizon) return;
  warn(memoryOfWholeHorizonWarning(policy, window, horizon));
}

function lengthOf(request: ContextualTuningRequest, rule: LengthRule): Record<string, number> {
  const { window } = request.given;
  if (window !== undefined) {
    warnOfLength(request, window);
    return { window };
  }
  const { length, ...facts } = tuned(request, rule, 'a window');
  return { ...facts, window: length };
}

/** The window: given, or tuned. */
export function tuneLinearWindow(request: ContextualTuningRequest): Record<string, number> {
  return lengthOf(request, linearWindow);
}

/** The length of an epoch: given, or tuned. */
export function tuneLinearPeriod(request: ContextualTuningRequest): Record<string, number> {
  return lengthOf(request, linearPeriod);
}

/** The discount: given as such or as a window, or tuned. */
export function tuneLinearDiscount(request: ContextualTuningRequest): Record<string, number> {
  const { discount, window } = request.given;
  if (discount !== undefined && window !== undefined) {
    throw new ParameterError(
      `${request.policy} accepts a window or a discount, because both set the length of the memory; got both; drop one of them`,
      'parameters-conflict',
    );
  }
  if (discount !== undefined) return { discount };
  if (window !== undefined) {
    warnOfLength(request, window);
    return { discount: discountOfWindow(window) };
  }
  const { length, ...facts } = tuned(request, linearDiscount, 'a window or a discount');
  return { ...facts, discount: length };
}

/** A window whose slots can be stored, with the features of each. */
export function heldFeatures({ values, dimension }: ContextualSettings): number {
  heldSlots(
    'window times features',
    values.window * (dimension + 1),
    'a shorter window, or a resetting or discounting policy',
  );
  return values.window;
}

/** β = √λ S + R √(2 ln(1/δ) + d ln(1 + nL²/(λd))), times α. */
export function growingRadius({ dimension, norm, values }: ContextualSettings): Radius {
  const { noise, bound, ridge, delta, width } = values;
  const gain = (norm * norm) / (ridge * dimension);
  return new Radius(width, Math.sqrt(ridge) * bound, noise, -2 * ln(delta), dimension, gain);
}

/** β = √λ S + R √(d ln((1 + wL²/λ)/δ)), times α. */
export function constantRadius({ dimension, norm, values }: ContextualSettings): Radius {
  const { noise, bound, ridge, delta, width, window } = values;
  const base = dimension * (ln(1 + (window * norm * norm) / ridge) - ln(delta));
  return new Radius(width, Math.sqrt(ridge) * bound, noise, base, 0, 0);
}

/** A draw of standard deviation αR. `sandwich` states whether it goes by Ṽ. */
export function drawIndex({ dimension, values }: ContextualSettings, sandwich: boolean): DrawIndex {
  return new DrawIndex(dimension, values.width * values.noise, sandwich, false);
}

/** The hidden parameters that an oracle was given. */
export function thetaOf({ theta }: ContextualSettings): ThetaPath {
  if (theta !== undefined) return theta;
  throw new ParameterError(
    'this policy needs the hidden parameters; got none; pass those of the environment',
    'parameter-missing',
  );
}
