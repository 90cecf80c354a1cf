/** What commands need of a queue. What it is made of is loaded only where one is asked for. */
import type { Elsewhere } from '../shared/play-comparisons.ts';
import { readQueueUrl } from '../shared/queue-url.ts';
import { UsageError } from '../terminal/errors.ts';
import type { SessionRequest } from './queue-session.ts';

/** The flag that names a queue, the same in every command. */
export const QUEUE_FLAG = [
  '--queue <URL>',
  "let 'driftline worker' processes play it, through this PostgreSQL queue: postgres://USER@HOST/DATABASE (default: play here)",
  readQueueUrl,
] as const;

/** The flags that have to do with where something is played. */
interface QueueFlags {
  readonly queue?: string;
  readonly shard?: unknown;
  readonly workers?: number;
}

/** Refuses flags that do not go together. */
export function checkQueueFlags({ queue, shard, workers }: QueueFlags): void {
  if (queue === undefined) return;
  if (shard !== undefined) {
    throw new UsageError(
      '--queue and --shard are two ways to use several machines; use only one of them',
    );
  }
  if (workers !== undefined) {
    throw new UsageError(
      "--workers does not go with --queue, because other processes play; give it to 'driftline worker' instead",
    );
  }
}

/** Uses a queue, where one is asked for, and lets go of it in the end. */
export async function withQueue<Value>(
  url: string | undefined,
  request: SessionRequest,
  use: (elsewhere: Elsewhere | undefined) => Promise<Value>,
): Promise<Value> {
  if (url === undefined) return use(undefined);
  const { QueueSession } = await import('./queue-session.ts');
  const session = await QueueSession.open(url, request);
  try {
    return await use(session);
  } finally {
    await session.close();
  }
}
