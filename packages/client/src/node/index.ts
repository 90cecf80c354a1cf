/**
 * Rewards that outlive a program in Node.
 *
 * @module @driftline/client/node
 */
import { resolve } from 'node:path';
import { FileStorage } from './file-storage.ts';

export type { FileStorage } from './file-storage.ts';

/**
 * Keeps rewards in a file until the service has them. One process at a time has the file.
 *
 * @throws ClientError (`storage-in-use`) where another process has it
 *
 * @example
 * ```ts
 * const driftline = new Driftline({ url, key, storage: fileStorage('rewards.ndjson') });
 * ```
 */
export function fileStorage(path: string): FileStorage {
  return new FileStorage(resolve(path));
}
