/**
 * Whether portable files stay among themselves. AssemblyScript would refuse a
 * file that is not, but for whatever it meets there first; this names the import.
 */
import { posix } from 'node:path';
import { readSource } from './compile.ts';

/** Below `src`: the room that holds what is written in the common subset of TypeScript and AssemblyScript. */
const ROOM = 'portable/';

const IMPORT =
  /^(?:import|export)\b(?<clause>[^;'"]*?)\bfrom\s+['"](?<from>[^'"]*)['"]|^import\s+['"](?<bare>[^'"]*)['"]/gm;

/** What is wrong with an import; undefined where nothing is. */
function complaint(file: string, clause: string, target: string, path: string): string | undefined {
  if (/^\s*type\b|[{,]\s*type\b/.test(clause)) {
    return `${file} has 'type' in its import of ${target}, which AssemblyScript does not know: leave the word out`;
  }
  if (target.startsWith('.') && path.startsWith(ROOM)) return undefined;
  return `${file} imports ${target}, which is not portable: a kernel may use only files of src/portable, which AssemblyScript compiles too; move what it needs there`;
}

/**
 * Follows the imports of a text that stands in `src`; returns a sentence for each that a portable
 * file must not have.
 *
 * @param read - the text of a file below `src`
 */
export function forbiddenImports(
  entry: string,
  read: (path: string) => string = readSource,
): string[] {
  const complaints: string[] = [];
  const seen = new Set<string>();
  const visit = (file: string, text: string): void => {
    for (const { groups = {} } of text.matchAll(IMPORT)) {
      const target = groups.from ?? groups.bare;
      const path = posix.join(posix.dirname(file), target);
      const found = complaint(file, groups.clause ?? '', target, path);
      if (found !== undefined) complaints.push(found);
      else if (!seen.has(path)) {
        seen.add(path);
        visit(path, read(path));
      }
    }
  };
  visit('entry.ts', entry);
  return complaints;
}
