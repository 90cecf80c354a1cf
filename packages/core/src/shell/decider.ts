import { ParameterError, SnapshotError } from '../base/errors.ts';
import { demandFinite } from '../base/reward-check.ts';
import { ownOptions } from '../base/shown.ts';
import { decisionLostWarning } from '../base/warnings.ts';
import { policyCatalogue } from '../policies/catalogue.ts';
import type { Random } from '../portable/random/generator.ts';
import { ROLE_POLICY } from '../portable/random/streams.ts';
import { randomStream, restoreRandom, saveRandom } from '../random/source.ts';
import { Epochs, type EpochsSnapshot, type NewEpoch } from './epochs.ts';
import { Policy } from './policy.ts';
import {
  checkOptionNames,
  type KnownId,
  type OptionsOf,
  type PolicyOptions,
} from './policy-options.ts';
import type { PolicySnapshot } from './policy-snapshot.ts';
import { demandOwn, type Selection, type SelectOptions } from './selection.ts';
import { checkSeal, demandObject } from './snapshot-checks.ts';
import { sealed } from './snapshot-digest.ts';

const FORMAT = 'driftline-decider';
const VERSION = 2;

/** A policy and its random source as versioned plain data. */
export interface DeciderSnapshot extends EpochsSnapshot {
  readonly format: typeof FORMAT;
  readonly version: 1 | typeof VERSION;
  readonly policy: PolicySnapshot;
  /** What `saveRandom` returned. */
  readonly random: readonly number[];
  /** Of all the rest; version 1 has none. */
  readonly digest?: string;
}

/**
 * A policy with its random source: all that an application needs to decide, and to go on after a
 * restart as if nothing had happened.
 *
 * @example
 * const decider = createDecider('sw-moss', { armCount: 3, window: 500 });
 * const decision = decider.decide();
 * decider.update(decision, 1);
 */
export class Decider {
  readonly policy: Policy;
  readonly random: Random;
  readonly #newEpoch: NewEpoch | undefined;
  #epochs: Epochs;

  /** With `newEpoch` it begins an epoch of that id with its first decision, and after each restore. */
  constructor(policy: Policy, random: Random, newEpoch?: () => string) {
    this.policy = policy;
    this.random = random;
    this.#newEpoch = newEpoch;
    this.#epochs = Epochs.ofNew(newEpoch);
  }

  /**
   * Picks an arm, of all or among some, and takes it: the decision is pending until it is settled. With a
   * `floor` any of these arms is taken with that probability.
   */
  decide(options?: SelectOptions | readonly number[]): Selection {
    const selection = this.policy.select(this.random, options);
    this.policy.begin(selection);
    if (this.#epochs.isFresh) return selection;
    this.#epochs.begin(selection.slot);
    const { id: epoch } = this.#epochs;
    return epoch === undefined ? selection : { ...selection, epoch };
  }

  /**
   * Settles a decision with its reward, however late. Returns whether the reward counts. The reward of a
   * decision that was made after the restored snapshot was taken, and so is not known here, does not
   * count; the first one is reported by the warning `decision-lost`.
   */
  update(decision: Selection, reward: number): boolean {
    demandFinite(reward);
    return !this.#isLost(decision) && this.policy.update(decision, reward);
  }

  /** Settles a decision that will have no reward. */
  expire(decision: Selection): void {
    if (!this.#isLost(decision)) this.policy.expire(decision);
  }

  /**
   * Settles without a reward all decisions that were made more than `slots` decisions ago, and returns
   * how many.
   */
  expireOlderThan(slots: number): number {
    return this.policy.expireOlderThan(slots);
  }

  /** Lets slots pass in which nothing is decided: what is remembered gets older by as many. */
  skip(slots: number): void {
    const { slot } = this.policy;
    this.policy.skip(slots);
    if (slots > 0) this.#epochs.begin(slot);
  }

  /** Adds an arm while running and returns it. */
  addArm(): number {
    return this.policy.addArm();
  }

  /**
   * Takes a decision again that was made after the restored snapshot was taken, from a journal of yours:
   * it is pending, and its reward counts. Replay all of them in order, before the first new decision. The
   * random source stays where it is.
   *
   * @throws ContractError for a decision that is not of the next slot, or not made after the snapshot
   */
  replay(decision: Selection): void {
    demandOwn(decision, this.policy.origin);
    const isTaken = this.#epochs.replay(decision);
    this.policy.begin(decision);
    isTaken();
  }

  /** The whole state, from which `restore` continues bit for bit. */
  snapshot(): DeciderSnapshot {
    return sealed({
      format: FORMAT,
      version: VERSION,
      policy: this.policy.snapshot(),
      random: saveRandom(this.random),
      ...this.#epochs.snapshot(this.policy.oldestPendingSlot),
    });
  }

  /**
   * Continues bit for bit from a snapshot of the same policy; anything else, and what was altered or
   * damaged, is refused, and nothing changes. A new epoch begins with the next decision: a decision that
   * was made after the snapshot was taken, here or elsewhere, is not mistaken for a new one.
   *
   * @throws SnapshotError
   */
  restore(snapshot: DeciderSnapshot): void {
    demandObject(snapshot);
    checkSeal(snapshot, FORMAT, VERSION);
    const { policy } = snapshot as DeciderSnapshot;
    const epochs = Epochs.restored(snapshot, policy?.slot, this.#newEpoch);
    const before = saveRandom(this.random);
    try {
      restoreRandom(this.random, snapshot.random);
      this.policy.restore(policy);
    } catch (error) {
      restoreRandom(this.random, before);
      if (error instanceof ParameterError) throw new SnapshotError(error.message);
      throw error;
    }
    this.#epochs = epochs;
  }

  /** Whether a decision is lost: another one may have its slot here. */
  #isLost(decision: Selection): boolean {
    // The policy checks the rest.
    if (this.#epochs.isFresh && decision?.epoch === undefined) return false;
    demandOwn(decision, this.policy.origin);
    if (this.#epochs.knows(decision, this.policy.slot)) return false;
    this.policy.warn(decisionLostWarning(this.policy.definition.id, decision.slot));
    return true;
  }
}

/** What a decider can be created with. */
export interface DeciderOptions extends PolicyOptions {
  /**
   * Of its random source: an integer from 0 on, 1 by default. So processes that give none all draw
   * the same numbers and, where they see the same rewards, decide alike; give each its own where they
   * should differ. A snapshot holds where the source has got to. A decider
   * refuses decisions made with another seed; with the same seed and options each needs an `origin`.
   */
  readonly seed?: number | undefined;
  /**
   * Makes the id of a new epoch, which must differ from all earlier ones, also in other processes. By
   * default 16 random hexadecimal digits. If it is given, a new decider also begins an epoch, so that it
   * refuses the decisions of a process that crashed before its first snapshot.
   */
  readonly newEpoch?: (() => string) | undefined;
}

/** A decider by the id of its policy. Equal options and seeds decide equally. */
export function createDecider<const Id extends string>(
  id: Id & KnownId<Id>,
  options: OptionsOf<Id> & Pick<DeciderOptions, 'seed' | 'newEpoch'>,
): Decider;
export function createDecider(id: string, options: DeciderOptions): Decider {
  const { seed = 1, newEpoch, ...policyOptions } = ownOptions(options);
  const definition = policyCatalogue.find(id);
  checkOptionNames(definition, policyOptions as PolicyOptions, ['seed', 'newEpoch']);
  if (newEpoch !== undefined && typeof newEpoch !== 'function') {
    throw new ParameterError(
      `newEpoch must be a function that returns a new string each time; got ${typeof newEpoch}`,
    );
  }
  const random = randomStream(seed, 0, ROLE_POLICY);
  // A decision of a decider with another seed is another's.
  const { origin: name } = ownOptions(policyOptions);
  const origin = typeof name === 'string' ? `${name} ${seed}` : (name ?? String(seed));
  return new Decider(new Policy(definition, { ...policyOptions, origin }), random, newEpoch);
}
