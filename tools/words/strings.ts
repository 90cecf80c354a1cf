/** The strings of a program that people read: literals and texts of elements with a few words. */
import { parseAst } from 'rolldown/parseAst';
import { CODE, type Passage } from './passage.ts';

interface Node {
  readonly type: string;
  readonly start: number;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** The text of a node that holds one, otherwise nothing. */
function textOf(node: Node): string | undefined {
  if ('value' in node && (node.type === 'Literal' || node.type === 'JSXText')) {
    return typeof node.value === 'string' ? node.value : undefined;
  }
  if (node.type !== 'TemplateLiteral' || !('quasis' in node)) return undefined;
  const { quasis } = node as unknown as { quasis: { value: { cooked: string } }[] };
  return quasis.map(({ value }) => value.cooked).join(CODE);
}

function collect(node: Node, found: { text: string; at: number }[]): void {
  const text = textOf(node);
  if (text !== undefined) found.push({ text, at: node.start });
  for (const child of Object.values(node).flat()) {
    if (isNode(child)) collect(child, found);
  }
}

/** Three words in a row: names, classes and ids have fewer. */
const PROSE = /[\p{L}◻’']+[,.:]? [\p{L}◻’']+[,.:]? [\p{L}◻’']+/u;

/** @param source - the text of a file in TypeScript, with or without elements */
export function stringPassages(file: string, source: string): Passage[] {
  const found: { text: string; at: number }[] = [];
  collect(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), found);
  return found
    .filter(({ text }) => PROSE.test(text))
    .map(({ text, at }) => ({ file, line: source.slice(0, at).split('\n').length, text }));
}
