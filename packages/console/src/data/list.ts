/** All experiments, and how those stand that are in sight. */
import type { Experiment, ExperimentState, ServiceWarning } from '@driftline/client/wire';
import { signal } from '@preact/signals';
import { listExperiments, stateOf } from '../api/service.ts';
import { settle, take } from './answers.ts';

/** Undefined before the first answer. */
export const experiments = signal<readonly Experiment[] | undefined>(undefined);

/** Of the service as a whole, such as requests that it turned away. */
export const serviceWarnings = signal<readonly ServiceWarning[]>([]);

/** By key; only of experiments that are or were in sight. */
export const states = signal<Readonly<Record<string, ExperimentState>>>({});

/** @param inSight - the keys of those whose state is wanted */
export async function lookAtList(
  inSight: (all: readonly Experiment[]) => readonly string[],
): Promise<void> {
  const answer = take(await listExperiments());
  if (answer === undefined) return;
  settle(experiments, answer.experiments);
  settle(serviceWarnings, answer.warnings);
  const wanted = inSight(answer.experiments);
  const answers = await Promise.all(wanted.map(async (key) => [key, await stateOf(key)] as const));
  // One that fails, as it is damaged or was removed meanwhile, leaves the others as they are.
  const fresh = answers.flatMap(([key, state]) =>
    'ok' in state ? [[key, state.ok] as const] : [],
  );
  settle(states, { ...states.peek(), ...Object.fromEntries(fresh) });
}
