/** The step of every loop over policies in their shell, in which rewards may come late or never. */
import type { Payer } from '../portable/play/step.ts';
import type { Random } from '../portable/random/generator.ts';
import type { Selection, SelectOptions } from './selection.ts';

/** No slot. */
const NONE = -1;

/** The slots after which rewards come. */
export interface RewardTimes {
  /** Takes note of a decision: its reward is on its way. */
  add(slot: number): void;
  /** Calls with each slot whose reward comes after this one. */
  after(slot: number, come: (slot: number) => void): void;
  /** The slot whose reward is given up after this one, or −1. */
  givenUp(slot: number): number;
}

/** The part of a policy in its shell that a slot needs. A policy with contexts knows what the slot offers. */
export interface SlotPolicy {
  /** Proposes an arm or action for the next slot. */
  select(random: Random, asked?: SelectOptions | readonly number[]): Selection;
  /** Takes the proposal. */
  begin(selection: Selection): void;
  /** Settles a decision with its reward. Returns whether the reward counts. */
  update(selection: Selection, reward: number): boolean;
  /** Settles a decision without a reward. */
  expire(selection: Selection): void;
}

/**
 * Plays a policy slot by slot: select, pay, begin, and then settle the rewards that have come. The payer's rewards
 * are those of the environment, because the policy itself maps them.
 */
export class ShellStep {
  readonly #policy: SlotPolicy;
  readonly #random: Random;
  readonly #payer: Payer;
  readonly #times: RewardTimes | undefined;
  /** Decisions without a reward, and all rewards, by slot. */
  readonly #decisions: (Selection | undefined)[] = [];
  readonly #rewards: Float64Array;

  /** @param times - without them, each reward comes at once */
  constructor(
    policy: SlotPolicy,
    random: Random,
    payer: Payer,
    horizon: number,
    times?: RewardTimes,
  ) {
    this.#policy = policy;
    this.#random = random;
    this.#payer = payer;
    this.#times = times;
    this.#rewards = new Float64Array(times === undefined ? 0 : horizon);
  }

  /** Plays a slot. `asked` are the eligible arms or other options of `select`. */
  play(slot: number, asked?: SelectOptions | readonly number[]): void {
    const policy = this.#policy;
    const decision = policy.select(this.#random, asked);
    const reward = this.#payer.pay(slot, decision.arm);
    policy.begin(decision);
    if (this.#times === undefined) {
      policy.update(decision, reward);
      return;
    }
    this.#decisions[slot] = decision;
    this.#rewards[slot] = reward;
    this.#settle(slot, this.#times);
  }

  #settle(slot: number, times: RewardTimes): void {
    times.add(slot);
    times.after(slot, this.#update);
    const old = times.givenUp(slot);
    if (old !== NONE) this.#policy.expire(this.#taken(old));
  }

  readonly #update = (slot: number): void => {
    this.#policy.update(this.#taken(slot), this.#rewards[slot]);
  };

  #taken(slot: number): Selection {
    const decision = this.#decisions[slot];
    if (decision === undefined) throw new Error(`slot ${slot} is settled twice`);
    this.#decisions[slot] = undefined;
    return decision;
  }
}
