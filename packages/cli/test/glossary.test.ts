/** docs/glossary.md defines each word once, among them those that the style guide calls domain words. */
import { expect, test } from 'vitest';
import { pageText } from './markdown.ts';

const text = pageText('docs/glossary.md');
const [, formulas = '', ...tables] = text.split(/^## /m);
const words = [
  ...Array.from(formulas.matchAll(/^\*\*([^*]+)\.\*\*/gm), ([, word]) => word!),
  ...tables.flatMap((table) =>
    Array.from(table.matchAll(/^\| (?!Word|-)([^|]+) \| /gm), ([, word]) => word!),
  ),
];

/** Headings begin with a capital letter. */
function lowerFirst(word: string): string {
  return word.charAt(0).toLowerCase() + word.slice(1);
}

test('it defines no word twice', () => {
  expect(words.filter((word, place) => words.indexOf(word) !== place)).toEqual([]);
});

test.each(
  ['arm', 'slot', 'horizon', 'reward', 'reward law', 'environment', 'mean', 'regret'].concat(
    ['variation budget', 'number of changes', 'window', 'discount', 'replication', 'policy'],
    ['propensity', 'decider', 'decision', 'pending decision', 'snapshot', 'shard', 'chunk', 'unit'],
  ),
)('it defines %s', (word) => {
  const pattern = new RegExp(`(^|, | and )${word}( [^a-z]|,|$)`);
  expect(words.some((each) => pattern.test(lowerFirst(each)))).toBe(true);
});
