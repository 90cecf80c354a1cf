/** One replication to look into, as signals. */

import type { Comparison, WatchedReplication } from '@driftline/engine/play';
import { batch, signal } from '@preact/signals';
import { worker } from './addresses.ts';
import type { WatchNews, WatchOrder } from './protocol.ts';

/** A replication that was watched, and whose it is. */
export interface Watched {
  readonly comparison: Comparison;
  readonly place: number;
  readonly replication: number;
  readonly watched: WatchedReplication;
}

/** The newest; undefined before there is one. */
export const watched = signal<Watched | undefined>(undefined);
/** Why a replication could not be watched; empty where it could. */
export const watchTrouble = signal('');

let watcher: Worker | undefined;
/** What the watcher is at; it plays one replication at a time. */
let underWay: WatchOrder | undefined;
/** What it gets next: whatever was asked for in between is not wanted any more. */
let next: WatchOrder | undefined;
let latest = 0;

function sendNext(): void {
  underWay = next;
  next = undefined;
  if (underWay === undefined) return;
  watcher ??= connect();
  watcher.postMessage(underWay);
}

function hear(news: WatchNews): void {
  const order = underWay;
  sendNext();
  if (order === undefined || news.watch !== latest) return;
  if ('reason' in news) {
    watchTrouble.value = news.reason;
    return;
  }
  const { comparison, place, replication } = order;
  batch(() => {
    watchTrouble.value = '';
    watched.value = { comparison, place, replication, watched: news.watched };
  });
}

function connect(): Worker {
  const made = worker('watcher');
  made.addEventListener('message', ({ data }: MessageEvent<WatchNews>) => hear(data));
  made.addEventListener('error', ({ message }) => {
    watchTrouble.value = message || 'could not load the worker script';
    // It may be beyond use; the next replication gets another.
    made.terminate();
    if (watcher === made) watcher = undefined;
    sendNext();
  });
  return made;
}

/** Watches a replication of a policy; the answer comes as `watched`. */
export function watch(comparison: Comparison, place: number, replication: number): void {
  latest += 1;
  next = { watch: latest, comparison, place, replication };
  if (underWay === undefined) sendNext();
}
