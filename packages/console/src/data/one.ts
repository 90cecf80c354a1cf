/** The experiment that is looked at. */
import type { Experiment, ExperimentState, History, Report } from '@driftline/client/wire';
import { signal } from '@preact/signals';
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

/** What history and report were asked for at: they are long to make, and change with the log alone. */
let readAt = '';

/** Another experiment: nothing is known of it yet. */
export function forgetOne(): void {
  readAt = '';
  for (const place of [experiment, state, history, report, historyTrouble, reportTrouble]) {
    place.value = undefined;
  }
}

function settlePart<T>(
  answer: Answer<T>,
  place: { value: T | undefined; peek(): T | undefined },
  wrong: { value: Trouble | undefined },
): boolean {
  const failed = 'trouble' in answer;
  wrong.value = failed ? answer.trouble : undefined;
  if (!failed && JSON.stringify(place.peek()) !== JSON.stringify(answer.ok))
    place.value = answer.ok;
  return !failed;
}

async function lookAtLog(key: string, now: ExperimentState, isCurrent: () => boolean) {
  const mark = JSON.stringify([key, now.hash, now.decisions, now.pending, now.revision]);
  if (mark === readAt) return;
  const [past, gained] = await Promise.all([historyOf(key, BINS), reportOf(key)]);
  if (!isCurrent()) return;
  const areBoth = [
    settlePart(past, history, historyTrouble),
    settlePart(gained, report, reportTrouble),
  ].every(Boolean);
  if (areBoth) readAt = mark;
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
  await lookAtLog(key, standing, isCurrent);
}
