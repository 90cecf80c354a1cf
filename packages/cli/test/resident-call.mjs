/** A command that runs where driftline is loaded already. In JavaScript, since taking types out takes longer. */
import { connect } from 'node:net';

/** The exit code of a command whose process was gone before it had ended. */
const LOST = 70;

/**
 * Has the process at a socket run a command.
 *
 * @param call - arguments, folder and environment
 * @param onText - receives each piece that it writes, and to which stream
 * @param onEnd - receives its exit code
 */
export function callResident(socketPath, call, onText, onEnd) {
  const socket = connect(socketPath);
  let received = '';
  let code = LOST;
  let wasReached = false;
  socket.on('error', (error) => {
    // It may still be loading.
    if (error.code !== 'ENOENT' && error.code !== 'ECONNREFUSED') throw error;
    setTimeout(callResident, 20, socketPath, call, onText, onEnd);
  });
  socket.on('connect', () => {
    wasReached = true;
    socket.write(`${JSON.stringify(call)}\n`);
  });
  socket.on('close', () => {
    if (wasReached) onEnd(code);
  });
  socket.setEncoding('utf8').on('data', (text) => {
    const lines = (received + text).split('\n');
    received = lines.pop();
    for (const line of lines) {
      const news = JSON.parse(line);
      if ('code' in news) code = news.code;
      else onText(news.to, news.text);
    }
  });
}
