/** Rows that are read from several tables at once, from the cells of a statement that either engine ran. */
import { createHash } from 'node:crypto';
import type { ExperimentRow, SnapshotRow } from '../../model/rows.ts';
import { StoreDamaged } from '../errors.ts';
import type { DamagedExperiment, DecisionWithOutcome } from '../store.ts';
import type { Cell } from './checksum.ts';
import {
  columnsOf,
  decisionTable,
  outcomeTable,
  positionTable,
  settingsTable,
  unsealed,
  widthOf,
} from './tables.ts';

/** A SELECT of whole rows of experiments. */
export const EXPERIMENT = `SELECT ${columnsOf(settingsTable)}, ${columnsOf(positionTable)}
  FROM experiment JOIN position ON position.experiment = experiment.id`;

/** The columns of decisions with their outcomes. */
export const PAIR = `${columnsOf(decisionTable)}, ${columnsOf(outcomeTable)}`;

export const WITH_OUTCOME =
  'LEFT JOIN outcome ON outcome.experiment = decision.experiment AND outcome.number = decision.number';

/** So many of a unit's last decisions are looked through for one that was not cancelled. */
export const UNIT_REACH = 100;

export function experimentOf(cells: Cell[]): ExperimentRow {
  const settings = unsealed(settingsTable, cells);
  return {
    id: Number(cells[0]),
    ...settings,
    ...unsealed(positionTable, cells, widthOf(settingsTable)),
  };
}

/** The row, or what stands against using it. */
function experimentOrDamage(cells: Cell[]): ExperimentRow | DamagedExperiment {
  try {
    return experimentOf(cells);
  } catch (error) {
    if (!(error instanceof StoreDamaged)) throw error;
    return { id: Number(cells[0]), key: String(cells[1]), why: error.message };
  }
}

export function wholeExperiments(rows: readonly Cell[][]): ExperimentRow[] {
  return rows.flatMap((cells) => {
    const read = experimentOrDamage(cells);
    return 'why' in read ? [] : [read];
  });
}

export function damagedExperiments(rows: readonly Cell[][]): DamagedExperiment[] {
  return rows.flatMap((cells) => {
    const read = experimentOrDamage(cells);
    return 'why' in read ? [read] : [];
  });
}

const OUTCOME_CELLS = widthOf(decisionTable);

/** Of the columns of `PAIR`. */
export function pairOf(cells: Cell[]): DecisionWithOutcome {
  const hasOutcome = cells[OUTCOME_CELLS] !== null;
  return {
    decision: unsealed(decisionTable, cells),
    outcome: hasOutcome ? unsealed(outcomeTable, cells, OUTCOME_CELLS) : undefined,
  };
}

export function checkSnapshot(experiment: number, { seq, hash, body }: SnapshotRow): void {
  if (createHash('sha256').update(body).digest().equals(hash)) return;
  throw new StoreDamaged(
    `the snapshot ${seq} of experiment ${experiment} does not match its hash; restore a backup, or run ` +
      "'driftline store rebuild'",
  );
}
