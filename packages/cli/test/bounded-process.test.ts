import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { BoundedProcess } from './bounded-process.ts';

/** Starts a process that would print a word after a minute, prints an address, and waits for longer. */
const HANGS = `
const orphan = "setTimeout(() => console.log('orphan'), 60_000)";
require('node:child_process').spawn(process.execPath, ['-e', orphan], { stdio: 'inherit' });
console.log('http://127.0.0.1:1');
setTimeout(() => {}, 120_000);
`;

function startHanging(limitMs?: number): BoundedProcess {
  return new BoundedProcess(process.execPath, ['-e', HANGS], tmpdir(), limitMs);
}

/** The message of a failure, which comes when every process that shares the output has ended. */
async function failureOf(started: BoundedProcess): Promise<string> {
  return started.success().then(
    () => 'succeeded',
    (error: Error) => error.message,
  );
}

test('stopping a process also ends the processes that it started', async () => {
  const hanging = startHanging();
  const failure = failureOf(hanging);
  await hanging.address();
  await hanging.stop();
  expect(await failure).toContain('ended with null:\nhttp://127.0.0.1:1');
  expect(await failure).not.toMatch(/^orphan$/m);
});

test('a process that hangs is killed at its limit, with the processes that it started', async () => {
  const failure = await failureOf(startHanging(3000));
  expect(failure).toContain('ended with null (killed at its limit of time):');
  expect(failure).not.toMatch(/^orphan$/m);
});

test('a program that does not exist is an error', async () => {
  const absent = new BoundedProcess('driftline-absent', [], tmpdir());
  await expect(absent.success()).rejects.toThrow('ENOENT');
});

test('a program that ends without an address is an error with its output', async () => {
  const brief = new BoundedProcess(process.execPath, ['-e', 'console.log("good-bye")'], tmpdir());
  await expect(brief.address()).rejects.toThrow('good-bye');
  await brief.stop();
});
