/**
 * `driftline` as a test calls it: has the command run where driftline is loaded already, writes what it
 * writes and ends as it ends. Run as `node resident-client.mjs SOCKET ARGUMENTS…`; in JavaScript, since
 * taking types out would double what a call takes.
 */
import { writeSync } from 'node:fs';
import { connect } from 'node:net';

const [, , socketPath, ...args] = process.argv;

/** Says so where the other process is gone before the command has ended. */
const LOST = 70;

function follow(news) {
  if ('code' in news) process.exitCode = news.code;
  else writeSync(news.to === 'stdout' ? 1 : 2, news.text);
}

function ask() {
  const socket = connect(socketPath);
  let received = '';
  socket.on('error', (error) => {
    // It may still be loading.
    if (error.code !== 'ENOENT' && error.code !== 'ECONNREFUSED') throw error;
    setTimeout(ask, 20);
  });
  socket.on('connect', () => {
    process.exitCode = LOST;
    socket.write(`${JSON.stringify({ args, cwd: process.cwd(), env: process.env })}\n`);
  });
  socket.setEncoding('utf8').on('data', (text) => {
    const lines = (received + text).split('\n');
    received = lines.pop();
    for (const line of lines) follow(JSON.parse(line));
  });
}

ask();
