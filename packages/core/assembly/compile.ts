/**
 * Compiles the portable part of `src` to WebAssembly. The sources are those that `tsc` compiles; only
 * `portable/base/language.ts` is another one, of definitions' own files there are the classes alone, and
 * names that AssemblyScript has built in are taken out of import lines.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import asc from 'assemblyscript/asc';
import { portablePart, textOfPart } from './portable-part.ts';
import { isSource, LANGUAGE, PACKAGE, readSource } from './sources.ts';

const ENTRY = 'entry.ts';
const OUTPUT = 'kernels.wasm';

// Objects are never freed one by one, and a failed allocation traps instead of calling out. Without
// --converge: it gained 3 % and took two and a half times as long.
const PLAIN_FLAGS = '--noAssert --runtime stub --enable simd --use abort='.split(' ');

/** What kernels are compiled with. */
export const FLAGS: readonly string[] = ['-O3', ...PLAIN_FLAGS];

/** Without optimizing, which takes most of the time: for what is not shipped. */
export const UNOPTIMIZED: readonly string[] = ['-O0', ...PLAIN_FLAGS];

const BUILT_IN = new Set(['i32', 'f64', 'bool']);
const IMPORT = /^import \{([^}]*)\} from '([^']*)';$/gm;

/** A function marked with this comment is copied into its callers; see `adapted`. */
const INLINE = /^( *)\/\/ @inline$/gm;

/**
 * The text of a source as AssemblyScript takes it. Functions on the path of every slot are marked to be
 * inlined: engines keep nothing in registers across a call, which made a slot a fifth slower.
 */
function adapted(text: string): string {
  return text.replace(INLINE, '$1@inline').replace(IMPORT, (line, names: string, from: string) => {
    const kept = names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !BUILT_IN.has(name));
    // Lines stay where they are, so that the compiler's messages name the right ones.
    const others = '\n'.repeat(line.split('\n').length - 1);
    return kept.length === 0 ? others : `import { ${kept.join(', ')} } from '${from}';${others}`;
  });
}

// Quoted text comes first, so that nothing within it is taken for a comment.
const COMMENT = /('(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/(?! @inline$).*/gm;

/** A text without its comments, so that nothing is compiled again for their sake; lines stay. */
function withoutComments(text: string): string {
  return text.replace(COMMENT, (found, quoted) => quoted ?? found.replace(/[^\n]/g, ''));
}

/** A portable source as AssemblyScript takes it; null where there is none. */
export function sourceForCompiler(path: string): string | null {
  if (path === LANGUAGE) return readFileSync(join(PACKAGE, 'assembly/language.ts'), 'utf8');
  // The compiler asks for every place where a file might be, such as `portable/play/play/index.ts`.
  if (!isSource(path)) return null;
  const part = portablePart(path, readSource(path));
  return part === undefined ? null : adapted(withoutComments(textOfPart(part)));
}

/**
 * Compiles an AssemblyScript text that imports files as if it stood in `src`.
 *
 * @param flags - other options than those of the kernels that are shipped
 * @throws Error with the compiler's messages when it refuses the text
 */
export async function compile(
  entry: string,
  flags: readonly string[] = FLAGS,
): Promise<Uint8Array<ArrayBuffer>> {
  let bytes: Uint8Array<ArrayBuffer> | undefined;
  const { error, stderr } = await asc.main([ENTRY, '--outFile', OUTPUT, ...flags], {
    readFile: (path) => (path === ENTRY ? entry : sourceForCompiler(path)),
    writeFile: (path, contents) => {
      if (path === OUTPUT && typeof contents !== 'string') bytes = new Uint8Array(contents);
    },
    listFiles: () => [],
  });
  if (error !== null || bytes === undefined) {
    throw new Error(`the portable sources do not compile:\n${stderr.toString()}`, { cause: error });
  }
  return bytes;
}
