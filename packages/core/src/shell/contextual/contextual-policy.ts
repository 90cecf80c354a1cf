/**
 * The contract of a policy that sees contexts: the same as without them. A slot is one accepted decision. `select`
 * proposes an action for the next slot and changes nothing, `begin` takes the proposal, and `update` or `expire`
 * settles it, however late and in whatever order. Codes of the features are kept until then.
 */
import { ContractError, ParameterError } from '../../base/errors.ts';
import { textOf } from '../../base/shown.ts';
import type { Warning, WarningLog } from '../../base/warnings.ts';
import type {
  ContextForm,
  ContextualPolicyDefinition,
  ContextualSettings,
} from '../../definitions/contextual.ts';
import type { Floats, Ints } from '../../portable/base/language.ts';
import type { ContextualKernel } from '../../portable/kernels/contextual-kernel.ts';
import type { Random } from '../../portable/random/generator.ts';
import { RestoringArchive, savedState } from '../kernel-state.ts';
import { PendingDecisions } from '../pending.ts';
import { type Pick, withFloor } from '../pick.ts';
import { RewardIntake } from '../reward-intake.ts';
import {
  demandArm,
  demandFloor,
  demandOwn,
  demandRandom,
  eligibleArms,
  readOptions,
  type SelectOptions,
} from '../selection.ts';
import { SlotBook } from '../slot-book.ts';
import { digestOf, sealed } from '../snapshot-digest.ts';
import { type ContextualOptions, resolveForm } from './contextual-options.ts';
import { type ContextualSelection, demandCodes } from './contextual-selection.ts';
import {
  CONTEXTUAL_FORMAT,
  CONTEXTUAL_VERSION,
  type ContextualIdentity,
  type ContextualSnapshot,
  checkContextualSnapshot,
  restoredContextual,
} from './contextual-snapshot.ts';
import {
  type ActionView,
  type Coefficient,
  coefficientsOf,
  viewActions,
} from './contextual-view.ts';
import type { Encoder } from './encoder.ts';
import { MOST_ACTIONS, type Offer, OfferReader, plainCodes, shuffled } from './offer.ts';
import { PendingWidths } from './pending-widths.ts';

/**
 * A contextual policy at work. `Asked` is what a slot is asked with: a context in the form `arms`, and a list of
 * actions in the form `actions`.
 *
 * @example
 * const policy = new ContextualPolicy(contextualPolicyCatalogue.find('linucb'), {
 *   armCount: 2,
 *   features: [{ kind: 'flag', name: 'member' }],
 * });
 * const selection = policy.select(randomStream(1), { member: true });
 * policy.update(selection, 0.7); // → true
 */
export class ContextualPolicy<Asked = unknown> {
  readonly definition: ContextualPolicyDefinition;
  /** Every parameter with its final value, tuned ones included. */
  readonly params: Readonly<Record<string, number>>;
  /** Turns contexts into codes and vectors. */
  readonly encoder: Encoder;
  #settings: ContextualSettings;
  /** The kernel without arms that are joining. */
  #current: ContextualKernel;
  /** Arms that have joined since the kernel was made. */
  #joining = 0;
  readonly #rewards: RewardIntake;
  readonly #slots: SlotBook;
  readonly #offers: OfferReader;
  readonly #widths: PendingWidths;
  readonly #vector: Floats;
  readonly #warnings: WarningLog;
  /** The features that a warning was given for. */
  readonly #reported = new Set<string>();
  readonly #randomTies: boolean;
  readonly #pendingInWidth: boolean;
  readonly #maxPending: number;
  readonly #schema: string;
  #origin: string;
  #arms: Ints = new Int32Array(0);

  constructor(definition: ContextualPolicyDefinition, options: ContextualOptions) {
    if (definition?.kind !== 'contextual' || !Array.isArray(definition.parameters)) {
      throw new ParameterError(
        `a contextual policy must have a definition of kind 'contextual'; got ${textOf(definition)}; to create one by its id, call createContextualPolicy`,
      );
    }
    const resolved = resolveForm(definition, options, (feature, warning) =>
      this.#report(feature, warning),
    );
    const { encoder, settings, warnings, maxPending } = resolved;
    this.definition = definition;
    this.params = resolved.params;
    this.encoder = encoder;
    this.#settings = settings;
    this.#warnings = warnings;
    this.#current = definition.kernel(settings);
    this.#rewards = new RewardIntake(
      definition.id,
      resolved.rewardMap,
      definition.rewards === 'unit-interval' && options.rewardRange === undefined,
      warnings,
    );
    this.#offers = new OfferReader(encoder);
    this.#vector = new Float64Array(encoder.dimension);
    this.#randomTies = resolved.ties === 'random';
    this.#pendingInWidth = resolved.pendingInWidth;
    this.#maxPending = maxPending;
    this.#schema = digestOf(encoder.schema);
    this.#widths = new PendingWidths(
      encoder,
      (arm) => this.#blockOf(arm),
      () => this.#kernel,
      () => this.#slots.pending,
    );
    this.#slots = new SlotBook(
      definition.id,
      this.#current,
      this.#noDecisions(),
      maxPending,
      warnings,
    );
    this.#origin = digestOf({ ...this.#identity(), origin: resolved.origin });
  }

  /** Whether it chooses among named arms or among the actions of each slot. */
  get form(): ContextForm {
    return this.#settings.form;
  }

  /** Arms now, those that joined included; 1 in the form `actions`. */
  get armCount(): number {
    return this.#settings.blocks;
  }

  /** The slot that `select` proposes for: how many decisions have begun, and slots were skipped. */
  get slot(): number {
    return this.#slots.slot;
  }

  /** How many decisions have begun and can still be settled. Each is kept until it is settled or forgotten. */
  get pendingCount(): number {
    return this.#slots.pending.size;
  }

  /** Number of alarms that made it forget; undefined if it has no detector of changes. */
  get restarts(): number | undefined {
    return this.definition.shows?.restarts?.(this.#kernel);
  }

  /** The horizon that it was made with; undefined if it was given none. */
  get horizon(): number | undefined {
    return this.#settings.horizon;
  }

  /** Identifier that its selections carry; a snapshot brings its own. */
  get origin(): string {
    return this.#origin;
  }

  /** Slot of the pending decision that has waited longest; the next slot if none is pending. */
  get oldestPendingSlot(): number {
    return this.#slots.pending.oldest ?? this.slot;
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
   * Proposes an action for the next slot. May draw; changes nothing. In the form `arms` it may be limited to some
   * arms with `among`. With a `floor` any of the actions is taken with that probability, all alike, and the
   * propensity counts it.
   *
   * @throws ParameterError that names the feature if a value is not accepted
   */
  select(
    random: Random,
    asked: Asked,
    options?: SelectOptions | readonly number[],
  ): ContextualSelection {
    demandRandom(random);
    const { among, floor = 0 } = readOptions(options);
    demandFloor(this.definition, floor);
    const offer = this.#offer(asked, among);
    const pick = this.#pick(random, offer);
    const chosen =
      floor > 0
        ? withFloor(pick, random, offer.arms, floor)
        : { arm: pick.arm, propensity: pick.probability(pick.arm) };
    return {
      slot: this.slot,
      ...chosen,
      propensity: Number.isNaN(chosen.propensity) ? undefined : chosen.propensity,
      ticket: pick.ticket,
      origin: this.#origin,
      codes: plainCodes(offer.codesOf(chosen.arm)),
    };
  }

  /** Takes a proposal: the slot advances, and the decision is pending with its codes. */
  begin(selection: ContextualSelection): void {
    this.#check(selection);
    const { arm, codes } = selection;
    if (!this.#slots.begin(selection, this.#blockOf(arm))) return;
    if (this.#pendingInWidth) this.#widths.hold(arm, codes);
    this.#slots.keep(selection, codes);
  }

  /**
   * Settles a decision with its reward, however late, and begins it first if that was not done. The features are those
   * that were kept when it began. Returns whether the reward counts: false if its slot is forgotten already, or has
   * expired.
   *
   * @throws ContractError for anything but a selection of this policy, or one that is settled already
   * @throws ParameterError for anything but a finite number
   */
  update(selection: ContextualSelection, reward: number): boolean {
    const seen = this.#rewards.seen(reward);
    this.#check(selection);
    const block = this.#blockOf(selection.arm);
    const decision = this.#slots.settle(selection, block);
    if (decision === undefined) return false;
    const { slot } = selection;
    this.encoder.fill(decision.codes ?? selection.codes, this.#vector, 0);
    const counts = this.#kernel.learn(slot, block, this.#vector, 0, decision.ticket, seen);
    this.#rewards.note(reward);
    return counts;
  }

  /** Settles a decision without a reward, and begins it first if needed. Its slot stays taken. */
  expire(selection: ContextualSelection): void {
    this.#check(selection);
    this.#slots.settle(selection, this.#blockOf(selection.arm));
  }

  /** Settles without a reward all decisions that were begun more than `slots` slots ago, and returns how many. */
  expireOlderThan(slots: number): number {
    return this.#slots.expireOlderThan(slots);
  }

  /** Lets slots pass that are empty: what is remembered gets older by as many slots, but nothing is decided. */
  skip(slots: number): void {
    this.#letJoin();
    this.#slots.skip(slots);
  }

  /** The decision that is pending in a slot; undefined if none is. Its propensity is not kept. */
  pendingAt(slot: number): ContextualSelection | undefined {
    const pending = this.#slots.pending.at(slot);
    if (pending === undefined) return undefined;
    const { arm, ticket, codes = [] } = pending;
    return { slot, arm, propensity: undefined, ticket, origin: this.#origin, codes };
  }

  /** Adds an arm of which nothing is known, and returns it. Actions of the form `actions` need not be added. */
  addArm(): number {
    const { id, needs } = this.definition;
    if (needs !== undefined || this.form !== 'arms') {
      const reason =
        needs === undefined
          ? 'its actions are those that each slot offers; offer the new action in the next slot'
          : "the arm's parameters are unknown; create a new policy with those of all arms";
      throw new ContractError(`${id} cannot add an arm, because ${reason}`, 'arm-cannot-join');
    }
    const arm = this.armCount;
    this.#settings = { ...this.#settings, blocks: arm + 1 };
    this.#joining += 1;
    return arm;
  }

  /** Estimate and width of each action that could be taken now, for showing. */
  inspect(asked: Asked): ActionView[] {
    const { pending } = this.#slots;
    const isArms = this.form === 'arms';
    return viewActions(this.#kernel, this.#offer(asked, undefined), this.definition, (arm) =>
      isArms ? pending.count(arm) : undefined,
    );
  }

  /** The estimated effect of each column on the reward, arm by arm. */
  coefficients(): Coefficient[] {
    return coefficientsOf(this.#kernel, this.encoder.columns, this.armCount);
  }

  /** The whole state, from which `restore` continues bit for bit. */
  snapshot(): ContextualSnapshot {
    const { pending } = this.#slots;
    return sealed({
      format: CONTEXTUAL_FORMAT,
      version: CONTEXTUAL_VERSION,
      ...this.#identity(),
      armCount: this.armCount,
      slot: this.slot,
      pending: pending.entries(),
      expiredBefore: pending.expiredBefore,
      released: this.#widths.released,
      origin: this.#origin,
      state: savedState(this.#kernel),
    });
  }

  /**
   * Takes over the state of a snapshot of the same policy with the same features and parameters. Anything else, and
   * what was altered or damaged, is refused with the reason, and nothing changes.
   *
   * @throws SnapshotError
   */
  restore(snapshot: ContextualSnapshot): void {
    checkContextualSnapshot(snapshot, this.#identity(), this.definition, this.encoder);
    const settings = { ...this.#settings, blocks: snapshot.armCount };
    const kernel = restoredContextual(this.definition, settings, snapshot);
    this.#settings = settings;
    this.#current = kernel;
    this.#slots.kernel = kernel;
    this.#joining = 0;
    this.#widths.released = snapshot.released;
    const { slot, pending, expiredBefore } = snapshot;
    this.#slots.restore(slot, this.#noDecisions(), pending, expiredBefore);
    this.#origin = snapshot.origin;
  }

  /** The kernel, made again once for all arms that have joined since it was last used. */
  get #kernel(): ContextualKernel {
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
  }

  #identity(): ContextualIdentity {
    const { form, dimension, startBlocks } = this.#settings;
    return {
      policy: this.definition.id,
      form,
      dimension,
      schema: this.#schema,
      horizon: this.horizon ?? null,
      params: { ...this.params },
      rewardRange: this.#rewards.range,
      ties: this.#randomTies ? 'random' : 'lowest',
      pendingInWidth: this.#pendingInWidth,
      startArmCount: startBlocks,
    };
  }

  #blockOf(arm: number): number {
    return this.form === 'arms' ? arm : 0;
  }

  #offer(asked: unknown, among: readonly number[] | undefined): Offer {
    if (this.form === 'arms') {
      const arms = among === undefined ? this.#allArms() : eligibleArms(among, this.armCount);
      return this.#offers.arms(asked, arms);
    }
    if (among === undefined) return this.#offers.actions(asked);
    throw new ParameterError(
      'among must be left out in the form actions; got a list; pass only the actions that may be taken',
      'parameters-conflict',
    );
  }

  #pick(random: Random, offer: Offer): Pick {
    const kernel = this.#kernel;
    const { dimension } = this.#settings;
    const list = this.#randomTies ? shuffled(offer, random, dimension) : offer;
    const { features, stride, blocks, arms, count } = list;
    const picked = arms[kernel.pick(random, features, stride, blocks, count)];
    // How many share the first place is not known.
    const own = this.#randomTies ? Number.NaN : kernel.propensity();
    const stated = count === 1 ? 1 : own;
    return {
      arm: picked,
      ticket: kernel.ticket(),
      probability: (arm) => {
        if (arm === picked || Number.isNaN(stated)) return stated;
        return stated === 1 ? 0 : Number.NaN;
      },
    };
  }

  #check(selection: ContextualSelection): void {
    demandOwn(selection, this.#origin);
    const { arm, ticket, codes } = selection;
    demandArm(arm, this.form === 'arms' ? this.armCount : MOST_ACTIONS);
    if (!(Number.isFinite(ticket) && this.#kernel.acceptsTicket(ticket))) {
      throw new ContractError(
        `a selection must be passed back unchanged, including its ticket; got ticket ${textOf(ticket)}`,
        'wrong-ticket',
      );
    }
    demandCodes(this.encoder, codes);
  }

  /** All arms in order, made once for as many as there are. */
  #allArms(): Ints {
    if (this.#arms.length !== this.armCount) {
      this.#arms = Int32Array.from({ length: this.armCount }, (_, arm) => arm);
    }
    return this.#arms;
  }

  /** No pending decisions. */
  #noDecisions(): PendingDecisions {
    return new PendingDecisions(this.#maxPending, {
      codeCount: this.encoder.codeCount,
      ...(this.#pendingInWidth
        ? { onEnd: (arm, codes, at) => this.#widths.release(arm, codes, at) }
        : {}),
    });
  }

  #report(feature: string, warning: () => Warning): void {
    if (this.#reported.has(feature)) return;
    this.#reported.add(feature);
    this.#warnings.add(warning());
  }
}
