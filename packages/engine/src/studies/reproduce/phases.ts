/**
 * Regret split in two: what is lost soon after the best arm has switched, and what is lost while it
 * has stayed the same for a while. Two of the paper's claims on DTS are about exactly this.
 *
 * Curves are kept at checkpoints, so the split is made there: the slots from one checkpoint to the
 * next count as "after a switch" if any of them lies within `delay` slots of one. The start of a
 * replication is not a switch.
 */
import type { Environment } from '@driftline/core';
import { bestArmStretches } from '../../play/aggregate.ts';
import { type Comparison, checkpointSlots } from '../../play/comparison.ts';
import { type ChunkRows, environmentOf } from '../../play/play-chunk.ts';
import type { ChunkStore } from '../../play/scheduler.ts';

/** A part of the horizon. */
export type Phase = 'after a switch' | 'between switches';

/** Slots after a switch that are counted to it. */
export const SWITCH_DELAYS = [100, 200, 300] as const;
/** The delay that verdicts are judged by; the others show whether it matters. */
export const USUAL_DELAY = 200;

/** One replication after another, the regret of one policy in one phase. */
type PhaseFinals = readonly number[];

/** Regret by phase of every policy of a comparison. */
export interface PhaseSplit {
  readonly comparison: string;
  readonly delay: number;
  /** Policies as written. */
  readonly policies: readonly string[];
  readonly finals: Readonly<Record<Phase, readonly PhaseFinals[]>>;
  /** Slots that lie in each phase; where environments are redrawn, on average. */
  readonly slots: Readonly<Record<Phase, number>>;
}

/** For each stretch between checkpoints whether it lies soon after a switch. */
export function afterSwitch(
  checkpoints: readonly number[],
  switchSlots: readonly number[],
  delay: number,
): boolean[] {
  return checkpoints.map((end, i) => {
    const start = i === 0 ? 1 : checkpoints[i - 1] + 1;
    return switchSlots.some((slot) => slot <= end && start < slot + delay);
  });
}

function switchSlotsOf(environment: Environment): number[] {
  return bestArmStretches(environment)
    .slice(1)
    .map(({ slot }) => slot);
}

/** Splits the regret of one comparison while its chunks come in. */
class Splitter {
  readonly #comparison: Comparison;
  readonly #delay: number;
  readonly #checkpoints: number[];
  readonly #shared: Environment;
  readonly #after: Float64Array[];
  readonly #between: Float64Array[];
  readonly #afterSlots: Float64Array;

  constructor(comparison: Comparison, delay: number) {
    const { replications, policies } = comparison;
    this.#comparison = comparison;
    this.#delay = delay;
    this.#shared = environmentOf(comparison, comparison.firstReplication ?? 0);
    this.#checkpoints = checkpointSlots(comparison.checkpoints, this.#shared.means.horizon);
    this.#after = policies.map(() => new Float64Array(replications));
    this.#between = policies.map(() => new Float64Array(replications));
    this.#afterSlots = new Float64Array(replications);
  }

  add({ chunk, policies }: ChunkRows, environments: (replication: number) => Environment): void {
    const width = this.#checkpoints.length;
    for (let replication = chunk.from; replication < chunk.to; replication++) {
      const environment = this.#shared.fresh ? environments(replication) : this.#shared;
      const after = afterSwitch(this.#checkpoints, switchSlotsOf(environment), this.#delay);
      policies.forEach(({ regret }, policy) => {
        let before = 0;
        after.forEach((isAfter, i) => {
          const now = regret[(replication - chunk.from) * width + i];
          (isAfter ? this.#after : this.#between)[policy][replication] += now - before;
          before = now;
        });
      });
      this.#afterSlots[replication] = this.#slotsIn(after);
    }
  }

  #slotsIn(after: readonly boolean[]): number {
    return this.#checkpoints.reduce(
      (sum, end, i) => sum + (after[i] ? end - (this.#checkpoints[i - 1] ?? 0) : 0),
      0,
    );
  }

  finish(): PhaseSplit {
    const { name, policies, replications } = this.#comparison;
    const afterSlots = this.#afterSlots.reduce((sum, slots) => sum + slots, 0) / replications;
    return {
      comparison: name,
      delay: this.#delay,
      policies,
      finals: {
        'after a switch': this.#after.map((finals) => Array.from(finals)),
        'between switches': this.#between.map((finals) => Array.from(finals)),
      },
      slots: {
        'after a switch': afterSlots,
        'between switches': this.#shared.means.horizon - afterSlots,
      },
    };
  }
}

/** What is to be split: a comparison by its place, with the delays to split by. */
export interface SplitRequest {
  readonly comparison: number;
  readonly delays: readonly number[];
}

/**
 * Stands between a run and its store, and splits the regret of some comparisons as their chunks pass.
 * The rows of a chunk are lost once a comparison is aggregated, so this is the time to do it.
 */
export class PhaseStore implements ChunkStore {
  readonly #comparisons: readonly Comparison[];
  readonly #inner: ChunkStore | undefined;
  readonly #splitters = new Map<number, Splitter[]>();

  constructor(
    comparisons: readonly Comparison[],
    requests: readonly SplitRequest[],
    inner?: ChunkStore,
  ) {
    this.#comparisons = comparisons;
    this.#inner = inner;
    for (const { comparison, delays } of requests) {
      this.#splitters.set(
        comparison,
        delays.map((delay) => new Splitter(comparisons[comparison], delay)),
      );
    }
  }

  async load(comparison: number, chunk: number): Promise<ChunkRows | undefined> {
    const rows = await this.#inner?.load(comparison, chunk);
    if (rows !== undefined) this.#split(comparison, rows);
    return rows;
  }

  async save(comparison: number, chunk: number, rows: ChunkRows): Promise<void> {
    await this.#inner?.save(comparison, chunk, rows);
    this.#split(comparison, rows);
  }

  /** Every split that was asked for. */
  splits(): PhaseSplit[] {
    return [...this.#splitters.values()].flat().map((splitter) => splitter.finish());
  }

  #split(index: number, rows: ChunkRows): void {
    const comparison = this.#comparisons[index];
    const first = comparison.firstReplication ?? 0;
    const drawn = new Map<number, Environment>();
    const environments = (replication: number): Environment => {
      const known = drawn.get(replication) ?? environmentOf(comparison, first + replication);
      drawn.set(replication, known);
      return known;
    };
    for (const splitter of this.#splitters.get(index) ?? []) splitter.add(rows, environments);
  }
}
