/** One replication to look inside of, as signals. */

import type { Comparison, WatchedReplication } from '@driftline/engine';
import { signal } from '@preact/signals';
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
let latest = 0;
const orders = new Map<number, WatchOrder>();

function hear(news: WatchNews): void {
  const order = orders.get(news.watch);
  orders.delete(news.watch);
  if (order === undefined || news.watch !== latest) return;
  if ('reason' in news) {
    watchTrouble.value = news.reason;
    return;
  }
  watchTrouble.value = '';
  const { comparison, place, replication } = order;
  watched.value = { comparison, place, replication, watched: news.watched };
}

function connect(): Worker {
  const made = worker('watcher');
  made.addEventListener('message', ({ data }: MessageEvent<WatchNews>) => hear(data));
  made.addEventListener('error', ({ message }) => {
    watchTrouble.value = message || 'the script of the worker could not be loaded';
  });
  return made;
}

/** Watches a replication of a policy; the answer comes as `watched`. */
export function watch(comparison: Comparison, place: number, replication: number): void {
  latest += 1;
  const order: WatchOrder = { watch: latest, comparison, place, replication };
  orders.set(latest, order);
  watcher ??= connect();
  watcher.postMessage(order);
}
