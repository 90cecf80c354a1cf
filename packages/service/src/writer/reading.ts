/** Operations that read: rows as they are committed, and states. */
import type { Experiment, ExperimentState } from '@driftline/client/wire';
import type { ExperimentFold } from '../fold/experiment-fold.ts';
import { hashOf } from '../fold/snapshot.ts';
import type { ExperimentConfig } from '../model/configuration.ts';
import type { ExperimentRow } from '../model/rows.ts';
import { experimentOf } from '../model/write-configuration.ts';
import { clockWarnings, type MachineClock } from '../work/keep-time.ts';
import { stateOf, warningsOf } from '../work/view.ts';
import type { Clock } from './clock.ts';
import { damageOf, type Held } from './held.ts';

/** An experiment as its row says, and with what is known of it here. */
export function shown(
  row: ExperimentRow,
  held: Held | undefined,
  machine: MachineClock,
): Experiment {
  const config = JSON.parse(row.config) as ExperimentConfig;
  const isDamaged = held?.damaged !== undefined;
  const damage = isDamaged ? [{ code: 'damaged', message: damageOf(held) }] : [];
  const clock = held?.fold === undefined ? [] : clockWarnings(held.fold, machine);
  return experimentOf(row, config, [...damage, ...clock, ...warningsOf(config)]);
}

interface Hashed {
  readonly head: number;
  readonly hash: string;
  /** When that was, and how long it took. */
  readonly at: number;
  readonly cost: number;
}

/**
 * Where it took so many milliseconds and so many decisions wait, a hash is kept for a hundred times as long, though
 * the state has moved on. On a busy machine that of a small state takes long, too, and is always the right one.
 */
const COSTLY = 20;
const LARGE = 20_000;

/** States with their hashes. */
export class StateReader {
  readonly #clock: Clock;
  readonly #hashes = new WeakMap<ExperimentFold, Hashed>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  of({ row }: Held, fold: ExperimentFold, machine: MachineClock): ExperimentState {
    const state = stateOf(row, fold, this.#hash(fold));
    return { ...state, warnings: [...clockWarnings(fold, machine), ...state.warnings] };
  }

  #hash(fold: ExperimentFold): string {
    const known = this.#hashes.get(fold);
    const start = this.#clock.elapsed();
    if (known !== undefined) {
      const isCostly = known.cost >= COSTLY && fold.waiting.size >= LARGE;
      const isFresh = isCostly && start - known.at < 100 * known.cost;
      if (known.head === fold.facts.head || isFresh) return known.hash;
    }
    const hash = hashOf(fold);
    const at = this.#clock.elapsed();
    this.#hashes.set(fold, { head: fold.facts.head, hash, at, cost: at - start });
    return hash;
  }
}
