/** What happened, counted until it is committed, and then until it is reported. */
import type { DecisionReason, RewardStatus } from '@driftline/client/wire';
import type { LogEvent } from '../model/rows.ts';
import type {
  ArmMeasures,
  ExperimentMeasures,
  LogClockMeasures,
  Measures,
  MeasuresListener,
  ShedReason,
} from './measures.ts';

type Counts<Name extends string> = Partial<Record<Name, number>>;

function addTo<Name extends string>(counts: Counts<Name>, name: Name, by = 1): void {
  counts[name] = (counts[name] ?? 0) + by;
}

function addAll<Name extends string>(counts: Counts<Name>, more: Counts<Name>): void {
  for (const name of Object.keys(more) as Name[]) addTo(counts, name, more[name]);
}

/** Of one experiment. */
export class Tally {
  readonly decisions: Counts<DecisionReason> = {};
  readonly rewards: Counts<RewardStatus> = {};
  readonly delayDecisions: number[] = [];
  readonly delaySeconds: number[] = [];
  cancels = 0;
  swept = 0;
  restarts = 0;
  folded = 0;
  /** Decisions that were refused because too many wait. */
  tooMany = 0;
  /** What other processes wrote: events in all, and of these decisions and rewards. */
  tail = 0;
  tailDecisions = 0;
  tailRewards = 0;

  /** Takes note of what other processes wrote. */
  heard(tail: readonly LogEvent[]): void {
    this.tail += tail.length;
    for (const { type, row } of tail) {
      if (type === 'decision') this.tailDecisions += 1;
      else if (type === 'outcome' && row.kind !== 'cancel') this.tailRewards += 1;
    }
  }

  /** Of another one what it heard. */
  addHeard({ tail, tailDecisions, tailRewards }: Tally): void {
    this.tail += tail;
    this.tailDecisions += tailDecisions;
    this.tailRewards += tailRewards;
  }

  decided(reason: DecisionReason): void {
    addTo(this.decisions, reason);
  }

  rewarded(status: RewardStatus): void {
    addTo(this.rewards, status);
  }

  delayed(decisions: number, millis: number): void {
    this.delayDecisions.push(decisions);
    this.delaySeconds.push(millis / 1000);
  }

  add(more: Tally): void {
    addAll(this.decisions, more.decisions);
    addAll(this.rewards, more.rewards);
    this.delayDecisions.push(...more.delayDecisions);
    this.delaySeconds.push(...more.delaySeconds);
    this.cancels += more.cancels;
    this.swept += more.swept;
    this.restarts += more.restarts;
    this.folded += more.folded;
    this.tooMany += more.tooMany;
    this.addHeard(more);
  }
}

/** What the writer measures between two bundles. */
export class Collector {
  readonly #listener: MeasuresListener;
  #tallies = new Map<string, Tally>();
  #commitSeconds: number[] = [];
  #batchOperations: number[] = [];
  #snapshotSeconds: number[] = [];
  #shed: Counts<ShedReason> = {};
  #gone: string[] = [];
  #busy = 0;

  constructor(listener: MeasuresListener) {
    this.#listener = listener;
  }

  of(experiment: string): Tally {
    const tally = this.#tallies.get(experiment) ?? new Tally();
    this.#tallies.set(experiment, tally);
    return tally;
  }

  committed(seconds: number, operations: number): void {
    this.#commitSeconds.push(seconds);
    this.#batchOperations.push(operations);
  }

  saved(seconds: number): void {
    this.#snapshotSeconds.push(seconds);
  }

  shed(reason: ShedReason, operations = 1): void {
    addTo(this.#shed, reason, operations);
  }

  /** A batch found its experiment locked by another process. */
  foundBusy(): void {
    this.#busy += 1;
  }

  gone(experiment: string): void {
    this.#gone.push(experiment);
  }

  /** Hands over what was counted since the last time. */
  report(now: {
    readonly pendingOf: (experiment: string) => number;
    readonly arms: readonly ArmMeasures[];
    readonly queued: number;
    readonly damaged: number;
    readonly storeUp: boolean;
    readonly storeFull: boolean;
    readonly clockOffset: number | undefined;
    readonly logClocks: readonly LogClockMeasures[];
  }): void {
    for (const { tooMany } of this.#tallies.values()) {
      if (tooMany > 0) addTo(this.#shed, 'too-many-pending', tooMany);
    }
    const experiments = Array.from(
      this.#tallies,
      ([experiment, tally]): ExperimentMeasures => ({
        experiment,
        decisions: tally.decisions,
        rewards: tally.rewards,
        cancels: tally.cancels,
        delayDecisions: tally.delayDecisions,
        delaySeconds: tally.delaySeconds,
        swept: tally.swept,
        restarts: tally.restarts,
        folded: tally.folded,
        tail: tally.tail,
        tailDecisions: tally.tailDecisions,
        tailRewards: tally.tailRewards,
        pending: now.pendingOf(experiment),
      }),
    );
    const measures: Measures = {
      experiments,
      arms: now.arms,
      gone: this.#gone,
      commitSeconds: this.#commitSeconds,
      batchOperations: this.#batchOperations,
      snapshotSeconds: this.#snapshotSeconds,
      shed: this.#shed,
      queued: now.queued,
      damaged: now.damaged,
      busy: this.#busy,
      storeUp: now.storeUp,
      storeFull: now.storeFull,
      clockOffset: now.clockOffset,
      logClocks: now.logClocks,
    };
    this.#tallies = new Map();
    this.#commitSeconds = [];
    this.#batchOperations = [];
    this.#snapshotSeconds = [];
    this.#shed = {};
    this.#gone = [];
    this.#busy = 0;
    this.#listener(measures);
  }
}
