/** Drawing rewards: with the same draws in each slot whichever arm is taken, so that all policies meet the same luck. */
import { pow, type Random } from '@driftline/core/play';
import type { PowerTail, RewardNoise } from '../contract/path.ts';

/** Draws rewards, slot by slot. */
export interface RewardDraws {
  /** A slot's luck is drawn. */
  next(random: Random): void;
  /** The reward of an arm with this mean in the present slot. */
  of(arm: number, mean: number): number;
}

/** 1 or 0, with the bits of core's law. */
class BernoulliDraws implements RewardDraws {
  #luck = 0;

  next(random: Random): void {
    this.#luck = random.next() >>> 0;
  }

  of(_arm: number, mean: number): number {
    return this.#luck < mean * 2 ** 32 ? 1 : 0;
  }
}

/** One arm's residuals with their tails: what is beyond `from` is drawn from a Pareto law. */
class ArmResiduals {
  readonly #residuals: Float64Array;
  readonly #tails: readonly PowerTail[];
  /** Taken off, so that the mean is 0 with the tails that are drawn, too. */
  readonly #shift: number;

  constructor(residuals: Float64Array, tails: readonly PowerTail[]) {
    this.#residuals = residuals;
    this.#tails = tails;
    let sum = 0;
    for (const residual of residuals) {
      const tail = this.#tailOf(residual);
      sum += tail === undefined ? residual : meanOfTail(tail);
    }
    this.#shift = sum / residuals.length;
  }

  /** The residual at a share of their order; `beyond` says how far out it is where it is in a tail. */
  at(share: number, beyond: number): number {
    const residual = this.#residuals[Math.floor(share * this.#residuals.length)];
    const tail = this.#tailOf(residual);
    if (tail === undefined) return residual - this.#shift;
    return tail.sign * tail.from * pow(1 - beyond, -1 / tail.index) - this.#shift;
  }

  #tailOf(residual: number): PowerTail | undefined {
    return this.#tails.find(({ sign, from }) => sign * residual > from);
  }
}

function meanOfTail({ sign, from, index }: PowerTail): number {
  return (sign * from * index) / (index - 1);
}

/** A mean and a residual of the log. */
class ResampledDraws implements RewardDraws {
  readonly #arms: readonly ArmResiduals[];
  readonly #hasTails: boolean;
  #share = 0;
  #beyond = 0;

  constructor(residuals: readonly Float64Array[], tails: readonly PowerTail[]) {
    this.#arms = residuals.map((each) => new ArmResiduals(each, tails));
    this.#hasTails = tails.length > 0;
  }

  next(random: Random): void {
    this.#share = random.uniform();
    if (this.#hasTails) this.#beyond = random.uniform();
  }

  of(arm: number, mean: number): number {
    return mean + this.#arms[arm].at(this.#share, this.#beyond);
  }
}

/** The draws of a law. Tails without a mean have no such law. */
export function rewardDraws(noise: RewardNoise): RewardDraws {
  if (noise.law === 'bernoulli') return new BernoulliDraws();
  // A tail without a mean would move it to infinity; whoever has one is told that nothing can be said.
  const tails = (noise.tails ?? []).filter(({ index }) => index > 1);
  return new ResampledDraws(noise.residuals, tails);
}
