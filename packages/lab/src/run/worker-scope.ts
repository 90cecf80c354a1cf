import type { WebWorkerScope } from '@driftline/engine/play';

/** The compiler takes what is global for a page's window, whose messages differ. */
function isWorkerScope(candidate: object): candidate is WebWorkerScope {
  return 'WorkerGlobalScope' in candidate;
}

function ownScope(): WebWorkerScope {
  const candidate: object = globalThis;
  if (isWorkerScope(candidate)) return candidate;
  throw new Error('this script is a worker’s: start it by new Worker, not from a page');
}

/** A worker's own side. */
export const scope = ownScope();
