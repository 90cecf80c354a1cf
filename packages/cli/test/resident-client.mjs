/**
 * `driftline` as a shell calls it: has the command run where driftline is loaded already, writes what it
 * writes and ends as it ends. Run as `node resident-client.mjs SOCKET ARGUMENTS…`.
 */
import { writeSync } from 'node:fs';
import { callResident } from './resident-call.mjs';

const [, , socketPath, ...args] = process.argv;

callResident(
  socketPath,
  { args, cwd: process.cwd(), env: process.env },
  (to, text) => writeSync(to === 'stdout' ? 1 : 2, text),
  (code) => {
    process.exitCode = code;
  },
);
