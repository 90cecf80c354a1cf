/** Bytes on a socket, for requests that no client would send. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection to a service. */
export async function connected(address: string): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  // What the other side does to a connection shows in what was read from it.
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Everything that is read from a connection until it ends. */
export async function readAll(socket: Socket): Promise<string> {
  const pieces: Buffer[] = [];
  socket.on('data', (piece: Buffer) => pieces.push(piece));
  await new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
    socket.once('end', () => resolve());
  });
  socket.destroy();
  return Buffer.concat(pieces).toString('utf8');
}

/** The first status that a connection answers with. */
export function statusIn(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
}

/** Sends bytes, and reads the answer until the connection ends. */
export async function exchange(address: string, bytes: string | Buffer): Promise<string> {
  const socket = await connected(address);
  const answer = readAll(socket);
  socket.write(bytes);
  return answer;
}
