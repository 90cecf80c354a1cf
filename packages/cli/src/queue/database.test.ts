import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Database } from './database.ts';

/** `AuthenticationOk` and `ReadyForQuery`: all that a client waits for before it asks. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

/** A database that lets everybody in, and then says nothing any more, not even farewell. */
async function silentDatabase() {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.once('data', () => {
      socket.write(WELCOME);
      socket.on('data', (bytes) => asked.push(bytes.toString('latin1')));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const database = new Database(`postgres://me@127.0.0.1:${port}/bandits`, 2, () => {});
  return { database, asked };
}

test('who is to stop does not wait for a network that is silent, nor leaves a connection open', async () => {
  const { database, asked } = await silentDatabase();
  const stop = new AbortController();
  const query = database.persist(() => database.query('SELECT 1'), stop.signal);
  const transaction = database.persist(() => database.transaction(async () => 1), stop.signal);
  await expect.poll(() => asked.join()).toMatch(/SELECT 1.*BEGIN|BEGIN.*SELECT 1/s);
  stop.abort();
  await expect(query).rejects.toThrow('did not answer in time');
  await expect(transaction).rejects.toThrow('did not answer in time');
  await database.close();
  const open = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap');
  // Those that are left are the server's ends.
  await expect.poll(() => open().length).toBeLessThanOrEqual(2);
});
