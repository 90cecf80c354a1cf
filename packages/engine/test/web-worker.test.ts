/** The browser's side of the pool, with message channels in place of Web Workers. */
import { MessageChannel } from 'node:worker_threads';
import { ParameterError } from '@driftline/core';
import { loadKernels } from '@driftline/engine/node';
import {
  type Comparison,
  InlineExecutor,
  runComparisons,
  serveChunks,
  type WebWorker,
  WorkerLost,
  WorkerPool,
  webWorkerPort,
} from '@driftline/engine/play';
import { expect, test } from 'vitest';
import { receivedError, sentError } from '../src/play/plugins/sent-error.ts';

const comparisons: Comparison[] = [
  {
    name: 'small',
    environment: { kind: 'named', spec: 'sinusoid', horizon: 300 },
    policies: ['sw-moss', 'exp3s', 'ts'],
    variation: 2,
    replications: 700,
    seed: 3,
    checkpoints: { count: 10, spacing: 'linear' },
  },
];

/** A worker as a page sees it, served by this same thread through structured clones. */
function fakeWorker(): WebWorker & { fail(message: string): void } {
  const { port1, port2 } = new MessageChannel();
  const failures: ((event: { message?: string }) => void)[] = [];
  serveChunks({
    postMessage: (message, transfer) => port2.postMessage(message, transfer),
    addEventListener: (_, listener) => port2.on('message', (data) => listener({ data })),
  });
  return {
    postMessage: (message) => port1.postMessage(message),
    addEventListener: (type, listener) => {
      if (type === 'message') port1.on('message', (data) => listener({ data }));
      else failures.push(listener);
    },
    terminate: () => port1.close(),
    fail: (message) => {
      for (const listener of failures) listener({ message });
    },
  };
}

test.each([
  ['with JavaScript kernels', undefined],
  ['with compiled kernels, sent to each worker', loadKernels()],
])('gives the same bits as playing in this thread, %s', async (_, kernels) => {
  const pool = new WorkerPool([1, 2].map(() => webWorkerPort(fakeWorker(), kernels)));
  const results = await runComparisons(comparisons, { executor: pool });
  await pool.close();
  const expected = await runComparisons(comparisons, { executor: new InlineExecutor() });
  expect(results).toEqual(expected);
});

test('a worker plays with the kernels that it is sent', async () => {
  const pool = new WorkerPool([webWorkerPort(fakeWorker(), {})]);
  // What is no module can't be played with: so whatever is sent is used.
  await expect(runComparisons(comparisons, { executor: pool })).rejects.toThrow(
    /WebAssembly\.Instance/,
  );
  await pool.close();
});

test('a lost worker ends the run with a reason', async () => {
  const worker = fakeWorker();
  const pool = new WorkerPool([webWorkerPort(worker)]);
  const run = runComparisons(comparisons, { executor: pool });
  setTimeout(() => worker.fail('out of memory'), 0);
  await expect(run).rejects.toThrow(WorkerLost);
  await expect(run).rejects.toThrow(
    /a worker stopped while it played replications .*: out of memory/,
  );
  await pool.close();
});

test('an error in a worker is the error of the run', async () => {
  const broken = [{ ...comparisons[0], policies: ['no-such-policy'] }];
  const pool = new WorkerPool([webWorkerPort(fakeWorker())]);
  await expect(runComparisons(broken, { executor: pool })).rejects.toThrow(
    "there is no policy 'no-such-policy'",
  );
  await pool.close();
});

test('an error keeps its class and its code on the way from a worker', async () => {
  const unknown = [{ ...comparisons[0], policies: ['sw-mos'] }];
  const pool = new WorkerPool([webWorkerPort(fakeWorker())]);
  const playing = pool.play(unknown[0], { from: 0, to: 1 });
  await expect(playing).rejects.toThrow(ParameterError);
  await expect(playing).rejects.toMatchObject({
    name: 'ParameterError',
    code: 'unknown-policy',
    message: expect.stringContaining("did you mean 'sw-moss'"),
    stack: expect.stringContaining('catalogue'),
  });
  await pool.close();
});

test('what a worker throws arrives, whatever it is', () => {
  const cross = (thrown: unknown) => receivedError(structuredClone(sentError(thrown)));
  expect(cross('a text')).toBe('a text');
  expect(cross(() => 1)).toBe('() => 1');
  expect(cross(new TypeError('x is not a function'))).toMatchObject({ name: 'TypeError' });
  expect(cross(new WorkerLost('gone'))).toMatchObject({ name: 'WorkerLost', code: 'worker-lost' });
  const foreign = Object.assign(new Error('no file'), { code: 'ENOENT' });
  expect(cross(foreign)).not.toHaveProperty('code');
});
