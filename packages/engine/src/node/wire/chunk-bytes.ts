/**
 * A chunk as bytes, for a file or for a journey: a line that says what it is of, then its numbers. It is
 * checked when it is read.
 */
import { createHash } from 'node:crypto';
import { type ChunkRows, COLUMN_NAMES, rowsOf } from '@driftline/engine/play';

/** What the numbers of a chunk are. */
interface ChunkShape {
  /** The digest of all that the numbers depend on: under another plan they are useless. */
  readonly plan: string;
  readonly from: number;
  readonly to: number;
  readonly epochs: number;
  /** A digest of the means that a plugin's environment made; absent where none did. */
  readonly means?: string | undefined;
  /** The columns that follow, in their order. Chunks without this list are of an earlier version. */
  readonly columns: readonly string[];
  /** Lengths of the arrays that follow, policy by policy. */
  readonly lengths: readonly (readonly number[])[];
}

interface ChunkHeader extends ChunkShape {
  /** Of the shape and the numbers: a wrong length would shift all that follow. */
  readonly digest: string;
}

function digestOf(shape: ChunkShape, body: Uint8Array): string {
  const { plan, from, to, epochs, columns, lengths, means } = shape;
  const all = [plan, from, to, epochs, columns, lengths, ...(means === undefined ? [] : [means])];
  const hash = createHash('sha256').update(JSON.stringify(all));
  return hash.update(body).digest('hex');
}

/** How a chunk begins; the plan stands first, so that a little of it is enough. */
export function beginningOfChunk(plan: string): string {
  return JSON.stringify({ plan }).slice(0, -1);
}

/** A chunk of a plan as bytes. */
export function encodeChunk(rows: ChunkRows, plan: string): Uint8Array {
  const arrays = rows.policies.flatMap((policy) => COLUMN_NAMES.map((name) => policy[name]));
  const body = Buffer.concat(
    arrays.map((array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength)),
  );
  const shape: ChunkShape = {
    plan,
    ...rows.chunk,
    epochs: rows.epochs,
    ...(rows.means === undefined ? {} : { means: rows.means }),
    columns: COLUMN_NAMES,
    lengths: rows.policies.map((policy) => COLUMN_NAMES.map((name) => policy[name].length)),
  };
  const header: ChunkHeader = { ...shape, digest: digestOf(shape, body) };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body]);
}

/** The first line of a chunk; undefined where it is damaged. That its numbers are right, the digest says. */
function headerOf(line: string): ChunkHeader | undefined {
  try {
    return JSON.parse(line) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Undefined for anything that is not a whole, undamaged chunk of the plan: it is then played again. */
export function decodeChunk(data: Buffer, plan: string): ChunkRows | undefined {
  const end = data.indexOf('\n');
  if (end < 0) return undefined;
  const body = data.subarray(end + 1);
  const header = headerOf(data.toString('utf8', 0, end));
  if (header === undefined || header.plan !== plan) return undefined;
  if (JSON.stringify(header.columns) !== JSON.stringify(COLUMN_NAMES)) return undefined;
  if (digestOf(header, body) !== header.digest) return undefined;
  // A copy, because a view of doubles has to begin at a multiple of eight bytes.
  const values = new Float64Array(
    body.buffer.slice(body.byteOffset, body.byteOffset + body.length),
  );
  let place = 0;
  const take = (length: number) => {
    place += length;
    return values.slice(place - length, place);
  };
  const policies = header.lengths.map((lengths) =>
    rowsOf((name) => take(lengths[COLUMN_NAMES.indexOf(name)])),
  );
  const { from, to, epochs, means } = header;
  return { chunk: { from, to }, epochs, policies, ...(means === undefined ? {} : { means }) };
}
