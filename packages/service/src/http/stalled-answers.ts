/** Long answers that their client has stopped reading. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Looks at a connection within the limit. A connection ends at most one look later than its limit. */
export const LOOKS = 12;

/**
 * Closes the connection of an answer when it has taken no byte for the given time although bytes wait. The timer of
 * a socket does not suffice: it starts again when a write was taken in part, long after the last byte was.
 */
export function endWhenStalled(response: ServerResponse, millis: number): void {
  const { socket } = response.req;
  let before = progressOf(socket);
  let quietLooks = 0;
  const look = () => {
    const now = progressOf(socket);
    const hasMoved = now.written !== before.written || now.queued !== before.queued;
    before = now;
    // Without waiting bytes, the client waits for the log and not the log for the client.
    quietLooks = hasMoved || socket.writableLength === 0 ? 0 : quietLooks + 1;
    if (quietLooks >= LOOKS) socket.destroy();
  };
  const timer = setInterval(look, millis / LOOKS).unref();
  const stop = () => {
    clearInterval(timer);
    socket.off('close', stop);
  };
  socket.once('close', stop);
  // The last pieces wait in the socket after the export has ended, but not after its answer has.
  response.once('close', stop);
}

/** Bytes of completed writes, and the bytes that the operating system has not yet taken of the current write. */
function progressOf(socket: Socket): { readonly written: number; readonly queued: number } {
  return { written: socket.bytesWritten - socket.writableLength, queued: queuedIn(socket) };
}

/** Only a socket's handle counts the bytes of a write that was taken in part. */
function queuedIn(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, '_handle');
  if (typeof handle !== 'object' || handle === null) return 0;
  return Number(Reflect.get(handle, 'writeQueueSize') ?? 0);
}
