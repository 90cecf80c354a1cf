/** The files of the packages, what each exports, and what it imports from where. */
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const workspace = fileURLToPath(new URL('../../..', import.meta.url));

/** A name that a file takes from another; `*` for all of them, as a namespace or passed on. */
export interface Taken {
  readonly name: string;
  /** The file that it comes from, or a package's name for what is outside. */
  readonly from: string;
}

/** A source file by its path in the repository. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly takes: readonly Taken[];
  /** Names declared and exported here; what is passed on from elsewhere is among `takes`. */
  readonly exports: readonly string[];
}

const IMPORT =
  /^(?:import|export)\s+(?:type\s+)?(?:(?<star>\*)(?:\s+as\s+\w+)?|(?<first>\w+)|\{(?<names>[^}]*)\}|\w+,\s*\{(?<more>[^}]*)\})\s+from\s+'(?<from>[^']+)'/gm;
const LOADED = /\bimport\('(?<from>[^']+)'\)(?:\)\.(?<name>\w+))?/g;
const EXPORT =
  /^export\s+(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:const|let|function\*?|class|interface|type|enum)\s+(\w+)/gm;

/** What the entries of our packages' manifests lead to, by the name that others import. */
function entriesOf(): Map<string, string> {
  const entries = new Map<string, string>();
  for (const name of ['core', 'client', 'openfeature', 'engine', 'advice', 'page-kit', 'service']) {
    const folder = `packages/${name}`;
    const manifest = JSON.parse(
      readFileSync(posix.join(workspace, folder, 'package.json'), 'utf8'),
    );
    for (const [entry, target] of Object.entries<{ default?: string } | string>(manifest.exports)) {
      if (typeof target === 'string' || target.default === undefined) continue;
      const source = target.default.replace('./dist/', 'src/').replace(/\.js$/, '.ts');
      entries.set(posix.join(manifest.name, entry), posix.join(folder, source));
    }
  }
  return entries;
}

const entries = entriesOf();

/** The source files that other packages may import. */
export const doors: readonly string[] = [...entries.values()];

function resolved(path: string, from: string): string {
  return from.startsWith('.') ? posix.join(posix.dirname(path), from) : (entries.get(from) ?? from);
}

function namesIn(list: string): string[] {
  return list
    .split(',')
    .map((item) => item.trim().replace(/^type\s+/, ''))
    .filter((item) => item !== '')
    .map((item) => item.split(/\s+as\s+/)[0]);
}

function takenBy(path: string, text: string): Taken[] {
  const taken = Array.from(text.matchAll(IMPORT)).flatMap(({ groups = {} }) => {
    const from = resolved(path, groups.from);
    if (groups.star !== undefined) return [{ name: '*', from }];
    return namesIn(groups.names ?? groups.more ?? groups.first ?? '').map((name) => ({
      name,
      from,
    }));
  });
  const loaded = Array.from(text.matchAll(LOADED), ({ groups = {} }) => ({
    name: groups.name ?? '*',
    from: resolved(path, groups.from),
  }));
  return [...taken, ...loaded];
}

function sourceAt(path: string): Source {
  const text = readFileSync(posix.join(workspace, path), 'utf8');
  return {
    path,
    text,
    takes: takenBy(path, text),
    exports: Array.from(text.matchAll(EXPORT), ([, name]) => name),
  };
}

/** Every TypeScript file of ours that matches one of these patterns. */
export function sources(...patterns: string[]): Source[] {
  return globSync(patterns, { cwd: workspace, exclude: ['**/node_modules', '**/dist'] })
    .sort()
    .map((path) => sourceAt(path.replaceAll('\\', '/')));
}

/** Whether a file is a test or of use to tests alone. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$|\/test\//.test(path);
}
