/**
 * The naive forms of linear policies that do more than weigh sums: logistic policies, dLinUCB and BOB-LinUCB. All
 * rewards come in their own slots.
 */
import { type NaiveLinearSettings, naiveLeader, naiveRadius } from './linear-family.ts';
import { dot, lowerRoot, scaledIdentity, solved, transposed } from './matrices.ts';

/** A reward, with the features of its action. */
export interface NaiveSample {
  readonly block: number;
  readonly features: readonly number[];
  readonly reward: number;
}

function logistic(z: number): number {
  return 1 / (1 + Math.exp(-z));
}

/** H and θ of a block. */
export interface NaiveLogisticBlock {
  readonly hessian: number[][];
  readonly theta: number[];
}

/**
 * A logistic model of a block after some slots. Each reward takes one Newton step from the θ of its time:
 *
 *     p = μ(⟨x, θ⟩)      H = λI + Σ γ^s p(1 − p) xxᵀ      θ ← θ + H⁻¹x (r − p)
 */
export function naiveLogistic(
  history: readonly NaiveSample[],
  block: number,
  { dimension, ridge, discount = 1 }: NaiveLinearSettings,
): NaiveLogisticBlock {
  let theta = new Array<number>(dimension).fill(0);
  const spreads: number[] = [];
  const hessianAt = (now: number) => {
    const hessian = scaledIdentity(dimension, ridge);
    history.slice(0, now).forEach((sample, slot) => {
      if (sample.block !== block) return;
      const weight = discount ** (now - 1 - slot) * spreads[slot];
      hessian.forEach((row, i) => {
        row.forEach((_, j) => {
          row[j] += weight * sample.features[i] * sample.features[j];
        });
      });
    });
    return hessian;
  };
  history.forEach(({ block: taken, features, reward }, slot) => {
    const p = logistic(dot(features, theta));
    spreads.push(p * (1 - p));
    if (taken !== block) return;
    const step = solved(hessianAt(slot + 1), features);
    theta = theta.map((value, i) => value + step[i] * (reward - p));
  });
  return { hessian: hessianAt(history.length), theta };
}

/** The score of an action: μ(⟨x, θ⟩) + α √(xᵀH⁻¹x), or ⟨x, θ + α L⁻ᵀζ⟩ with H = LLᵀ and a draw ζ. */
export function naiveLogisticScore(
  { hessian, theta }: NaiveLogisticBlock,
  features: readonly number[],
  width: number,
  zeta?: readonly number[],
): number {
  const mean = dot(features, theta);
  if (zeta === undefined) {
    return logistic(mean) + width * Math.sqrt(dot(features, solved(hessian, features)));
  }
  return mean + width * dot(features, solved(transposed(lowerRoot(hessian)), zeta));
}

/** A linear model of some samples: V, θ̂ and a radius. */
function modelOf(
  samples: readonly Omit<NaiveSample, 'block'>[],
  settings: NaiveLinearSettings,
): (features: readonly number[]) => { value: number; length: number } {
  const { dimension, ridge } = settings;
  const matrix = scaledIdentity(dimension, ridge);
  const b = new Array<number>(dimension).fill(0);
  for (const { features, reward } of samples) {
    features.forEach((x, i) => {
      b[i] += reward * x;
      features.forEach((y, j) => {
        matrix[i][j] += x * y;
      });
    });
  }
  const estimate = solved(matrix, b);
  return (features) => ({
    value: dot(features, estimate),
    length: Math.sqrt(dot(features, solved(matrix, features))),
  });
}

export interface NaiveDlinucbSettings extends NaiveLinearSettings {
  readonly tau: number;
  readonly delta1: number;
  readonly delta2: number;
  readonly margin: number;
  /** η/R: √2 erfinv(1 − δ₁). */
  readonly quantile: number;
}

interface NaiveModel {
  readonly samples: NaiveSample[];
  readonly failures: boolean[];
}

/** dLinUCB by its rule. */
export class NaiveDlinucb {
  readonly settings: NaiveDlinucbSettings;
  models: NaiveModel[] = [{ samples: [], failures: [] }];

  constructor(settings: NaiveDlinucbSettings) {
    this.settings = settings;
  }

  /** Badness and doubt of a model. */
  #record({ failures }: NaiveModel): { badness: number; doubt: number } {
    const { tau, delta2 } = this.settings;
    const recent = failures.slice(-tau);
    if (recent.length === 0) return { badness: 0, doubt: 0.5 };
    const failed = recent.filter((failure) => failure).length;
    const doubt = Math.sqrt(Math.log(1 / delta2) / (2 * recent.length));
    return { badness: failed / recent.length, doubt };
  }

  #index({ samples }: NaiveModel, features: readonly number[]) {
    const { value, length } = modelOf(samples, this.settings)(features);
    const radius = naiveRadius('linucb', samples.length, this.settings);
    return { value, width: this.settings.width * radius * length };
  }

  /** The numbers by which models are ranked: the least is in charge. */
  charges(): number[] {
    return this.models.map((model) => {
      const { badness, doubt } = this.#record(model);
      return badness - Math.sqrt(Math.log(this.settings.tau)) * doubt;
    });
  }

  /** The estimate and the width of features in the model in charge. */
  index(features: readonly number[]): { value: number; width: number } {
    const { place } = naiveLeader(this.charges().map((charge) => -charge));
    return this.#index(this.models[place], features);
  }

  learn(sample: NaiveSample): void {
    const { noise, quantile, delta1, margin } = this.settings;
    for (const model of this.models) {
      const { value, width } = this.#index(model, sample.features);
      const fails = Math.abs(value - sample.reward) > width + noise * quantile;
      model.failures.push(fails);
      if (!fails) model.samples.push(sample);
    }
    const below = (limit: number) =>
      this.models.filter((model) => {
        const { badness, doubt } = this.#record(model);
        return badness < doubt + limit;
      });
    const isWellServed = below(margin).length > 0;
    this.models = below(delta1);
    if (!isWellServed) this.models.push({ samples: [], failures: [] });
  }
}

export interface NaiveBobSettings extends NaiveLinearSettings {
  readonly horizon: number;
  readonly blockLength: number;
  readonly windows: readonly number[];
  readonly exploration: number;
}

/** BOB-LinUCB by its rule, given the uniform number behind the window of each block. */
export class NaiveBobLinUcb {
  readonly settings: NaiveBobSettings;
  readonly samples: NaiveSample[] = [];
  /** The uniform number of each block. */
  readonly draws: number[] = [];

  constructor(settings: NaiveBobSettings) {
    this.settings = settings;
  }

  /** The probabilities of the windows, after the blocks that have ended, and the window of the present block. */
  window(): number {
    const { windows, exploration: g, blockLength, noise, horizon } = this.settings;
    const reach =
      blockLength + 2 * noise * Math.sqrt(blockLength * Math.log(horizon / Math.sqrt(blockLength)));
    const weights = windows.map(() => 1);
    let chosen = 0;
    this.draws.forEach((draw, block) => {
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      const chances = weights.map((weight) => ((1 - g) * weight) / total + g / windows.length);
      let sum = 0;
      chosen = chances.findIndex((chance) => {
        sum += chance;
        return draw < sum;
      });
      const own = this.samples.slice(block * blockLength, (block + 1) * blockLength);
      if (own.length < blockLength) return;
      const earned = own.reduce((all, { reward }) => all + reward, 0);
      const gain = Math.min(1, Math.max(0, 0.5 + earned / (2 * reach)));
      weights[chosen] *= Math.exp((g * gain) / (chances[chosen] * windows.length));
    });
    return windows[chosen];
  }

  /** The estimate and the width of features in the present block. */
  index(features: readonly number[]): { value: number; width: number } {
    const { blockLength, dimension, noise, bound, norm, ridge, width, horizon } = this.settings;
    const window = this.window();
    const own = this.samples.slice(this.samples.length - (this.samples.length % blockLength));
    const { value, length } = modelOf(own.slice(-window), this.settings)(features);
    const spread = dimension * Math.log(horizon * (1 + (window * norm ** 2) / ridge));
    const radius = Math.sqrt(ridge) * bound + noise * Math.sqrt(spread);
    return { value, width: width * radius * length };
  }
}
