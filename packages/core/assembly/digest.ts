/** The sources of the compiled modules, so that one of other sources is noticed. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { FLAGS, sourceForCompiler } from './compile.ts';
import type { PortablePart } from './portable-part.ts';
import { LANGUAGE, PACKAGE, portableParts } from './sources.ts';

/** The compiled kernels. */
export const KERNELS: string = join(PACKAGE, 'dist', 'kernels.wasm');
/** The compiled contextual kernels. */
export const CONTEXTUAL_KERNELS: string = join(PACKAGE, 'dist', 'contextual-kernels.wasm');

/** The file beside a module with the digest of its sources. */
export function madeFrom(module: string): string {
  return `${module}.sources`;
}

/** Sources that only the module of contextual kernels has. */
function isForContexts({ source: { file, text } }: PortablePart): boolean {
  return file.startsWith('portable/linear/') || /implements ContextualKernel\b/.test(text);
}

const { version } = createRequire(import.meta.url)('assemblyscript/package.json');

/** The files that order the functions of the compiled module. */
const ORDERING = ['function-order.ts', 'module-functions.ts'];

/**
 * A digest of what the compiler is given: the entry's text, which follows from all definitions, the
 * portable sources, and its options. The order of its functions counts too. How the input is broken into lines
 * does not count.
 *
 * @param module - the file that is made
 */
export function digestOfSources(entry: string, module: string = KERNELS): string {
  const taken = portableParts().filter((part) => module !== KERNELS || !isForContexts(part));
  const files = [LANGUAGE, ...taken.map(({ source }) => source.file)];
  const texts = files.map((file) => `${file}\n${sourceForCompiler(file)}`);
  const ordering = ORDERING.map((file) => readFileSync(join(PACKAGE, 'assembly', file), 'utf8'));
  const given = [version, FLAGS.join(' '), entry, ...texts, ...ordering].join('\n');
  return createHash('sha256')
    .update(given.replace(/\s*\n\s*/g, '\n'))
    .digest('hex');
}
