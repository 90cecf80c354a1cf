/** The experiment that is looked at. */
import type { Experiment, ExperimentState, History, Report } from '@driftline/client/wire';
import { type Signal, signal } from '@preact/signals';
import type { Answer } from '../api/request.ts';
import { historyOf, reportOf, showExperiment, stateOf } from '../api/service.ts';
import type { Trouble } from '../api/trouble.ts';
import { settle, take } from './answers.ts';

/** As many as a wide chart can show apart. */
const BINS = 160;

export const experiment = signal<Experiment | undefined>(undefined);
export const state = signal<ExperimentState | undefined>(undefined);
export const history = signal<History | undefined>(undefined);
export const report = signal<Report | undefined>(undefined);
/** Why there is no history or no report. */
export const historyTrouble = signal<Trouble | undefined>(undefined);
export const reportTrouble = signal<Trouble | undefined>(undefined);

/** Another experiment: nothing is known of it yet. */
export function forgetOne(): void {
  for (const place of [experiment, state, history, report, historyTrouble, reportTrouble]) {
    place.value = undefined;
  }
}

function settlePart<T>(
  answer: Answer<T>,
  place: Signal<T | undefined>,
  wrong: Signal<Trouble | undefined>,
): void {
  wrong.value = 'trouble' in answer ? answer.trouble : undefined;
  if ('ok' in answer) settle<T | undefined>(place, answer.ok);
}

/** They take the service a while to make, so it gives the last ones again for a while: they may be a little older. */
async function lookAtLog(key: string, isCurrent: () => boolean): Promise<void> {
  const [past, gained] = await Promise.all([historyOf(key, BINS), reportOf(key)]);
  if (!isCurrent()) return;
  settlePart(past, history, historyTrouble);
  settlePart(gained, report, reportTrouble);
}

/** @param isCurrent - whether this experiment is still the one that is looked at */
export async function lookAtOne(key: string, isCurrent: () => boolean): Promise<void> {
  const [shown, now] = await Promise.all([showExperiment(key), stateOf(key)]);
  if (!isCurrent()) return;
  const known = take(shown);
  const standing = known === undefined ? undefined : take(now);
  if (known === undefined || standing === undefined) return;
  settle(experiment, known);
  settle(state, standing);
  await lookAtLog(key, isCurrent);
}
