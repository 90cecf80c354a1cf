/**
 * A caller as every caller of a store must be: what it has in memory is a cache of the log. After a batch that
 * failed, or of which nobody knows, it throws the cache away, folds the log again and asks once more, with the same
 * idempotency key. `Ledger`, its state, is the least that can be wrong: what was decided, and what each earned.
 */
import type { LogEvent } from '../../src/model/rows.ts';
import type { Batch, Seen, Store, Writes } from '../../src/store/store.ts';
import { InjectedFault } from './faulty-store.ts';
import { Appending } from './rows.ts';

export type Operation =
  | { readonly type: 'decide'; readonly request: string }
  | { readonly type: 'reward'; readonly number: number; readonly value: number };

/** The number decided on, or how the reward was taken. */
export type Answer = number | 'counted' | 'duplicate' | 'conflict' | 'unknown decision';

/** The fold of a log. */
export class Ledger {
  seq = 0;
  decisions = 0;
  readonly rewards = new Map<number, number>();

  fold({ type, row }: LogEvent): void {
    this.seq = row.seq;
    if (type === 'decision') this.decisions++;
    if (type === 'outcome') this.rewards.set(row.number, row.value ?? Number.NaN);
  }

  get total(): number {
    return [...this.rewards.values()].reduce((sum, value) => sum + value, 0);
  }
}

const PAGE = 100;

/** Whether what failed may be asked again. */
type Passing = (error: unknown) => boolean;

const isInjected: Passing = (error) => error instanceof InjectedFault;

export async function foldLog(
  store: Store,
  experiment: number,
  isPassing = isInjected,
): Promise<Ledger> {
  const ledger = new Ledger();
  for (;;) {
    const page = await insist(() => store.log(experiment, ledger.seq, PAGE), isPassing);
    for (const event of page) ledger.fold(event);
    if (page.length === 0) return ledger;
  }
}

/** Calls again after a fault, for calls that may be repeated. */
export async function insist<T>(call: () => Promise<T>, isPassing = isInjected): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
  }
}

export class Caller {
  readonly #store: Store;
  readonly #experiment: number;
  readonly #isPassing: Passing;
  #ledger: Ledger | undefined;

  constructor(store: Store, experiment: number, isPassing = isInjected) {
    this.#store = store;
    this.#experiment = experiment;
    this.#isPassing = isPassing;
  }

  /** Resolves when all of it is durable. */
  async perform(operations: readonly Operation[]): Promise<readonly Answer[]> {
    for (;;) {
      const ledger =
        this.#ledger ?? (await foldLog(this.#store, this.#experiment, this.#isPassing));
      const { batch, answers } = batchOf(this.#experiment, ledger, operations);
      const [end] = await this.#store.commit([batch]);
      this.#ledger = end.end === 'committed' ? ledger : undefined;
      if (end.end === 'committed') return answers;
      if (end.end === 'busy') throw new Error('a batch that is alone is never busy');
      if (!this.#isPassing(end.error)) throw end.error;
    }
  }
}

/** The work changes `ledger` and fills `answers` before anything is durable, as the service's does. */
export function batchOf(experiment: number, ledger: Ledger, operations: readonly Operation[]) {
  const answers: Answer[] = [];
  const requests = operations.flatMap((one) => (one.type === 'decide' ? [one.request] : []));
  const numbers = operations.flatMap((one) => (one.type === 'reward' ? [one.number] : []));
  const batch: Batch = {
    experiment,
    known: ledger.seq,
    wanted: { requests, numbers, units: [] },
    work(seen) {
      for (const event of seen.tail) ledger.fold(event);
      return workOn(seen, ledger, operations, answers);
    },
  };
  return { batch, answers };
}

function workOn(
  seen: Seen,
  ledger: Ledger,
  operations: readonly Operation[],
  answers: Answer[],
): Writes {
  const appending = new Appending(seen.experiment);
  const decided = new Map<string, number>();
  for (const operation of operations) {
    if (operation.type === 'decide') {
      const { request } = operation;
      const before = seen.requests.get(request)?.decision.number ?? decided.get(request);
      const number = before ?? appending.decide({ request });
      decided.set(request, number);
      answers.push(number);
    } else answers.push(settle(operation, ledger, appending));
  }
  const writes = appending.writes;
  const events: LogEvent[] = [
    ...writes.decisions.map((row) => ({ type: 'decision', row }) as const),
    ...writes.outcomes.map((row) => ({ type: 'outcome', row }) as const),
  ];
  for (const event of events.sort((one, other) => one.row.seq - other.row.seq)) ledger.fold(event);
  return writes;
}

function settle(
  { number, value }: Extract<Operation, { type: 'reward' }>,
  ledger: Ledger,
  appending: Appending,
): Answer {
  const known = ledger.rewards.get(number);
  if (known !== undefined) return known === value ? 'duplicate' : 'conflict';
  if (number >= (appending.writes.experiment?.next ?? 0)) return 'unknown decision';
  appending.settle(number, { value });
  ledger.rewards.set(number, value);
  return 'counted';
}
