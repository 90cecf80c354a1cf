/** A comparison as files for the command line: an experiment, and the table that it plays on. */
import { commandLine, fileStem, tableText } from '@driftline/engine/display';
import { type Comparison, type EnvironmentSource } from '@driftline/engine/play';
import { flagWords, requestOf, requestText } from '@driftline/engine/request';

/** A file's name and text. */
export interface TextFile {
  readonly name: string;
  readonly text: string;
}

/** A file that is too long to be written in one go. */
export interface LongFile {
  readonly name: string;
  readonly parts: Iterable<string>;
}

/** The beginning of the names of all files that are made from a comparison. */
export function stemOf({ name }: Pick<Comparison, 'name'>): string {
  return fileStem('driftline', name.replace(/\.csv$/i, ''));
}

/** The file that holds the numbers of an environment; undefined where a name says all. */
function tableName(comparison: Comparison): string | undefined {
  const { kind } = comparison.environment;
  return kind === 'named' ? undefined : `${stemOf(comparison)}-${kind}.csv`;
}

/** Whether a line of names would be read back as a header, name by name. */
function canHead(names: readonly string[]): boolean {
  return names.every((name) => /^[\p{L}][^,"\r\n]*$/u.test(name));
}

type TableSource = Exclude<EnvironmentSource, { kind: 'named' }>;

function* csvParts(
  { values, armCount }: TableSource,
  armNames: readonly string[],
): Generator<string> {
  const isNamed = armNames.length === armCount && canHead(armNames);
  if (isNamed) yield `${armNames.join(',')}\n`;
  yield* tableText(Float64Array.from(values), armCount);
}

/** The numbers of an environment as a file; undefined where a name says all. */
export function tableFile(
  comparison: Comparison,
  armNames: readonly string[] = [],
): LongFile | undefined {
  const name = tableName(comparison);
  const { environment } = comparison;
  if (name === undefined || environment.kind === 'named') return undefined;
  return { name, parts: csvParts(environment, armNames) };
}

/** The experiment that `driftline run` takes; it names the table that has to lie beside it. */
export function experimentFile(comparison: Comparison): TextFile {
  const text = requestText(requestOf(comparison, tableName(comparison)));
  return { name: `${stemOf(comparison)}.yaml`, text };
}

/** The command that plays the same comparison; a table has to lie where it is given. */
export function commandLineOf(comparison: Comparison): string {
  const request = requestOf(comparison, tableName(comparison));
  // A table that is saved has the slots that are played, and checkpoints are the usual ones.
  const { horizon, checkpoints: _, ...rest } = request;
  const isNamed = comparison.environment.kind === 'named';
  return commandLine(['compare', ...flagWords(isNamed ? { ...rest, horizon } : rest)]);
}
