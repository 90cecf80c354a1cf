/** An experiment's log in the order of `seq`, from the three tables that it is in. */
import type { LogEvent } from '../../model/rows.ts';
import { changeTable, columnsOf, decisionTable, outcomeTable, unsealed } from '../layout/tables.ts';
import type { Queries, Rows } from './database.ts';
import { whole } from './literals.ts';
import { PAGE_ROWS } from './reads.ts';

/**
 * The first decision with at least this `seq` or `at`, both of which rise with numbers; after the last if none. Found
 * by halving, as a statement within brackets.
 */
export function firstNumber(experiment: number, column: 'seq' | 'at', least: number): string {
  const of = `FROM decision WHERE decision.experiment = ${whole(experiment)}`;
  return `(WITH RECURSIVE search(low, high) AS (
      SELECT coalesce(min(number), 0), coalesce(max(number), -1) + 1 ${of}
      UNION ALL
      SELECT CASE WHEN mark.value >= ${whole(least)} THEN low ELSE mark.number + 1 END,
        CASE WHEN mark.value >= ${whole(least)} THEN (low + high) / 2 ELSE high END
      FROM search CROSS JOIN LATERAL (
        SELECT number, ${column} AS value ${of} AND number >= (low + high) / 2 ORDER BY number LIMIT 1) AS mark
      WHERE low < high)
    SELECT low FROM search WHERE low >= high LIMIT 1)`;
}

/** Events after `afterSeq`, `limit` of them or all that there are. Retention leaves gaps, which are passed over. */
export async function readLog(
  queries: Queries,
  experiment: number,
  afterSeq: number,
  limit: number,
): Promise<LogEvent[]> {
  const events: LogEvent[] = [];
  let from = afterSeq + 1;
  while (events.length < limit) {
    const count = Math.min(limit - events.length, PAGE_ROWS);
    const [, starts, ...rows] = await queries.ask(windowFrom(experiment, from, count));
    const start = Number(starts[0][0]);
    if (start === 0) break;
    const found = eventsOf(rows);
    events.push(...found);
    // Others may write between two pages: what was not there yet is looked for again.
    from = (found.at(-1)?.row.seq ?? start) + 1;
  }
  return events;
}

/** `count` seqs from the first event on that has at least `from`. What is found first is kept in the transaction. */
function windowFrom(experiment: number, from: number, count: number): string {
  const of = `experiment = ${whole(experiment)}`;
  const [first, start] = ['first', 'start'].map(
    (variable) => `current_setting('driftline.${variable}')::bigint`,
  );
  const next = (table: string) =>
    `(SELECT seq FROM ${table} WHERE ${of} AND seq >= ${whole(from)} ORDER BY seq LIMIT 1)`;
  const between = (seq = 'seq') => `${seq} >= ${start} AND ${seq} < ${start} + ${whole(count)}`;
  return `SELECT set_config('driftline.first', ${firstNumber(experiment, 'seq', from)}::text, true);
    SELECT set_config('driftline.start', coalesce(least(
      (SELECT seq FROM decision WHERE ${of} AND number >= ${first} ORDER BY number LIMIT 1),
      ${next('outcome')}, ${next('change')}), 0)::text, true);
    SELECT ${columnsOf(decisionTable)} FROM decision
      WHERE ${of} AND number >= ${first} AND number < ${first} + ${whole(count)} AND ${between()};
    SELECT ${columnsOf(outcomeTable)} FROM outcome WHERE ${of} AND ${between()};
    SELECT ${columnsOf(changeTable)} FROM change WHERE ${of} AND ${between()}`;
}

/** Decisions, outcomes and changes as events in order. */
export function eventsOf([decisions, outcomes, changes]: readonly Rows[]): LogEvent[] {
  const events: LogEvent[] = [];
  for (const cells of decisions)
    events.push({ type: 'decision', row: unsealed(decisionTable, cells) });
  for (const cells of outcomes)
    events.push({ type: 'outcome', row: unsealed(outcomeTable, cells) });
  for (const cells of changes) events.push({ type: 'change', row: unsealed(changeTable, cells) });
  return events.sort((one, other) => one.row.seq - other.row.seq);
}
