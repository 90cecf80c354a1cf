import { ParameterError, SnapshotError } from '../base/errors.ts';
import { policyCatalogue } from '../policies/catalogue.ts';
import type { Random } from '../portable/random/generator.ts';
import { ROLE_POLICY } from '../portable/random/streams.ts';
import { randomStream, restoreRandom, saveRandom } from '../random/source.ts';
import { Policy } from './policy.ts';
import { checkOptionNames, type OptionsOf, type PolicyOptions } from './policy-options.ts';
import type { PolicySnapshot } from './policy-snapshot.ts';
import type { Selection, SelectOptions } from './selection.ts';
import { checkSeal, demandObject } from './snapshot-checks.ts';
import { sealed } from './snapshot-digest.ts';

const FORMAT = 'driftline-decider';
const VERSION = 2;

/** A policy and its random source as versioned plain data. */
export interface DeciderSnapshot {
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

  constructor(policy: Policy, random: Random) {
    this.policy = policy;
    this.random = random;
  }

  /**
   * Picks an arm, of all or among some, and takes it: the decision is pending until it is settled. With a
   * `floor` any of these arms is taken with that probability.
   */
  decide(options?: SelectOptions | readonly number[]): Selection {
    const selection = this.policy.select(this.random, options);
    this.policy.begin(selection);
    return selection;
  }

  /** Settles a decision with its reward, however late. Returns whether the reward counts. */
  update(decision: Selection, reward: number): boolean {
    return this.policy.update(decision, reward);
  }

  /** Settles a decision that will have no reward. */
  expire(decision: Selection): void {
    this.policy.expire(decision);
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
    this.policy.skip(slots);
  }

  /** Adds an arm while running and returns it. */
  addArm(): number {
    return this.policy.addArm();
  }

  /** The whole state, from which `restore` continues bit for bit. */
  snapshot(): DeciderSnapshot {
    return sealed({
      format: FORMAT,
      version: VERSION,
      policy: this.policy.snapshot(),
      random: saveRandom(this.random),
    });
  }

  /**
   * Continues bit for bit from a snapshot of the same policy; anything else, and what was altered or
   * damaged, is refused, and nothing changes.
   *
   * @throws SnapshotError
   */
  restore(snapshot: DeciderSnapshot): void {
    demandObject(snapshot);
    checkSeal(snapshot, FORMAT, VERSION);
    const before = saveRandom(this.random);
    try {
      restoreRandom(this.random, snapshot.random);
      this.policy.restore(snapshot.policy);
    } catch (error) {
      restoreRandom(this.random, before);
      if (error instanceof ParameterError) throw new SnapshotError(error.message);
      throw error;
    }
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
}

/** A decider by the id of its policy. Equal options and seeds decide equally. */
export function createDecider<const Id extends string>(
  id: Id,
  options: OptionsOf<Id> & Pick<DeciderOptions, 'seed'>,
): Decider;
export function createDecider(id: string, options: DeciderOptions): Decider {
  const { seed = 1, ...policyOptions } = options ?? {};
  const definition = policyCatalogue.find(id);
  checkOptionNames(definition, policyOptions as PolicyOptions, ['seed']);
  const random = randomStream(seed, 0, ROLE_POLICY);
  // A decision of a decider with another seed is another's.
  const { origin: name } = policyOptions;
  const origin = typeof name === 'string' ? `${name} ${seed}` : (name ?? String(seed));
  return new Decider(new Policy(definition, { ...policyOptions, origin }), random);
}
