/** The thread that watches another one; see `activity-watch.ts`. */
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { Activity, lingeringText } from './activity.ts';
import type { WatchSetup } from './activity-watch.ts';

const { shared, seconds }: WatchSetup = workerData;
const activity = new Activity(shared);

for (;;) {
  const { turn, doing } = activity.now();
  // Between calls there is nothing to time.
  const limit = doing === undefined ? Number.POSITIVE_INFINITY : 1000 * seconds;
  if (activity.waitForTurn(turn, limit) || doing === undefined) continue;
  // Not by a stream, which the thread that hangs would have to serve.
  writeSync(2, `${lingeringText(doing, seconds)}\n`);
  activity.waitForTurn(turn, Number.POSITIVE_INFINITY);
}
