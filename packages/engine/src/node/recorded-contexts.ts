/** Contexts that were recorded, from a table with a row of names, as the vectors that policies see. */

import { createEncoder, type Encoder, type FeatureDefinition } from '@driftline/core/contextual';
import { CodedError, ParameterError } from '@driftline/core/play';
import type { RecordedContexts } from '@driftline/engine/play';

/** Texts that stand for true and false. */
const TRUTHS = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
]);

/** A column with more different texts than this is not taken for a category. */
const MOST_CATEGORIES = 20;
/** A row after this many is not read. */
const MOST_ROWS = 2 ** 24;

/** The files and what they hold. */
interface RecordedFiles {
  /** The name and the text of the table. */
  readonly contexts: { readonly name: string; readonly text: string };
  /** The name and the text of the declared features; inferred from the table if absent. */
  readonly features?: { readonly name: string; readonly text: string } | undefined;
}

function malformed(name: string, problem: string): ParameterError {
  return new ParameterError(`${name}: ${problem}`, 'table-malformed');
}

/** The cells of a line. Quotes protect commas, and two quotes within them are one. */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    const character = line[i];
    if (quoted && character === '"' && line[i + 1] === '"') {
      cell += character;
      i++;
    } else if (character === '"' && (quoted || cell.trim() === '')) {
      quoted = !quoted;
    } else if (character === ',' && !quoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += character;
  }
  return [...cells, cell.trim()];
}

/** A table of texts. */
interface TextTable {
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The rows of a table, each as long as its first row, which names the columns. */
function tableOf({ name, text }: RecordedFiles['contexts']): TextTable {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  while (lines.at(-1)?.trim() === '') lines.pop();
  const [head, ...rest] = lines;
  if (head === undefined || rest.length === 0) {
    throw malformed(name, 'must have a row of names and at least one row of values; got none');
  }
  if (rest.length > MOST_ROWS) throw malformed(name, `must have at most ${MOST_ROWS} rows`);
  const names = cellsOf(head);
  names.forEach((column, i) => {
    const problem =
      column === '' ? 'an empty name' : names.indexOf(column) < i ? 'a name twice' : '';
    if (problem !== '') throw malformed(name, `row 1, column ${i + 1} has ${problem}: '${column}'`);
  });
  const rows = rest.map((line, i) => {
    const cells = cellsOf(line);
    if (cells.length === names.length) return cells;
    throw malformed(
      name,
      `row ${i + 2} must have ${names.length} cells, as the first row; got ${cells.length}`,
    );
  });
  return { names, rows };
}

function isNumber(cell: string): boolean {
  return cell !== '' && Number.isFinite(Number(cell));
}

/** A feature that fits the cells of a column; undefined for a column that never changes. */
function inferred(
  table: string,
  column: string,
  cells: readonly string[],
): FeatureDefinition | undefined {
  const known = [...new Set(cells.filter((cell) => cell !== ''))];
  if (known.length < 2) return undefined;
  if (known.every((cell) => /^(?:true|false)$/i.test(cell))) return { kind: 'flag', name: column };
  if (known.every(isNumber)) {
    const numbers = known.map(Number);
    const min = numbers.reduce((least, value) => Math.min(least, value));
    const max = numbers.reduce((most, value) => Math.max(most, value));
    return { kind: 'number', name: column, min, max };
  }
  if (known.length <= MOST_CATEGORIES) {
    return { kind: 'category', name: column, values: known.sort() };
  }
  throw malformed(
    table,
    `column ${column} has ${known.length} different texts, too many for a category; declare it with --features, for example {"kind":"hash","name":"${column}","buckets":32}`,
  );
}

function inferredFeatures(name: string, { names, rows }: TextTable): FeatureDefinition[] {
  const found = names.flatMap(
    (column, i) =>
      inferred(
        name,
        column,
        rows.map((row) => row[i]),
      ) ?? [],
  );
  if (found.length > 0) return found;
  throw malformed(name, 'must have a column whose values differ; got none');
}

/** The features of a file: a list, or an object with a list of this name. */
function declaredFeatures({ name, text }: { name: string; text: string }): FeatureDefinition[] {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ParameterError(`${name}: must be JSON; ${reason}`, 'feature-not-accepted');
  }
  const list =
    typeof data === 'object' && data !== null && 'features' in data ? data.features : data;
  if (Array.isArray(list)) return list;
  throw new ParameterError(
    `${name}: must be a list of features, such as [{"kind":"cycle","name":"hour","period":24}]; got ${typeof list}`,
    'feature-not-accepted',
  );
}

/** The value of a cell for a feature. An empty cell is not known. */
function cellValue({ kind }: FeatureDefinition, cell: string): string | number | boolean | null {
  if (cell === '') return null;
  if (kind === 'category' || kind === 'hash') return cell;
  if (kind === 'flag') return TRUTHS.get(cell.toLowerCase()) ?? cell;
  return isNumber(cell) ? Number(cell) : cell;
}

/** An error of the library with the place in a file. */
function placed(place: string, error: unknown): unknown {
  return error instanceof CodedError
    ? new ParameterError(`${place}: ${error.message}`, error.code)
    : error;
}

function encoderOf(name: string, features: readonly FeatureDefinition[]): Encoder {
  try {
    return createEncoder(features, { intercept: true, strict: true });
  } catch (error) {
    throw placed(name, error);
  }
}

/**
 * The vectors of recorded contexts, an intercept first.
 *
 * @throws ParameterError with the row, the column and the feature that is wrong
 */
export function readRecordedContexts(files: RecordedFiles): RecordedContexts {
  const { name } = files.contexts;
  const table = tableOf(files.contexts);
  const features =
    files.features === undefined ? inferredFeatures(name, table) : declaredFeatures(files.features);
  const encoder = encoderOf(files.features?.name ?? name, features);
  const places = features.map((feature) => {
    const place = table.names.indexOf(feature.name);
    if (place >= 0) return place;
    throw malformed(
      name,
      `has no column ${feature.name}, which is declared as a feature; its columns are ${table.names.join(', ')}`,
    );
  });
  const { dimension, columns, norm } = encoder;
  const vectors = new Float64Array(table.rows.length * dimension);
  table.rows.forEach((row, i) => {
    const context = Object.fromEntries(
      features.map((feature, j) => [feature.name, cellValue(feature, row[places[j]])]),
    );
    try {
      encoder.fill(encoder.codes(context), vectors, i * dimension);
    } catch (error) {
      throw placed(`${name}, row ${i + 2}`, error);
    }
  });
  return { columns, values: Array.from(vectors), norm };
}
