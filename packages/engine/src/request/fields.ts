/**
 * All that can be asked of a comparison, one line each: what it is called in experiment files, on the
 * command line, in links and on the page, what it accepts, what it is unless given, and which kinds of
 * environment have it. Flags, the schema of files, links and fields are made from this table, and
 * command lines and files are written from it.
 */
import type { GivenValue } from '@driftline/core/spec';
import type { CheckpointRule, EnvironmentSource } from '../play/comparison.ts';

/** An environment by its name, a table of means, or rewards that were recorded. */
export type EnvironmentKind = EnvironmentSource['kind'];

/** A number within limits. */
export interface NumberValue {
  readonly kind: 'integer' | 'number';
  readonly least?: number;
  readonly most?: number;
  readonly nonzero?: true;
}

/** What a field accepts. */
export type FieldValue =
  | NumberValue
  | { readonly kind: 'word'; readonly words: readonly string[] }
  /** Two numbers, the lower first. */
  | { readonly kind: 'pair' }
  | { readonly kind: 'truth' }
  /** Text; `what` goes on from "must be". */
  | { readonly kind: 'text'; readonly what: string }
  | { readonly kind: 'policies' }
  | { readonly kind: 'parameters' }
  | { readonly kind: 'checkpoints' }
  /** How late rewards come. */
  | { readonly kind: 'delay' };

/** A field as experiment files have it. */
interface FileForm {
  readonly key: string;
  /** What it means for one environment; absent where an environment does not have it. */
  readonly environment?: string;
  /** What it means for all environments of a file; absent where a file does not have it. */
  readonly experiment?: string;
  /** Whether several values make an environment for each. */
  readonly sweeps?: true;
}

/** A field as the command line has it. */
interface FlagForm {
  readonly name: `--${string}`;
  /** What stands for the value in the help; flags that switch something off have none. */
  readonly value?: string;
  readonly summary: string;
  readonly required?: true;
}

/** A field as a link has it: with the environment, or beside it. */
interface LinkForm {
  readonly in: 'environment' | 'setting';
  readonly key: string;
}

/** A field as the page shows it. */
interface PageForm {
  /** As messages name it. */
  readonly name: string;
  /** Above the field; absent where the page has a place of its own for it. */
  readonly label?: string;
  readonly help?: string;
  /** What words are called, in their order. */
  readonly words?: readonly string[];
}

/** One thing that can be asked for. Where a source does not have it, that is said: null. */
export interface Field {
  readonly value: FieldValue;
  /** The kinds of environment that have it; all of them, where absent. */
  readonly of?: readonly EnvironmentKind[];
  /** What it is unless given, where that is the same for all comparisons. */
  readonly default?: unknown;
  readonly file: FileForm;
  readonly flag: FlagForm | null;
  readonly link: LinkForm | null;
  readonly page: PageForm | null;
}

/** The most that the core counts to. */
const MOST = 2 ** 31 - 1;

const RANGE =
  'rewards from LO to HI are mapped to [0, 1] for policies that need it (exp3, ts, kl types), others are clipped (default: 0,1 for bernoulli and beta, else -1,1)';

/** The table, in the order in which files and command lines are written. */
export const FIELDS = {
  policies: {
    value: { kind: 'policies' },
    file: {
      key: 'policies',
      experiment:
        'All of them play on each environment, with the same random draws. A label may stand before one, as in Ours=sw-moss:eta=0.6.',
    },
    flag: {
      name: '--policies',
      value: 'LIST',
      summary:
        'policies to compare; Ours=sw-moss:eta=0.6 has the label Ours in tables, figures and files',
      required: true,
    },
    link: { in: 'setting', key: 'policies' },
    page: { name: 'policies' },
  },
  environment: {
    value: { kind: 'text', what: "an environment's id" },
    of: ['named'],
    file: { key: 'environment', environment: 'The id of an environment.' },
    flag: { name: '--environment', value: 'NAME', summary: 'where they play' },
    link: { in: 'environment', key: 'spec' },
    page: { name: 'environment' },
  },
  means: {
    value: { kind: 'text', what: 'the path of a CSV file' },
    of: ['means'],
    file: {
      key: 'means',
      environment: 'A table of means in place of an environment: rows slots, columns arms.',
    },
    flag: { name: '--means', value: 'FILE.csv', summary: 'or a table of means' },
    link: { in: 'environment', key: 'name' },
    page: { name: 'means' },
  },
  rewards: {
    value: { kind: 'text', what: 'the path of a CSV file' },
    of: ['rewards'],
    file: {
      key: 'rewards',
      environment: 'Recorded rewards in place of an environment: rows slots, columns arms.',
    },
    flag: {
      name: '--rewards',
      value: 'FILE.csv',
      summary: 'or a table of rewards that were recorded',
    },
    link: { in: 'environment', key: 'name' },
    page: { name: 'rewards' },
  },
  horizon: {
    value: { kind: 'integer', least: 1, most: MOST },
    file: {
      key: 'horizon',
      environment: 'Slots.',
      experiment: 'Slots, for environments that have none of their own here.',
      sweeps: true,
    },
    flag: { name: '--horizon', value: 'T', summary: 'slots' },
    link: { in: 'environment', key: 'horizon' },
    page: { name: 'slots', label: 'Slots' },
  },
  arms: {
    value: { kind: 'integer', least: 1, most: MOST },
    file: { key: 'arms', environment: 'Arms.', sweeps: true },
    flag: { name: '--arms', value: 'K', summary: 'arms' },
    link: { in: 'environment', key: 'armCount' },
    page: { name: 'arms', label: 'Arms' },
  },
  law: {
    value: { kind: 'text', what: 'a reward law' },
    of: ['named', 'means'],
    file: {
      key: 'noise',
      environment: 'The reward law, such as bernoulli, gaussian:sd=0.5 or pareto; a list sweeps.',
      sweeps: true,
    },
    flag: {
      name: '--noise',
      value: 'LAW',
      summary:
        "reward law: bernoulli, gaussian, pareto, student-t, beta, uniform or exact, with parameters as in gaussian:sd=0.5; 'driftline environments' shows them",
    },
    link: { in: 'environment', key: 'rewards' },
    page: { name: 'law' },
  },
  unit: {
    value: { kind: 'number', nonzero: true },
    of: ['rewards'],
    default: 1,
    file: {
      key: 'unit',
      environment: 'Recorded rewards are divided by this; negative where the table holds losses.',
    },
    flag: {
      name: '--unit',
      value: 'U',
      summary: 'recorded rewards are divided by this; negative where the table holds losses',
    },
    link: { in: 'environment', key: 'unit' },
    page: {
      name: 'unit',
      label: 'Divide rewards by',
      help: 'Negative where the table holds losses.',
    },
  },
  against: {
    value: { kind: 'word', words: ['fixed', 'smoothed'] },
    of: ['rewards'],
    default: 'fixed',
    file: {
      key: 'against',
      environment:
        'What regret on recorded rewards compares with: the best fixed arm, or the arm with the best average around each slot.',
    },
    flag: {
      name: '--against',
      value: 'WHAT',
      summary: 'what regret on recorded rewards compares with: fixed or smoothed',
    },
    link: { in: 'environment', key: 'against' },
    page: {
      name: 'against',
      label: 'Regret compares with',
      words: ['The arm that pays most over all', 'The best average of each moment'],
    },
  },
  smoothing: {
    value: { kind: 'integer', least: 1, most: MOST },
    of: ['rewards'],
    file: {
      key: 'smoothing',
      environment: 'Slots that averages of recorded rewards are taken over.',
    },
    flag: {
      name: '--smoothing',
      value: 'N',
      summary: 'slots that averages of recorded rewards are taken over (default: horizon^(2/3))',
    },
    link: { in: 'environment', key: 'smoothing' },
    page: {
      name: 'smoothing',
      label: 'Average over slots',
      help: 'From 1 to all slots that are played.',
    },
  },
  rotated: {
    value: { kind: 'truth' },
    of: ['rewards'],
    default: true,
    file: {
      key: 'rotated',
      environment: 'Whether each replication of recorded rewards starts at a slot drawn anew.',
    },
    flag: {
      name: '--no-rotate',
      summary: 'play recorded rewards from their first slot in every replication',
    },
    link: { in: 'environment', key: 'rotated' },
    page: { name: 'rotated', label: 'Start each replication at another slot' },
  },
  parameters: {
    value: { kind: 'parameters' },
    of: ['named'],
    file: {
      key: 'parameters',
      environment: "The environment's own parameters by name; several values make one for each.",
    },
    flag: null,
    link: null,
    page: null,
  },
  fresh: {
    value: { kind: 'truth' },
    of: ['named'],
    file: {
      key: 'fresh',
      environment: 'Whether random means are drawn anew for each replication.',
    },
    flag: null,
    link: null,
    page: null,
  },
  name: {
    value: { kind: 'text', what: 'a text' },
    file: {
      key: 'name',
      environment: 'What tables and figures call it.',
      experiment: "What the result is called; the file's name if absent.",
    },
    flag: null,
    link: null,
    page: null,
  },
  situation: {
    value: { kind: 'text', what: 'a text' },
    file: {
      key: 'situation',
      environment: 'The kind of environment; a guide treats those of one situation together.',
    },
    flag: null,
    link: null,
    page: null,
  },
  variation: {
    value: { kind: 'number', least: 0 },
    file: {
      key: 'variation',
      environment:
        'The variation budget that policies are given; without it the one that the environment states, else the true one.',
      experiment: 'The budget that policies are given on all environments.',
      sweeps: true,
    },
    flag: {
      name: '--variation',
      value: 'V',
      summary: 'the variation budget that policies are given',
    },
    link: { in: 'setting', key: 'variation' },
    page: { name: 'variation' },
  },
  changes: {
    value: { kind: 'integer', least: 0 },
    file: {
      key: 'changes',
      environment: 'The number of changes, for policies tuned by it.',
      experiment: 'The number of changes, for policies tuned by it.',
      sweeps: true,
    },
    flag: {
      name: '--changes',
      value: 'N',
      summary: 'the number of changes, for policies tuned by it',
    },
    link: { in: 'setting', key: 'changes' },
    page: { name: 'changes' },
  },
  volatility: {
    value: { kind: 'number', least: 0 },
    file: {
      key: 'volatility',
      environment:
        'How far a mean steps in each slot (standard deviation), for policies tuned by it in place of the variation.',
      experiment:
        'How far a mean steps in each slot (standard deviation), for policies tuned by it in place of the variation.',
      sweeps: true,
    },
    flag: {
      name: '--volatility',
      value: 'SD',
      summary:
        'how far a mean steps in each slot, for policies tuned by it in place of the variation',
    },
    link: { in: 'setting', key: 'volatility' },
    page: { name: 'volatility' },
  },
  rewardRange: {
    value: { kind: 'pair' },
    file: {
      key: 'rewardRange',
      environment: 'Where rewards lie, for policies made for [0, 1].',
      experiment: 'Where rewards lie, for policies made for [0, 1].',
    },
    flag: { name: '--reward-range', value: 'LO,HI', summary: RANGE },
    link: { in: 'setting', key: 'rewardRange' },
    page: { name: 'rewardRange' },
  },
  delay: {
    value: { kind: 'delay' },
    file: {
      key: 'delay',
      environment:
        'How many more decisions are made before a reward comes: fixed:400, or exponential:400 on average; a list sweeps.',
      experiment:
        'How many more decisions are made before a reward comes: fixed:400, or exponential:400 on average.',
      sweeps: true,
    },
    flag: {
      name: '--delay',
      value: 'LAW',
      summary:
        'how many more decisions are made before a reward comes: fixed:400, or exponential:400 on average (default: rewards come in time)',
    },
    link: null,
    page: null,
  },
  burst: {
    value: { kind: 'integer', least: 1, most: MOST },
    file: {
      key: 'burst',
      environment: 'Decisions are made in bursts of this many; no reward comes within one.',
      experiment: 'Decisions are made in bursts of this many; no reward comes within one.',
      sweeps: true,
    },
    flag: {
      name: '--burst',
      value: 'N',
      summary: 'decisions are made in bursts of N; no reward comes within one',
    },
    link: null,
    page: null,
  },
  floor: {
    value: { kind: 'number', least: 0, most: 1 },
    file: {
      key: 'floor',
      environment: 'The probability that any arm is taken, whatever the policy says.',
      experiment: 'The probability that any arm is taken, whatever the policy says.',
      sweeps: true,
    },
    flag: {
      name: '--floor',
      value: 'P',
      summary: 'with probability P any arm is taken, whatever the policy says',
    },
    link: null,
    page: null,
  },
  pending: {
    value: { kind: 'word', words: ['default', 'width', 'ignored'] },
    default: 'default',
    file: {
      key: 'pending',
      environment:
        'What decisions do whose rewards are to come: what is usual with each policy, or they narrow the width of their arm wherever a policy has one, or are ignored.',
      experiment:
        'What decisions do whose rewards are to come: what is usual with each policy, or they narrow the width of their arm wherever a policy has one, or are ignored.',
    },
    flag: {
      name: '--pending',
      value: 'WHAT',
      summary:
        'what decisions do whose rewards are to come: usual (what each policy has them do by itself), width (they narrow the width of their arm, wherever a policy has one) or ignored',
    },
    link: null,
    page: null,
  },
  replications: {
    value: { kind: 'integer', least: 1, most: MOST },
    default: 500,
    file: { key: 'replications', experiment: 'Sample paths of each policy.' },
    flag: { name: '--replications', value: 'N', summary: 'sample paths' },
    link: { in: 'setting', key: 'replications' },
    page: { name: 'Replications', label: 'Replications' },
  },
  seed: {
    value: { kind: 'integer', least: 0 },
    default: 1,
    file: { key: 'seed', experiment: 'All that is random follows from it.' },
    flag: { name: '--seed', value: 'S', summary: 'seed' },
    link: { in: 'setting', key: 'seed' },
    page: { name: 'Seed', label: 'Seed' },
  },
  checkpoints: {
    value: { kind: 'checkpoints' },
    default: { count: 100, spacing: 'linear' },
    file: { key: 'checkpoints', experiment: 'The slots at which curves are kept.' },
    flag: { name: '--checkpoints', value: 'N', summary: 'slots at which curves are kept' },
    link: null,
    page: null,
  },
} as const satisfies Readonly<Record<string, Field>>;

type Table = typeof FIELDS;

/** What a field is called in a program. */
export type FieldId = keyof Table;

/** What a field holds once it is read. */
export type ValueOf<V extends FieldValue> = V extends NumberValue
  ? number
  : V extends { readonly kind: 'word'; readonly words: readonly (infer W)[] }
    ? W
    : V extends { readonly kind: 'pair' }
      ? readonly [number, number]
      : V extends { readonly kind: 'truth' }
        ? boolean
        : V extends { readonly kind: 'policies' }
          ? readonly string[]
          : V extends { readonly kind: 'parameters' }
            ? Readonly<Record<string, GivenValue>>
            : V extends { readonly kind: 'checkpoints' }
              ? CheckpointRule
              : string;

/** What a field holds once it is read. */
export type FieldContent<Id extends FieldId> = ValueOf<Table[Id]['value']>;

/** What is to be compared, on what and how often, whoever asks; what is absent is left to its default. */
export type ComparisonRequest = { readonly [Id in FieldId]?: FieldContent<Id> | undefined };

/** All fields by their names, in the order of the table. */
export const fieldEntries = Object.entries(FIELDS) as readonly (readonly [FieldId, Field])[];

/** Whether environments of a kind have a field. */
export function isFieldOf(id: FieldId, kind: EnvironmentKind): boolean {
  const { of }: Field = FIELDS[id];
  return of === undefined || of.includes(kind);
}

/** Those who ask, each with names of its own for the fields. */
export type Asking = 'flag' | 'file' | 'page';

/** What a field is called by those who ask; by files where they have no name for it. */
export function fieldName(id: FieldId, asking: Asking): string {
  const { flag, file, page }: Field = FIELDS[id];
  if (asking === 'flag' && flag !== null) return flag.name;
  return asking === 'page' && page !== null ? page.name : file.key;
}
