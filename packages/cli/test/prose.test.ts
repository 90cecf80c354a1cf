/** Texts of definitions are for people: code goes by typed facts, and never compares what a text says. */
import { expect, test } from 'vitest';
import { isTest, sources } from './source-graph.ts';

/** What definitions say in words. `index` and `level` are also numbers: compared with a text they are not. */
const TEXTS = [
  'memory',
  'estimator',
  'index',
  'reference',
  'formula',
  'guarantee',
  'cost',
  'level',
  'summary',
].join('|');

/** A text that is compared, searched, or used as a key. */
const COMPARED = [
  // definition.memory === 'window', and the same after destructuring
  new RegExp(`(?:^|[^\\w'"])(?:${TEXTS}) ?[!=]== ?['"\`]`),
  new RegExp(`['"\`] ?[!=]== ?(?:\\w+\\??\\.)*(?:${TEXTS})\\b`),
  // with a constant that holds a text
  new RegExp(`\\.(?:${TEXTS}) ?[!=]== ?[A-Z][A-Z_]+\\b`),
  // definition.reference.startsWith(…)
  new RegExp(`\\b(?:${TEXTS})\\??\\.(?:startsWith|endsWith|match|search|indexOf)\\(`),
  // switch (definition.memory)
  new RegExp(`switch \\((?:\\w+\\??\\.)*(?:${TEXTS})\\)`),
  // UNTUNED.includes(memory), MEMORIES[memory]
  new RegExp(`\\b[A-Z][A-Z_]+\\.(?:includes|has|get)\\((?:\\w+\\??\\.)*(?:${TEXTS})\\)`),
  new RegExp(`\\b[A-Z][A-Z_]+\\[(?:\\w+\\??\\.)*(?:${TEXTS})\\]`),
];

/** Other things that are called by the same names, and are closed sets of words. */
const OTHERS = [
  // The memory of a WebAssembly module.
  /\btypeof memory\b/,
  // How a strip of the lab shows what a policy remembers.
  /\binside\.memory\b/,
  /\bKINDS\[memory\]/,
  /\bisFading = memory\b/,
  // Whether a policy that the service offers has to be given a memory.
  /\bmemory === '(?:required|refused)'/,
  // Whether a sentence ends as one.
  /\bsummary\.endsWith\('\.'\)/,
];

function comparisonsIn(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => COMPARED.some((pattern) => pattern.test(line)))
    .filter((line) => !OTHERS.some((pattern) => pattern.test(line)))
    .map((line) => line.trim());
}

test('nothing compares the texts of definitions', () => {
  const found = sources('packages/*/{src,assembly}/**/*.{ts,tsx}', 'bench/**/*.ts')
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, text }) => comparisonsIn(text).map((line) => `${path}: ${line}`));
  expect(found).toEqual([]);
});

test.each([
  "if (definition.memory === 'all-time') return 'stationary';",
  "if ('Beta posterior' === definition.estimator) return 'bayesian';",
  "applies: ({ memory }) => memory === 'sharing',",
  'if (definition.memory !== UNTIL_ALARM) return true;',
  "return definition.reference.startsWith('Wei') ? 'paper' : 'forgetting';",
  'if (UNTUNED.includes(memory)) return undefined;',
  "const kind = WORDS[definition.memory] ?? 'everything';",
  'switch (definition.estimator) {',
])('it would be found: %s', (line) => {
  expect(comparisonsIn(line)).toEqual([line]);
});

test.each([
  "if (definition.memoryKind === 'all-time') return 'stationary';",
  'if (known.index === Number.POSITIVE_INFINITY) return known;',
  'lines.push(...row(member.id, member.memory, markedSummary(member)));',
])('this is none: %s', (line) => {
  expect(comparisonsIn(line)).toEqual([]);
});
