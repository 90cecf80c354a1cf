/** The bytes of a log: from a file or from standard input, compressed or not. */
import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { LogError } from '@driftline/advice';

/** How much is read at a time. */
const PIECE = 2 ** 20;
/** As many bytes as tell what a file is. */
const HEAD = 4;

type Bytes = AsyncIterable<Uint8Array>;

/** Bytes whose first ones are known already. */
export interface Opened {
  readonly head: Uint8Array;
  readonly bytes: Bytes;
  readonly isCompressed: boolean;
  /** Lets go of the file, read or not. */
  close(): void;
}

async function* chained(first: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): Bytes {
  yield* first;
  for (;;) {
    const { done, value } = await rest.next();
    if (done === true) return;
    yield value;
  }
}

/** Reads the first bytes, and gives them back in front of the others. */
async function peeked(bytes: Bytes): Promise<{ head: Uint8Array; bytes: Bytes }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let length = 0;
  while (length < HEAD) {
    const { done, value } = await iterator.next();
    if (done === true) break;
    first.push(value);
    length += value.length;
  }
  const head = new Uint8Array(Buffer.concat(first).subarray(0, HEAD));
  return { head, bytes: chained(first, iterator) };
}

function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** What is in a compressed file. */
async function* unzipped(bytes: Bytes): Bytes {
  const gunzip = createGunzip({ chunkSize: PIECE });
  // Errors reach whoever reads from it.
  pipeline(Readable.from(bytes), gunzip, () => {});
  try {
    yield* gunzip;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')))
      throw error;
    throw new LogError(
      `the compressed log is damaged or incomplete (${error.message}); write or copy it again`,
      'log-malformed',
    );
  }
}

/**
 * Opens a log.
 *
 * @param path - a file, or `-` for standard input
 * @param onBytes - called with the bytes just read, before they are decompressed
 */
export async function openBytes(path: string, onBytes: (bytes: number) => void): Promise<Opened> {
  const source = path === '-' ? process.stdin : createReadStream(path, { highWaterMark: PIECE });
  const close = () => void source.destroy();
  const raw = await peeked(counted(source, onBytes));
  if (!isGzip(raw.head)) return { ...raw, isCompressed: false, close };
  return { ...(await peeked(unzipped(raw.bytes))), isCompressed: true, close };
}

async function* counted(source: AsyncIterable<Buffer>, onBytes: (bytes: number) => void): Bytes {
  for await (const piece of source) {
    onBytes(piece.length);
    yield piece;
  }
}
