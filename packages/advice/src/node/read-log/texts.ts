/** Bytes as text. */
import { LogError } from '@driftline/advice';

/** Encodings that a mark at the beginning tells; all else is UTF-8. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return 'utf-8';
}

/** No text has characters 0; bytes of other things do, and UTF-16 that is not marked. */
function demandText(text: string): void {
  if (!text.includes('\0')) return;
  throw new LogError(
    'the log must be UTF-8 text; got zero bytes, which no text contains; save it as UTF-8',
    'log-malformed',
  );
}

/** The text of bytes, piece by piece, without a mark at the beginning. */
export async function* textOf(
  bytes: AsyncIterable<Uint8Array>,
  head: Uint8Array,
): AsyncIterable<string> {
  const encoding = encodingOf(head);
  const decoder = new TextDecoder(encoding, { fatal: true });
  let read = 0;
  const decoded = (piece?: Uint8Array): string => {
    try {
      return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw new LogError(
        `the log must be UTF-8 text; got other bytes after the first ${read}; save it as UTF-8`,
        'log-malformed',
      );
    }
  };
  for await (const piece of bytes) {
    const text = decoded(piece);
    demandText(text);
    yield text;
    read += piece.length;
  }
  yield decoded();
}
