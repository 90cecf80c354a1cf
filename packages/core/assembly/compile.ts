/**
 * Compiles the portable part of `src` to WebAssembly. The sources are those that `tsc` compiles;
 * only `portable/base/language.ts` is another one, and names that AssemblyScript has built in are taken out of
 * import lines.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const HERE = dirname(fileURLToPath(import.meta.url));
const SOURCES = join(HERE, '..', 'src');
const ENTRY = 'entry.ts';
const OUTPUT = 'kernels.wasm';

// Objects are never freed one by one, and a failed allocation traps instead of calling out. Without
// --converge: it gained 3 % and took two and a half times as long.
const FLAGS = '-O3 --noAssert --runtime stub --enable simd --use abort='.split(' ');

const BUILT_IN = new Set(['i32', 'f64', 'bool']);
const IMPORT = /^import \{([^}]*)\} from '([^']*)';$/gm;

/** A function marked with this comment is copied into its callers; see `adapted`. */
const INLINE = /^( *)\/\/ @inline$/gm;

/**
 * The text of a source as AssemblyScript takes it. Functions on the path of every slot are marked to be
 * inlined: engines keep nothing in registers across a call, which made a slot a fifth slower.
 */
function adapted(text: string): string {
  return text.replace(INLINE, '$1@inline').replace(IMPORT, (_line, names: string, from: string) => {
    const kept = names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !BUILT_IN.has(name));
    return kept.length === 0 ? '' : `import { ${kept.join(', ')} } from '${from}';`;
  });
}

/** The text of a file by its path below `src`. */
export function readSource(path: string): string {
  return readFileSync(join(SOURCES, path), 'utf8');
}

/** The same as AssemblyScript takes it; null where there is none. */
function readForCompiler(path: string): string | null {
  if (path === 'portable/base/language.ts') return readFileSync(join(HERE, 'language.ts'), 'utf8');
  // The compiler asks for every place where a file might be, such as `portable/play/play/index.ts`.
  return existsSync(join(SOURCES, path)) ? adapted(readSource(path)) : null;
}

/**
 * Compiles an AssemblyScript text that imports files as if it stood in `src`.
 *
 * @throws Error with the compiler's messages when it refuses the text
 */
export async function compile(entry: string): Promise<Uint8Array<ArrayBuffer>> {
  let bytes: Uint8Array<ArrayBuffer> | undefined;
  const { error, stderr } = await asc.main([ENTRY, '--outFile', OUTPUT, ...FLAGS], {
    readFile: (path) => (path === ENTRY ? entry : readForCompiler(path)),
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
