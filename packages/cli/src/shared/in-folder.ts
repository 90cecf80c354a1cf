/** Work in a result folder: nobody else's meanwhile, and nothing lost that is not ours. */
import { commandLine } from '@driftline/engine/display';
import { type OpenOptions, ResultFolder, type Work } from '@driftline/engine/node';
import { note } from '../terminal/output.ts';
import { shownQueueUrl } from './queue-url.ts';

const NAMED_AT_MOST = 5;

function namesText(names: readonly string[]): string {
  const named = names.slice(0, NAMED_AT_MOST).join(', ');
  const more = names.length - NAMED_AT_MOST;
  return more > 0 ? `${named} and ${more} more` : named;
}

/** What this process is at, for whoever finds the folder taken. */
export function ownWork(plan: string | null): Work {
  // Whoever may read the folder need not know the password of a queue.
  const words = process.argv
    .slice(2)
    .map((word) => word.replace(/postgres(ql)?:\/\/.*/, shownQueueUrl));
  return { command: commandLine(words), plan: plan?.trim() ?? null };
}

/** Says what was in the way and where it is now. */
export function noteKept({ path, kept }: Pick<ResultFolder, 'path' | 'kept'>): void {
  if (kept.length === 0) return;
  note(`${path}: kept files that were added or changed after the run: ${namesText(kept)}`);
}

/** Where a result goes. */
interface Place extends OpenOptions {
  readonly path: string;
}

/**
 * Works in a folder from before the first slot is played until the result is written.
 *
 * @param plan - the digest of what is played; null where it is not kept
 */
export async function inFolder<Value>(
  { path, ...options }: Place,
  plan: string | null,
  use: (folder: ResultFolder) => Promise<Value>,
): Promise<Value> {
  const folder = await ResultFolder.open(path, options, ownWork(plan));
  try {
    if (options.force && folder.foreign.length > 0) {
      note(`${path}: kept files that are not part of a result: ${namesText(folder.foreign)}`);
    }
    for (const part of folder.overtaken) {
      note(`${path}: finished without waiting for ${part}, which is not visible from this machine`);
    }
    return await use(folder);
  } finally {
    noteKept(folder);
    await folder.close();
  }
}
