/**
 * The worker that runs comparisons for the page: it hands chunks to players, and aggregates what has
 * come with the engine's own code, so that the page is left to draw.
 */

import { compileModule, type KernelModule } from '@driftline/core/compiled';
import kernelsAddress from '@driftline/core/kernels.wasm?url';
import { WorkerPool, webWorkerPort } from '@driftline/engine/play';
import { worker } from './addresses.ts';
import { LiveRun } from './live-run.ts';
import { Players } from './players.ts';
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
const players = new Players(() => worker('player'));
let current: LiveRun | undefined;

async function poolOf(workers: number): Promise<WorkerPool> {
  const module = await kernels;
  return new WorkerPool(players.lend(workers).map((player) => webWorkerPort(player, module)));
}

function start({ run, comparison, workers }: Extract<RunOrder, { order: 'start' }>): void {
  current?.abandon();
  const report = (news: RunNews) => {
    scope.postMessage(news, []);
    // If a change ends this run, the next one need not wait for players to start.
    players.prepare(workers);
  };
  current = new LiveRun(run, comparison, () => poolOf(workers), report);
  current.resume();
}

scope.addEventListener('message', ({ data }) => {
  const order = data as RunOrder;
  if (order.order === 'prepare') players.prepare(order.workers);
  else if (order.order === 'start') start(order);
  else if (current?.run === order.run) current[order.order]();
});
