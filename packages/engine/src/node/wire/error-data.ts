/** What a policy threw elsewhere, as data that arrived. */
import { errorCodes } from '@driftline/core/spec';
import type { SentError } from '@driftline/engine/play';
import { z } from 'zod';

const text = z.string().max(100_000);
const counted = z.int().min(0).optional();

const sent = z.union([
  z.strictObject({
    fault: z.strictObject({
      file: text,
      place: z.strictObject({ file: text, line: z.int() }).optional(),
      kind: z.enum(['policy', 'environment', 'reward law']),
      id: text,
      method: text,
      problem: text,
      slot: counted,
      replication: counted,
    }),
  }),
  z.strictObject({ thrown: text }),
  z.strictObject({
    name: text,
    message: text,
    stack: text.optional(),
    code: z.enum(Object.keys(errorCodes) as [keyof typeof errorCodes]).optional(),
  }),
]);

/** What was thrown; a sentence about it where what arrived is nothing of the kind. */
export function readSentError(data: unknown): SentError {
  const read = sent.safeParse(data);
  if (!read.success) return { thrown: 'something that can not be read' };
  if (!('name' in read.data)) return read.data;
  const { name, message, stack, code } = read.data;
  return { name, message, stack, code };
}
