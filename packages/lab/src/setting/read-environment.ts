/** Environments from tables of numbers, read by the rules of the command line. */
import { ParameterError } from '@driftline/core';
import { armLetter, formatNumber, type Table, TableReader } from '@driftline/engine/display';
import type { EnvironmentSource } from '@driftline/engine/play';
import { type ComparisonRequest, sourceOf } from '@driftline/engine/request';
import { MOST_ARMS, MOST_NUMBERS } from './limits.ts';
import { pageAsker } from './page-fields.ts';

/** Whether a table holds means, or rewards that were recorded. */
export type TableKind = 'means' | 'rewards';

function tooMany(name: string): ParameterError {
  const most = formatNumber(MOST_NUMBERS, 7);
  return new ParameterError(
    `${name}: holds more than ${most} numbers, the limit of this page; shorten it or use driftline compare`,
  );
}

/** Numbers that text has at least: each ends at a comma or a line's end. */
function separators(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 44 || code === 10) count += 1;
  }
  return count;
}

/**
 * Reads a table from pieces of text; between them the page has time for other things.
 *
 * @throws ParameterError that names the file, the line, what was expected and what was found
 */
export async function readTable(
  name: string,
  pieces: AsyncIterable<string> | Iterable<string>,
): Promise<Table> {
  const reader = new TableReader(name);
  let count = 0;
  for await (const piece of pieces) {
    count += separators(piece);
    // A header's names are not numbers; nor are all ends of lines.
    if (count > MOST_NUMBERS + 2 * MOST_ARMS) throw tooMany(name);
    reader.push(piece);
  }
  const table = reader.finish();
  if (table.values.length > MOST_NUMBERS) throw tooMany(name);
  if (table.columnCount > MOST_ARMS) {
    throw new ParameterError(
      `${name}: has ${table.columnCount} columns; this page shows at most ${MOST_ARMS} arms (rows are slots, columns are arms)`,
    );
  }
  return table;
}

/** The pieces of a file as they are read. */
export async function* piecesOf(file: Blob): AsyncGenerator<string> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/** Text as it was pasted: spreadsheets put tabs between cells. */
export function pastedText(text: string): string {
  return text.includes(',') ? text : text.replaceAll('\t', ',');
}

/** What a table probably holds: means are probabilities as a rule, and rarely 0 or 1. */
export function probableKind({ values }: Table): TableKind {
  const isUnit = values.every((value) => value >= 0 && value <= 1);
  const isCoin = values.every((value) => value === 0 || value === 1);
  return isUnit && !isCoin ? 'means' : 'rewards';
}

/** What a header calls the arms; letters where it has no name for one. */
export function armNamesOf({ header }: Table): readonly string[] | undefined {
  return header?.map((cell, arm) => cell.replaceAll('"', '').trim() || `Arm ${armLetter(arm)}`);
}

/** An environment of means or rewards that a table holds, made by the rules of the command line. */
export function environmentOfTable(
  name: string,
  { values, columnCount: armCount }: Table,
  request: ComparisonRequest,
): Exclude<EnvironmentSource, { kind: 'named' }> {
  const source = sourceOf(request, { name, values, armCount }, pageAsker);
  if (source === undefined || source.kind === 'named') throw new Error('no table was asked for');
  return source;
}
