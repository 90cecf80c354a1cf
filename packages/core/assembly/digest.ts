/** What `dist/kernels.wasm` is made from, so that one of other sources is noticed. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The compiled kernels. */
export const KERNELS: string = join(PACKAGE, 'dist', 'kernels.wasm');
/** Beside them: the digest of what they were made from. */
export const MADE_FROM = `${KERNELS}.sources`;

/**
 * A digest of what the compiler is given: the entry's text, which follows from all definitions, the room
 * of portable code, and the compiler's own part.
 */
export function digestOfSources(entry: string): string {
  const hash = createHash('sha256').update(entry);
  const files = globSync('{assembly,src/portable}/**/*.ts', { cwd: PACKAGE })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort();
  for (const file of files) hash.update(file).update(readFileSync(join(PACKAGE, file)));
  return hash.digest('hex');
}
