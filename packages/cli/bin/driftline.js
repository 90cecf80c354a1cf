#!/usr/bin/env node
// Checks that driftline can run here, then runs it. This file must parse on any Node since 16, so
// that an old one gets a message; everything else is imported only after the check.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
const program = new URL('../dist/main.js', import.meta.url);

function refuse(message) {
  process.stderr.write(`error: ${message} [cannot-start]\n`);
  process.exitCode = 1;
}

async function start() {
  let main;
  try {
    ({ main } = await import(program.href));
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    refuse(
      `a part of driftline is missing: ${error.message}; run npm install, then npm run build, where package.json is`,
    );
    return;
  }
  process.exitCode = await main(process.argv.slice(2));
}

/** The Node of the npm package `node`, in a folder node_modules around this file; undefined if there is none. */
function installedNode() {
  for (let folder = new URL('./', import.meta.url); ; folder = new URL('../', folder)) {
    const file = new URL('node_modules/node/bin/node', folder);
    if (existsSync(file)) return fileURLToPath(file);
    if (folder.pathname === new URL('../', folder).pathname) return undefined;
  }
}

/** Runs this file with another Node, which ends as that one ends. */
function startWith(node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, [CHOSEN]: node },
  });
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // Ctrl-C reaches the other Node as well, which decides.
  process.on('SIGINT', () => {});
  child.on('error', (error) => refuse(`${node} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (signal === null) {
      process.exitCode = code;
      return;
    }
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** Set by a driftline that found a Node which is recent enough. */
const CHOSEN = 'DRIFTLINE_NODE';
const isOld = major < 22 || (major === 22 && minor < 18);
const other = isOld && process.env[CHOSEN] === undefined ? installedNode() : undefined;

if (other !== undefined) {
  startWith(other);
} else if (isOld) {
  refuse(
    `driftline needs Node 22.18 or later, this is ${process.versions.node}; install one from https://nodejs.org and run it again`,
  );
} else if (!existsSync(program)) {
  refuse('driftline is not built yet; run npm run build at the top of the repository');
} else {
  await start();
}
