/** Plays replications whose rewards come late, in bursts or with a floor: through the shell of the policy. */
import type { RewardSampler } from '@driftline/core';
import {
  type Course,
  type Policy,
  Random,
  ROLE_DELAYS,
  ROLE_POLICY,
  ROLE_REWARDS,
  type Selection,
  seedStream,
} from '@driftline/core/play';
import { Arrivals, type LatePlay } from './late-rewards.ts';
import {
  guardedReplication,
  type OnSlots,
  type Outcome,
  type Player,
  playInTurns,
} from './player.ts';
import { GuardedSampler } from './plugins/guarded-rewards.ts';
import type { Guard } from './plugins/plugin-error.ts';

/** What is played: a policy on the means of its replication. */
interface LateSeat {
  /** A policy that has seen nothing. */
  readonly policy: () => Policy;
  readonly course: Course;
}

/** What is common to all replications of a player. */
interface LateGame {
  readonly late: LatePlay;
  readonly sampler: RewardSampler;
  /** Slots, counted from 1 and ending at the horizon, at which regret is kept. */
  readonly ends: readonly number[];
  /** Of the plugin that the policy is of; undefined for ours. */
  readonly guard: Guard | undefined;
}

/** One replication on its way. */
class LateReplication {
  readonly regret: Float64Array;
  readonly arms: Int32Array;
  onBest = 0;
  earned = 0;
  readonly #game: LateGame;
  readonly #course: Course;
  /** Earlier plays of each arm, if the arms are rested. */
  readonly #plays: Int32Array<ArrayBuffer>;
  readonly #policy: Policy;
  readonly #armCounts: Float64Array;
  readonly #arrivals: Arrivals;
  readonly #policyRandom = new Random(0, 0, 0, 1);
  readonly #rewardRandom = new Random(0, 0, 0, 1);
  readonly #delayRandom = new Random(0, 0, 0, 1);
  /** Decisions that have begun, and their rewards, by slot; what has come is let go. */
  readonly #decisions: (Selection | undefined)[] = [];
  readonly #rewards: Float64Array;
  readonly #asked: { readonly floor: number } | undefined;
  #stretch = 0;
  #lost = 0;

  constructor(
    { policy, course }: LateSeat,
    game: LateGame,
    armCounts: Float64Array,
    arrivals: Arrivals,
  ) {
    const horizon = game.ends[game.ends.length - 1];
    const { floor } = game.late;
    this.#game = game;
    this.#asked = floor > 0 ? { floor } : undefined;
    this.#course = course;
    this.#plays = course.newPlays();
    this.#policy = policy();
    this.#armCounts = armCounts;
    this.#arrivals = arrivals;
    this.#rewards = new Float64Array(horizon);
    this.arms = new Int32Array(horizon);
    this.regret = new Float64Array(game.ends.length);
  }

  begin(seed: number, number: number): void {
    seedStream(this.#policyRandom, seed, number, ROLE_POLICY);
    seedStream(this.#rewardRandom, seed, number, ROLE_REWARDS);
    seedStream(this.#delayRandom, seed, number, ROLE_DELAYS);
    this.#arrivals.clear();
  }

  playUntil(from: number, until: number): void {
    const { ends } = this.#game;
    for (let slot = from; slot < until; slot++) {
      this.#lost += this.#playSlot(slot);
      if (slot + 1 === ends[this.#stretch]) {
        this.regret[this.#stretch] = this.#lost;
        this.#stretch += 1;
      }
    }
  }

  /** Decides, then hands over the rewards that come after this slot. Returns the slot's regret. */
  #playSlot(slot: number): number {
    const { sampler } = this.#game;
    const policy = this.#policy;
    const decision = policy.select(this.#policyRandom, this.#asked);
    const { arm } = decision;
    const mean = this.#course.mean(slot, arm, this.#plays);
    if (this.#course.byPlays) this.#plays[arm] += 1;
    const reward = sampler.draw(mean, this.#rewardRandom);
    this.#rewards[slot] = reward;
    this.earned += reward;
    policy.begin(decision);
    this.#decisions[slot] = decision;
    this.#arrivals.add(slot, this.#delayRandom);
    this.#arrivals.after(slot, (due) => this.#settle(due));
    return this.#record(slot, arm, mean);
  }

  #settle(slot: number): void {
    const decision = this.#decisions[slot];
    if (decision === undefined) throw new Error(`the reward of slot ${slot} comes twice`);
    this.#decisions[slot] = undefined;
    this.#policy.update(decision, this.#rewards[slot]);
  }

  #record(slot: number, arm: number, mean: number): number {
    const best = this.#course.best[slot];
    if (mean === best) this.onBest += 1;
    this.arms[slot] = arm;
    this.#armCounts[this.#stretch * this.#course.armCount + arm] += 1;
    return best - mean;
  }
}

/** Plays with policies in their shells, one replication after another. */
export class LatePlayer implements Player {
  readonly isCompiled = false;
  readonly #seats: readonly LateSeat[];
  readonly #game: LateGame;
  readonly #armCounts: Float64Array;
  readonly #arrivals: Arrivals;

  constructor(seats: readonly LateSeat[], game: LateGame) {
    this.#seats = seats;
    this.#game = game;
    this.#armCounts = new Float64Array(game.ends.length * seats[0].course.armCount);
    this.#arrivals = new Arrivals(game.ends[game.ends.length - 1], game.late);
  }

  play(seed: number, numbers: readonly number[], onSlots?: OnSlots): Outcome[] {
    const { sampler, guard = sampler instanceof GuardedSampler ? sampler.guard : undefined } =
      this.#game;
    return numbers.map((number, i) =>
      guardedReplication(guard, number, () => this.#playOne(this.#seats[i], seed, number, onSlots)),
    );
  }

  #playOne(seat: LateSeat, seed: number, number: number, onSlots: OnSlots | undefined): Outcome {
    const { sampler, ends } = this.#game;
    if (sampler instanceof GuardedSampler) sampler.begin();
    const replication = new LateReplication(seat, this.#game, this.#armCounts, this.#arrivals);
    replication.begin(seed, number);
    let from = 0;
    const playUntil = (slot: number) => {
      replication.playUntil(from, slot);
      from = slot;
    };
    playInTurns(ends, playUntil, onSlots);
    return replication;
  }

  armCounts(): Float64Array {
    return this.#armCounts;
  }

  clearArmCounts(): void {
    this.#armCounts.fill(0);
  }
}
