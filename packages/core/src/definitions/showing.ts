/**
 * What a policy shows of its kernel, and how it explains a pick. The policy's own file states it, with typed
 * access to its own kernel, so that nothing has to be guessed from the fields that a kernel happens to have.
 */
import type { Ints } from '../portable/base/language.ts';
import type {
  ExploringKernel,
  IndexedKernel,
  Kernel,
  WaitingKernel,
} from '../portable/kernels/kernel.ts';
import type { Random } from '../portable/random/generator.ts';

/**
 * What decides a pick.
 *
 * - `index`: the largest index.
 * - `posterior`: the largest of means drawn from posteriors.
 * - `probability`: a draw by the probabilities of arms.
 * - `rule`: a rule of the policy's own, over what it knows of arms; its file explains it.
 * - `given`: the means of the environment, which it is given.
 * - `none`: the policy does not say.
 */
export type Choice = 'index' | 'posterior' | 'probability' | 'rule' | 'given' | 'none';

/** What is known of an arm; absent or NaN where there is no such thing. */
export interface KnownArm {
  /** Rewards remembered, discounted where the policy discounts. */
  readonly count?: number;
  readonly mean?: number;
  /** By default the index less the mean; of a policy without an index, how far its tests let a mean stray. */
  readonly width?: number;
  /** The arm that is picked next has the largest; +∞ where nothing is remembered. */
  readonly index?: number;
  /** The index in one part of the policy, where chance has yet to decide which part picks. */
  readonly bound?: number;
  /** The probability of being picked next. */
  readonly probability?: number;
  /** The Beta law that a mean is drawn from. */
  readonly posterior?: { readonly alpha: number; readonly beta: number };
  /** The standard deviation of the law that a mean is drawn from, where that is not a Beta law. */
  readonly deviation?: number;
}

/** What was drawn for a pick. */
export interface Drawn {
  /** A mean for each arm. */
  readonly means: Float64Array<ArrayBuffer>;
  /** A number that was drawn first and that the means depend on, in the policy's own terms; else absent. */
  readonly first?: number;
}

/**
 * What a fact counts in. Where a policy sees rewards centred and scaled, its facts are turned back into the
 * units of rewards.
 *
 * - `reward`: a reward, a mean or an index.
 * - `difference`: the difference of two of these.
 * - `slot`: the number of a slot.
 * - `count`: how many: slots, rewards, samples.
 * - `probability`: from 0 to 1.
 * - `flag`: 1 or 0.
 */
export type Unit = 'reward' | 'difference' | 'slot' | 'count' | 'probability' | 'flag';

/**
 * A number that a policy shows of a slot, read right after its pick, or a list of numbers, as many in every
 * slot; NaN where there is none.
 */
export interface SlotFact<K extends Kernel = Kernel> {
  readonly unit: Unit;
  /** Reads it; `drawn` is what was drawn for the pick. */
  of(kernel: K, drawn: Drawn | undefined): number | readonly number[];
}

/** A number that a policy shows of an arm; NaN where there is none. */
export interface ArmFact<K extends Kernel = Kernel> {
  readonly unit: Unit;
  /** Reads it. */
  of(kernel: K, arm: number): number;
}

/** Indices of arms that are compared with each other, and with nobody else. */
export interface IndexAmong {
  /** How far below the largest index one counts as equal, so that rounding does not decide. */
  readonly tolerance: number;
  /** The index, +∞ where nothing is remembered; with `extra` more rewards counted in the width where given. */
  of(arm: number, extra?: number): number;
}

/** Which of several learners inside a policy picked, and takes the reward. */
export interface Learner {
  /** A number of its own. */
  readonly id: number;
  /** The first slot that it may have learned from. */
  readonly since: number;
  /** Whether it begins with this slot, and knows nothing yet. */
  readonly fresh: boolean;
}

/** What counts of the past, where the weights that a kernel states do not say it all. */
export interface MemoryShowing<K extends Kernel = Kernel> {
  /** The first slot whose rewards may count now; NaN where any may. */
  since?(kernel: K): number;
  /** The slot from which rewards do not count, until memory begins anew; NaN where all do. */
  until?(kernel: K): number;
  /** The length of the window that was drawn for this stretch of slots; NaN before it is drawn. */
  window?(kernel: K): number;
  /** How many slots equal parts of the weight of all guesses reach back, the longest first; empty where nothing is guessed. */
  reaches?(kernel: K): readonly number[];
  /** Who of several learners picked. */
  learner?(kernel: K): Learner;
  /** The slot of the alarm that has put what is known on trial; NaN without a trial. */
  trial?(kernel: K): number;
}

/** What explanations read: one slot of a replication, in the units of rewards. */
export interface Seen<S extends string = string, A extends string = string> {
  readonly slot: number;
  /** The arm that was picked. */
  readonly picked: number;
  readonly armCount: number;
  readonly horizon: number;
  readonly params: Readonly<Record<string, number>>;
  /** Whether the slot was given to exploration, and how likely a slot is by chance. */
  readonly isExplored: boolean;
  readonly explorationShare: number;
  /** A fact of the slot; NaN where there is none. */
  fact(name: S): number;
  /** All numbers of a fact that is a list. */
  list(name: S): readonly number[];
  /** A fact of an arm, in this slot or in another one; NaN where there is none. */
  armFact(name: A, arm: number, slot?: number): number;
  /** What is known of an arm, or its true mean; NaN where there is no such thing. */
  known(quantity: Quantity, arm: number): number;
}

/** What a `Seen` slot has of every arm. */
export type Quantity = 'mean' | 'estimate' | 'width' | 'index' | 'draw' | 'probability';

/** A slot to be put in words: what arms are called, and how numbers are written. */
export interface Moment<S extends string = string, A extends string = string> extends Seen<S, A> {
  /** What an arm is called within a sentence. */
  arm(arm: number): string;
  /** A reward, a mean, an index or a difference, with the decimals that its scale needs. */
  value(value: number): string;
  /** Any other number, with this many decimals; without decimals by default. */
  number(value: number, decimals?: number): string;
  /** "1 slot", "2 slots". */
  counted(count: number, noun: string): string;
  /** "a, b and c". */
  listed(items: readonly string[]): string;
}

/** Where arms can be out of play for a while. */
export interface ArmStanding<S extends string = string, A extends string = string> {
  /** What an arm that is out is called. */
  readonly out: string;
  /** Whether an arm is out of play in a slot. */
  isOut(at: Seen<S, A>, arm: number): boolean;
  /** How an arm stands, in a word or two; the brief one may leave out that it is out. */
  words(at: Moment<S, A>, arm: number, isBrief: boolean): string;
}

/** How a policy is put in words. What is absent is said as for all policies with the same kind of choice. */
export interface Explanation<S extends string = string, A extends string = string> {
  /** Why the arm was picked: the end of a sentence that has just named the arm, with its full stop. */
  reason?(at: Moment<S, A>): string;
  /** What a policy of several parts or phases is doing in this slot. */
  aside?(at: Moment<S, A>): string;
  /** Of a policy with a rule of its own: whether what it shows explains its pick. Tests ask in every slot. */
  follows?(at: Seen<S, A>): boolean;
  readonly armStanding?: ArmStanding<S, A>;
  /** What one of several learners is called; "learner" where nothing else is said. */
  readonly learner?: string;
  /** What a width is, where there is no index. */
  readonly width?: string;
  /** What it does not have, so that nobody looks for it. */
  readonly lacks?: string;
  /** What it remembers, where it remembers everything and that is not all there is to say. */
  readonly remembers?: string;
}

/**
 * What a policy shows of its kernel. All but the kind of choice may be left out.
 *
 * @example
 * const shows = {
 *   choice: 'rule',
 *   arm: ({ counts, sums }, arm) => ({ count: counts[arm], mean: sums[arm] / counts[arm] }),
 *   slotFacts: { phase: { unit: 'count', of: ({ phase }) => phase } },
 *   explains: { reason: (at) => `, whose turn it is in phase ${at.number(at.fact('phase'))}.` },
 * };
 * shows.explains.reason({ number: String, fact: () => 3 }); // → ", whose turn it is in phase 3."
 */
export interface Showing<
  K extends Kernel = Kernel,
  S extends string = string,
  A extends string = string,
> {
  readonly choice: Choice;
  /** What is known of an arm. */
  arm?(kernel: K, arm: number): KnownArm;
  /** The kernel as one that picks by an index: then ties may be random, and pending decisions may narrow widths. */
  indexed?(kernel: K): IndexedKernel;
  /**
   * The indices where some arms are in the contest: where an index depends on who else is, or rounding may not
   * decide between equals. The kernel's own picks must agree. By default each arm has its index whoever else is.
   */
  indexAmong?(kernel: K, arms: Ints): IndexAmong;
  /**
   * Whether the index of an arm, with `extra` more rewards in its width, may be as large as `top`: a quick answer,
   * where false is certain, so that not every index has to be computed.
   */
  mayReach?(kernel: K, arm: number, extra: number, top: number): boolean;
  /** The kernel as one that knows who has waited longest among arms of equal index. */
  waiting?(kernel: K): WaitingKernel;
  /** The kernel as one that gives some slots to exploration. */
  exploring?(kernel: K): ExploringKernel;
  /**
   * Whether nothing is known of an arm, so that it goes before all others. By default of those that pick by an
   * index: whether no reward of it is remembered. Such an arm takes at most its share while rewards are pending.
   */
  unknown?(kernel: K, arm: number): boolean;
  /** The first slot whose reward still counts for an arm, where arms are forgotten one by one. */
  countsSince?(kernel: K, arm: number): number;
  /** How often an alarm made it forget. */
  restarts?(kernel: K): number;
  /** How far from the centre a reward of an arm counts at most now. */
  limit?(kernel: K, arm: number): number;
  /** Draws for a pick as the kernel is about to: from a copy of its random source. */
  draw?(kernel: K, random: Random, armCount: number): Drawn;
  readonly memory?: MemoryShowing<K>;
  readonly slotFacts?: Readonly<Record<S, SlotFact<K>>>;
  readonly armFacts?: Readonly<Record<A, ArmFact<K>>>;
  readonly explains?: Explanation<S, A>;
}

/** What is shown of a policy that states nothing. */
export const SHOWS_NOTHING: Showing = { choice: 'none' };
