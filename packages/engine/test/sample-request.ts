/** A value for every field of the table, found by what the field accepts: a new field has one, too. */
import {
  type ComparisonRequest,
  type EnvironmentKind,
  type Field,
  type FieldId,
  fieldEntries,
  isFieldOf,
} from '@driftline/engine/request';

/** Text that is looked up, or a file that has to be there. */
const TEXTS: { readonly [Id in FieldId]?: string } = {
  environment: 'brownian',
  means: 'm.csv',
  rewards: 'r.csv',
  law: 'beta',
};

/** Something that a field accepts and that is not its default. */
export function sampleOf(id: FieldId, { value, default: usual }: Field): unknown {
  switch (value.kind) {
    case 'integer':
      return (value.least ?? 0) + 2;
    case 'number':
      return 0.5;
    case 'word':
      return value.words.find((word) => word !== usual);
    case 'pair':
      return [-1.5, 2];
    case 'truth':
      return usual !== true;
    case 'text':
      return TEXTS[id] ?? `some ${id}`;
    case 'policies':
      return ['ucb1', 'sw-moss:window=5'];
    case 'parameters':
      return { variation: 0.5 };
    case 'checkpoints':
      return { count: 2, spacing: 'linear' };
    case 'delay':
      return 'exponential:1.5';
  }
}

/** The kinds of environment, each of which has fields of its own. */
export const KINDS = ['named', 'means', 'rewards'] as const satisfies readonly EnvironmentKind[];

/** Fields that only a policy that plays alone has. */
const ALONE: readonly FieldId[] = ['delay', 'burst', 'floor', 'pending'];

/** Policies of several players. */
const FLEETS = ['mctopm:of=ucb1', 'selfish:of=sw-moss|window=5'];

/** A request with all fields that an environment of a kind has, for one policy alone or for several players. */
export function sampleRequest(
  kind: EnvironmentKind,
  playing: 'alone' | 'players' = 'alone',
): ComparisonRequest {
  // Only environments with contexts have a dimension, and recorded contexts need files.
  const others = ['dimension', ...(playing === 'alone' ? ['players'] : ALONE)];
  const fields = fieldEntries
    .filter(([id]) => isFieldOf(id, kind) && !others.includes(id))
    .map(([id, field]) => [id, sampleOf(id, field)]);
  const request: ComparisonRequest = Object.fromEntries(fields);
  return playing === 'alone' ? request : { ...request, policies: FLEETS };
}

/** A table that such requests can be played on. */
export const SAMPLE_TABLE = {
  name: 'table',
  values: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.3, 0.2, 0.1],
  armCount: 3,
};
