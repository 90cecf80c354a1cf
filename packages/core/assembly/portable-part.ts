/**
 * What of a source is portable: all of a file in the room, and of a definition's own file the classes that
 * it exports, with the functions and constants of the same file that they use.
 */
import { posix } from 'node:path';
import { type Fault, faultsOf } from './language-rules.ts';
import {
  childrenOf,
  declarationOf,
  declaredNames,
  nameIn,
  nodeIn,
  nodesIn,
  parse,
  placeOf,
  references,
  type Source,
  type SyntaxNode,
} from './syntax.ts';

/** Below `src`: the room that holds what is written in the common subset of TypeScript and AssemblyScript. */
export const ROOM = 'portable/';

/** Below `src`: the folders of definitions, whose files may hold portable classes of their own. */
export const DEFINITIONS: readonly string[] = ['policies/', 'laws/', 'detectors/'];

/** The names that portable code has of the language itself; all others are in `base/language.ts`. */
const GLOBALS = new Set(['Infinity', 'NaN']);

/** A source's portable part. */
export interface PortablePart {
  readonly source: Source;
  /** The statements that belong to it, imports apart. */
  readonly kept: readonly SyntaxNode[];
  readonly imports: readonly PortableImport[];
}

/** Names that the portable part takes from another file. */
export interface PortableImport {
  readonly statement: SyntaxNode;
  /** The file below `src`; as it is written where it is not a path. */
  readonly target: string;
  readonly names: readonly string[];
}

function isExportedClass(statement: SyntaxNode): boolean {
  return (
    statement.type === 'ExportNamedDeclaration' &&
    declarationOf(statement).type === 'ClassDeclaration'
  );
}

/** Statements that a class needs: those that declare a name it refers to, and so on. */
function neededBy(roots: readonly SyntaxNode[], statements: readonly SyntaxNode[]): SyntaxNode[] {
  const kept = new Set(roots);
  for (const statement of kept) {
    const names = new Set([...references(statement)].map(({ name }) => name));
    for (const other of statements) {
      if (declaredNames(other).some((name) => names.has(name))) kept.add(other);
    }
  }
  return statements.filter((statement) => kept.has(statement));
}

function importOf({ file }: Source, statement: SyntaxNode): PortableImport {
  const written = String(nodeIn(statement, 'source')?.value ?? '');
  const target = written.startsWith('.') ? posix.join(posix.dirname(file), written) : written;
  const names = nodesIn(statement, 'specifiers').map((specifier) => nameIn(specifier, 'local'));
  return { statement, target, names };
}

/** The portable part of a source; undefined where it has none. */
export function portablePart(file: string, text: string): PortablePart | undefined {
  const source = parse(file, text);
  const isImport = ({ type }: SyntaxNode) => type === 'ImportDeclaration';
  const imports = source.statements.filter(isImport).map((each) => importOf(source, each));
  const others = source.statements.filter((statement) => !isImport(statement));
  if (file.startsWith(ROOM)) return { source, kept: others, imports };
  const roots = others.filter(isExportedClass);
  if (roots.length === 0) return undefined;
  const kept = neededBy(roots, others);
  const used = new Set(kept.flatMap((each) => [...references(each)].map(({ name }) => name)));
  const usedImports = imports
    .map((each) => ({ ...each, names: each.names.filter((name) => used.has(name)) }))
    .filter(({ names }) => names.length > 0);
  return { source, kept, imports: usedImports };
}

/** Where a kept statement begins: with the mark for inlining that may stand above it. */
function startWithMark({ text }: Source, { start }: SyntaxNode): number {
  const mark = '// @inline\n';
  return text.slice(0, start).endsWith(mark) ? start - mark.length : start;
}

/** The text of a portable part alone, each line where it stands in the source. */
export function textOfPart({ source, kept, imports }: PortablePart): string {
  if (source.file.startsWith(ROOM)) return source.text;
  const pieces = [
    ...imports.map(({ statement, names }) => {
      const from = nodeIn(statement, 'source')?.raw;
      const { start, end } = statement;
      return { start, end, text: `import { ${names.join(', ')} } from ${from};` };
    }),
    ...kept.map((statement) => {
      const start = startWithMark(source, statement);
      return { start, end: statement.end, text: source.text.slice(start, statement.end) };
    }),
  ].sort((a, b) => a.start - b.start);
  const linesIn = (text: string) => '\n'.repeat(text.split('\n').length - 1);
  let [written, position] = ['', 0];
  for (const { start, end, text } of pieces) {
    const missing = linesIn(source.text.slice(start, end)).length - linesIn(text).length;
    written += `${linesIn(source.text.slice(position, start))}${text}${'\n'.repeat(missing)}`;
    position = end;
  }
  return `${written}\n`;
}

/** Every name that a piece declares, in whatever depth. */
function* namesWithin(node: SyntaxNode): Generator<string> {
  for (const { field, child } of childrenOf(node)) {
    const declares = field === 'id' || field === 'params' || node.type === 'TSTypeParameter';
    if (declares && typeof child.name === 'string') yield child.name;
    yield* namesWithin(child);
  }
}

function unknownNames(part: PortablePart): Fault[] {
  const known = new Set([
    ...GLOBALS,
    ...part.imports.flatMap(({ names }) => names),
    ...part.kept.flatMap((statement) => [...declaredNames(statement), ...namesWithin(statement)]),
  ]);
  return part.kept
    .flatMap((statement) => [...references(statement)])
    .filter(({ name }) => typeof name === 'string' && !known.has(name))
    .map((node) => ({
      node,
      what: `'${node.name}': base/language.ts has the names beyond plain arithmetic`,
    }));
}

function foreignImports({ source, imports }: PortablePart): Fault[] {
  return imports
    .filter(({ target }) => !target.startsWith(ROOM))
    .map(({ statement, target, names }) => ({
      node: statement,
      what: source.file.startsWith(ROOM)
        ? `an import of ${target}, which is not portable: move what is needed to src/portable`
        : `${names.join(', ')} of ${target} in a portable class, which may use only this file and src/portable`,
    }));
}

/** A sentence for each thing in a portable part that is not portable, with file and line. */
export function complaintsAbout(part: PortablePart): string[] {
  const { source, kept } = part;
  // Imports of a definition's own file are written anew for AssemblyScript.
  const checked = source.file.startsWith(ROOM) ? source.statements : kept;
  const faults = [
    ...foreignImports(part),
    ...checked.flatMap((statement) => faultsOf(statement)),
    ...unknownNames(part),
  ];
  return faults
    .sort((a, b) => a.node.start - b.node.start)
    .map(({ node, what }) => `${placeOf(source, node)}: portable code has no place for ${what}`);
}
