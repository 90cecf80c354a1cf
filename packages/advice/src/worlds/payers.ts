/** Payers on a path of means: they draw rewards with the means of a bin, and note the arms. */
import { type Payer, type Random, ROLE_REWARDS, randomStream } from '@driftline/core/play';
import type { MeanPath } from '../contract/path.ts';
import type { PlayRequest } from '../contract/world.ts';
import { type RewardDraws, rewardDraws } from './rewards.ts';

/** The reward as the learner sees it. */
type Seen = (reward: number) => number;

/** Pays for slots of one bin after another. */
export interface BinPayer extends Payer {
  /** The next slots are those of this bin. */
  enter(bin: number): void;
}

function rewardRandomOf({ luck }: PlayRequest): Random {
  return randomStream(luck.seed, luck.replication, ROLE_REWARDS);
}

/** Rewards of 0 and 1: both are mapped beforehand, and the draw is compared without a division. */
class BitPayer implements BinPayer {
  readonly #path: MeanPath;
  readonly #arms: Uint16Array;
  readonly #random: Random;
  readonly #bars: Float64Array;
  readonly #lost: number;
  readonly #won: number;

  constructor(request: PlayRequest, seen: Seen, arms: Uint16Array) {
    this.#path = request.course.path;
    this.#arms = arms;
    this.#random = rewardRandomOf(request);
    this.#bars = new Float64Array(this.#path.armCount);
    this.#lost = seen(0);
    this.#won = seen(1);
  }

  enter(bin: number): void {
    const { armCount, means } = this.#path;
    for (let arm = 0; arm < armCount; arm++) {
      this.#bars[arm] = means[bin * armCount + arm] * 2 ** 32;
    }
  }

  pay(slot: number, arm: number): number {
    this.#arms[slot] = arm;
    return this.#random.next() >>> 0 < this.#bars[arm] ? this.#won : this.#lost;
  }
}

/** Rewards of any law. */
class DrawnPayer implements BinPayer {
  readonly #path: MeanPath;
  readonly #arms: Uint16Array;
  readonly #random: Random;
  readonly #draws: RewardDraws;
  readonly #seen: Seen;
  #row = 0;

  constructor(request: PlayRequest, seen: Seen, arms: Uint16Array) {
    this.#path = request.course.path;
    this.#arms = arms;
    this.#random = rewardRandomOf(request);
    this.#draws = rewardDraws(request.noise);
    this.#seen = seen;
  }

  enter(bin: number): void {
    this.#row = bin * this.#path.armCount;
  }

  pay(slot: number, arm: number): number {
    this.#arms[slot] = arm;
    this.#draws.next(this.#random);
    return this.#seen(this.#draws.of(arm, this.#path.means[this.#row + arm]));
  }
}

/** The payer for the law of a request. */
export function payerOf(request: PlayRequest, seen: Seen, arms: Uint16Array): BinPayer {
  return request.noise.law === 'bernoulli'
    ? new BitPayer(request, seen, arms)
    : new DrawnPayer(request, seen, arms);
}
