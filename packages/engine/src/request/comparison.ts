/** From a request to the comparison that is played, and from a comparison to what asks for it. */
import type { Comparison, EnvironmentSource } from '../play/comparison.ts';
import { type ComparisonRequest, FIELDS } from './fields.ts';
import { given } from './given.ts';

/** The comparison that is asked for, on an environment that the request asks for too. */
export function comparisonOf(
  request: ComparisonRequest,
  environment: EnvironmentSource,
): Comparison {
  const { situation, policies = [], variation, changes, rewardRange } = request;
  const { replications = FIELDS.replications.default, seed = FIELDS.seed.default } = request;
  const ownName = environment.kind === 'named' ? environment.spec : environment.name;
  return {
    name: request.name ?? ownName,
    ...given({ situation }),
    environment,
    policies,
    ...given({ variation, changes, rewardRange }),
    replications,
    seed,
    checkpoints: request.checkpoints ?? FIELDS.checkpoints.default,
  };
}

/** What asks for an environment; a table has to lie in the file that is named. */
function placeOf(source: EnvironmentSource, table: string | undefined): ComparisonRequest {
  if (source.kind === 'named') {
    const { spec: environment, horizon, armCount: arms, rewards: law } = source;
    return given({ environment, horizon, arms, law });
  }
  const horizon = source.values.length / source.armCount;
  if (source.kind === 'means') return given({ means: table, horizon, law: source.rewards });
  const { unit, against, smoothing, rotated } = source;
  return given({ rewards: table, horizon, unit, against, smoothing, rotated });
}

/**
 * What asks for exactly this comparison.
 *
 * @param table - the file with its means or rewards, where it has any
 */
export function requestOf(comparison: Comparison, table?: string): ComparisonRequest {
  const { name, situation, environment, policies, ...rest } = comparison;
  const { variation, changes, rewardRange, replications, seed, checkpoints } = rest;
  return {
    policies,
    ...placeOf(environment, table),
    ...given({ name, situation, variation, changes, rewardRange }),
    replications,
    seed,
    checkpoints,
  };
}
