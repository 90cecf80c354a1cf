/** A folder for a store of one test, which goes when the test ends. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** The path of a store that is yet to be made, in a folder of its own. */
export function newStoreFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'driftline-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'data.db');
}
