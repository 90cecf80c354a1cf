/** Retention, and erasing who a unit was. Each takes the experiment's lock: what it sees nobody else changes. */
import { ContractError } from '@driftline/core';
import type { ExperimentRow } from '../../model/rows.ts';
import { withoutUnit } from '../layout/erasing.ts';
import { changeKinds } from '../layout/names.ts';
import { columnsOf, decisionTable, sealed, unsealed } from '../layout/tables.ts';
import type { Erasure, Pruning } from '../store.ts';
import { prepare, statementsOf } from './committing.ts';
import type { Session } from './database.ts';
import { list, quoted, updated, whole } from './literals.ts';
import { firstNumber } from './log.ts';
import { Reads } from './reads.ts';

/** Rows that are written in one statement. */
const ROWS_AT_ONCE = 1000;

async function locked(session: Session, experiment: number): Promise<ExperimentRow> {
  await session.ask(`SELECT FROM position WHERE experiment = ${whole(experiment)} FOR UPDATE`);
  const row = await new Reads(session).experimentOfId(experiment);
  if (row === undefined)
    throw new ContractError(`the store holds no experiment of the id ${experiment}`);
  return row;
}

export async function prune(
  session: Session,
  experiment: number,
  below: Pruning,
  limit: number,
): Promise<number> {
  const id = whole(experiment);
  await locked(session, experiment);
  const [revised, prunable] = await session.ask(
    `SELECT FROM change WHERE experiment = ${id} AND seq > ${whole(below.known)}
       AND kind = ${changeKinds.code('revise')} LIMIT 1;
     SELECT decision.number, 1 + (outcome.seq IS NOT NULL)::int
     FROM decision LEFT JOIN outcome
       ON outcome.experiment = decision.experiment AND outcome.number = decision.number
     WHERE decision.experiment = ${id} AND coalesce(outcome.seq, 0) <= ${whole(below.seq)}
       AND decision.number < least(${whole(below.number)}, ${firstNumber(experiment, 'at', below.before)},
         ${firstNumber(experiment, 'seq', below.seq + 1)})
     ORDER BY decision.number LIMIT ${whole(limit)}`,
  );
  if (revised.length > 0) return 0;
  const numbers: number[] = [];
  let deleted = 0;
  for (const [number, rows] of prunable) {
    if (deleted + Number(rows) > limit) break;
    numbers.push(Number(number));
    deleted += Number(rows);
  }
  if (numbers.length > 0) {
    const these = `WHERE experiment = ${id} AND number = ANY(${list(numbers, 'bigint')})`;
    await session.ask(`DELETE FROM decision ${these}; DELETE FROM outcome ${these}`);
  }
  if (numbers.length < prunable.length) return deleted;
  return deleted + (await pruneSweeps(session, experiment, below.seq, limit - deleted));
}

/** A sweep before the first decision that is left closed none that is left. */
async function pruneSweeps(
  session: Session,
  experiment: number,
  seq: number,
  limit: number,
): Promise<number> {
  const id = whole(experiment);
  const [gone] = await session.ask(
    `DELETE FROM change WHERE experiment = ${id} AND seq IN (
       SELECT seq FROM change WHERE experiment = ${id} AND kind = ${changeKinds.code('sweep')}
         AND seq <= least(${whole(seq)},
           (SELECT seq FROM decision WHERE experiment = ${id} ORDER BY number LIMIT 1) - 1)
       ORDER BY seq LIMIT ${whole(limit)})
     RETURNING seq`,
  );
  return gone.length;
}

/** Returns how many decisions were the unit's. */
export async function eraseUnit(
  session: Session,
  experiment: number,
  { unit, tombstone, at, by }: Erasure,
): Promise<number> {
  const before = await locked(session, experiment);
  const [found] = await session.ask(
    `SELECT ${columnsOf(decisionTable)} FROM decision
     WHERE experiment = ${whole(experiment)} AND unit = ${quoted(unit)}`,
  );
  const rows = found.map((cells) => {
    const row = unsealed(decisionTable, cells);
    return sealed(decisionTable, experiment, withoutUnit(row, tombstone));
  });
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await session.ask(updated(decisionTable, rows.slice(from, from + ROWS_AT_ONCE), 'number'));
  // The unit itself stands in no log.
  const body = JSON.stringify({ tombstone, decisions: rows.length });
  const after = { ...before, head: before.head + 1, at: Math.max(before.at, at) };
  const change = { seq: after.head, at: after.at, kind: 'erase', body, by } as const;
  const writes = { decisions: [], outcomes: [], changes: [change] };
  await session.ask(statementsOf([prepare(before, after, writes)]));
  return rows.length;
}
