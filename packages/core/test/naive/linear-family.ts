/**
 * The naive forms of the linear policies: every sum anew from the whole history, every system by Gaussian
 * elimination.
 *
 * With weights w_s of the past slots s, the features x_s of the actions taken there and their rewards r_s:
 *
 *     V = λI + Σ w_s x_s x_sᵀ      Ṽ = λI + Σ w_s² x_s x_sᵀ      b = Σ w_s r_s x_s      θ̂ = V⁻¹b
 *
 *     linucb, restart-linucb, sw-linucb, weight-linucb     ⟨x, θ̂⟩ + αβ √(xᵀV⁻¹x)
 *     d-linucb                                             ⟨x, θ̂⟩ + αβ √(xᵀV⁻¹ṼV⁻¹x)
 *     d-rand-linucb                                        as d-linucb with Zβ, one Z = |N(0, (2/5)²)| a slot
 *     lints                                                ⟨x, θ̂ + aR L⁻ᵀζ⟩ with V = LLᵀ
 *     d-lints                                              ⟨x, θ̂ + aR V⁻¹L̃ζ⟩ with Ṽ = L̃L̃ᵀ
 *
 *     sw-linucb   β = √λ S + R √(d ln((1 + wL²/λ)/δ))
 *     others      β = √λ S + R √(2 ln(1/δ) + d ln(1 + qL²/(λd))),  q = Σ w_s²
 *
 * In the form `arms` each arm has sums of its own, and its own q. A slot without a reward (yet) passes for
 * windows, discounts and epochs, but adds to no sum.
 */
import {
  applied,
  dot,
  lowerRoot,
  type Matrix,
  scaledIdentity,
  solved,
  transposed,
} from './matrices.ts';

/** An action that a slot offers: the block that has its parameters, and its features. */
export interface NaiveAction {
  readonly block: number;
  readonly features: readonly number[];
}

/** A past slot: the action taken, and its reward if it has come. The block of an empty slot is −1. */
export interface NaiveLinearDecision extends NaiveAction {
  readonly reward: number | undefined;
  /** Whether its reward may still come, so that it counts in the widths of policies that count what is pending. */
  readonly pending?: boolean;
}

export interface NaiveLinearSettings {
  readonly dimension: number;
  readonly noise: number;
  readonly bound: number;
  readonly norm: number;
  readonly ridge: number;
  readonly delta: number;
  readonly width: number;
  /** Slots of a window, or of an epoch. */
  readonly window?: number;
  readonly discount?: number;
}

export const naiveLinearDefaults: Omit<NaiveLinearSettings, 'dimension'> = {
  noise: 1,
  bound: 1,
  norm: 1,
  ridge: 0.1,
  delta: 0.01,
  width: 1,
};

type Weight = (slot: number, now: number, settings: NaiveLinearSettings) => number;

const always: Weight = () => 1;
const sameEpoch: Weight = (slot, now, { window = Number.POSITIVE_INFINITY }) =>
  Math.floor(slot / window) === Math.floor(now / window) ? 1 : 0;
const insideWindow: Weight = (slot, now, { window = Number.POSITIVE_INFINITY }) =>
  now - slot <= window ? 1 : 0;
const fading: Weight = (slot, now, { discount = 1 }) => discount ** (now - 1 - slot);

const weights = {
  linucb: always,
  'restart-linucb': sameEpoch,
  'sw-linucb': insideWindow,
  'd-linucb': fading,
  'weight-linucb': fading,
  lints: always,
  'd-lints': fading,
  'd-rand-linucb': fading,
} satisfies Record<string, Weight>;

export type NaiveLinearId = keyof typeof weights;

/** The weight that the reward of a slot has in the pick of slot `now`. */
export function naiveWeight(
  id: NaiveLinearId,
  slot: number,
  now: number,
  settings: NaiveLinearSettings,
): number {
  return weights[id](slot, now, settings);
}

/** The sums of one block at the slot that follows a history. */
export interface NaiveMoments {
  /** V and Ṽ, with the ridge. */
  readonly matrix: Matrix;
  readonly squared: Matrix;
  readonly estimate: readonly number[];
  /** Σ w². */
  readonly squaredWeights: number;
}

export function naiveMoments(
  id: NaiveLinearId,
  history: readonly NaiveLinearDecision[],
  block: number,
  settings: NaiveLinearSettings,
): NaiveMoments {
  const { dimension, ridge } = settings;
  const matrix = scaledIdentity(dimension, ridge);
  const squared = scaledIdentity(dimension, ridge);
  const b = new Array<number>(dimension).fill(0);
  let squaredWeights = 0;
  history.forEach(({ block: taken, features: x, reward }, slot) => {
    if (taken !== block || reward === undefined) return;
    const weight = naiveWeight(id, slot, history.length, settings);
    squaredWeights += weight ** 2;
    for (let i = 0; i < dimension; i++) {
      b[i] += weight * reward * x[i];
      for (let j = 0; j < dimension; j++) {
        matrix[i][j] += weight * x[i] * x[j];
        squared[i][j] += weight ** 2 * x[i] * x[j];
      }
    }
  });
  return { matrix, squared, estimate: solved(matrix, b), squaredWeights };
}

/** A matrix with the features added of every decision of a block that is pending. */
function withPending(
  matrix: Matrix,
  history: readonly NaiveLinearDecision[],
  block: number,
): Matrix {
  const sum = matrix.map((row) => [...row]);
  for (const { block: taken, features: x, pending } of history) {
    if (taken !== block || pending !== true) continue;
    sum.forEach((row, i) => {
      row.forEach((_, j) => {
        row[j] += x[i] * x[j];
      });
    });
  }
  return sum;
}

/** β of a block whose squared weights have this sum. */
export function naiveRadius(
  id: NaiveLinearId,
  squaredWeights: number,
  settings: NaiveLinearSettings,
): number {
  const { dimension: d, noise, bound, norm, ridge, delta, window } = settings;
  const start = Math.sqrt(ridge) * bound;
  if (id === 'sw-linucb') {
    if (window === undefined) throw new RangeError('sw-linucb needs a window');
    return start + noise * Math.sqrt(d * Math.log((1 + (window * norm ** 2) / ridge) / delta));
  }
  const spread = d * Math.log(1 + (squaredWeights * norm ** 2) / (ridge * d));
  return start + noise * Math.sqrt(2 * Math.log(1 / delta) + spread);
}

const sandwiched: readonly NaiveLinearId[] = ['d-linucb', 'd-rand-linucb', 'd-lints'];

/** √(xᵀMx), M being V⁻¹ or V⁻¹ṼV⁻¹. */
function lengthOf(id: NaiveLinearId, matrix: Matrix, squared: Matrix, x: readonly number[]) {
  const inner = solved(matrix, x);
  return Math.sqrt(sandwiched.includes(id) ? dot(inner, applied(squared, inner)) : dot(x, inner));
}

/** The estimate of an action, and what the policy adds to it; of a policy that draws, its standard deviation. */
export interface NaiveLinearIndex {
  readonly value: number;
  readonly width: number;
}

/** A block at the slot that follows a history: its sums, and those that widths go by. */
export interface NaiveBlock extends NaiveMoments {
  readonly id: NaiveLinearId;
  readonly settings: NaiveLinearSettings;
  /** V and Ṽ with the features of pending decisions. */
  readonly wideMatrix: Matrix;
  readonly wideSquared: Matrix;
}

export function naiveBlock(
  id: NaiveLinearId,
  history: readonly NaiveLinearDecision[],
  block: number,
  settings: NaiveLinearSettings,
): NaiveBlock {
  const moments = naiveMoments(id, history, block, settings);
  const wideMatrix = withPending(moments.matrix, history, block);
  const wideSquared = withPending(moments.squared, history, block);
  return { ...moments, id, settings, wideMatrix, wideSquared };
}

/** The estimate and the width of features in a block. */
export function naiveIndex(block: NaiveBlock, features: readonly number[]): NaiveLinearIndex {
  const { id, settings, estimate, squaredWeights, wideMatrix, wideSquared } = block;
  const draws = id === 'lints' || id === 'd-lints';
  const factor = draws ? settings.noise : naiveRadius(id, squaredWeights, settings);
  const length = lengthOf(id, wideMatrix, wideSquared, features);
  return { value: dot(features, estimate), width: settings.width * factor * length };
}

/** The estimate and the width of an action at the slot that follows a history. */
export function naiveLinearIndex(
  id: NaiveLinearId,
  history: readonly NaiveLinearDecision[],
  { block, features }: NaiveAction,
  settings: NaiveLinearSettings,
): NaiveLinearIndex {
  return naiveIndex(naiveBlock(id, history, block, settings), features);
}

/** The estimate plus what a draw ζ of the standard normal law, one for each column, adds to it. */
function drawnValue(
  { id, settings, estimate, wideMatrix, wideSquared }: NaiveBlock,
  features: readonly number[],
  zeta: readonly number[],
): number {
  const step =
    id === 'lints'
      ? solved(transposed(lowerRoot(wideMatrix)), zeta)
      : solved(wideMatrix, applied(lowerRoot(wideSquared), zeta));
  return dot(features, estimate) + settings.width * settings.noise * dot(features, step);
}

/** The standard deviation of Z. */
const SPREAD_OF_WIDTHS = 0.4;

/**
 * The number by which the actions of a slot are ranked.
 *
 * @param zeta - draws of the standard normal law: one for each column, or the one behind Z
 */
export function naiveScore(
  block: NaiveBlock,
  features: readonly number[],
  zeta: readonly number[],
): number {
  const { id } = block;
  if (id === 'lints' || id === 'd-lints') return drawnValue(block, features, zeta);
  const { value, width } = naiveIndex(block, features);
  return value + width * (id === 'd-rand-linucb' ? SPREAD_OF_WIDTHS * Math.abs(zeta[0]) : 1);
}

/** The place of the largest number, the first among equals, and its lead over the second largest. */
export function naiveLeader(indices: readonly number[]): { place: number; lead: number } {
  const place = indices.indexOf(Math.max(...indices));
  return { place, lead: indices[place] - Math.max(...indices.filter((_, i) => i !== place)) };
}
