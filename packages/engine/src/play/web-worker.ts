/**
 * A browser's side of the pool. A page makes its workers from a script of its own that calls
 * `serveChunks(self)`, and hands them to `webWorkerPort`; the engine has no types of the DOM, so the
 * few methods that it needs are spelled out here.
 */
import type { KernelModule } from '@driftline/core/compiled';
import { ChunkPlayers } from './executor.ts';
import { TaskPlayer, type WorkerAnswer, type WorkerPort, type WorkerTask } from './worker-pool.ts';

/** What the engine needs of a `Worker`. */
export interface WebWorker {
  postMessage(message: unknown): void;
  addEventListener(
    type: string,
    listener: (event: { data?: unknown; message?: string }) => void,
  ): void;
  terminate(): void;
}

/** What the engine needs of a worker's global scope. */
export interface WebWorkerScope {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  addEventListener(type: string, listener: (event: { data?: unknown }) => void): void;
}

interface Setup {
  readonly kernels: KernelModule | undefined;
}

type Message = Setup | WorkerTask;

/** Connects to a worker and gives it what to play with. */
export function webWorkerPort(worker: WebWorker, kernels?: KernelModule): WorkerPort {
  worker.postMessage({ kernels });
  return {
    send: (task) => worker.postMessage(task),
    onAnswer: (listener) =>
      worker.addEventListener('message', ({ data }) => listener(data as WorkerAnswer)),
    onLost: (listener) =>
      worker.addEventListener('error', ({ message }) => listener(message ?? 'it failed')),
    close: async () => worker.terminate(),
  };
}

/** The whole of a worker's script: answers tasks until it is terminated. */
export function serveChunks(scope: WebWorkerScope): void {
  let player = new TaskPlayer(new ChunkPlayers());
  scope.addEventListener('message', ({ data }) => {
    const message = data as Message;
    if ('chunk' in message) {
      const { answer, transfer } = player.answer(message);
      scope.postMessage(answer, transfer);
    } else {
      player = new TaskPlayer(new ChunkPlayers(undefined, message.kernels));
    }
  });
}
