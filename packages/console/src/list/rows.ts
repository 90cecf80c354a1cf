/** What the list shows of an experiment. */
import type { Experiment, ExperimentState } from '@driftline/client/wire';
import { formatNumber } from '@driftline/engine/display';
import { secondsText, whole } from '../words/numbers.ts';

/** As many as fit a screen or two: only the states of these are asked for. */
export const PAGE_SIZE = 25;

const ORDER = { running: 0, paused: 1, archived: 2 } as const;

/** Those whose key has the words, running ones first. */
export function found(all: readonly Experiment[], words: string): Experiment[] {
  const wanted = words.trim().toLowerCase();
  return all
    .filter(({ key }) => key.toLowerCase().includes(wanted))
    .sort((a, b) => ORDER[a.status] - ORDER[b.status] || a.key.localeCompare(b.key));
}

/** Those of a page of the list, counted from 0. */
export function pageOf(matching: readonly Experiment[], page: number): readonly Experiment[] {
  return matching.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
}

/** What a decision is worth now: the remembered means of arms, weighted by their shares. */
export function presentMean({ arms }: ExperimentState): number | null {
  let [sum, weight] = [0, 0];
  for (const { share, mean } of arms) {
    if (mean === null) continue;
    sum += share * mean;
    weight += share;
  }
  return weight === 0 ? null : sum / weight;
}

interface Row {
  readonly decisions: string;
  readonly mean: string;
  readonly pending: string;
  readonly delay: string;
}

export function rowOf(state: ExperimentState | undefined): Row {
  if (state === undefined) return { decisions: '', mean: '', pending: '', delay: '' };
  const mean = presentMean(state);
  return {
    decisions: whole(state.decisions),
    mean: mean === null ? '–' : formatNumber(mean, 3),
    pending: whole(state.pending),
    delay: state.delay === null ? '–' : secondsText(state.delay.seconds.p50),
  };
}
