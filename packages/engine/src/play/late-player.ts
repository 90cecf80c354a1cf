/** Plays replications whose rewards come late, in bursts or with a floor: through the shell of the policy. */
import type { RewardSampler } from '@driftline/core';
import {
  type Course,
  Random,
  Replication,
  RewardMap,
  type RewardTimes,
  ROLE_DELAYS,
  ShellStep,
  type SlotPolicy,
  seedStream,
} from '@driftline/core/play';
import { Arrivals, type LatePlay } from './late-rewards.ts';
import {
  guardedReplication,
  newRecord,
  type OnSlots,
  type Outcome,
  outcomeOf,
  type Player,
  playInTurns,
} from './player.ts';
import { GuardedSampler } from './plugins/guarded-rewards.ts';
import type { Guard } from './plugins/plugin-error.ts';

/** A policy in its shell, with the number of its restarts if it counts them. */
export interface LatePolicy extends SlotPolicy {
  readonly restarts: number | undefined;
}

/** What is played: a policy on the means of its replication. */
interface LateSeat {
  /** A policy that has seen nothing. */
  readonly policy: () => LatePolicy;
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

/** A policy sees the rewards as drawn: its shell maps them. */
const AS_DRAWN = new RewardMap(0, 1, false);

/** One replication with the times of its rewards. */
class LateReplication implements RewardTimes {
  readonly replication: Replication<RewardSampler>;
  readonly #arrivals: Arrivals;
  readonly #delayRandom = new Random(0, 0, 0, 1);

  constructor(replication: Replication<RewardSampler>, arrivals: Arrivals) {
    this.replication = replication;
    this.#arrivals = arrivals;
  }

  begin(seed: number, number: number): void {
    this.replication.begin(seed, number);
    seedStream(this.#delayRandom, seed, number, ROLE_DELAYS);
    this.#arrivals.clear();
  }

  add(slot: number): void {
    this.#arrivals.add(slot, this.#delayRandom);
  }

  after(slot: number, come: (slot: number) => void): void {
    this.#arrivals.after(slot, come);
  }

  /** A policy here waits for every reward. */
  givenUp(): number {
    return -1;
  }
}

/** Plays with policies in their shells, one replication after another. */
export class LatePlayer implements Player {
  readonly isCompiled = false;
  readonly #seats: readonly LateSeat[];
  readonly #replications: readonly LateReplication[];
  readonly #game: LateGame;
  readonly #armCounts: Float64Array<ArrayBuffer>;

  constructor(seats: readonly LateSeat[], game: LateGame) {
    const { ends, sampler } = game;
    const horizon = ends[ends.length - 1];
    this.#seats = seats;
    this.#game = game;
    this.#armCounts = new Float64Array(ends.length * seats[0].course.armCount);
    const arrivals = new Arrivals(horizon, game.late);
    this.#replications = seats.map(({ course }) => {
      const record = newRecord(ends, this.#armCounts);
      return new LateReplication(new Replication(course, record, sampler, AS_DRAWN), arrivals);
    });
  }

  play(seed: number, numbers: readonly number[], onSlots?: OnSlots): Outcome[] {
    const { sampler, guard = sampler instanceof GuardedSampler ? sampler.guard : undefined } =
      this.#game;
    return numbers.map((number, i) =>
      guardedReplication(guard, number, () => this.#playOne(i, seed, number, onSlots)),
    );
  }

  #playOne(seat: number, seed: number, number: number, onSlots: OnSlots | undefined): Outcome {
    const { sampler, ends, late } = this.#game;
    if (sampler instanceof GuardedSampler) sampler.begin();
    const times = this.#replications[seat];
    const { replication } = times;
    const policy = this.#seats[seat].policy();
    times.begin(seed, number);
    const { policyRandom, arms } = replication;
    const step = new ShellStep(policy, policyRandom, replication, arms.length, times);
    const asked = late.floor > 0 ? { floor: late.floor } : undefined;
    const playUntil = (until: number) => {
      for (; replication.slot < until; replication.slot++) {
        step.play(replication.slot, asked);
        if (replication.slot + 1 === ends[replication.stretch]) replication.endStretch();
      }
    };
    playInTurns(ends, playUntil, onSlots);
    return outcomeOf(replication, policy.restarts ?? Number.NaN);
  }

  armCounts(): Float64Array {
    return this.#armCounts;
  }

  clearArmCounts(): void {
    this.#armCounts.fill(0);
  }
}
