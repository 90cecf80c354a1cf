/**
 * All that can be asked of a comparison, one line each: what it is called in experiment files, on the
 * command line, in links and on the page, what it accepts, what it is unless given, and which kinds of
 * environment have it. Flags, the schema of files, links and fields are made from this table, and
 * command lines and files are written from it.
 */
import { lawCatalogue, MOST_PLAYERS } from '@driftline/core/play';
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
  'map rewards from LO to HI to [0, 1] for policies that need it (exp3, ts, kl types), and clip rewards outside (default: 0,1 for bernoulli and beta, else -1,1)';

const VOLATILITY =
  'The standard deviation of the change of a mean from slot to slot. Policies tuned by volatility are given this instead of the variation.';

const CHANGES = 'The number of changes that policies tuned by it are given.';

const REWARD_RANGE =
  'The range of rewards, [low, high]. Policies made for [0, 1] see it mapped to [0, 1], and rewards outside clipped.';

const DELAY =
  'The number of further decisions before a reward arrives: fixed:400, or exponential:400 for 400 on average.';

const BURST = 'Make decisions in bursts of this many. No reward arrives within a burst.';

const FLOOR = 'The probability of a uniformly random arm instead of the one that the policy picks.';

const PENDING =
  'The effect of pending decisions. default: as each policy defines it. width: they narrow the confidence width of their arm, if the policy has one. ignored: none.';

const PLAYERS =
  'The number of players that share the arms. A player earns a reward only if no other player chose the same arm. Every policy is then a rule for several players, such as mctopm:of=kl-ucb.';

/** The table, in the order in which files and command lines are written. */
export const FIELDS = {
  policies: {
    value: { kind: 'policies' },
    file: {
      key: 'policies',
      experiment:
        'The policies. All of them play on each environment, with the same random draws. You can put a label before a policy, as in Ours=sw-moss:eta=0.6.',
    },
    flag: {
      name: '--policies',
      value: 'LIST',
      summary:
        'policies to compare, separated by commas, such as ucb1,sw-moss:eta=0.6; Ours=sw-moss sets the label Ours for tables and figures',
      required: true,
    },
    link: { in: 'setting', key: 'policies' },
    page: { name: 'policies' },
  },
  players: {
    value: { kind: 'integer', least: 1, most: MOST_PLAYERS },
    of: ['named', 'means'],
    file: {
      key: 'players',
      environment: PLAYERS,
      experiment: PLAYERS,
      sweeps: true,
    },
    flag: {
      name: '--players',
      value: 'M',
      summary:
        'number of players that share the arms and earn nothing if they collide; policies are then mctopm:of=kl-ucb and the like (default: one policy plays alone)',
    },
    link: null,
    page: null,
  },
  environment: {
    value: { kind: 'text', what: "an environment's id" },
    of: ['named'],
    file: { key: 'environment', environment: 'The id of an environment, such as paper-2.' },
    flag: {
      name: '--environment',
      value: 'NAME',
      summary:
        "environment that draws the rewards, such as paper-2; 'driftline environments' lists all",
    },
    link: { in: 'environment', key: 'spec' },
    page: { name: 'environment' },
  },
  means: {
    value: { kind: 'text', what: 'the path of a CSV file' },
    of: ['means'],
    file: {
      key: 'means',
      environment:
        'The path of a CSV table of means, instead of an environment: one row per slot, one column per arm.',
    },
    flag: {
      name: '--means',
      value: 'FILE.csv',
      summary:
        'CSV table of means, instead of --environment: one row per slot, one column per arm; needs --noise',
    },
    link: { in: 'environment', key: 'name' },
    page: { name: 'means' },
  },
  rewards: {
    value: { kind: 'text', what: 'the path of a CSV file' },
    of: ['rewards'],
    file: {
      key: 'rewards',
      environment:
        'The path of a CSV table of recorded rewards, instead of an environment: one row per slot, one column per arm.',
    },
    flag: {
      name: '--rewards',
      value: 'FILE.csv',
      summary:
        'CSV table of recorded rewards, instead of --environment: one row per slot, one column per arm',
    },
    link: { in: 'environment', key: 'name' },
    page: { name: 'rewards' },
  },
  horizon: {
    value: { kind: 'integer', least: 1, most: MOST },
    file: {
      key: 'horizon',
      environment: 'The number of slots.',
      experiment: 'The number of slots, for all environments without a horizon here.',
      sweeps: true,
    },
    flag: {
      name: '--horizon',
      value: 'T',
      summary:
        "number of slots per replication (default: the environment's, or all rows of the table)",
    },
    link: { in: 'environment', key: 'horizon' },
    page: { name: 'slots', label: 'Slots' },
  },
  arms: {
    value: { kind: 'integer', least: 1, most: MOST },
    file: { key: 'arms', environment: 'The number of arms.', sweeps: true },
    flag: { name: '--arms', value: 'K', summary: "number of arms (default: the environment's)" },
    link: { in: 'environment', key: 'armCount' },
    page: { name: 'arms', label: 'Arms' },
  },
  dimension: {
    value: { kind: 'integer', least: 1, most: 1000 },
    of: ['named'],
    file: {
      key: 'dimension',
      environment: 'The number of columns of a feature vector, in an environment with contexts.',
      sweeps: true,
    },
    flag: {
      name: '--dimension',
      value: 'D',
      summary:
        "number of columns of a feature vector, in an environment with contexts (default: the environment's)",
    },
    link: null,
    page: null,
  },
  contexts: {
    value: { kind: 'text', what: 'the path of a CSV file' },
    of: ['rewards'],
    file: {
      key: 'contexts',
      environment:
        'The path of a CSV table with the context of each slot of recorded rewards: a row of names, then one row per slot.',
    },
    flag: {
      name: '--contexts',
      value: 'FILE.csv',
      summary:
        'CSV table with the context of each slot of --rewards: a row of names, then one row per slot',
    },
    link: null,
    page: null,
  },
  features: {
    value: { kind: 'text', what: 'the path of a JSON file' },
    of: ['rewards'],
    file: {
      key: 'features',
      environment:
        'The path of a JSON file with the features of a context, as createContextualDecider takes them. By default they are inferred from the table.',
    },
    flag: {
      name: '--features',
      value: 'FILE.json',
      summary:
        'JSON list of the features in --contexts, such as [{"kind":"cycle","name":"hour","period":24}] (default: inferred from the table)',
    },
    link: null,
    page: null,
  },
  law: {
    value: { kind: 'text', what: 'a reward law' },
    of: ['named', 'means'],
    file: {
      key: 'noise',
      environment:
        'The reward law, such as bernoulli, gaussian:sd=0.5 or pareto. A list makes an environment for each.',
      sweeps: true,
    },
    flag: {
      name: '--noise',
      value: 'LAW',
      summary: `reward law around the means: ${lawCatalogue.ids.join(', ')}, with parameters as in gaussian:sd=0.5 (default: the environment's)`,
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
      environment:
        'Divide recorded rewards by this number. Use a negative one if the table holds losses.',
    },
    flag: {
      name: '--unit',
      value: 'U',
      summary: 'divide recorded rewards by U; use a negative U if the table holds losses',
    },
    link: { in: 'environment', key: 'unit' },
    page: {
      name: 'unit',
      label: 'Divide rewards by',
      help: 'Negative if the table holds losses.',
    },
  },
  against: {
    value: { kind: 'word', words: ['fixed', 'smoothed'] },
    of: ['rewards'],
    default: 'fixed',
    file: {
      key: 'against',
      environment:
        'The benchmark of regret on recorded rewards: the best fixed arm, or (smoothed) the arm with the best average around each slot.',
    },
    flag: {
      name: '--against',
      value: 'WHAT',
      summary:
        'benchmark of regret on recorded rewards: fixed (the best single arm) or smoothed (the arm with the best average around each slot)',
    },
    link: { in: 'environment', key: 'against' },
    page: {
      name: 'against',
      label: 'Regret compares with',
      words: ['The best single arm', 'The best average around each slot'],
    },
  },
  smoothing: {
    value: { kind: 'integer', least: 1, most: MOST },
    of: ['rewards'],
    file: {
      key: 'smoothing',
      environment:
        'The number of slots in each average of recorded rewards. The default is horizon^(2/3).',
    },
    flag: {
      name: '--smoothing',
      value: 'N',
      summary: 'number of slots in each average of recorded rewards (default: horizon^(2/3))',
    },
    link: { in: 'environment', key: 'smoothing' },
    page: {
      name: 'smoothing',
      label: 'Average over slots',
      help: 'From 1 to the number of slots.',
    },
  },
  rotated: {
    value: { kind: 'truth' },
    of: ['rewards'],
    default: true,
    file: {
      key: 'rotated',
      environment: 'Whether each replication of recorded rewards starts at its own random slot.',
    },
    flag: {
      name: '--no-rotate',
      summary:
        'start every replication of recorded rewards at the first slot instead of a random one',
    },
    link: { in: 'environment', key: 'rotated' },
    page: { name: 'rotated', label: 'Start each replication at a random slot' },
  },
  parameters: {
    value: { kind: 'parameters' },
    of: ['named'],
    file: {
      key: 'parameters',
      environment:
        "The environment's parameters by name. Several values make an environment for each.",
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
      environment: 'Whether each replication draws new random means.',
    },
    flag: null,
    link: null,
    page: null,
  },
  name: {
    value: { kind: 'text', what: 'a text' },
    file: {
      key: 'name',
      environment: 'The name of the environment in tables and figures.',
      experiment: 'The name of the result. The default is the name of the file.',
    },
    flag: null,
    link: null,
    page: null,
  },
  situation: {
    value: { kind: 'text', what: 'a text' },
    file: {
      key: 'situation',
      environment:
        'The kind of environment. The guide reports environments of one situation together.',
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
        'The variation budget that policies are given. The default is the one that the environment states, else the true variation.',
      experiment: 'The variation budget that policies are given on all environments.',
      sweeps: true,
    },
    flag: {
      name: '--variation',
      value: 'V',
      summary:
        'variation budget that policies are given (default: the one that the environment states, else its true variation)',
    },
    link: { in: 'setting', key: 'variation' },
    page: { name: 'variation' },
  },
  changes: {
    value: { kind: 'integer', least: 0 },
    file: {
      key: 'changes',
      environment: CHANGES,
      experiment: CHANGES,
      sweeps: true,
    },
    flag: {
      name: '--changes',
      value: 'N',
      summary:
        'number of changes that policies tuned by it are given (default: the one that the environment states, else computed from the variation)',
    },
    link: { in: 'setting', key: 'changes' },
    page: { name: 'changes' },
  },
  volatility: {
    value: { kind: 'number', least: 0 },
    file: {
      key: 'volatility',
      environment: VOLATILITY,
      experiment: VOLATILITY,
      sweeps: true,
    },
    flag: {
      name: '--volatility',
      value: 'SD',
      summary:
        'standard deviation of the change of a mean per slot, for policies tuned by volatility; do not combine it with --variation or --changes',
    },
    link: { in: 'setting', key: 'volatility' },
    page: { name: 'volatility' },
  },
  rewardRange: {
    value: { kind: 'pair' },
    file: {
      key: 'rewardRange',
      environment: REWARD_RANGE,
      experiment: REWARD_RANGE,
    },
    flag: { name: '--reward-range', value: 'LO,HI', summary: RANGE },
    link: { in: 'setting', key: 'rewardRange' },
    page: { name: 'rewardRange' },
  },
  delay: {
    value: { kind: 'delay' },
    file: {
      key: 'delay',
      environment: `${DELAY} A list makes an environment for each.`,
      experiment: DELAY,
      sweeps: true,
    },
    flag: {
      name: '--delay',
      value: 'LAW',
      summary:
        'number of further decisions before a reward arrives: fixed:400, or exponential:400 for 400 on average (default: no delay)',
    },
    link: null,
    page: null,
  },
  burst: {
    value: { kind: 'integer', least: 1, most: MOST },
    file: {
      key: 'burst',
      environment: BURST,
      experiment: BURST,
      sweeps: true,
    },
    flag: {
      name: '--burst',
      value: 'N',
      summary: 'make decisions in bursts of N, with no reward inside a burst (default: 1)',
    },
    link: null,
    page: null,
  },
  floor: {
    value: { kind: 'number', least: 0, most: 1 },
    file: {
      key: 'floor',
      environment: FLOOR,
      experiment: FLOOR,
      sweeps: true,
    },
    flag: {
      name: '--floor',
      value: 'P',
      summary:
        'exploration floor: with probability P, play a uniformly random arm instead of the one that the policy picks (default: 0)',
    },
    link: null,
    page: null,
  },
  pending: {
    value: { kind: 'word', words: ['default', 'width', 'ignored'] },
    default: 'default',
    file: {
      key: 'pending',
      environment: PENDING,
      experiment: PENDING,
    },
    flag: {
      name: '--pending',
      value: 'WHAT',
      summary:
        'effect of pending decisions: default (as each policy defines it), width (they narrow the confidence width of their arm, if the policy has one) or ignored',
    },
    link: null,
    page: null,
  },
  replications: {
    value: { kind: 'integer', least: 1, most: MOST },
    default: 500,
    file: {
      key: 'replications',
      experiment: 'The number of replications (independent runs) of each policy.',
    },
    flag: {
      name: '--replications',
      value: 'N',
      summary: 'number of independent runs of each policy',
    },
    link: { in: 'setting', key: 'replications' },
    page: { name: 'Replications', label: 'Replications' },
  },
  seed: {
    value: { kind: 'integer', least: 0 },
    default: 1,
    file: {
      key: 'seed',
      experiment: 'The seed of all random draws. The same seed gives the same numbers.',
    },
    flag: { name: '--seed', value: 'S', summary: 'seed of all random draws' },
    link: { in: 'setting', key: 'seed' },
    page: { name: 'Seed', label: 'Seed' },
  },
  checkpoints: {
    value: { kind: 'checkpoints' },
    default: { count: 100, spacing: 'linear' },
    file: { key: 'checkpoints', experiment: 'The slots at which regret curves are stored.' },
    flag: {
      name: '--checkpoints',
      value: 'N',
      summary: 'number of slots at which regret curves are stored',
    },
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
