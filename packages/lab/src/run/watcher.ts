/** A worker that plays one replication again and tells everything about it. */
import { watchReplication } from '@driftline/engine';
import type { WatchNews, WatchOrder } from './protocol.ts';
import { scope } from './worker-scope.ts';

function answer({ watch, comparison, place, replication }: WatchOrder): WatchNews {
  try {
    return { watch, watched: watchReplication(comparison, place, replication) };
  } catch (error) {
    return { watch, reason: error instanceof Error ? error.message : String(error) };
  }
}

scope.addEventListener('message', ({ data }) => {
  scope.postMessage(answer(data as WatchOrder), []);
});
