/** An experiment's rows, page after page: no transaction of a reader is long. */
import { setImmediate } from 'node:timers/promises';
import type { ExperimentConfig } from '../model/configuration.ts';
import { ProblemError } from '../model/problems.ts';
import type { ChangeRow, ExperimentRow } from '../model/rows.ts';
import type { DecisionWithOutcome, StoreReader } from '../store/store.ts';

/** Small enough that others who ask the same thread wait for milliseconds. */
const PAGE_ROWS = 2000;

/** History and report look at this many decisions at most, the last ones: what was long ago would hide what is now. */
const SEEN_DECISIONS = 1_000_000;

/** Decisions by number. */
export interface NumberRange {
  readonly from: number;
  /** The number after the last. */
  readonly to: number;
}

/** What is asked for: from one number to another, or the last ones; all that is kept unless given. */
export interface AskedRange extends Partial<NumberRange> {
  readonly last?: number;
}

/** An experiment as a reader sees it. */
export interface Subject {
  readonly row: ExperimentRow;
  readonly config: ExperimentConfig;
}

export async function subjectOf(reader: StoreReader, key: string): Promise<Subject> {
  const row = await reader.experiment(key);
  if (row === undefined)
    throw new ProblemError('not-found', `there is no experiment with the key ${key}`);
  const config: ExperimentConfig = JSON.parse(row.config);
  return { row, config };
}

/** What is kept of the numbers that were asked for, at most so many of the last ones. */
export async function keptRange(
  reader: StoreReader,
  { row }: Subject,
  asked: AskedRange = {},
): Promise<NumberRange> {
  const to = Math.min(row.next, asked.to ?? row.next);
  const most = Math.min(asked.last ?? SEEN_DECISIONS, SEEN_DECISIONS);
  const earliest = Math.max(0, asked.from ?? 0, to - most);
  const [first] = await reader.decisions(row.id, { from: earliest, limit: 1 });
  const from = Math.min(to, first?.decision.number ?? to);
  return { from, to: Math.max(from, to) };
}

/** Decisions of a range with their outcomes, in pages; lets others have their turn after each. */
export async function* decisionPages(
  reader: StoreReader,
  experiment: number,
  { from, to }: NumberRange,
  rows = PAGE_ROWS,
): AsyncGenerator<readonly DecisionWithOutcome[]> {
  let next = from;
  while (next < to) {
    const limit = Math.min(rows, to - next);
    const page = await reader.decisions(experiment, { from: next, limit });
    const last = page.at(-1);
    if (last === undefined) return;
    yield last.decision.number < to ? page : page.filter(({ decision }) => decision.number < to);
    next = last.decision.number + 1;
    await setImmediate();
  }
}

/** All changes of an experiment but sweeps, in order. */
export async function allChanges(
  reader: StoreReader,
  experiment: number,
): Promise<readonly ChangeRow[]> {
  const all: ChangeRow[] = [];
  for (;;) {
    const page = await reader.changes(experiment, all.at(-1)?.seq ?? 0, PAGE_ROWS);
    all.push(...page);
    if (page.length < PAGE_ROWS) return all;
    await setImmediate();
  }
}
