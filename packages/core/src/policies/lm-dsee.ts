/**
 * LM-DSEE: exploration and exploitation in a sequence laid down beforehand, with a limited memory.
 *
 * Reference: Wei & Srivastava, On Abruptly-Changing and Slowly-Varying Multiarmed Bandit Problems, 2018.
 * The paper could not be read in full; the rule and its constants are those of an account of it and of
 * SMPyBandits, which was read: the same L(j), length of an epoch, ρ, g, ℓ, a = 1, b = 1/4 and Δ = 1/2. Of
 * historical interest.
 * Rule: epoch j = 1, 2, … plays each arm L(j) = ⌈g ln(j^ρ ℓ b)⌉ times, then the arm with the largest mean
 * in that for the other ⌈a j^ρ ℓ⌉ − K L(j) slots. No reward of other slots or epochs counts.
 * Rewards: 1/2-sub-Gaussian after `scale`.
 * Parameters: `gap` Δ, the least distance of an arm to the best one, 1/2 where it is not given, as the
 * problem decides it; `g` = 2/Δ²; `nu` ν, where there are of the order T^ν changes, or, with the horizon T,
 * Υ `changes`, T^ν = Υ, or a variation budget V, which counts as V changes; ρ = (1 − ν)/(1 + ν); `a` = 1;
 * `b` = 1/4; ℓ the least integer with ℓ ≥ (K/a) ⌈g ln(ℓ b)⌉ > 0. `scale`.
 * Departures: the arms are explored in turn, 0, 1, …, where SMPyBandits plays each L(j) times in a row. That ν follows from Υ or V is
 * ours. An arm that joins begins the next epoch; ℓ stays.
 * Guarantee: T^((1+ν)/2) up to logarithms for T^ν changes, if no gap is less than Δ.
 * Cost: O(K) per slot, 2K numbers.
 * Late rewards count in the epoch of their slot, and not after it.
 *
 * @example
 * createPolicy('lm-dsee', { armCount: 3, horizon: 5000, nu: 0 }).params.ell; // → 69
 */

import { ParameterError } from '../base/errors.ts';
import { definePolicy, type TuningRequest } from '../definitions/policy.ts';
import type { Showing } from '../definitions/showing.ts';
import { DseeKernel } from '../portable/kernels/dsee-kernel.ts';
import { ln } from '../portable/math/log.ts';
import { equalWords, leadersOf } from '../showing/reasons.ts';
import { changeExponent } from '../theory/tuning.ts';
import { CHANGE_EXPONENT, CHANGES, requireHorizon, SCALE, VARIATION } from '../tuning/tuning.ts';

const GAP = 0.5;
const A = 1;
const B = 0.25;

function tuneExponent(request: TuningRequest): Record<string, number> {
  const { nu, changes, variation } = request.given;
  if (nu !== undefined) return { nu };
  const instead = ', or nu from 0 to 1';
  if (changes !== undefined) {
    return { nu: changeExponent(requireHorizon(request, instead), changes) };
  }
  if (variation === undefined) {
    throw new ParameterError(
      `${request.policy} needs nu, or a horizon with changes or variation; got none of them`,
      'parameter-missing',
    );
  }
  return { variation, nu: changeExponent(requireHorizon(request, instead), variation) };
}

/**
 * The least integer ℓ ≥ (K/a) ⌈g ln(ℓ b)⌉ > 0. The right side rises with ℓ, so that repeating it from the
 * least ℓ with a logarithm above 0 comes up to the answer and never passes it.
 */
function firstLength(armCount: number, g: number, a: number, b: number): number {
  let ell = Math.floor(1 / b) + 1;
  for (;;) {
    const least = Math.ceil((armCount / a) * Math.ceil(g * ln(ell * b)));
    if (least <= ell) return ell;
    ell = least;
  }
}

/** Epochs of which the first slots explore in turn, and the others exploit. */
const shows: Showing<DseeKernel, 'epoch' | 'start' | 'exploring' | 'length'> = {
  choice: 'rule',
  arm: ({ counts, sums }, arm) => ({ count: counts[arm], mean: sums[arm] / counts[arm] }),
  memory: { until: ({ start, exploring }) => start + exploring },
  slotFacts: {
    epoch: { unit: 'count', of: ({ epoch }) => epoch },
    start: { unit: 'slot', of: ({ start }) => start },
    exploring: { unit: 'count', of: ({ exploring }) => exploring },
    length: { unit: 'count', of: ({ length }) => length },
  },
  explains: {
    reason: (at) => {
      if (at.slot - at.fact('start') < at.fact('exploring')) {
        const each = at.counted(at.fact('exploring') / at.armCount, 'time');
        return `, whose turn it is: epoch ${at.number(at.fact('epoch'))} first plays each arm ${each}.`;
      }
      const { top, arms } = leadersOf(at, 'estimate');
      return `, whose mean ${at.value(top)} in this epoch’s exploration is the largest${equalWords(at, arms)}.`;
    },
    aside: (at) => {
      const start = at.fact('start');
      const explored = start + at.fact('exploring');
      const end = Math.min(start + at.fact('length'), at.horizon);
      const each = at.counted(at.fact('exploring') / at.armCount, 'time');
      const plan = `Epoch ${at.number(at.fact('epoch'))} has slots ${at.number(start)} to ${at.number(end - 1)}. It explores up to slot ${at.number(explored - 1)}, each arm ${each}`;
      if (end <= explored) return `${plan}.`;
      return at.slot < explored
        ? `${plan}; the arm with the largest mean then gets the rest.`
        : `${plan}; the arm with the largest mean gets the rest, and its rewards there are ignored.`;
    },
    follows: (at) => {
      const age = at.slot - at.fact('start');
      if (age < at.fact('exploring')) return at.picked === age % at.armCount;
      return leadersOf(at, 'estimate').arms.includes(at.picked);
    },
    lacks: 'no width or index: it follows a schedule, then plays the largest estimate',
  },
};

export const lmDsee = definePolicy({
  id: 'lm-dsee',
  order: 340,
  name: 'LM-DSEE',
  summary: 'Explores and exploits in epochs of a fixed schedule.',
  reference:
    'On Abruptly-Changing and Slowly-Varying Multiarmed Bandit Problems, Wei & Srivastava 2018',
  standing: 'historical',
  formula: 'epoch j: ⌈g ln(j^ρ ℓ b)⌉ slots per arm, then the best arm up to ⌈a j^ρ ℓ⌉ slots',
  memory: 'epoch',
  memoryKind: 'epochs',
  estimator: 'mean',
  index: 'schedule',
  rewards: 'sub-gaussian',
  guarantee: 'T^((1+ν)/2) up to logarithms, for T^ν changes and a known gap',
  cost: 'O(K) per slot, 2K numbers',
  randomised: false,
  lateRewards: 'own-slot',
  parameters: [
    VARIATION,
    CHANGES,
    { ...CHANGE_EXPONENT, role: { of: 'memory' } },
    {
      kind: 'number',
      id: 'gap',
      symbol: 'Δ',
      summary: 'smallest gap between an arm and the best one',
      default: GAP,
      least: 1e-6,
    },
    {
      kind: 'number',
      id: 'g',
      symbol: 'g',
      example: 0.1,
      summary: 'each arm is explored g ln(j^ρ ℓ b) times (default: 2/Δ²)',
      above: 0,
      most: 1e13,
    },
    {
      kind: 'number',
      id: 'a',
      symbol: 'a',
      summary: 'epoch j has a j^ρ ℓ slots',
      default: A,
      least: 1e-6,
    },
    {
      kind: 'number',
      id: 'b',
      symbol: 'b',
      summary: 'each arm is explored g ln(j^ρ ℓ b) times',
      default: B,
      least: 1e-6,
      most: 1,
    },
    SCALE,
  ],
  tune: (request) => {
    const { gap = GAP, a = A, b = B } = request.given;
    const g = request.given.g ?? 2 / (gap * gap);
    return { ...tuneExponent(request), g, ell: firstLength(request.armCount, g, a, b) };
  },
  kernel: ({ armCount, values: { g, nu, ell, a, b } }) =>
    new DseeKernel(armCount, g, (1 - nu) / (1 + nu), ell, a, b),
  shows,
});
