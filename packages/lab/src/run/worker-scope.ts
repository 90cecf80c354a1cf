import type { WebWorkerScope } from '@driftline/engine';

/** A worker's own side. The compiler takes `self` for a page's window, whose messages differ. */
export const scope = globalThis as unknown as WebWorkerScope;
