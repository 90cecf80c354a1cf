/** Rows for tests of stores: plain, and with what a test says of them. */

import { createHash } from 'node:crypto';
import type {
  ChangeRow,
  DecisionRow,
  ExperimentRow,
  KeyRow,
  OutcomeRow,
  SnapshotRow,
} from '../../src/model/rows.ts';
import type { NewExperimentRows, Wanted, Writes } from '../../src/store/store.ts';

export const NOTHING_WANTED: Wanted = { numbers: [], requests: [], units: [] };

export function newExperiment(key: string): NewExperimentRows {
  return {
    experiment: {
      key,
      status: 'running',
      revision: 1,
      config: '{"arms":[]}',
      head: 1,
      next: 0,
      swept: 0,
      at: 1000,
    },
    change: { seq: 1, at: 1000, kind: 'create', body: '{}', by: 'tests' },
  };
}

export function decisionRow(row: Partial<DecisionRow> = {}): DecisionRow {
  return {
    number: 0,
    seq: 2,
    at: 1000,
    deadline: 61_000,
    slot: 0,
    arm: 0,
    reason: 'policy',
    propensity: 0.5,
    ticket: 0,
    eligible: null,
    request: null,
    unit: null,
    context: null,
    digest: null,
    ...row,
  };
}

export function outcomeRow(row: Partial<OutcomeRow> = {}): OutcomeRow {
  return { number: 0, seq: 3, at: 1000, kind: 'reward', value: 1, by: 'tests', ...row };
}

export function changeRow(row: Partial<ChangeRow> = {}): ChangeRow {
  return { seq: 2, at: 1000, kind: 'status', body: '{}', by: 'tests', ...row };
}

export function keyRow(row: Partial<KeyRow> = {}): KeyRow {
  return {
    id: 'abcdefgh',
    name: 'shop',
    hash: sha256('a key'),
    scopes: ['decide', 'reward'],
    experiments: null,
    origins: null,
    made: 1000,
    revoked: null,
    ...row,
  };
}

export function snapshotRow(seq: number, text = `state after ${seq}`): SnapshotRow {
  const body = Buffer.from(text);
  return { seq, next: seq, numbers: 1, version: '0.1.0', hash: sha256(body), body };
}

function sha256(data: string | Uint8Array): Uint8Array {
  return createHash('sha256').update(data).digest();
}

/** What comes after an experiment's row: events get their `seq`s and numbers in the order of the calls. */
export class Appending {
  #row: ExperimentRow;
  readonly #decisions: DecisionRow[] = [];
  readonly #outcomes: OutcomeRow[] = [];
  readonly #changes: ChangeRow[] = [];

  constructor(before: ExperimentRow) {
    this.#row = before;
  }

  /** Returns its number. */
  decide(row: Partial<DecisionRow> = {}): number {
    const number = this.#row.next;
    const placed = { slot: number, ...row, ...this.#placed(row.at), number };
    this.#decisions.push(decisionRow(placed));
    this.#row = { ...this.#row, next: number + 1 };
    return number;
  }

  settle(number: number, row: Partial<OutcomeRow> = {}): this {
    this.#outcomes.push(outcomeRow({ ...row, ...this.#placed(row.at), number }));
    return this;
  }

  change(row: Partial<ChangeRow> = {}): this {
    this.#changes.push(changeRow({ ...row, ...this.#placed(row.at) }));
    return this;
  }

  /** Changes what is no event. */
  set(row: Partial<ExperimentRow>): this {
    this.#row = { ...this.#row, ...row };
    return this;
  }

  get writes(): Writes {
    return {
      experiment: this.#row,
      decisions: this.#decisions,
      outcomes: this.#outcomes,
      changes: this.#changes,
    };
  }

  #placed(wantedAt = 0): { seq: number; at: number } {
    const seq = this.#row.head + 1;
    const at = Math.max(this.#row.at, wantedAt);
    this.#row = { ...this.#row, head: seq, at };
    return { seq, at };
  }
}
