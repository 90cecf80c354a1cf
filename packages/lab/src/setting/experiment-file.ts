/** A comparison as files for the command line: an experiment, and the table that it plays on. */
import { fileStem, shellWord, tableText } from '@driftline/engine/display';
import { type Comparison, type EnvironmentSource } from '@driftline/engine/play';

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
export async function experimentFile(comparison: Comparison): Promise<TextFile> {
  const { experimentText } = await import('@driftline/engine/experiment');
  const table = tableName(comparison);
  const text = experimentText(comparison, {
    plugins: [],
    ...(table === undefined ? {} : { table }),
  });
  return { name: `${stemOf(comparison)}.yaml`, text };
}

/** How the environment is named on the command line. */
function environmentFlags(environment: EnvironmentSource, table: string): (string | number)[] {
  if (environment.kind === 'named') {
    const { spec, armCount, horizon, rewards } = environment;
    return [
      ...['--environment', spec],
      ...(armCount === undefined ? [] : ['--arms', armCount]),
      ...(horizon === undefined ? [] : ['--horizon', horizon]),
      ...(rewards === undefined ? [] : ['--noise', rewards]),
    ];
  }
  if (environment.kind === 'means') return ['--means', table, '--noise', environment.rewards];
  const { unit, against, smoothing, rotated } = environment;
  return [
    ...['--rewards', table],
    // A negative number of its own would be taken for a flag.
    ...(unit === undefined ? [] : [`--unit=${unit}`]),
    ...['--against', against, '--smoothing', smoothing],
    ...(rotated ? [] : ['--no-rotate']),
  ];
}

/** The command that plays the same comparison; a table has to lie where it is given. */
export function commandLine(comparison: Comparison): string {
  const { environment, policies, variation, changes, rewardRange, replications, seed } = comparison;
  const words = [
    ...['driftline', 'compare', '--policies', policies.join(',')],
    ...environmentFlags(environment, tableName(comparison) ?? ''),
    ...(variation === undefined ? [] : ['--variation', variation]),
    ...(changes === undefined ? [] : ['--changes', changes]),
    ...(rewardRange === undefined ? [] : [`--reward-range=${rewardRange.join(',')}`]),
    ...['--replications', replications, '--seed', seed],
  ];
  return words.map((word) => shellWord(String(word))).join(' ');
}
