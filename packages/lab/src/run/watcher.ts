/** A worker that plays one replication again and reports everything about it. */
import { watchReplication } from '@driftline/engine/play';
import type { WatchNews, WatchOrder } from './protocol.ts';
import { scope } from './worker-scope.ts';

function answer({ watch, comparison, place, replication }: WatchOrder): WatchNews {
  try {
    return { watch, watched: watchReplication(comparison, place, replication) };
  } catch (error) {
    return { watch, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** What tables lie in, each once: handed over, because copies of long ones take time. */
function buffersOf(news: WatchNews): ArrayBuffer[] {
  if ('reason' in news) return [];
  const buffers = Object.values(news.watched).flatMap((value: unknown) =>
    ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer ? [value.buffer] : [],
  );
  return [...new Set(buffers)];
}

scope.addEventListener('message', ({ data }) => {
  const news = answer(data as WatchOrder);
  scope.postMessage(news, buffersOf(news));
});
