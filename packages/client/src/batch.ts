/** Requests of many operations: what they are made of, and how their answers are read. */
import type { Outbox, Waiting } from './outbox.ts';
import { isProblem } from './transport.ts';
import type { BatchOperation, BatchResult } from './wire.ts';

/** Something that waits, with the text of its operation. */
interface Sent {
  readonly waiting: Waiting;
  readonly text: string;
}

export type Chunk = readonly Sent[];

/** The service takes so many operations at once. */
export const MOST_OPERATIONS = 1000;

/** It takes bodies of 64 KB, and a browser lets no more outlive a page; some room is left. */
const MOST_BYTES = 60_000;

const bytes = new TextEncoder();

function operationOf(waiting: Waiting): BatchOperation {
  if (waiting.kind === 'cancel') return { cancel: waiting.decisionId };
  if (waiting.kind === 'reward') return { reward: waiting.decisionId, value: waiting.value };
  return { lastDecision: waiting.experiment, unit: waiting.unit };
}

/**
 * The first of these that fit into one request.
 *
 * @returns also how many ids were looked at; some may be gone
 */
export function chunkOf(
  ids: readonly string[],
  outbox: Outbox,
  most = MOST_OPERATIONS,
): { chunk: Chunk; taken: number } {
  const chunk: Sent[] = [];
  let size = 0;
  for (const [place, id] of ids.entries()) {
    const waiting = outbox.get(id);
    if (waiting === undefined) continue;
    const text = JSON.stringify(operationOf(waiting));
    size += bytes.encode(text).length + 1;
    const isFull = chunk.length === most || size > MOST_BYTES;
    if (isFull && chunk.length > 0) return { chunk, taken: place };
    chunk.push({ waiting, text });
  }
  return { chunk, taken: ids.length };
}

/** A request of some operations: the places of those that it holds, and its body. */
interface Request {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Operations in as few requests as they fit into, in order. */
export function chunksOf(operations: readonly string[]): readonly Request[] {
  const chunks: Request[] = [];
  let from = 0;
  let size = 0;
  const end = (to: number) => {
    if (to > from) chunks.push({ from, to, text: bodyOf(operations.slice(from, to)) });
    from = to;
    size = 0;
  };
  for (const [place, text] of operations.entries()) {
    const length = bytes.encode(text).length + 1;
    if (place - from === MOST_OPERATIONS || size + length > MOST_BYTES) end(place);
    size += length;
  }
  end(operations.length);
  return chunks;
}

/** What is posted to do these. */
export function bodyOf(operations: readonly string[]): string {
  return `{"operations":[${operations.join(',')}]}`;
}

function isResult(result: unknown): result is BatchResult {
  if (typeof result !== 'object' || result === null) return false;
  if ('problem' in result) return isProblem(result.problem);
  return 'ok' in result && typeof result.ok === 'object' && result.ok !== null;
}

/** The results of a batch; undefined where the answer is not one, as from something between us and the service. */
export function resultsIn(body: unknown, count: number): readonly BatchResult[] | undefined {
  if (typeof body !== 'object' || body === null || !('results' in body)) return undefined;
  const { results } = body;
  if (!Array.isArray(results) || results.length !== count) return undefined;
  return results.every(isResult) ? results : undefined;
}
