/** From a request to the comparison that is played, and from a comparison to what asks for it. */
import type { Comparison, EnvironmentSource } from '../play/comparison.ts';
import { type ComparisonRequest, FIELDS, fieldEntries, isFieldOf } from './fields.ts';
import { given } from './given.ts';
import { policiesAndLabels, writeLabelled } from './labels.ts';

/** The comparison that is asked for, on an environment that the request asks for too. */
export function comparisonOf(
  request: ComparisonRequest,
  environment: EnvironmentSource,
): Comparison {
  const { name, situation, policies = [], variation, changes, volatility, rewardRange } = request;
  const { players, delay, burst, floor, pending } = request;
  const { replications = FIELDS.replications.default, seed = FIELDS.seed.default } = request;
  const ownName = environment.kind === 'named' ? environment.spec : environment.name;
  return {
    name: name ?? ownName,
    ...labelOf(name, ownName),
    ...given({ situation }),
    environment,
    ...policiesAndLabels(policies),
    ...given({ players }),
    ...given({ variation, changes, volatility, rewardRange, delay, burst, floor, pending }),
    replications,
    seed,
    checkpoints: request.checkpoints ?? FIELDS.checkpoints.default,
  };
}

/** A name as a label, unless it is what a comparison on that environment is called by itself. */
export function labelOf(name: string | undefined, ownName: string): Pick<Comparison, 'label'> {
  const isOwn = name === ownName || name?.startsWith(`${ownName}, `);
  return name === undefined || isOwn ? {} : { label: name };
}

function heldAt(holder: object, key: string): unknown {
  return (holder as Readonly<Record<string, unknown>>)[key];
}

/** What asks for an environment, which holds fields as links do; a table lies in the file that is named. */
function placeOf(
  source: EnvironmentSource,
  table: string | undefined,
  recorded: ContextFiles,
): ComparisonRequest {
  const held = fieldEntries.flatMap(([id, { link }]) =>
    link?.in === 'environment' && isFieldOf(id, source.kind)
      ? [[id, heldAt(source, link.key)]]
      : [],
  );
  const place: ComparisonRequest = Object.fromEntries(held);
  if (source.kind === 'named') return { ...place, ...given({ dimension: source.dimension }) };
  const horizon = source.values.length / source.armCount;
  return { ...place, [source.kind]: table, ...recorded, arms: undefined, horizon };
}

/** The files of recorded contexts, where there are any. */
export type ContextFiles = Pick<ComparisonRequest, 'contexts' | 'features'>;

/**
 * What asks for exactly this comparison.
 *
 * @param table - the file with its means or rewards, where it has any
 */
export function requestOf(
  comparison: Comparison,
  table?: string,
  recorded: ContextFiles = {},
): ComparisonRequest {
  const held = fieldEntries.flatMap(([id, { link }]) =>
    link?.in === 'environment' ? [] : [[id, heldAt(comparison, id)]],
  );
  const policies = comparison.policies.map((spec, i) =>
    writeLabelled({ spec, ...given({ label: comparison.labels?.[i] ?? undefined }) }),
  );
  return given({
    ...Object.fromEntries(held),
    policies,
    ...placeOf(comparison.environment, table, recorded),
  });
}
