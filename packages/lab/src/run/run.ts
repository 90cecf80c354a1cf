/** The page's side of a run, as signals. */

import type { Comparison } from '@driftline/engine/play';
import { batch, computed, signal } from '@preact/signals';
import { worker } from './addresses.ts';
import { Pace } from './pace.ts';
import type { RunNews, RunOrder, RunOutcome } from './protocol.ts';

/** Where a run stands. */
export type RunPhase =
  | 'idle'
  | 'starting'
  | 'running'
  | 'paused'
  | 'stopped'
  | 'done'
  /** A player is gone; what was played is kept. */
  | 'lost'
  /** The comparison can't be played. */
  | 'failed';

/** What a run was asked to play. */
export interface Asked {
  readonly comparison: Comparison;
  /** The place of each policy's colour. */
  readonly styles: readonly number[];
}

/** A result and what it belongs to. */
export interface Played extends RunOutcome, Asked {}

/** The comparison that gives exactly what is shown: a run may have been stopped before its end. */
export function shownComparison({ comparison, result }: Played): Comparison {
  return { ...comparison, replications: result.replications };
}

export const phase = signal<RunPhase>('idle');
/** Replications done, and to do. */
export const done = signal(0);
export const total = signal(0);
/** What went wrong, where something did. */
export const trouble = signal('');
/** Milliseconds that the run has taken, pauses apart. */
export const elapsed = signal(0);
/** What the latest run plays; undefined before the first one. */
export const asked = signal<Asked | undefined>(undefined);
/** The newest result; the one before stays until a new run has some replications. */
export const played = signal<Played | undefined>(undefined);

/** One core is left to the page: with all of them its answers were slow. */
export const workers = Math.max(1, (navigator.hardwareConcurrency || 2) - 1);

/** Whether chunks are being played. */
export const active = computed(() => phase.value === 'starting' || phase.value === 'running');

/** Whether there is a run that could still go on. */
export const endable = computed(
  () => active.value || phase.value === 'paused' || phase.value === 'lost',
);

/** A new run's curves replace the old ones from this many replications on. */
const ENOUGH_TO_REPLACE = 10;

let coordinator: Worker | undefined;
let latest = 0;
let since = 0;

function send(order: RunOrder): void {
  coordinator ??= connect();
  coordinator.postMessage(order);
}

function connect(): Worker {
  const made = worker('coordinator');
  made.addEventListener('message', ({ data }: MessageEvent<RunNews>) => hear(data));
  made.addEventListener('error', ({ message }) => {
    batch(() => {
      trouble.value = message || 'could not load the worker script';
      phase.value = 'failed';
    });
    // It may be beyond use; the next run makes another.
    made.terminate();
    if (coordinator === made) coordinator = undefined;
  });
  return made;
}

/** Starts the workers before there is something to play. */
export function prepare(): void {
  send({ order: 'prepare', workers });
}

function tick(): void {
  const now = performance.now();
  if (active.value) elapsed.value += now - since;
  since = now;
}

/** Progress that is not shown yet. */
let waiting: RunNews | undefined;

/** Shows the newest progress, however many came since the last drawing. */
const pace = new Pace(() => {
  const news = waiting;
  waiting = undefined;
  if (news !== undefined) batch(() => take(news));
});

/** Progress waits for a frame; an end does not, as there are no frames where nobody looks. */
function hear(news: RunNews): void {
  if (news.news !== 'progress') {
    waiting = undefined;
    batch(() => take(news));
    return;
  }
  waiting = news;
  pace.ask();
}

/** Takes all news of one moment together: no part of the page is ahead of another. */
function take(news: RunNews): void {
  if (news.run !== latest) return;
  tick();
  if (news.news === 'failed') {
    trouble.value = news.reason;
    phase.value = 'failed';
    return;
  }
  done.value = news.done;
  total.value = news.total;
  const { outcome } = news;
  const enough = Math.min(ENOUGH_TO_REPLACE, news.total);
  const replaces = news.done >= enough || news.news !== 'progress';
  if (outcome !== undefined && asked.value !== undefined && replaces) {
    played.value = { ...asked.value, ...outcome };
  }
  if (news.news === 'progress') {
    if (phase.value === 'starting') phase.value = 'running';
    return;
  }
  if (news.news === 'lost') trouble.value = news.reason;
  phase.value = news.news;
}

/** Plays a comparison from its first replication; a run under way ends. */
export function start(comparison: Comparison, styles: readonly number[]): void {
  latest += 1;
  batch(() => {
    asked.value = { comparison, styles };
    phase.value = 'starting';
    done.value = 0;
    total.value = comparison.replications;
    trouble.value = '';
    elapsed.value = 0;
  });
  since = performance.now();
  send({ order: 'start', run: latest, comparison, workers });
}

/** Plays no more until `resume`. */
export function pause(): void {
  if (!active.value) return;
  tick();
  phase.value = 'paused';
  send({ order: 'pause', run: latest });
}

/** Goes on after a pause, or after a player was lost. */
export function resume(): void {
  if (phase.value !== 'paused' && phase.value !== 'lost') return;
  since = performance.now();
  phase.value = 'running';
  send({ order: 'resume', run: latest });
}

/** Ends the run; what was played stays. */
export function stop(): void {
  if (!endable.value) return;
  tick();
  batch(() => {
    phase.value = 'stopped';
    trouble.value = '';
  });
  send({ order: 'stop', run: latest });
}
