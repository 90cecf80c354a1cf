#!/usr/bin/env node
// Checks that driftline can run here, then runs it. This file must parse on any Node since 16, so
// that an old one gets a message; everything else is imported only after the check.
import { existsSync } from 'node:fs';

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

if (major < 22 || (major === 22 && minor < 18)) {
  refuse(
    `driftline needs Node 22.18 or later, this is ${process.versions.node}; install one from https://nodejs.org and run it again`,
  );
} else if (!existsSync(program)) {
  refuse('driftline is not built yet; run npm run build at the top of the repository');
} else {
  await start();
}
