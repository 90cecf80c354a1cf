/**
 * The worker that runs comparisons for the page: it hands chunks to players, and aggregates what has
 * come with the engine's own code, so that the page is left to draw.
 */

import { compileModule, type KernelModule } from '@driftline/core/compiled';
import kernelsAddress from '@driftline/core/kernels.wasm?url';
import { WorkerPool, webWorkerPort } from '@driftline/engine';
import { worker } from './addresses.ts';
import { LiveRun } from './live-run.ts';
import type { RunNews, RunOrder } from './protocol.ts';
import { scope } from './worker-scope.ts';

/** The compiled kernels; without them policies play in JavaScript, with the same numbers. */
async function loadKernels(): Promise<KernelModule | undefined> {
  try {
    const response = await fetch(kernelsAddress);
    if (!response.ok) return undefined;
    return compileModule(new Uint8Array(await response.arrayBuffer()));
  } catch {
    return undefined;
  }
}

const kernels = loadKernels();
let current: LiveRun | undefined;

function tell(news: RunNews): void {
  scope.postMessage(news, []);
}

async function start(order: Extract<RunOrder, { order: 'start' }>): Promise<void> {
  const module = await kernels;
  current?.abandon();
  const { run, comparison, workers } = order;
  const makePool = () =>
    new WorkerPool(
      Array.from({ length: workers }, () => webWorkerPort(worker('player'), [comparison], module)),
    );
  current = new LiveRun(run, comparison, makePool, tell);
  current.resume();
}

scope.addEventListener('message', ({ data }) => {
  const order = data as RunOrder;
  if (order.order === 'start') {
    start(order).catch((error: unknown) => {
      tell({ news: 'failed', run: order.run, reason: String(error) });
    });
    return;
  }
  if (current?.run === order.run) current[order.order]();
});
