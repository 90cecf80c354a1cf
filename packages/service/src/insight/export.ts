/** All decisions of an experiment with what came of them, as a stream of text. */
import type { ExportLine } from '@driftline/client/wire';
import type { DecisionIds } from '../model/decision-ids.ts';
import type { DecisionWithOutcome, StoreReader } from '../store/store.ts';
import { ArmsInPlay } from './arms-in-play.ts';
import { csvLine } from './csv.ts';
import { allChanges, decisionPages, type Subject, subjectOf } from './pages.ts';

/** Rows that an export holds at once. A client that stops reading keeps them in memory. */
const PAGE_ROWS = 250;

/** Characters from which on a piece of text is given away. */
const PIECE_LENGTH = 65_536;

type ExportFormat = 'ndjson' | 'csv';

export interface ExportOptions {
  /** Decisions after this number; all unless given. */
  readonly after?: number;
  /** `ndjson` unless given. */
  readonly format?: ExportFormat;
}

/** The columns of CSV, in order. */
export const exportColumns = [
  'decisionId',
  'number',
  'slot',
  'time',
  'arm',
  'eligible',
  'propensity',
  'reason',
  'unit',
  'context',
  'outcome',
  'reward',
  'arrival',
] as const satisfies readonly (keyof ExportLine)[];

function moment(at: number): string {
  return new Date(at).toISOString();
}

function lineOf(
  { decision, outcome }: DecisionWithOutcome,
  { row, config }: Subject,
  ids: DecisionIds,
  arms: ArmsInPlay,
): ExportLine {
  return {
    decisionId: ids.write(row.id, decision.number, decision.at),
    number: decision.number,
    slot: decision.slot,
    time: moment(decision.at),
    arm: config.arms[decision.arm].key,
    eligible: arms.among(decision),
    propensity: decision.propensity,
    reason: decision.reason,
    unit: decision.unit,
    context: decision.context === null ? null : JSON.parse(decision.context),
    outcome: outcome?.kind ?? null,
    reward: outcome?.value ?? null,
    arrival: outcome === undefined ? null : moment(outcome.at),
  };
}

function csvOf(line: ExportLine): string {
  const { eligible, context, ...plain } = line;
  const texts = {
    ...plain,
    eligible: JSON.stringify(eligible),
    context: context === null ? null : JSON.stringify(context),
  };
  return csvLine(exportColumns.map((column) => texts[column]));
}

/** Text of whole lines, piece by piece: what was decided when the export began. */
export async function* exportLines(
  reader: StoreReader,
  key: string,
  ids: DecisionIds,
  { after = -1, format = 'ndjson' }: ExportOptions = {},
): AsyncGenerator<string> {
  const subject = await subjectOf(reader, key);
  const arms = new ArmsInPlay(await allChanges(reader, subject.row.id));
  const textOf =
    format === 'csv' ? csvOf : (line: ExportLine): string => `${JSON.stringify(line)}\n`;
  if (format === 'csv') yield csvLine(exportColumns);
  const range = { from: after + 1, to: subject.row.next };
  for await (const page of decisionPages(reader, subject.row.id, range, PAGE_ROWS))
    yield* inPieces(page, (both) => textOf(lineOf(both, subject, ids, arms)));
}

/** The lines of a page, in pieces of about the same size however long a line is. */
function* inPieces(
  page: readonly DecisionWithOutcome[],
  textOf: (both: DecisionWithOutcome) => string,
): Generator<string> {
  let piece = '';
  for (const both of page) {
    piece += textOf(both);
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
