/** No test judges by the clock: on a busy machine it would fail, on a quiet one it would show nothing. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const workspace = fileURLToPath(new URL('../../..', import.meta.url));

const TESTS = [
  'packages/*/test/**/*.ts',
  'packages/*/src/**/*.test.{ts,tsx}',
  'bench/**/*.test.ts',
];

/** What reads a clock, waits for a while, or ends a test after one. */
const CLOCKS = [
  /\bperformance\s*\.\s*now\b/,
  /\bDate\s*\.\s*now\b/,
  /\bnew Date\(\)/,
  /\bhrtime\b/,
  /\bwaitForTimeout\b/,
  /\btimeout\s*:/i,
  /^\}, \d[\d_]*\);$/m,
];

/** Limits of many minutes, which end what hangs: a browser, and its installation. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'packages/lab/test/find-browser.ts': ['timeout:'],
  'packages/lab/test/lab-page.ts': ['timeout:'],
  // Plugins that are wrong because they read it, under a clock that the check sets.
  'packages/core/src/contract/wrong-plugins.test.ts': ['Date.now', 'new Date()'],
};

test('no test reads a clock or sets itself a time limit', () => {
  const found = TESTS.flatMap((pattern) => globSync(pattern, { cwd: workspace }))
    .filter((file) => !file.endsWith('no-clock.test.ts'))
    .flatMap((file) => {
      const text = readFileSync(`${workspace}/${file}`, 'utf8');
      const uses = CLOCKS.flatMap((clock) => clock.exec(text)?.[0] ?? []);
      return uses
        .filter((use) => !ALLOWED[file]?.includes(use))
        .map((use) => `${file}: ${use.trim()}`);
    });
  expect(found).toEqual([]);
});
