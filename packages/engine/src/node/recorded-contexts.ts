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
function cellsOf(name: string, row: number, line: string): string[] {
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
  if (quoted) throw malformed(name, `row ${row} has a quote that is not closed; add the second "`);
  return [...cells, cell.trim()];
}

/** The names of the first row, each once. */
function namesOf(name: string, head: string): string[] {
  const names = cellsOf(name, 1, head);
  if (names.length === 1 && /[;\t]/.test(head)) {
    const separator = head.includes(';') ? 'semicolons' : 'tabs';
    throw malformed(
      name,
      `row 1 must have names with commas between them; got ${separator}; write the table with commas, and numbers with points`,
    );
  }
  names.forEach((column, i) => {
    const place = `row 1, column ${i + 1}`;
    if (column === '') throw malformed(name, `${place} has an empty name; name the column`);
    if (isNumber(column)) {
      throw malformed(
        name,
        `${place} must be a name, such as hour; got the number ${column}; add a row of names above the values`,
      );
    }
    if (names.indexOf(column) < i) {
      throw malformed(name, `${place} has a name twice: '${column}'; rename one of the columns`);
    }
  });
  return names;
}

/** A table of texts. */
interface TextTable {
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The rows of a table, each as long as its first row, which names the columns. */
function tableOf({ name, text }: RecordedFiles['contexts']): TextTable {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  while (lines.at(-1)?.trim() === '') lines.pop();
  const [head, ...rest] = lines;
  if (head === undefined || rest.length === 0) {
    const got = head === undefined ? 'an empty file' : 'one row';
    throw malformed(
      name,
      `must be a CSV table with a row of names and at least one row of values; got ${got}`,
    );
  }
  if (rest.length > MOST_ROWS) throw malformed(name, `must have at most ${MOST_ROWS} rows`);
  const names = namesOf(name, head);
  const rows = rest.map((line, i) => {
    const row = i + 2;
    if (line.trim() === '') throw malformed(name, `row ${row} is blank; fill it in or remove it`);
    const cells = cellsOf(name, row, line);
    if (cells.length === names.length) return cells;
    throw malformed(
      name,
      `row ${row} must have as many cells as row 1, ${names.length}; got ${cells.length}; write numbers with points, and put texts with commas into double quotes`,
    );
  });
  return { names, rows };
}

function isNumber(cell: string): boolean {
  return cell !== '' && Number.isFinite(Number(cell));
}

/** Refuses texts such as NaN among numbers, which would turn a column of numbers into a category. */
function refuseMixture(table: string, column: string, cells: readonly string[]): void {
  if (!cells.some(isNumber)) return;
  const row = cells.findIndex((cell) => cell !== '' && !isNumber(cell));
  throw malformed(
    table,
    `row ${row + 2}, column ${column} must be a number, as in other rows; got '${cells[row]}'; correct the cell, or declare the column as a category with --features`,
  );
}

/** A feature that fits the cells of a column; undefined for a column that never changes. */
function inferred(
  table: string,
  column: string,
  cells: readonly string[],
): FeatureDefinition | undefined {
  const known = [...new Set(cells.filter((cell) => cell !== ''))];
  if (known.length < 2) return undefined;
  if (!/^[A-Za-z]\w{0,63}$/.test(column)) {
    throw malformed(
      table,
      `column '${column}' must have a name of a letter and up to 63 letters, digits and _; rename it in row 1`,
    );
  }
  if (known.every((cell) => /^(?:true|false)$/i.test(cell))) return { kind: 'flag', name: column };
  if (known.every(isNumber)) {
    const numbers = known.map(Number);
    const min = numbers.reduce((least, value) => Math.min(least, value));
    const max = numbers.reduce((most, value) => Math.max(most, value));
    return { kind: 'number', name: column, min, max };
  }
  refuseMixture(table, column, cells);
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
  const accepted =
    'must be a JSON list of features, such as [{"kind":"cycle","name":"hour","period":24}]';
  let data: unknown;
  try {
    data = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ParameterError(`${name}: ${accepted}; got ${reason}`, 'features-malformed');
  }
  const list =
    typeof data === 'object' && data !== null && 'features' in data ? data.features : data;
  if (Array.isArray(list)) return list;
  const got = list === null ? 'null' : typeof list;
  throw new ParameterError(`${name}: ${accepted}; got ${got}`, 'features-malformed');
}

/** The value of a cell for a feature. A cell that does not suit the feature stays a text, which encoders refuse. */
function cellValue({ kind }: FeatureDefinition, cell: string): string | number | boolean {
  if (kind === 'category' || kind === 'hash') return cell;
  if (kind === 'flag') return TRUTHS.get(cell.toLowerCase()) ?? cell;
  return isNumber(cell) ? Number(cell) : cell;
}

/** Refuses an empty cell, and a number outside the range of its feature. */
function refuseCell(place: string, feature: FeatureDefinition, cell: string): void {
  const { name } = feature;
  if (cell === '') {
    throw malformed(
      place,
      `feature ${name} must have a value; got an empty cell; fill it in, or remove the row here and in the table of rewards`,
    );
  }
  if (feature.kind !== 'number' || !isNumber(cell)) return;
  const { min, max } = feature;
  if (Number(cell) >= min && Number(cell) <= max) return;
  throw new ParameterError(
    `${place}: feature ${name} must be from ${min} to ${max}; got ${cell}; correct the cell, or declare a wider range`,
    'feature-out-of-range',
  );
}

/** An error of the library with the place in a file. */
function placed(place: string, error: unknown, remedy = ''): unknown {
  return error instanceof CodedError
    ? new ParameterError(`${place}: ${error.message}${remedy}`, error.code)
    : error;
}

/** @param name - of the file that declares the features, or of the table that they were inferred from */
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
      `has no column ${feature.name}, which ${files.features?.name ?? name} declares as a feature; its columns are ${table.names.join(', ')}; use one of these names`,
    );
  });
  const { dimension, columns, norm } = encoder;
  const vectors = new Float64Array(table.rows.length * dimension);
  table.rows.forEach((row, i) => {
    const place = `${name}, row ${i + 2}`;
    features.forEach((feature, j) => {
      refuseCell(place, feature, row[places[j]]);
    });
    const context = Object.fromEntries(
      features.map((feature, j) => [feature.name, cellValue(feature, row[places[j]])]),
    );
    try {
      encoder.fill(encoder.codes(context), vectors, i * dimension);
    } catch (error) {
      throw placed(place, error, '; correct the cell, or the kind of the feature');
    }
  });
  return { columns, values: Array.from(vectors), norm };
}
