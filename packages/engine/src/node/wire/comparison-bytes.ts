/**
 * Comparisons as bytes, for whoever plays them elsewhere. They are data and nothing else: what arrives is
 * checked field by field, and a field that no comparison has is refused.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import { ParameterError } from '@driftline/core/play';
import type { Comparison } from '@driftline/engine/play';
import { z } from 'zod';

/** What a table of numbers may take, unpacked; a small packet could else fill the memory of a machine. */
const MOST_BYTES = 2 ** 30;
const BYTES_PER_NUMBER = 8;

/** Numbers by their bytes: as text, −0 would become 0. */
function textOfNumbers(values: readonly number[]): string {
  const numbers = Float64Array.from(values);
  return Buffer.from(numbers.buffer).toString('base64');
}

function numbersOfBytes(bytes: Buffer): readonly number[] {
  // A copy, because a view of doubles has to begin at a multiple of eight bytes.
  return Array.from(new Float64Array(new Uint8Array(bytes).buffer));
}

const numbers = z
  .base64()
  .transform((encoded) => Buffer.from(encoded, 'base64'))
  .refine(({ length }) => length % BYTES_PER_NUMBER === 0, 'a table of numbers is cut short')
  .transform(numbersOfBytes);
const count = z.int().min(1);
const text = z.string().max(10_000);

const environment = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('named'),
    spec: text,
    armCount: count.optional(),
    horizon: count.optional(),
    rewards: text.optional(),
  }),
  z.strictObject({
    kind: z.literal('means'),
    name: text,
    values: numbers,
    armCount: count,
    rewards: text,
  }),
  z.strictObject({
    kind: z.literal('rewards'),
    name: text,
    values: numbers,
    armCount: count,
    unit: z.number().optional(),
    against: z.enum(['fixed', 'smoothed']),
    smoothing: count,
    rotated: z.boolean(),
  }),
]);

const comparison = z.strictObject({
  name: text,
  label: text.optional(),
  situation: text.optional(),
  environment,
  policies: z.array(text).min(1).readonly(),
  labels: z.array(text.nullable()).readonly().optional(),
  players: count.optional(),
  variation: z.number().optional(),
  changes: z.number().optional(),
  volatility: z.number().optional(),
  rewardRange: z.tuple([z.number(), z.number()]).readonly().optional(),
  delay: text.optional(),
  burst: count.optional(),
  floor: z.number().optional(),
  pending: z.enum(['default', 'width', 'ignored']).optional(),
  replications: count,
  seed: z.number(),
  firstReplication: z.int().min(0).optional(),
  checkpoints: z.strictObject({ count, spacing: z.enum(['linear', 'log']) }),
});

/** What is checked of a comparison. */
type Checked = z.output<typeof comparison>;
/** A field or a word that comparisons have and this table has not would be refused: the compiler finds it. */
type Unchecked = Exclude<keyof Comparison, keyof Checked>;
const complete: Comparison extends Checked ? ([Unchecked] extends [never] ? true : never) : never =
  true;

const list = z.array(comparison).min(complete ? 1 : 0);

/** Comparisons as a small packet. */
export function packComparisons(comparisons: readonly Comparison[]): Buffer {
  const sent = comparisons.map((one) => {
    const { environment: source } = one;
    if (source.kind === 'named') return one;
    return { ...one, environment: { ...source, values: textOfNumbers(source.values) } };
  });
  return gzipSync(JSON.stringify(sent));
}

function unpacked(packet: Uint8Array): unknown {
  return JSON.parse(gunzipSync(packet, { maxOutputLength: MOST_BYTES }).toString('utf8'));
}

/**
 * The comparisons of a packet.
 *
 * @throws ParameterError where it holds anything else
 */
export function unpackComparisons(packet: Uint8Array): readonly Comparison[] {
  let data: unknown;
  try {
    data = unpacked(packet);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ParameterError(`comparisons can't be unpacked: ${reason}`, 'queue-data-not-accepted');
  }
  const read = list.safeParse(data);
  // Optional fields are absent or defined, never undefined: they come of JSON.
  if (read.success) return read.data as readonly Comparison[];
  const [{ path, message }] = read.error.issues;
  throw new ParameterError(
    `these are not comparisons: at ${path.join('.') || 'the top'}: ${message}`,
    'queue-data-not-accepted',
  );
}
