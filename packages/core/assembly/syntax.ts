/** Sources as trees, from the parser that the bundler brings, with the lines that complaints name. */
import { parseAst } from 'rolldown/parseAst';

/** A piece of a source: its kind, where it stands, and what its kind has besides. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** A source with its statements. */
export interface Source {
  /** Its path below `src`. */
  readonly file: string;
  readonly text: string;
  readonly statements: readonly SyntaxNode[];
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** The piece in a field; undefined where there is none. */
export function nodeIn(node: SyntaxNode, field: string): SyntaxNode | undefined {
  const value = node[field];
  return isNode(value) ? value : undefined;
}

/** The pieces in a field that holds a list. */
export function nodesIn(node: SyntaxNode, field: string): SyntaxNode[] {
  const value = node[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** A name that a field holds, or the name of the identifier there. */
export function nameIn(node: SyntaxNode, field: string): string {
  const value = node[field];
  if (typeof value === 'string') return value;
  return isNode(value) && typeof value.name === 'string' ? value.name : '';
}

/** What a piece is directly made of, with the field that each stands in. */
export function* childrenOf(node: SyntaxNode): Generator<{ field: string; child: SyntaxNode }> {
  for (const [field, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) yield { field, child };
    }
  }
}

/** Parses a source. */
export function parse(file: string, text: string): Source {
  const program = parseAst(text, { lang: 'ts' }, file) as unknown as SyntaxNode;
  return { file, text, statements: nodesIn(program, 'body') };
}

/** The text of a piece. */
export function textOf({ text }: Source, { start, end }: SyntaxNode): string {
  return text.slice(start, end);
}

/** `src/portable/play/play.ts:12`, as editors and terminals open it. */
export function placeOf({ file, text }: Source, { start }: SyntaxNode): string {
  return `src/${file}:${text.slice(0, start).split('\n').length}`;
}

/** What a statement declares: itself, or what it exports. */
export function declarationOf(statement: SyntaxNode): SyntaxNode {
  return nodeIn(statement, 'declaration') ?? statement;
}

/** The names that a statement of the top level declares. */
export function declaredNames(statement: SyntaxNode): string[] {
  const declaration = declarationOf(statement);
  if (declaration.type !== 'VariableDeclaration') return [nameIn(declaration, 'id')];
  return nodesIn(declaration, 'declarations').map((declared) => nameIn(declared, 'id'));
}

/** An identifier that means something declared elsewhere, rather than a field of something. */
function isReference(parent: SyntaxNode, field: string): boolean {
  if (parent.computed === true) return true;
  return !(
    (parent.type === 'MemberExpression' && field === 'property') ||
    (field === 'key' && parent.type !== 'Property') ||
    parent.type === 'ImportSpecifier' ||
    parent.type === 'ExportSpecifier'
  );
}

/** The identifiers in a piece that refer to something by name, types included. */
export function* references(node: SyntaxNode): Generator<SyntaxNode> {
  for (const { field, child } of childrenOf(node)) {
    if (child.type === 'Identifier' && isReference(node, field)) yield child;
    yield* references(child);
  }
}
