/** What goes together in a request, and the environment that it asks for: each rule once, for all who ask. */
import { type ErrorCode, ParameterError } from '@driftline/core';
import { usualSmoothing } from '@driftline/core/play';
import { parseSpec, writeSpec } from '@driftline/core/spec';
import type { EnvironmentSource, RecordedContexts, RecordedRewards } from '../play/comparison.ts';
import { contexts } from '../play/contexts.ts';
import { listed } from '../words/numbers.ts';
import {
  type Asking,
  type ComparisonRequest,
  type EnvironmentKind,
  FIELDS,
  type FieldId,
  fieldEntries,
  fieldName,
  isFieldOf,
} from './fields.ts';
import { given } from './given.ts';

/** What is wrong with a request. */
export interface Mistake {
  /** Undefined where no one field is meant. */
  readonly field?: FieldId;
  /** Goes on from the field's name, or from what is asked for; `: …` is a sentence of its own. */
  readonly text: string;
  readonly code: ErrorCode;
  /** Whether the field should not be there at all. */
  readonly misplaced?: true;
}

/** Who asks: what fields are called there, and what becomes of a mistake. */
export interface Asker {
  readonly asking: Asking;
  /** May throw; where it does not, what can't be made is undefined. */
  refuse(mistake: Mistake): void;
}

/** The field that names each kind of environment. */
const NAMED_BY = { named: 'environment', means: 'means', rewards: 'rewards' } as const satisfies {
  readonly [Kind in EnvironmentKind]: FieldId;
};

const KINDS = ['named', 'means', 'rewards'] as const satisfies readonly EnvironmentKind[];

/** Why recorded rewards do not have what other environments have. */
const WHY_NOT: { readonly [Id in FieldId]?: string } = {
  law: ', which need no law',
  players:
    ', since the best arms of a slot are unknown there; play the table as means with the law exact',
};

function misplacedText(id: FieldId, kind: EnvironmentKind, asking: Asking): string {
  const owners = KINDS.filter((each) => isFieldOf(id, each));
  if (owners.length === 1)
    return `goes only with ${fieldName(NAMED_BY[owners[0]], asking)}; leave it out`;
  return `does not go with ${fieldName(NAMED_BY[kind], asking)}${WHY_NOT[id] ?? ''}`;
}

/** A volatility states the drift in another way than a budget or a number of changes does. */
function refuseTwoDrifts(
  asked: { readonly [Id in FieldId]?: unknown },
  { asking, refuse }: Asker,
): void {
  if (asked.volatility === undefined) return;
  for (const other of ['variation', 'changes'] as const) {
    if (asked[other] === undefined) continue;
    const text = `does not go with ${fieldName(other, asking)}, which states the drift in another way; use only one of them`;
    refuse({ field: 'volatility', text, code: 'parameters-conflict' });
  }
}

/** Settings of late rewards, which only a policy that plays alone has. */
const LATE = ['delay', 'burst', 'floor', 'pending'] as const satisfies readonly FieldId[];

/** Refuses settings that go with a policy that plays alone. Returns whether there was one. */
function refuseForPlayers(
  request: ComparisonRequest,
  isRecorded: boolean,
  { asking, refuse }: Asker,
): boolean {
  if (request.players === undefined) return false;
  const late = LATE.filter((id) => request[id] !== undefined);
  for (const id of late) {
    const text = `does not go with ${fieldName(id, asking)}: players learn each reward in its own slot; use only one of them`;
    refuse({ field: 'players', text, code: 'parameters-conflict' });
  }
  if (isRecorded) {
    const text = misplacedText('players', 'rewards', asking);
    refuse({ field: 'players', text, code: 'parameters-conflict' });
  }
  return isRecorded || late.length > 0;
}

/**
 * The kind of environment that is asked for, once its fields go together; undefined where they don't.
 *
 * @param asked - only whether a field is there is looked at
 */
export function kindAsked(
  asked: { readonly [Id in FieldId]?: unknown },
  { asking, refuse }: Asker,
): EnvironmentKind | undefined {
  const kinds = KINDS.filter((kind) => asked[NAMED_BY[kind]] !== undefined);
  if (kinds.length !== 1) {
    const names = KINDS.map((kind) => fieldName(NAMED_BY[kind], asking));
    refuse({ text: `must have one of ${listed(names)}`, code: 'wrong-usage' });
    return undefined;
  }
  const [kind] = kinds;
  for (const [id] of fieldEntries) {
    if (asked[id] === undefined || isFieldOf(id, kind)) continue;
    refuse({
      field: id,
      text: misplacedText(id, kind, asking),
      code: 'wrong-usage',
      misplaced: true,
    });
  }
  refuseTwoDrifts(asked, { asking, refuse });
  if (asked.features !== undefined && asked.contexts === undefined) {
    const text = `goes only with ${fieldName('contexts', asking)}; leave it out`;
    refuse({ field: 'features', text, code: 'wrong-usage', misplaced: true });
  }
  if (kind === 'means' && asked.law === undefined) {
    const text = `needs ${fieldName('law', asking)}, a reward law such as bernoulli, gaussian or pareto`;
    refuse({ field: 'means', text, code: 'wrong-usage' });
    return undefined;
  }
  return kind;
}

/** A table of means or of rewards: rows are slots, columns are arms. */
export interface AskedTable {
  /** As results call it. */
  readonly name: string;
  readonly values: ArrayLike<number>;
  readonly armCount: number;
  /** The contexts of its rows, if the request names any. */
  readonly contexts?: RecordedContexts;
}

/** The rows of a table that are played; undefined where it has not so many. */
function playedValues(
  { horizon, arms, means, rewards }: ComparisonRequest,
  { name, values, armCount }: AskedTable,
  { refuse }: Asker,
): readonly number[] | undefined {
  const rows = values.length / armCount;
  const file = means ?? rewards ?? name;
  if (horizon !== undefined && horizon > rows) {
    const text = `must be at most ${rows}, the rows of ${file}; got ${horizon}`;
    refuse({ field: 'horizon', text, code: 'parameter-out-of-range' });
    return undefined;
  }
  if (arms !== undefined && arms !== armCount) {
    const text = `must be ${armCount}, the columns of ${file}; got ${arms}; leave it out`;
    refuse({ field: 'arms', text, code: 'parameters-conflict' });
    return undefined;
  }
  if (Array.isArray(values) && (horizon ?? rows) === rows) return values;
  return Array.from({ length: (horizon ?? rows) * armCount }, (_, i) => values[i]);
}

/** How recorded rewards are played. */
type RecordedPlay = Pick<RecordedRewards, 'unit' | 'against' | 'smoothing' | 'rotated'>;

/**
 * How recorded rewards are played; undefined where a mistake was refused.
 *
 * @param slots - how many are played
 */
export function recordedPlay(
  request: ComparisonRequest,
  slots: number,
  { refuse }: Asker,
): RecordedPlay | undefined {
  const { unit, against = FIELDS.against.default, rotated = FIELDS.rotated.default } = request;
  const smoothing = request.smoothing ?? usualSmoothing(slots);
  if (smoothing > slots) {
    const text = `must be at most ${slots}, the number of slots; got ${smoothing}`;
    refuse({ field: 'smoothing', text, code: 'parameter-out-of-range' });
    return undefined;
  }
  return { ...given({ unit }), against, smoothing, rotated };
}

/** The contexts of the slots that are played. */
function playedContexts(
  { contexts, values, armCount }: AskedTable,
  { contexts: file = '', rewards = '' }: ComparisonRequest,
  slots: number,
  { refuse }: Asker,
): RecordedContexts | undefined {
  if (contexts === undefined) return undefined;
  const { columns } = contexts;
  const [rows, given] = [values.length / armCount, contexts.values.length / columns.length];
  if (given !== rows) {
    const text = `must have ${rows} rows of values, one for each row of ${rewards}; got ${given} in ${file}; make both tables equally long`;
    refuse({ field: 'contexts', text, code: 'table-malformed' });
  }
  if (armCount === 1) {
    const text =
      'needs the reward of every arm in each slot; got one column; if this is a log with the reward of the chosen arm alone, use driftline advise';
    refuse({ field: 'contexts', text, code: 'table-malformed' });
  }
  return { ...contexts, values: contexts.values.slice(0, slots * columns.length) };
}

function tableSource(
  request: ComparisonRequest,
  table: AskedTable,
  asker: Asker,
): EnvironmentSource | undefined {
  const values = playedValues(request, table, asker);
  if (values === undefined) return undefined;
  const { name, armCount } = table;
  if (request.rewards === undefined) {
    const { law: rewards = 'bernoulli' } = request;
    return { kind: 'means', name, values, armCount, rewards };
  }
  const play = recordedPlay(request, values.length / armCount, asker);
  if (play === undefined) return undefined;
  const contexts = playedContexts(table, request, values.length / armCount, asker);
  return { kind: 'rewards', name, values, armCount, ...play, ...given({ contexts }) };
}

/** Without the blanks that may have been typed. */
function tidySpec(environment: string, { refuse }: Asker): string | undefined {
  try {
    const { id, params } = parseSpec(environment);
    return writeSpec(id, params);
  } catch (error) {
    if (!(error instanceof ParameterError)) throw error;
    refuse({ field: 'environment', text: `: ${error.message}`, code: error.code });
    return undefined;
  }
}

/**
 * The environment that a request asks for, as it is played; undefined where a mistake was refused.
 *
 * @param request - with fields that go together: see {@link kindAsked}
 * @param table - that the request names; undefined where it names an environment
 */
export function sourceOf(
  request: ComparisonRequest,
  table: AskedTable | undefined,
  asker: Asker,
): EnvironmentSource | undefined {
  const isRecorded = table !== undefined && request.rewards !== undefined;
  if (refuseForPlayers(request, isRecorded, asker)) return undefined;
  if (table !== undefined) return tableSource(request, table, asker);
  const { environment = '', arms: armCount, dimension, horizon, law: rewards } = request;
  const { refuse } = asker;
  const spec = tidySpec(environment, asker);
  if (spec === undefined) return undefined;
  const named = { kind: 'named', spec } as const;
  if (dimension !== undefined && !contexts?.isEnvironment(spec)) {
    const text = `goes only with an environment that has contexts, such as linear; leave it out`;
    refuse({ field: 'dimension', text, code: 'parameters-conflict' });
    return undefined;
  }
  return { ...named, ...given({ armCount, dimension, horizon, rewards }) };
}
