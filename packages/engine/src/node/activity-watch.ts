/** Watches a thread that can't watch itself: one that calls a plugin's code, which may never come back. */
import { Worker } from 'node:worker_threads';
import { Activity, noteActivity } from './activity.ts';

/** What the watching thread is started with. */
export interface WatchSetup {
  readonly shared: SharedArrayBuffer;
  readonly seconds: number;
}

/**
 * Has another thread write to standard error when a plugin's code has been at it in this thread for too
 * long. It only says so: what takes long may be right.
 *
 * @param shown - a text with names and paths as it may be written to a terminal
 */
export function watchThisThread(seconds: number, shown: (text: string) => string): void {
  const activity = new Activity();
  noteActivity(activity, shown);
  const workerData: WatchSetup = { shared: activity.shared, seconds };
  // Nothing waits for it: it goes with the process.
  new Worker(new URL('./activity-watcher.js', import.meta.url), { workerData }).unref();
}
