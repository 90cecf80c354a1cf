/**
 * The contract of a policy. A slot is one accepted decision: `select` proposes an arm for the next
 * slot and changes nothing, `begin` takes the proposal, and `update` or `expire` settles it, however
 * late and in whatever order. Learning never draws: a policy is a fold over what happened.
 */

import { ContractError, ParameterError } from '../base/errors.ts';
import { textOf } from '../base/shown.ts';
import type { Warning, WarningLog } from '../base/warnings.ts';
import type { PolicyDefinition, PolicySettings } from '../definitions/policy.ts';
import type { Showing } from '../definitions/showing.ts';
import type { Ints } from '../portable/base/language.ts';
import type { Kernel } from '../portable/kernels/kernel.ts';
import type { Random } from '../portable/random/generator.ts';
import { type ArmView, showingOf, viewArm } from './arm-view.ts';
import { IndexChoice } from './index-choice.ts';
import { chooseByKernel } from './kernel-choice.ts';
import { RestoringArchive, savedState } from './kernel-state.ts';
import { PendingDecisions } from './pending.ts';
import { type MassEntry, PendingMass } from './pending-mass.ts';
import { type Pick, withFloor } from './pick.ts';
import { type PolicyOptions, resolveOptions } from './policy-options.ts';
import {
  checkSnapshot,
  isUnitRange,
  massOf,
  type PolicySnapshot,
  restoredKernel,
  SNAPSHOT_FORMAT,
  SNAPSHOT_VERSION,
  type SnapshotIdentity,
} from './policy-snapshot.ts';
import { RewardIntake } from './reward-intake.ts';
import {
  demandArm,
  demandFloor,
  demandOwn,
  demandRandom,
  eligibleArms,
  readOptions,
  type Selection,
  type SelectOptions,
} from './selection.ts';
import { SlotBook } from './slot-book.ts';
import { digestOf, sealed } from './snapshot-digest.ts';
import { armsInContest, isLeftOut, type Waiting } from './unknown-arms.ts';

/**
 * A policy at work.
 *
 * @example
 * const policy = new Policy(slidingWindowMoss, { armCount: 3, window: 200 });
 * const selection = policy.select(randomStream(1));
 * policy.update(selection, 0.7); // → true
 */
export class Policy {
  readonly definition: PolicyDefinition;
  /** Every parameter with its final value, tuned ones included. */
  readonly params: Readonly<Record<string, number>>;
  readonly #shows: Showing;
  #settings: PolicySettings;
  /** The kernel without arms that are joining. `#check` and `#choose`, which come first, have let them in. */
  #current: Kernel;
  /** Arms that have joined since the kernel was made. */
  #joining = 0;
  readonly #rewards: RewardIntake;
  readonly #randomTies: boolean;
  #pendingInWidth: boolean;
  /** Left to the definition, which may have said something else when a snapshot was written: that says it. */
  readonly #widthIsOpen: boolean;
  readonly #warnings: WarningLog;
  readonly #maxPending: number;
  #origin: string;
  readonly #slots: SlotBook;
  #arms: Ints = new Int32Array(0);
  /** How the shell chooses for the kernel, once it had to. */
  #byIndex: IndexChoice | undefined;

  constructor(definition: PolicyDefinition, options: PolicyOptions) {
    if (!Array.isArray(definition?.parameters)) {
      throw new ParameterError(
        `a policy must have a definition; got ${textOf(definition)}; to create a policy by its id, call createPolicy`,
      );
    }
    const resolved = resolveOptions(definition, options);
    this.definition = definition;
    this.params = resolved.params;
    this.#settings = resolved.settings;
    const takesUnitInterval = definition.rewards === 'unit-interval';
    const isOpen = takesUnitInterval && options.rewardRange === undefined;
    this.#rewards = new RewardIntake(definition.id, resolved.rewardMap, isOpen, resolved.warnings);
    this.#warnings = resolved.warnings;
    this.#maxPending = resolved.maxPending;
    this.#current = definition.kernel(this.#settings);
    this.#randomTies = resolved.ties === 'random';
    this.#pendingInWidth = resolved.pendingInWidth;
    this.#widthIsOpen = !resolved.widthIsGiven && definition.pendingInWidth === true;
    this.#shows = showingOf(definition);
    this.#slots = new SlotBook(
      definition.id,
      this.#current,
      this.#noDecisions(),
      resolved.maxPending,
      resolved.warnings,
    );
    if (this.#pendingInWidth && this.#shows.indexed === undefined) {
      throw new ParameterError(
        `pendingInWidth must be false for ${definition.id}, which has no width; got true`,
        'parameters-conflict',
      );
    }
    this.#origin = digestOf({ ...this.#identity(), origin: resolved.origin });
  }

  /** Arms now, those that joined included. */
  get armCount(): number {
    return this.#settings.armCount;
  }

  /** The slot that `select` proposes for: how many decisions have begun, and slots were skipped. */
  get slot(): number {
    return this.#slots.slot;
  }

  /**
   * How many decisions have begun and can still be settled. Each is kept until it is settled or
   * forgotten: a policy that never forgets relies on `expire`, `expireOlderThan` or `maxPending` for
   * decisions that get no reward.
   */
  get pendingCount(): number {
    return this.#pending.size;
  }

  /** How often an alarm has made it forget; undefined where it has no detector of changes. */
  get restarts(): number | undefined {
    return this.#shows.restarts?.(this.#kernel);
  }

  /** The horizon that it was made with; undefined where it was given none. */
  get horizon(): number | undefined {
    return this.#settings.horizon;
  }

  /** Identifier that its selections carry; a snapshot brings its own. */
  get origin(): string {
    return this.#origin;
  }

  /** Slot of the pending decision that has waited longest; the next slot if none is pending. */
  get oldestPendingSlot(): number {
    return this.#pending.oldest ?? this.slot;
  }

  /** Warnings so far. */
  get warnings(): readonly Warning[] {
    return this.#warnings.list;
  }

  /** Adds a warning, unless one of its kind is there, and calls `onWarning` with it. */
  warn(warning: Warning): void {
    this.#warnings.addOnce(warning.code, () => warning);
  }

  /**
   * Proposes an arm for the next slot, of all arms or among some. May draw; changes nothing. With a `floor` any
   * of these arms is taken with that probability, all alike, and the propensity counts it.
   *
   * While rewards are pending, an arm of which nothing is remembered takes at most an equal share of the slots.
   */
  select(random: Random, options?: SelectOptions | readonly number[]): Selection {
    demandRandom(random);
    const { among, floor = 0 } = readOptions(options);
    demandFloor(this.definition, floor);
    const eligible = among === undefined ? undefined : eligibleArms(among, this.armCount);
    const pick = this.#choose(random, eligible, floor > 0);
    const { arm, ticket } = pick;
    const chosen =
      floor > 0
        ? withFloor(pick, random, eligible ?? this.#allArms(), floor)
        : { arm, propensity: pick.probability(arm) };
    const propensity = Number.isNaN(chosen.propensity) ? undefined : chosen.propensity;
    return { slot: this.slot, ...chosen, propensity, ticket, origin: this.#origin };
  }

  /** Takes a proposal: the slot advances, and the decision is pending. */
  begin(selection: Selection): void {
    this.#check(selection);
    if (this.#slots.begin(selection, selection.arm)) this.#slots.keep(selection);
  }

  /**
   * Settles a decision with its reward, however late, and begins it first where that was not done.
   * Returns whether the reward counts: false where its slot is forgotten already, or has expired by
   * number or age. A reward outside the declared range counts as the nearest one in it.
   *
   * @throws ContractError for anything but a selection of this policy, or one that is settled already
   * @throws ParameterError for anything but a finite number
   */
  update(selection: Selection, reward: number): boolean {
    const seen = this.#rewards.seen(reward);
    this.#check(selection);
    const decision = this.#slots.settle(selection, selection.arm);
    if (decision === undefined) return false;
    const counts = this.#current.learn(selection.slot, selection.arm, decision.ticket, seen);
    this.#rewards.note(reward);
    return counts;
  }

  /** Settles a decision without a reward, and begins it first where needed. Its slot stays taken. */
  expire(selection: Selection): void {
    this.#check(selection);
    this.#slots.settle(selection, selection.arm);
  }

  /**
   * Settles without a reward all decisions that were begun more than `slots` slots ago, and returns
   * how many. A reward of one of them that comes after all does not count, and is no error.
   */
  expireOlderThan(slots: number): number {
    return this.#slots.expireOlderThan(slots);
  }

  /**
   * Lets slots pass that are empty: what is remembered gets older by as many slots, but nothing is decided, nothing
   * becomes pending, and no arm counts as played. So time may pass in which nobody asked. A policy that does something
   * in certain slots, such as forgetting everything or exploring an arm, passes over those too. It costs at most what
   * is remembered; discounts take a step for each slot.
   */
  skip(slots: number): void {
    this.#letJoin();
    this.#slots.skip(slots);
  }

  /**
   * The decision that is pending in a slot, to settle it where the slot alone was kept; undefined where none is. Its
   * propensity is not kept.
   */
  pendingAt(slot: number): Selection | undefined {
    const pending = this.#pending.at(slot);
    if (pending === undefined) return undefined;
    const { arm, ticket } = pending;
    return { slot, arm, propensity: undefined, ticket, origin: this.#origin };
  }

  /** Adds an arm while running and returns it. K in the index grows; what was tuned stays. */
  addArm(): number {
    if (this.definition.needs !== undefined) {
      throw new ContractError(
        `${this.definition.id} cannot add an arm while it runs, because the arm's means are unknown; create a new policy with the means of all arms`,
        'arm-cannot-join',
      );
    }
    const arm = this.armCount;
    this.#settings = { ...this.#settings, armCount: arm + 1 };
    this.#joining += 1;
    // Exp3 and its kin give an arm its start by the weights of all others, which must be there.
    if (this.definition.ticketIsPropensity) this.#welcome();
    return arm;
  }

  /** What is known of each arm, for showing. */
  inspect(): ArmView[] {
    return Array.from({ length: this.armCount }, (_, arm) =>
      viewArm(this.#shows, this.#kernel, arm, this.#pending.count(arm)),
    );
  }

  /** The whole state, from which `restore` continues bit for bit. */
  snapshot(): PolicySnapshot {
    const mass = this.#pending.massEntries();
    return sealed({
      format: SNAPSHOT_FORMAT,
      version: SNAPSHOT_VERSION,
      ...this.#identity(),
      armCount: this.armCount,
      slot: this.slot,
      pending: this.#pending.entries(),
      expiredBefore: this.#pending.expiredBefore,
      ...(mass.length > 0 ? { pendingMass: mass } : {}),
      origin: this.#origin,
      state: savedState(this.#kernel),
    });
  }

  /**
   * Takes over the state of a snapshot of the same policy with the same parameters. Anything else, and
   * what was altered or damaged, is refused with the reason, and nothing changes.
   *
   * @throws SnapshotError
   */
  restore(snapshot: PolicySnapshot): void {
    const { pendingInWidth, ...others } = this.#identity();
    const width = this.#widthIsOpen ? {} : { pendingInWidth };
    // A policy that learns the range goes on from one that took [0, 1] for granted, as 0.1 did.
    const fromUnit = this.#settings.learnsRange === true && isUnitRange(snapshot);
    const rewardRange = fromUnit ? snapshot.rewardRange : others.rewardRange;
    const identity = { ...others, ...width, rewardRange };
    checkSnapshot(snapshot, identity, this.definition);
    const settings = { ...this.#settings, armCount: snapshot.armCount };
    const kernel = restoredKernel(this.definition, settings, snapshot);
    this.#settings = settings;
    this.#current = kernel;
    this.#slots.kernel = kernel;
    this.#joining = 0;
    this.#byIndex = undefined;
    this.#pendingInWidth = snapshot.pendingInWidth;
    const { slot, pending, expiredBefore = 0 } = snapshot;
    const none = this.#noDecisions(massOf(snapshot, kernel));
    this.#slots.restore(slot, none, pending, expiredBefore);
    this.#origin = snapshot.origin ?? this.#origin;
  }

  get #pending(): PendingDecisions {
    return this.#slots.pending;
  }

  /** The kernel, made again once for all arms that have joined since it was last used. */
  get #kernel(): Kernel {
    this.#letJoin();
    return this.#current;
  }

  #letJoin(): void {
    if (this.#joining > 0) this.#welcome();
  }

  #welcome(): void {
    const kernel = this.definition.kernel(this.#settings);
    kernel.transfer(new RestoringArchive(savedState(this.#current), this.slot, true));
    for (let arm = this.armCount - this.#joining; arm < this.armCount; arm++) kernel.welcome(arm);
    this.#current = kernel;
    this.#slots.kernel = kernel;
    this.#joining = 0;
    this.#byIndex = undefined;
  }

  #identity(): SnapshotIdentity {
    return {
      policy: this.definition.id,
      horizon: this.horizon ?? null,
      params: { ...this.params },
      rewardRange: this.#rewards.range,
      ties: this.#randomTies ? 'random' : 'lowest',
      pendingInWidth: this.#pendingInWidth,
      startArmCount: this.#settings.startArmCount,
    };
  }

  #check(selection: Selection): void {
    demandOwn(selection, this.#origin);
    const { arm, ticket } = selection;
    demandArm(arm, this.armCount);
    if (Number.isFinite(ticket) && this.#kernel.acceptsTicket(ticket)) return;
    throw new ContractError(
      `a selection must be passed back unchanged, including its ticket; got ticket ${textOf(ticket)}`,
      'wrong-ticket',
    );
  }

  /** By the kernel alone where that is enough; what it does not know, the shell adds by the indices. */
  #choose(random: Random, eligible: Ints | undefined, everyArm: boolean): Pick {
    const kernel = this.#kernel;
    const shows = this.#shows;
    const byKernel = (among: Ints | undefined) =>
      chooseByKernel(shows, kernel, random, among, () => this.#allArms());
    const arms = eligible ?? this.#allArms();
    const narrows = this.#pendingInWidth && this.#pending.size > 0;
    const isPlain = !(everyArm || this.#randomTies || narrows);
    const isLargest = shows.indexed !== undefined && shows.exploring === undefined;
    if (isPlain && (isLargest || this.#pending.size === 0)) {
      const pick = byKernel(eligible);
      // The largest index of all is the largest of those in the contest, which then need not be found.
      if (this.#pending.size === 0 || !this.#isLeftOut(pick.arm, arms)) return pick;
    }
    const contest = this.#pending.size > 0 ? this.#contest(arms) : arms;
    const narrowed = contest === arms ? eligible : contest;
    if (isPlain && (isLargest || contest === arms)) return byKernel(narrowed);
    this.#byIndex ??= IndexChoice.of(shows, kernel, this.armCount);
    const choice = this.#byIndex;
    if (choice === undefined) return byKernel(narrowed);
    const extra = narrows ? choice.extra : undefined;
    if (extra !== undefined) this.#pending.weigh(extra, (slot) => kernel.weight(slot));
    return choice.choose(random, { arms, contest, extra, randomTies: this.#randomTies });
  }

  #isLeftOut(arm: number, arms: Ints): boolean {
    return isLeftOut(this.#shows, this.#kernel, arm, arms, this.#waiting());
  }

  /** The arms whose turn it may be while rewards are pending. */
  #contest(arms: Ints): Ints {
    return armsInContest(this.#shows, this.#kernel, arms, this.#waiting());
  }

  #waiting(): Waiting {
    const { countsSince } = this.#shows;
    const pending = this.#pending;
    const of = (arm: number) =>
      countsSince === undefined
        ? pending.count(arm)
        : pending.countSince(arm, countsSince(this.#kernel, arm));
    const among = (arms: Ints) =>
      countsSince === undefined && arms === this.#arms
        ? pending.size
        : arms.reduce((sum, arm) => sum + of(arm), 0);
    return { of, among };
  }

  /** All arms in order, made once for as many as there are. */
  #allArms(): Ints {
    if (this.#arms.length !== this.armCount) {
      this.#arms = Int32Array.from({ length: this.armCount }, (_, arm) => arm);
    }
    return this.#arms;
  }

  /** Where no decision is pending. */
  #noDecisions(mass?: readonly MassEntry[]): PendingDecisions {
    const weight = (slot: number) => this.#kernel.weight(slot);
    const fades = this.#pendingInWidth && this.definition.memoryKind === 'discounted';
    return new PendingDecisions(
      this.#maxPending,
      fades ? { mass: new PendingMass(weight, mass) } : {},
    );
  }
}
