/** Experiments that a file declares: created where missing, never changed silently. */
import type { NewExperiment } from '@driftline/client/wire';
import { AnsweredProblem, type Ask } from '../http/ask.ts';
import { type Differences, differencesOf } from './differences.ts';

/** The name under which the service itself makes changes. */
const BY = 'config-file';

async function applied(
  key: string,
  { patch, newArms, otherPayloads }: Differences,
  ask: Ask,
): Promise<string[]> {
  const effects: string[] = [];
  // Arms first: the default arm may be a new one.
  for (const { key: arm, payload } of newArms) {
    const change = payload === undefined ? {} : { payload };
    effects.push(...(await ask(BY, 'addArm', { key, arm, change })).effects);
  }
  for (const { key: arm, payload = null } of otherPayloads) {
    effects.push(...(await ask(BY, 'changeArm', { key, arm, change: { payload } })).effects);
  }
  if (patch !== undefined) effects.push(...(await ask(BY, 'change', { key, patch })).effects);
  return effects;
}

/** Declares one experiment; returns what an operator should know. */
async function declareOne(
  key: string,
  config: NewExperiment,
  ask: Ask,
  apply: boolean,
): Promise<string[]> {
  try {
    const { created } = await ask(BY, 'create', { key, config });
    return created ? [`${key}: created`] : [];
  } catch (error) {
    if (!(error instanceof AnsweredProblem) || error.problem.status !== 409) throw error;
  }
  const differences = differencesOf(config, await ask(BY, 'show', { key }));
  if (differences.names.length === 0) return [];
  if (!apply) {
    const what = differences.names.join('; ');
    return [`${key} differs from the file and was not changed (--apply changes it): ${what}`];
  }
  const effects = await applied(key, differences, ask);
  const done = `${key}: changed to match the file${effects.length === 0 ? '' : `; ${effects.join('; ')}`}`;
  return [done, ...differences.fixed.map((what) => `${key}: ${what}`)];
}

/**
 * Declares experiments.
 *
 * @param apply - whether differences are applied; else they are only told
 * @returns sentences for an operator
 */
export async function declareExperiments(
  declared: ReadonlyMap<string, NewExperiment>,
  ask: Ask,
  apply: boolean,
): Promise<string[]> {
  const told: string[] = [];
  for (const [key, config] of declared) told.push(...(await declareOne(key, config, ask, apply)));
  return told;
}
