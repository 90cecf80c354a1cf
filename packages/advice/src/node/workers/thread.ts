/** The thread that runs tasks for `NodeWorkers`. */
import { parentPort } from 'node:worker_threads';
import { taskNamed } from '@driftline/advice';
import type { SentTask, ThreadAnswer } from './node-workers.ts';

const port = parentPort;
if (port === null) throw new Error('thread.js must be started by NodeWorkers');

/** Units are reported this often. */
const TELLING_MILLISECONDS = 100;

function reporting(report: (units: number) => void): (units: number) => void {
  let unreported = 0;
  let toldAt = performance.now();
  return (units) => {
    unreported += units;
    const time = performance.now();
    if (time - toldAt < TELLING_MILLISECONDS) return;
    report(unreported);
    unreported = 0;
    toldAt = time;
  };
}

function answer({ task, input }: SentTask): ThreadAnswer {
  try {
    const onUnits = reporting((units) => port?.postMessage({ units } satisfies ThreadAnswer));
    return { output: taskNamed(task).run(input, onUnits) };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}

port.on('message', (sent: SentTask) => port.postMessage(answer(sent)));
