/** The thread that calls driftline for a test, which waits: another process for each call would take 40 ms of CPU time. */
import { parentPort } from 'node:worker_threads';
import { callResident } from './resident-call.mjs';

parentPort.on('message', ({ socketPath, call, ended, answers }) => {
  const said = { stdout: '', stderr: '' };
  const onText = (to, text) => {
    said[to] += text;
  };
  callResident(socketPath, call, onText, (code) => {
    answers.postMessage({ code, ...said });
    Atomics.store(ended, 0, 1);
    Atomics.notify(ended, 0);
  });
});
