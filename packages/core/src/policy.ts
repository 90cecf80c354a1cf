/**
 * The contract of a policy. A slot is one accepted decision: `select` proposes an arm for the next
 * slot and changes nothing, `begin` takes the proposal, and `update` or `expire` settles it, however
 * late and in whatever order. Learning never draws: a policy is a fold over what happened.
 */
import type { PolicyDefinition, PolicySettings } from './definition.ts';
import { ContractError, ParameterError, SnapshotError } from './errors.ts';
import type { IndexedKernel, Kernel } from './kernel.ts';
import { type PolicyOptions, resolveOptions } from './policy-options.ts';
import type { Random } from './random/generator.ts';
import type { RewardMap } from './reward-map.ts';
import { type KernelState, RestoringArchive, SavingArchive } from './snapshot.ts';
import type { Warning } from './warnings.ts';

/** An arm proposed for a slot. Plain data: it may be stored and come back much later. */
export interface Selection {
  /** The slot it is for, from 0. */
  readonly slot: number;
  readonly arm: number;
  /** The probability that the arm was given; undefined where the policy can't state it. */
  readonly propensity: number | undefined;
  /** A number of the policy's own that has to come back with the reward. */
  readonly ticket: number;
}

/** What a policy holds of one arm; undefined where the policy has no such thing. */
export interface ArmView {
  readonly arm: number;
  /** Rewards remembered, discounted where the policy discounts. */
  readonly count: number | undefined;
  readonly mean: number | undefined;
  readonly width: number | undefined;
  /** +∞ where nothing is remembered. */
  readonly index: number | undefined;
  /** The probability of being picked next. */
  readonly probability: number | undefined;
  /** The Beta law that a mean is drawn from. */
  readonly posterior: { readonly alpha: number; readonly beta: number } | undefined;
  /** Decisions without a reward yet. */
  readonly pending: number;
}

/** A policy's whole state as versioned plain data. */
export interface PolicySnapshot {
  readonly format: 'driftline-policy';
  readonly version: 1;
  readonly policy: string;
  readonly horizon: number | null;
  readonly params: Readonly<Record<string, number>>;
  readonly startArmCount: number;
  readonly armCount: number;
  readonly slot: number;
  /** Decisions begun and not settled: slot, arm, ticket. */
  readonly pending: readonly (readonly [number, number, number])[];
  readonly state: KernelState;
}

interface Pending {
  readonly arm: number;
  readonly ticket: number;
}

const SNAPSHOT_FORMAT = 'driftline-policy';
const SNAPSHOT_VERSION = 1;

function isIndexed(kernel: Kernel): kernel is IndexedKernel {
  return 'indexWithExtra' in kernel;
}

function hasProbability(kernel: Kernel): kernel is Kernel & { probability(arm: number): number } {
  return 'probability' in kernel;
}

function hasPosterior(
  kernel: Kernel,
): kernel is Kernel & { successes(arm: number): number; failures(arm: number): number } {
  return 'successes' in kernel && 'failures' in kernel;
}

/**
 * A policy at work.
 *
 * @example
 * const policy = new Policy(slidingWindowMoss, { armCount: 3, window: 200 });
 * const random = randomStream(1);
 * const selection = policy.select(random);
 * policy.update(selection, 0.7);
 */
export class Policy {
  readonly definition: PolicyDefinition;
  #settings: PolicySettings;
  #kernel: Kernel;
  readonly #rewardMap: RewardMap;
  readonly #scansIndices: boolean;
  readonly #randomTies: boolean;
  readonly #pendingInWidth: boolean;
  readonly #warnings: Warning[];
  #slot = 0;
  /** In the order of their slots. */
  #pending = new Map<number, Pending>();

  constructor(definition: PolicyDefinition, options: PolicyOptions) {
    const resolved = resolveOptions(definition, options);
    this.definition = definition;
    this.#settings = resolved.settings;
    this.#rewardMap = resolved.rewardMap;
    this.#warnings = [...resolved.warnings];
    this.#kernel = definition.kernel(this.#settings);
    this.#randomTies = resolved.ties === 'random';
    this.#pendingInWidth = resolved.pendingInWidth;
    this.#scansIndices = this.#randomTies || this.#pendingInWidth;
    if (this.#pendingInWidth && !isIndexed(this.#kernel)) {
      throw new ParameterError(
        `pendingInWidth must be false for ${definition.id}, which has no width; got true`,
      );
    }
  }

  get armCount(): number {
    return this.#settings.armCount;
  }

  /** The slot that `select` proposes for: how many decisions have begun. */
  get slot(): number {
    return this.#slot;
  }

  /** How many decisions have begun and are not settled. */
  get pendingCount(): number {
    return this.#pending.size;
  }

  /** Every parameter with its final value, tuned ones included. */
  get params(): Readonly<Record<string, number>> {
    return this.#settings.values;
  }

  get horizon(): number | undefined {
    return this.#settings.horizon;
  }

  /** What a user should know so far. */
  get warnings(): readonly Warning[] {
    return this.#warnings;
  }

  /** Proposes an arm for the next slot, of all arms or among some. May draw; changes nothing. */
  select(random: Random, among?: readonly number[]): Selection {
    const eligible = among === undefined ? undefined : this.#eligible(among);
    if (this.#scansIndices && isIndexed(this.#kernel)) {
      return this.#selectByIndex(this.#kernel, random, eligible);
    }
    const kernel = this.#kernel;
    const arm = eligible === undefined ? kernel.pick(random) : kernel.pickAmong(random, eligible);
    const propensity = kernel.propensity();
    return {
      slot: this.#slot,
      arm,
      propensity: Number.isNaN(propensity) ? undefined : propensity,
      ticket: kernel.ticket(),
    };
  }

  /** Takes a proposal: the slot advances, and the decision is pending. */
  begin(selection: Selection): void {
    this.#checkArm(selection.arm);
    if (selection.slot !== this.#slot) {
      throw new ContractError(
        `selection must be for the next slot, ${this.#slot}; got one for slot ${selection.slot}: select again, or begin it only once`,
      );
    }
    this.#advance();
    if (this.#kernel.weight(selection.slot) > 0) {
      this.#pending.set(selection.slot, { arm: selection.arm, ticket: selection.ticket });
    }
  }

  /**
   * Settles a decision with its reward, however late, and begins it first where that was not done.
   * Returns whether the reward counts: false where its slot is forgotten already.
   */
  update(selection: Selection, reward: number): boolean {
    if (typeof reward !== 'number' || !Number.isFinite(reward)) {
      throw new ParameterError(`reward must be a finite number; got ${String(reward)}`);
    }
    this.#checkArm(selection.arm);
    let { ticket } = selection;
    if (selection.slot === this.#slot) this.#advance();
    else {
      const pending = this.#settle(selection);
      if (pending === undefined) return false;
      ticket = pending.ticket;
    }
    if (this.#rewardMap.loses(reward)) this.#warnOfRange(reward);
    const seen = this.#rewardMap.apply(reward);
    return this.#kernel.learn(selection.slot, selection.arm, ticket, seen);
  }

  /** Settles a decision without a reward. Its slot stays taken. */
  expire(selection: Selection): void {
    this.#checkArm(selection.arm);
    if (selection.slot === this.#slot) this.#advance();
    else this.#settle(selection);
  }

  /** Adds an arm while running and returns it. K in the index grows; what was tuned stays. */
  addArm(): number {
    const arm = this.armCount;
    const grown = { ...this.#settings, armCount: arm + 1 };
    const kernel = this.definition.kernel(grown);
    kernel.transfer(new RestoringArchive(this.#kernelState(), true));
    kernel.welcome(arm);
    this.#settings = grown;
    this.#kernel = kernel;
    return arm;
  }

  /** What is known of each arm, for showing. */
  inspect(): ArmView[] {
    const kernel = this.#kernel;
    const pending = this.#pendingCounts();
    return Array.from({ length: this.armCount }, (_, arm) => {
      const indexed = isIndexed(kernel) ? kernel : undefined;
      const seen = indexed !== undefined && indexed.count(arm) > 0 ? indexed : undefined;
      const mean = seen?.mean(arm);
      return {
        arm,
        count: indexed?.count(arm),
        mean,
        width: seen === undefined || mean === undefined ? undefined : seen.index(arm) - mean,
        index: indexed?.index(arm),
        probability: hasProbability(kernel) ? kernel.probability(arm) : undefined,
        posterior: hasPosterior(kernel)
          ? { alpha: 1 + kernel.successes(arm), beta: 1 + kernel.failures(arm) }
          : undefined,
        pending: pending[arm],
      };
    });
  }

  /** The whole state, from which `restore` continues bit for bit. */
  snapshot(): PolicySnapshot {
    return {
      format: SNAPSHOT_FORMAT,
      version: SNAPSHOT_VERSION,
      policy: this.definition.id,
      horizon: this.horizon ?? null,
      params: { ...this.params },
      startArmCount: this.#settings.startArmCount,
      armCount: this.armCount,
      slot: this.#slot,
      pending: [...this.#pending].map(([slot, { arm, ticket }]) => [slot, arm, ticket] as const),
      state: this.#kernelState(),
    };
  }

  /**
   * Takes over the state of a snapshot of the same policy with the same parameters. Anything else is
   * refused with the reason, and nothing changes.
   */
  restore(snapshot: PolicySnapshot): void {
    this.#checkSnapshot(snapshot);
    const settings = { ...this.#settings, armCount: snapshot.armCount };
    const kernel = this.definition.kernel(settings);
    kernel.transfer(new RestoringArchive(snapshot.state));
    const pending = new Map<number, Pending>();
    for (const [slot, arm, ticket] of snapshot.pending) pending.set(slot, { arm, ticket });
    this.#settings = settings;
    this.#kernel = kernel;
    this.#slot = snapshot.slot;
    this.#pending = pending;
  }

  #kernelState(): KernelState {
    const archive = new SavingArchive();
    this.#kernel.transfer(archive);
    return archive.state;
  }

  /** A slot passes; decisions that can't count any more stop being pending, so that memory is bounded. */
  #advance(): void {
    this.#kernel.advance();
    this.#slot += 1;
    for (const slot of this.#pending.keys()) {
      if (this.#kernel.weight(slot) > 0) break;
      this.#pending.delete(slot);
    }
  }

  /** Ends a pending decision and returns it; undefined where its slot is forgotten. */
  #settle({ slot, arm }: Selection): Pending | undefined {
    const pending = this.#pending.get(slot);
    if (pending?.arm === arm) {
      this.#pending.delete(slot);
      return pending;
    }
    if (pending !== undefined) {
      throw new ContractError(
        `slot ${slot} went to arm ${pending.arm}; got a selection of arm ${arm}`,
      );
    }
    if (!(Number.isInteger(slot) && slot >= 0 && slot < this.#slot)) {
      throw new ContractError(
        `selection must be of a slot from 0 to ${this.#slot}; got slot ${String(slot)}`,
      );
    }
    if (this.#kernel.weight(slot) > 0) {
      throw new ContractError(
        `slot ${slot} is settled already: a decision is updated or expired once`,
      );
    }
    return undefined;
  }

  #checkArm(arm: number): void {
    if (Number.isInteger(arm) && arm >= 0 && arm < this.armCount) return;
    throw new ParameterError(
      `arm must be an integer from 0 to ${this.armCount - 1}; got ${String(arm)}`,
    );
  }

  #eligible(among: readonly number[]): Int32Array<ArrayBuffer> {
    if (among.length === 0) throw new ParameterError('among must hold at least one arm; got none');
    for (const arm of among) this.#checkArm(arm);
    const eligible = Int32Array.from(among).sort();
    const twice = eligible.findIndex((arm, i) => i > 0 && arm === eligible[i - 1]);
    if (twice > 0)
      throw new ParameterError(`among must hold each arm once; got ${eligible[twice]} twice`);
    return eligible;
  }

  /** The choice with options that the kernel does not know: random ties, pending decisions. */
  #selectByIndex(kernel: IndexedKernel, random: Random, eligible?: Int32Array): Selection {
    const arms = eligible ?? Int32Array.from({ length: this.armCount }, (_, arm) => arm);
    const extra = this.#pendingInWidth ? this.#pendingWeights() : undefined;
    const ties: number[] = [];
    let top = Number.NEGATIVE_INFINITY;
    let fewest = 0;
    for (const arm of arms) {
      const pending = extra === undefined ? 0 : extra[arm];
      const index = extra === undefined ? kernel.index(arm) : kernel.indexWithExtra(arm, pending);
      // Of arms never seen, one that is not waiting for its first reward goes first.
      const level = index === Number.POSITIVE_INFINITY ? pending : 0;
      if (index > top || (index === top && level < fewest)) {
        top = index;
        fewest = level;
        ties.length = 0;
      }
      if (index === top && level === fewest) ties.push(arm);
    }
    const random_ = this.#randomTies && ties.length > 1;
    return {
      slot: this.#slot,
      arm: random_ ? ties[random.below(ties.length)] : ties[0],
      propensity: this.#randomTies ? 1 / ties.length : 1,
      ticket: 0,
    };
  }

  #pendingCounts(): number[] {
    const counts = new Array<number>(this.armCount).fill(0);
    for (const { arm } of this.#pending.values()) counts[arm] += 1;
    return counts;
  }

  #pendingWeights(): number[] {
    const weights = new Array<number>(this.armCount).fill(0);
    for (const [slot, { arm }] of this.#pending) weights[arm] += this.#kernel.weight(slot);
    return weights;
  }

  #warnOfRange(reward: number): void {
    if (this.#warnings.some(({ code }) => code === 'reward-out-of-range')) return;
    const { center, scale } = this.#rewardMap;
    this.#warnings.push({
      code: 'reward-out-of-range',
      message: `${this.definition.id}: a reward of ${reward} lies outside the declared range ${center} to ${center + scale} and was clipped; give the true range as rewardRange`,
    });
  }

  #checkSnapshot(snapshot: PolicySnapshot): void {
    const expected: [string, unknown, unknown][] = [
      ['format', SNAPSHOT_FORMAT, snapshot.format],
      ['version', SNAPSHOT_VERSION, snapshot.version],
      ['policy', this.definition.id, snapshot.policy],
      ['horizon', this.horizon ?? null, snapshot.horizon],
      ['startArmCount', this.#settings.startArmCount, snapshot.startArmCount],
    ];
    for (const [name, value] of Object.entries(this.params)) {
      expected.push([`params.${name}`, value, snapshot.params?.[name]]);
    }
    for (const [name, wanted, got] of expected) {
      if (wanted !== got) {
        throw new SnapshotError(
          `a snapshot with ${name} ${String(got)} can't be restored here, where ${name} is ${String(wanted)}`,
        );
      }
    }
    const { armCount, slot, pending } = snapshot;
    if (!(Number.isInteger(armCount) && armCount >= snapshot.startArmCount)) {
      throw new SnapshotError(
        `armCount must be an integer >= ${snapshot.startArmCount}; got ${armCount}`,
      );
    }
    if (!(Number.isSafeInteger(slot) && slot >= 0)) {
      throw new SnapshotError(`slot must be an integer >= 0; got ${String(slot)}`);
    }
    if (!Array.isArray(pending) || !pending.every((entry) => isPending(entry, slot, armCount))) {
      throw new SnapshotError('pending must hold triples of a slot, an arm and a ticket');
    }
  }
}

function isPending(entry: unknown, slots: number, arms: number): boolean {
  if (!Array.isArray(entry) || entry.length !== 3) return false;
  const [slot, arm, ticket] = entry;
  const isBelow = (value: unknown, limit: number) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < limit;
  return isBelow(slot, slots) && isBelow(arm, arms) && Number.isFinite(ticket);
}
