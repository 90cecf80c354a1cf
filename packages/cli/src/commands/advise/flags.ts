/** The flags of `driftline advise`, with their help. */
import type { GivenColumns, LoggingKind, MissingRule, Where } from '@driftline/advice';
import type { LogFormat } from '@driftline/advice/node';
import { type Command, Option } from 'commander';
import { countFlag, numberFlag } from '../../shared/flags.ts';
import { readOut, WORKERS_FLAG } from '../../shared/run-flags.ts';
import { UsageError } from '../../terminal/errors.ts';
import { type AskedDuration, readDuration } from './duration.ts';

/** Questions that `--require` accepts. */
const REQUIRABLE = ['drift', 'advice', 'value', 'tails', 'delays', 'gain'] as const;

/** A question that a log has to answer. */
export type Requirable = (typeof REQUIRABLE)[number];

/** All flags, as they are read. */
export interface AdviseFlags extends GivenColumns {
  readonly where?: readonly Where[];
  readonly format?: LogFormat;
  readonly top?: number;
  readonly cost?: true;
  readonly missing?: MissingRule;
  readonly logging?: LoggingKind;
  readonly attribution?: AskedDuration;
  readonly batch?: AskedDuration;
  readonly horizon?: number;
  readonly policies?: readonly string[];
  readonly for?: readonly string[];
  readonly values?: readonly string[];
  readonly variation?: true;
  readonly quick?: true;
  readonly require?: readonly Requirable[];
  readonly seed: number;
  readonly workers?: number;
  readonly out?: string;
  readonly force?: true;
  readonly json?: true;
}

function readWhere(text: string, before: readonly Where[] = []): readonly Where[] {
  const place = text.indexOf('=');
  if (place < 1)
    throw new UsageError(`--where must be COLUMN=VALUE, such as country=NO; got '${text}'`);
  return [...before, { column: text.slice(0, place), value: text.slice(place + 1) }];
}

function readList(flag: string): (text: string) => readonly string[] {
  return (text) => {
    const names = text.split(',').map((name) => name.trim());
    if (names.every((name) => name !== '')) return [...new Set(names)];
    throw new UsageError(`${flag} must be names separated by commas; got '${text}'`);
  };
}

const NO_VALUES = 'none';

function readValues(text: string): readonly string[] {
  const names = readList('--values')(text);
  if (!names.includes(NO_VALUES)) return names;
  if (names.length === 1) return [];
  throw new UsageError(
    `--values must be a list of policies, or '${NO_VALUES}' alone; got '${text}'`,
  );
}

function isOneOf<Word extends string>(word: string, words: readonly Word[]): word is Word {
  return (words as readonly string[]).includes(word);
}

function readRequired(text: string): readonly Requirable[] {
  return readList('--require')(text).map((word) => {
    if (isOneOf(word, REQUIRABLE)) return word;
    throw new UsageError(`--require accepts ${REQUIRABLE.join(', ')}; got '${word}'`);
  });
}

function oneOf(flags: string, summary: string, words: readonly string[]): Option {
  return new Option(flags, summary).choices(words);
}

const COLUMN_FLAGS = [
  ['--time <COLUMN>', 'column with the time of the decision (ISO 8601, seconds or ms since 1970)'],
  ['--arm <COLUMN>', 'column with the chosen arm'],
  ['--reward <COLUMN>', 'column with the reward (number, true/false or yes/no)'],
  ['--propensity <COLUMN>', 'column with the probability of choosing that arm'],
  ['--eligible <COLUMN>', 'column with the arms to choose from (a|b|c, or a JSON list)'],
  ['--arrival <COLUMN>', 'column with the arrival time of the reward, empty until it arrives'],
  ['--id <COLUMN>', 'column with a decision id, used to drop duplicate rows'],
] as const;

const readSeed = numberFlag('--seed', { kind: 'integer', least: 0, most: 2 ** 32 - 1 });
const readTop = numberFlag('--top', { kind: 'integer', least: 2, most: 10_000 });

/** Flags that the answers depend on, as they were given: for the command that repeats it. */
export function flagWordsOf(flags: AdviseFlags): string[] {
  const { time, arm, reward, propensity, eligible, arrival, id } = flags;
  const { where = [], format, top, missing, logging, attribution, batch, horizon } = flags;
  const given = { time, arm, reward, propensity, eligible, arrival, id };
  const others = {
    ...{ format, top, missing, logging, horizon, seed: flags.seed === 1 ? undefined : flags.seed },
    attribution: attribution?.text,
    batch: batch?.text,
    policies: flags.policies?.join(','),
    for: flags.for?.join(','),
    values: flags.values === undefined ? undefined : flags.values.join(',') || NO_VALUES,
  };
  return [
    ...Object.entries({ ...given, ...others }).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}`, String(value)],
    ),
    ...where.flatMap(({ column, value }) => ['--where', `${column}=${value}`]),
    ...(flags.cost ? ['--cost'] : []),
    ...(flags.quick ? ['--quick'] : []),
    ...(flags.variation ? ['--variation'] : []),
  ];
}

/** Flags about reading the log. */
function addLogFlags(command: Command): void {
  command.optionsGroup('Columns (default: found by name):');
  for (const [flag, summary] of COLUMN_FLAGS) command.option(flag, summary);
  command
    .optionsGroup('Reading the log:')
    .option('--where <COLUMN=VALUE>', 'read only rows with this value (repeatable)', readWhere)
    .addOption(
      oneOf('--format <FORMAT>', 'format of the log (default: detected)', [
        ...['csv', 'ndjson', 'dsjson', 'parquet'],
      ]),
    )
    .option('--top <N>', 'keep the N most frequent arms and group all others', readTop)
    .option('--cost', 'treat the reward column as costs: lower is better')
    .addOption(oneOf('--missing <RULE>', 'meaning of an empty reward', ['zero', 'drop', 'pending']))
    .addOption(
      oneOf('--logging <KIND>', 'how arms were assigned (default: detected)', [
        ...['uniform', 'random', 'adaptive', 'fixed'],
      ]),
    )
    .option(
      '--attribution <TIME>',
      'longest delay of a reward, such as 24h; leaves out younger decisions',
      readDuration('--attribution'),
    );
}

/** Flags about the answers. */
function addQuestionFlags(command: Command): void {
  command
    .optionsGroup('Questions:')
    .option('--quick', 'simulate only policies without settings; takes about a sixth of the time')
    .option(
      '--policies <LIST>',
      'also simulate and evaluate these policies, such as ts,sw-ucb:window=800',
      readList('--policies'),
    )
    .option(
      '--for <LIST>',
      'recommend memory lengths for these policies (default: sw-ucb)',
      readList('--for'),
    )
    .option(
      '--values <LIST>',
      "policies to estimate earnings for, 'advice', or 'none' (default: the recommendation, the best of each --for policy, and ucb1)",
      readValues,
    )
    .option(
      '--batch <TIME>',
      'simulate rewards that arrive in batches this far apart, such as 1h',
      readDuration('--batch'),
    )
    .option(
      '--horizon <T>',
      'number of decisions per simulation (default: by the length of the log)',
      countFlag('--horizon'),
    )
    .option('--variation', 'also report the variation of block means, which is mostly noise')
    .option(
      '--require <LIST>',
      `exit with status 3 if one of these has no answer: ${REQUIRABLE.join(', ')}`,
      readRequired,
    )
    .option('--seed <S>', 'seed of all random numbers', readSeed, 1);
}

/** Adds all flags to the command. */
export function addAdviseFlags(command: Command): Command {
  addLogFlags(command);
  addQuestionFlags(command);
  return command
    .optionsGroup('Output:')
    .option(
      '--out <DIR>',
      'write report.html, advice.json, figures and follow-up files to this folder',
      readOut,
    )
    .option('--force', 'replace the result in the --out folder')
    .option('--json', 'print advice.json instead of the page')
    .option(...WORKERS_FLAG);
}
