/** What `dist/kernels.wasm` is made from, so that one of other sources is noticed. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { FLAGS, sourceForCompiler } from './compile.ts';
import { LANGUAGE, PACKAGE, portableParts } from './sources.ts';

/** The compiled kernels. */
export const KERNELS: string = join(PACKAGE, 'dist', 'kernels.wasm');
/** Beside them: the digest of what they were made from. */
export const MADE_FROM = `${KERNELS}.sources`;

const { version } = createRequire(import.meta.url)('assemblyscript/package.json');

/** The files that order the functions of the compiled module. */
const ORDERING = ['function-order.ts', 'module-functions.ts'];

/**
 * A digest of what the compiler is given: the entry's text, which follows from all definitions, the
 * portable sources, and its options. The order of its functions counts too. How the input is broken into lines
 * does not count.
 */
export function digestOfSources(entry: string): string {
  const files = [LANGUAGE, ...portableParts().map(({ source }) => source.file)];
  const texts = files.map((file) => `${file}\n${sourceForCompiler(file)}`);
  const ordering = ORDERING.map((file) => readFileSync(join(PACKAGE, 'assembly', file), 'utf8'));
  const given = [version, FLAGS.join(' '), entry, ...texts, ...ordering].join('\n');
  return createHash('sha256')
    .update(given.replace(/\s*\n\s*/g, '\n'))
    .digest('hex');
}
