/**
 * Naive change-point Thompson sampling (Mellor and Shapiro 2013), in two forms.
 *
 * `naiveRunLengths` has no recursion: it goes through every pattern of changes after each reward and adds
 * up prior times likelihood by the length of the last run. The prior of a pattern is h for each change and
 * 1-h for each slot without; a run's likelihood is the product of the Beta-Bernoulli predictions.
 *
 * `NaiveChangePointThompson` has the recursion, with guesses as objects, and resamples by sorting.
 */
import { beta } from '../../src/portable/random/beta.ts';
import type { Random } from '../../src/portable/random/generator.ts';

/** A past slot. */
export interface ChangePointSample {
  readonly arm: number;
  readonly reward: number;
}

/** The likelihood of a run of rewards, each arm starting from Beta(1, 1). */
function runLikelihood(run: readonly ChangePointSample[], watched: (arm: number) => boolean) {
  const posteriors = new Map<number, { alpha: number; beta: number }>();
  let likelihood = 1;
  for (const { arm, reward } of run) {
    if (!watched(arm)) continue;
    const { alpha, beta: other } = posteriors.get(arm) ?? { alpha: 1, beta: 1 };
    likelihood *= (reward * alpha + (1 - reward) * other) / (alpha + other);
    posteriors.set(arm, { alpha: alpha + reward, beta: other + 1 - reward });
  }
  return likelihood;
}

/**
 * The probability of each run length 0 ... n, the longest first, when only the rewards of `watched` arms
 * count.
 */
export function naiveRunLengths(
  history: readonly ChangePointSample[],
  hazard: number,
  watched: (arm: number) => boolean = () => true,
): number[] {
  const n = history.length;
  const byLength = new Array<number>(n + 1).fill(0);
  // Bit s of a pattern: everything changed after slot s.
  for (let pattern = 0; pattern < 2 ** n; pattern++) {
    let probability = 1;
    let start = 0;
    for (let slot = 0; slot < n; slot++) {
      const changes = (pattern >> slot) % 2 === 1;
      probability *= changes ? hazard : 1 - hazard;
      if (!changes) continue;
      probability *= runLikelihood(history.slice(start, slot + 1), watched);
      start = slot + 1;
    }
    probability *= runLikelihood(history.slice(start), watched);
    byLength[n - start] += probability;
  }
  const total = byLength.reduce((sum, probability) => sum + probability, 0);
  return byLength.map((probability) => probability / total).reverse();
}

interface Guess {
  weight: number;
  readonly alphas: number[];
  readonly betas: number[];
}

/** c with the sum of min(1, w/c) equal to `kept`, from the weights in order. */
function keepingWeight(weights: readonly number[], kept: number): number {
  const sorted = [...weights].sort((a, b) => b - a);
  for (let heavy = 0; heavy < kept; heavy++) {
    const light = sorted.slice(heavy).reduce((sum, weight) => sum + weight, 0);
    const limit = light / (kept - heavy);
    if (sorted[heavy] < limit) return limit;
  }
  return sorted[kept - 1];
}

/** Keeps each light guess with probability w/c, with points that lie c apart; heavy ones stay. */
function resample(guesses: readonly Guess[], kept: number, uniform: number): Guess[] {
  const limit = keepingWeight(
    guesses.map(({ weight }) => weight),
    kept,
  );
  let before = 0;
  return guesses.flatMap((guess) => {
    if (guess.weight >= limit) return [guess];
    const after = before + guess.weight;
    const point = (uniform + Math.ceil(before / limit - uniform)) * limit;
    const stays = point >= before && point < after;
    before = after;
    return stays ? [{ ...guess, weight: limit }] : [];
  });
}

/** Change-point Thompson sampling with guesses as objects. */
export class NaiveChangePointThompson {
  readonly #armCount: number;
  readonly #hazard: number;
  readonly #particles: number;
  readonly #local: boolean;
  /** One list for all arms, or one for each; the oldest guess first. */
  #groups: Guess[][];

  constructor(armCount: number, hazard: number, particles: number, local: boolean) {
    this.#armCount = armCount;
    this.#hazard = hazard;
    this.#particles = particles;
    this.#local = local;
    this.#groups = Array.from({ length: local ? armCount : 1 }, () => [this.#guess(1)]);
  }

  /** The arm of the largest draw. */
  choose(random: Random): number {
    const drawGuess = (group: number) => {
      let rest = random.uniform();
      const guesses = this.#groups[group];
      return (
        guesses.find((guess) => {
          rest -= guess.weight;
          return rest < 0;
        }) ?? guesses[guesses.length - 1]
      );
    };
    const common = this.#local ? undefined : drawGuess(0);
    const means = Array.from({ length: this.#armCount }, (_, arm) => {
      const guess = common ?? drawGuess(arm);
      return beta(random, guess.alphas[arm], guess.betas[arm]);
    });
    return means.indexOf(Math.max(...means));
  }

  learn(uniform: number, arm: number, reward: number): void {
    this.#groups = this.#groups.map((guesses, group) => {
      const likelihoods = guesses.map(({ alphas, betas }) =>
        this.#local && group !== arm
          ? 1
          : (reward * alphas[arm] + (1 - reward) * betas[arm]) / (alphas[arm] + betas[arm]),
      );
      const total = guesses.reduce((sum, { weight }, i) => sum + weight * likelihoods[i], 0);
      const moved = guesses.map(({ weight, alphas, betas }, i) => ({
        weight: ((1 - this.#hazard) * weight * likelihoods[i]) / total,
        alphas: alphas.map((alpha, k) => (k === arm ? alpha + reward : alpha)),
        betas: betas.map((other, k) => (k === arm ? other + 1 - reward : other)),
      }));
      moved.push(this.#guess(this.#hazard));
      const own = (uniform + group * ((Math.sqrt(5) - 1) / 2)) % 1;
      return moved.length > this.#particles ? resample(moved, this.#particles, own) : moved;
    });
  }

  #guess(weight: number): Guess {
    const ones = new Array<number>(this.#armCount).fill(1);
    return { weight, alphas: [...ones], betas: [...ones] };
  }
}
