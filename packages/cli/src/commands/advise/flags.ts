/** The flags of `driftline advise`, and what they say. */
import type { GivenColumns, LoggingKind, MissingRule, Where } from '@driftline/advice';
import type { LogFormat } from '@driftline/advice/node';
import { type Command, Option } from 'commander';
import { countFlag, numberFlag } from '../../shared/flags.ts';
import { readOut, WORKERS_FLAG } from '../../shared/run-flags.ts';
import { UsageError } from '../../terminal/errors.ts';
import { type AskedDuration, readDuration } from './duration.ts';

/** What may be required of a log: that it can tell. */
const REQUIRABLE = ['drift', 'advice', 'value', 'tails', 'delays', 'cost'] as const;

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
  if (place < 1) throw new UsageError(`--where must be COLUMN=VALUE; got '${text}'`);
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
  throw new UsageError(`--values must be '${NO_VALUES}' alone, or names; got '${text}'`);
}

function isOneOf<Word extends string>(word: string, words: readonly Word[]): word is Word {
  return (words as readonly string[]).includes(word);
}

function readRequired(text: string): readonly Requirable[] {
  return readList('--require')(text).map((word) => {
    if (isOneOf(word, REQUIRABLE)) return word;
    throw new UsageError(`--require must be of ${REQUIRABLE.join(', ')}; got '${word}'`);
  });
}

function oneOf(flags: string, summary: string, words: readonly string[]): Option {
  return new Option(flags, summary).choices(words);
}

const COLUMN_FLAGS = [
  ['--time <COLUMN>', 'when decisions were made: ISO, or seconds, milliseconds'],
  ['--arm <COLUMN>', 'what was chosen'],
  ['--reward <COLUMN>', 'what came of it: a number, yes or no'],
  ['--propensity <COLUMN>', 'the probability that it was chosen with'],
  ['--eligible <COLUMN>', 'who could have been chosen: a|b|c, or JSON'],
  ['--arrival <COLUMN>', 'when the reward came; empty where it has not'],
  ['--id <COLUMN>', 'of decisions, where rows may repeat'],
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

/** Adds all flags to the command. */
export function addAdviseFlags(command: Command): Command {
  for (const [flag, summary] of COLUMN_FLAGS) command.option(flag, summary);
  return command
    .option('--where <COLUMN=VALUE>', 'only rows of which this holds; may be repeated', readWhere)
    .addOption(
      oneOf('--format <FORM>', 'how the log is written; seen from what it holds unless given', [
        ...['csv', 'ndjson', 'dsjson', 'parquet'],
      ]),
    )
    .option('--top <N>', 'tell the N most frequent arms apart', readTop)
    .option('--cost', 'rewards are costs: less is better')
    .addOption(oneOf('--missing <RULE>', 'what an empty reward is', ['zero', 'drop', 'pending']))
    .addOption(
      oneOf('--logging <KIND>', 'how choices were made; seen from the log unless given', [
        ...['uniform', 'random', 'adaptive', 'fixed'],
      ]),
    )
    .option(
      '--attribution <TIME>',
      'rewards come within this time, such as 24h; what is younger is left out',
      readDuration('--attribution'),
    )
    .option(
      '--batch <TIME>',
      'rewards are learned once per this time, such as 1h',
      readDuration('--batch'),
    )
    .option('--horizon <T>', 'decisions that worlds are played for', countFlag('--horizon'))
    .option(
      '--policies <LIST>',
      'policies to try and value, beside the advice',
      readList('--policies'),
    )
    .option(
      '--for <LIST>',
      'tell the memory of these, such as sw-ucb,d-ucb (default: sw-ucb)',
      readList('--for'),
    )
    .option(
      '--values <LIST>',
      "whose values to tell: policies, 'advice', or 'none' (default: the advice, the best of --for, ucb1)",
      readValues,
    )
    .option('--variation', 'tell the variation of block means, too; it is mostly noise')
    .option('--quick', 'no worlds: memory by one-step-ahead prediction')
    .option(
      '--require <LIST>',
      `exit with 3 where the log cannot tell: ${REQUIRABLE.join(', ')}`,
      readRequired,
    )
    .option('--seed <S>', 'seed', readSeed, 1)
    .option(...WORKERS_FLAG)
    .option('--out <DIR>', 'write report, record, figures, world and settings', readOut)
    .option('--force', 'let --out replace a result')
    .option('--json', 'print one JSON document');
}
