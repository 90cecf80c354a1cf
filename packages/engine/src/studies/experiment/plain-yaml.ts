/** What of YAML an experiment file may use: maps, lists and plain values, written out. */
import { type Document, isAlias, isNode, visit } from 'yaml';
import { ExperimentError } from '../../request/experiment-error.ts';

const LONGEST_FILE = 5_000_000;
/** An experiment has five levels or so; readers of YAML call themselves once for each. */
const DEEPEST = 64;

/** Quoted texts and comments, in which brackets mean nothing, and brackets. */
const TOKENS = /"(?:[^"\\]|\\.)*"|'[^']*'|(?:^|\s)#[^\n]*|[[\]{}]/gs;

/** Where lists and maps in brackets get too deep; undefined where they do not. */
function tooDeepAt(text: string): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth > DEEPEST) return index;
  }
  return undefined;
}

/** Where a line begins so far to the right that it stands in too many others. */
function tooFarRightAt(text: string): number | undefined {
  // Each level of a block takes a column at least; a dash, two.
  const place = /^ *(?:- ){65}|^ {260}/m.exec(text);
  return place === null ? undefined : place.index;
}

/**
 * Refuses what no reader of YAML should be given.
 *
 * @throws ExperimentError
 */
export function checkPlain(text: string, file: string): void {
  if (text.length > LONGEST_FILE) {
    throw new ExperimentError([
      `${file}: is longer than ${LONGEST_FILE} characters, the most that an experiment file has`,
    ]);
  }
  const offset = tooDeepAt(text) ?? tooFarRightAt(text);
  if (offset === undefined) return;
  const before = text.slice(0, offset).split('\n');
  const column = before[before.length - 1].length + 1;
  throw new ExperimentError([
    `${file}:${before.length}:${column} is nested more than ${DEEPEST} levels deep`,
  ]);
}

/** Aliases and tags: what a text says must be what is read, no more and nothing else. */
export function beyondPlain(document: Document): { offset: number; problem: string }[] {
  const found: { offset: number; problem: string }[] = [];
  visit(document, (_key, node) => {
    if (!isNode(node)) return;
    const offset = node.range?.[0] ?? 0;
    if (isAlias(node)) {
      const problem = `must be written out: *${node.source} is an alias, and aliases are not accepted`;
      found.push({ offset, problem });
    } else if (node.tag !== undefined && node.tag !== null) {
      found.push({ offset, problem: `must have no tag; got ${node.tag}` });
    }
  });
  return found;
}
