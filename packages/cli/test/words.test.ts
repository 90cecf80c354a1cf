/** Keeps the text that users read in plain words: `node tools/words.ts` prints the same findings. */
import { describe, expect, test } from 'vitest';
import {
  findingText,
  longSentencesIn,
  namelessLinksIn,
  phrasesIn,
  questionStartsIn,
  ratesOf,
} from '../../../tools/words/findings.ts';
import { markdownPassages } from '../../../tools/words/markdown.ts';
import { stringPassages } from '../../../tools/words/strings.ts';
import { findingsIn, guides, pages, passagesOf, sources } from '../../../tools/words/texts.ts';

function findingsOf(files: readonly string[]): string[] {
  return files.flatMap(findingsIn).map(findingText);
}

test('pages follow the rules of words', () => {
  expect(pages).toContain('docs/service.md');
  expect(findingsOf(pages)).toEqual([]);
});

test('strings of programs follow the rules of words', () => {
  expect(sources).toContain('packages/cli/src/main.ts');
  expect(findingsOf(sources)).toEqual([]);
});

test.each(ratesOf(guides.flatMap(passagesOf)))(
  'README and guides have at most $limit "$name" per 1,000 words',
  ({ perThousand, limit }) => {
    expect(perThousand).toBeLessThanOrEqual(limit);
  },
);

describe('a page', () => {
  const rulesIn = (page: string) =>
    markdownPassages('page.md', page)
      .flatMap((passage) => [
        ...phrasesIn(passage),
        ...questionStartsIn(passage),
        ...longSentencesIn(passage),
      ])
      .map(({ line, rule }) => `${line}: ${rule}`);

  test.each([
    'The table is drawn anew.',
    'It is held against the truth.',
    'Decisions are kept, too.',
    'The copy is no backup.',
    'Nobody asks.',
    'It holds in 95 % of logs.',
    'It has 10 000 rows.',
    'The rate is .05.',
    'Where time passes, memory fades.',
    'What it acknowledges is on disk.',
    `It ${'never '.repeat(35)}ends.`,
  ])('with "%s" has one finding', (sentence) => {
    expect(rulesIn(`# Title\n\nA plain sentence. ${sentence}`)).toEqual([
      expect.stringMatching(/^3: /),
    ]);
  });

  test.each([
    'There is no policy of this name.',
    'What is a bandit?',
    'It holds in 95% of 10,000 logs, or 0.95.',
    'Call `told(anew)` first.',
    '```\nWhere nobody asks\n```',
    '<!-- Whoever reads this -->',
    `${'A short one. '.repeat(35)}`,
    `- ${'word '.repeat(30)}\n- ${'word '.repeat(30)}`,
  ])('with "%s" has none', (text) => {
    expect(rulesIn(text)).toEqual([]);
  });

  test('has links that name their target', () => {
    const page = 'See [the guide](a.md).\nIt is fast ([why](b.md)).';
    expect(namelessLinksIn('page.md', page)).toEqual([
      expect.objectContaining({ line: 2, rule: expect.stringContaining('"why"') }),
    ]);
  });

  test('has rates per 1,000 words, without code', () => {
    const [where] = ratesOf(markdownPassages('page.md', 'Here is where it is; `where`.'));
    expect(where).toMatchObject({ name: 'where', perThousand: 200 });
  });
});

test('strings are literals, templates and texts of elements with at least three words', () => {
  const source = [
    '// Where nobody asks.',
    "const short = 'told anew';",
    "const literal = 'it is told anew';",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template
    'const template = `the ${literal} is told`;',
    'const element = <p>Nothing is told here</p>;',
  ].join('\n');
  const found = stringPassages('source.tsx', source).flatMap(phrasesIn);
  expect(found.map(({ line, rule }) => `${line} ${rule.split(' ')[0]}`)).toEqual([
    '3 "told"',
    '3 "anew"',
    '4 "told"',
    '5 "told"',
  ]);
});
