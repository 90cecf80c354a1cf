/**
 * The naive logistic model with forgetting: the whole history again for each reward.
 *
 *     p_s = μ(⟨x_s, θ⟩) with the θ before the reward of slot s
 *     H   = λI + Σ γ^age p_s(1 − p_s) x_s x_sᵀ
 *     θ  ← θ + H⁻¹x (r − p)
 */
import type { NaiveAction } from './linear-family.ts';
import { dot, lowerRoot, scaledIdentity, solved, transposed } from './matrices.ts';

interface Step extends NaiveAction {
  readonly slope: number;
}

export class NaiveLogistic {
  readonly #steps: Step[] = [];
  readonly #estimates = new Map<number, readonly number[]>();
  readonly #dimension: number;
  readonly #ridge: number;
  readonly #discount: number;

  constructor(dimension: number, ridge: number, discount: number) {
    this.#dimension = dimension;
    this.#ridge = ridge;
    this.#discount = discount;
  }

  estimate(block: number): readonly number[] {
    return this.#estimates.get(block) ?? new Array<number>(this.#dimension).fill(0);
  }

  mean({ block, features }: NaiveAction): number {
    return 1 / (1 + Math.exp(-dot(this.estimate(block), features)));
  }

  /** √(xᵀH⁻¹x). */
  length({ block, features }: NaiveAction): number {
    return Math.sqrt(dot(features, solved(this.#matrix(block), features)));
  }

  /** ⟨x, θ + L⁻ᵀζ⟩ with H = LLᵀ. */
  drawn({ block, features }: NaiveAction, zeta: readonly number[]): number {
    const step = solved(transposed(lowerRoot(this.#matrix(block))), zeta);
    return dot(features, this.estimate(block)) + dot(features, step);
  }

  #matrix(block: number): number[][] {
    const matrix = scaledIdentity(this.#dimension, this.#ridge);
    this.#steps.forEach(({ block: taken, features: x, slope }, slot) => {
      if (taken !== block) return;
      const weight = slope * this.#discount ** (this.#steps.length - 1 - slot);
      x.forEach((first, i) => {
        x.forEach((second, j) => {
          matrix[i][j] += weight * first * second;
        });
      });
    });
    return matrix;
  }

  learn(action: NaiveAction, reward: number): void {
    const mean = this.mean(action);
    this.#steps.push({ ...action, slope: mean * (1 - mean) });
    const step = solved(this.#matrix(action.block), action.features);
    const estimate = this.estimate(action.block);
    this.#estimates.set(
      action.block,
      estimate.map((value, i) => value + step[i] * (reward - mean)),
    );
  }
}
