import { ParameterError, SnapshotError } from '../base/errors.ts';
import { demandFinite, demandModest } from '../base/reward-check.ts';
import { ownOptions, textOf } from '../base/shown.ts';
import type { DetectorDefinition } from '../definitions/detector.ts';
import { detectorCatalogue } from '../detectors/catalogue.ts';
import type { Detectors } from '../portable/detectors/detectors.ts';
import { type GivenValue, SpecValues } from '../spec/spec-values.ts';
import { type KernelState, RestoringArchive, savedState } from './kernel-state.ts';
import {
  checkSeal,
  demandObject,
  demandSame,
  demandSameParams,
  madeFrom,
} from './snapshot-checks.ts';
import { sealed } from './snapshot-digest.ts';

const FORMAT = 'driftline-detector';
const VERSION = 2;

/** A detector's whole state as versioned plain data. */
export interface DetectorSnapshot {
  readonly format: typeof FORMAT;
  readonly version: 1 | typeof VERSION;
  /** The id of the definition. */
  readonly detector: string;
  readonly params: Readonly<Record<string, number>>;
  readonly count: number;
  readonly state: KernelState;
  /** Of all the rest; version 1 has none. */
  readonly digest?: string;
}

/**
 * Watches one stream of rewards for a change of its mean.
 *
 * @example
 * const detector = createDetector('glr', { delta: 0.01 });
 * if (detector.update(0.4)) detector.reset();
 */
export class Detector {
  readonly definition: DetectorDefinition;
  /** Every parameter with its value. */
  readonly params: Readonly<Record<string, number>>;
  #detectors: Detectors;
  #count = 0;

  constructor(definition: DetectorDefinition, params: Readonly<Record<string, number>>) {
    this.definition = definition;
    this.params = params;
    this.#detectors = definition.detectors(1, params);
  }

  /** Rewards since the start or the last `reset`. */
  get count(): number {
    return this.#count;
  }

  /**
   * Takes the next reward; whether it raises an alarm. An alarm forgets nothing: after a change,
   * `reset` begins anew.
   *
   * @throws ParameterError for what is not finite, or outside [0, 1] where the detector needs that
   */
  update(reward: number): boolean {
    this.#check(reward);
    this.#count += 1;
    return this.#detectors.update(0, reward);
  }

  #check(reward: unknown): void {
    if (this.definition.rewards === 'any') {
      demandFinite(reward);
      demandModest(reward, reward);
      return;
    }
    if (typeof reward === 'number' && reward >= 0 && reward <= 1) return;
    throw new ParameterError(
      `reward must be a number from 0 to 1 for ${this.definition.id}; got ${textOf(reward)}`,
      typeof reward === 'number' && Number.isFinite(reward)
        ? 'reward-out-of-range'
        : 'reward-not-finite',
    );
  }

  /** Forgets all rewards. */
  reset(): void {
    this.#count = 0;
    this.#detectors.reset();
  }

  /** The whole state, from which `restore` continues bit for bit. */
  snapshot(): DetectorSnapshot {
    return sealed({
      format: FORMAT,
      version: VERSION,
      detector: this.definition.id,
      params: { ...this.params },
      count: this.#count,
      state: savedState(this.#detectors),
    });
  }

  /**
   * Continues bit for bit from a snapshot of the same detector with the same parameters.
   *
   * @throws SnapshotError for anything else; the detector then stays as it was
   */
  restore(snapshot: DetectorSnapshot): void {
    const { count, state } = this.#accepted(snapshot);
    const detectors = madeFrom(() => {
      const made = this.definition.detectors(1, this.params);
      made.transfer(new RestoringArchive(state, count));
      return made;
    });
    this.#detectors = detectors;
    this.#count = count;
  }

  #accepted(snapshot: DetectorSnapshot): DetectorSnapshot {
    demandObject(snapshot);
    checkSeal(snapshot, FORMAT, VERSION);
    demandSame('detector', this.definition.id, snapshot.detector);
    demandSameParams(this.params, snapshot.params);
    if (Number.isSafeInteger(snapshot.count) && snapshot.count >= 0) return snapshot;
    throw new SnapshotError(`count must be an integer >= 0; got ${textOf(snapshot.count)}`);
  }
}

/**
 * Makes a detector from its id, or its definition, and parameters by name; those not given have
 * their defaults.
 *
 * @throws ParameterError for an unknown detector or parameter, or a value that is not accepted
 *
 * @example
 * createDetector('cusum', { samples: 50, epsilon: 0.05 }).params.threshold; // → 10
 */
export function createDetector(
  detector: string | DetectorDefinition,
  options: Readonly<Record<string, GivenValue>> = {},
): Detector {
  const isDefinition = typeof detector === 'object' && Array.isArray(detector?.parameters);
  const definition = isDefinition ? detector : detectorCatalogue.find(detector as string);
  const values = new SpecValues(definition.id, definition.parameters, ownOptions(options));
  const params = definition.parameters.map(({ id }) => [id, values.number(id)] as const);
  return new Detector(definition, Object.freeze(Object.fromEntries(params)));
}
