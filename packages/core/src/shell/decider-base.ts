/** Decisions that outlive the process: a policy, its random source, and the epochs between restarts. */
import { ParameterError, SnapshotError } from '../base/errors.ts';
import { demandFinite } from '../base/reward-check.ts';
import { ownOptions } from '../base/shown.ts';
import { decisionLostWarning, type Warning } from '../base/warnings.ts';
import type { Random } from '../portable/random/generator.ts';
import { ROLE_POLICY } from '../portable/random/streams.ts';
import { randomStream, restoreRandom, saveRandom } from '../random/source.ts';
import { Epochs, type EpochsSnapshot, type NewEpoch } from './epochs.ts';
import { demandOwn, type Selection } from './selection.ts';
import { checkSeal, demandObject } from './snapshot-checks.ts';
import { sealed } from './snapshot-digest.ts';

/** A policy as a decider needs it: it takes selections of the type `S`, and saves itself as `P`. */
interface DecidingPolicy<S extends Selection, P> {
  readonly definition: { readonly id: string };
  readonly slot: number;
  readonly origin: string;
  readonly oldestPendingSlot: number;
  begin(selection: S): void;
  update(selection: S, reward: number): boolean;
  expire(selection: S): void;
  expireOlderThan(slots: number): number;
  skip(slots: number): void;
  addArm(): number;
  warn(warning: Warning): void;
  snapshot(): P;
  restore(snapshot: P): void;
}

/** The format of a kind of decider's snapshots. */
interface DeciderFormat<F extends string, V extends number> {
  readonly format: F;
  readonly version: V;
  /** Whether the version before had no digest. */
  readonly hadUnsealed: boolean;
}

/** A policy and its random source as versioned plain data. */
export interface SavedDecider<F extends string, V extends number, P> extends EpochsSnapshot {
  readonly format: F;
  readonly version: V;
  readonly policy: P;
  /** The state that `saveRandom` returned. */
  readonly random: readonly number[];
  /** Of all the rest; the version before the first that has one lacks it. */
  readonly digest?: string;
}

/** All of a decider but how it is asked. */
export abstract class DeciderBase<
  S extends Selection,
  P extends { readonly slot: number },
  Own extends DecidingPolicy<S, P>,
  F extends string,
  V extends number,
> {
  readonly policy: Own;
  readonly random: Random;
  readonly #newEpoch: NewEpoch | undefined;
  readonly #format: DeciderFormat<F, V>;
  #epochs: Epochs;

  protected constructor(
    policy: Own,
    random: Random,
    newEpoch: NewEpoch | undefined,
    format: DeciderFormat<F, V>,
  ) {
    this.policy = policy;
    this.random = random;
    this.#newEpoch = newEpoch;
    this.#format = format;
    this.#epochs = Epochs.ofNew(newEpoch);
  }

  /** Takes a proposal of the policy, and returns it as a decision. */
  protected take(selection: S): S {
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
  update(decision: S, reward: number): boolean {
    demandFinite(reward);
    return !this.#isLost(decision) && this.policy.update(decision, reward);
  }

  /** Settles a decision that will have no reward. */
  expire(decision: S): void {
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
  replay(decision: S): void {
    demandOwn(decision, this.policy.origin);
    const isTaken = this.#epochs.replay(decision);
    this.policy.begin(decision);
    isTaken();
  }

  /** The whole state, from which `restore` continues bit for bit. */
  snapshot(): SavedDecider<F, V, P> {
    return sealed({
      format: this.#format.format,
      version: this.#format.version,
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
  restore(snapshot: SavedDecider<F, V, P>): void {
    demandObject(snapshot);
    const { format, version, hadUnsealed } = this.#format;
    checkSeal(snapshot, format, version, hadUnsealed);
    const { policy } = snapshot;
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
  #isLost(decision: S): boolean {
    // The policy checks the rest.
    if (this.#epochs.isFresh && decision?.epoch === undefined) return false;
    demandOwn(decision, this.policy.origin);
    if (this.#epochs.knows(decision, this.policy.slot)) return false;
    this.policy.warn(decisionLostWarning(this.policy.definition.id, decision.slot));
    return true;
  }
}

/** Options of a decider in addition to those of its policy. */
export interface OwnDeciderOptions {
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

/** The names of these options. */
export const deciderOptionNames: readonly string[] = ['seed', 'newEpoch'];

/** The random source of a decider, and the options of its policy: the same without those of the decider. */
export function readDeciderOptions<O extends OwnDeciderOptions & { readonly origin?: unknown }>(
  options: O,
): {
  readonly random: Random;
  readonly newEpoch: NewEpoch | undefined;
  readonly policyOptions: O;
} {
  const { seed = 1, newEpoch, origin: name } = ownOptions(options);
  if (newEpoch !== undefined && typeof newEpoch !== 'function') {
    throw new ParameterError(
      `newEpoch must be a function that returns a new string each time; got ${typeof newEpoch}`,
    );
  }
  const random = randomStream(seed, 0, ROLE_POLICY);
  // A decision of a decider with another seed is another's.
  const origin = typeof name === 'string' ? `${name} ${seed}` : (name ?? String(seed));
  const policyOptions = { ...options, seed: undefined, newEpoch: undefined, origin };
  return { random, newEpoch, policyOptions };
}
