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
const CLOCK =
  /\bperformance\s*\.\s*now\b|\bDate\s*\.\s*now\b|\bnew Date\(\)|\bhrtime\b|\bwaitForTimeout\b|\b(?:test|hook)timeout\s*:|^\s*\}, \d[\d_]*\);$/gim;

/** A limit of its own, among the options of something that waits. */
const LIMIT = /\btimeout\s*:/g;
const LIMIT_OF_WAITING =
  /\b(?:test|describe|each|poll|launch|goto|click|fill|waitFor\w*)\([^;{}]*\{[^{}]*\btimeout\s*:/g;

/** Experiments of the decision service have a timeout, too, which is data. */
const WITH_TIMEOUTS_AS_DATA =
  /^packages\/(?:(?:client|console|openfeature|service|advice\/src\/hand-over)\/|cli\/test\/(?:postgres|serve|service|advise-service)\b)/;

function clocksIn(text: string, file = ''): string[] {
  const limit = WITH_TIMEOUTS_AS_DATA.test(file) ? LIMIT_OF_WAITING : LIMIT;
  return [CLOCK, limit].flatMap((use) => Array.from(text.matchAll(use), ([found]) => found.trim()));
}

/** Limits of many minutes, which end what hangs: a browser, and its installation. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'packages/lab/test/find-browser.ts': ['timeout:'],
  'packages/lab/test/lab-page.ts': ['timeout:'],
};

/** Here a clock is read that the check of plugins has set. */
const OF_SET_CLOCKS = [
  'packages/core/src/contract/surroundings.test.ts',
  'packages/core/src/contract/wrong-plugins.test.ts',
];

test('no test reads a clock or sets itself a time limit', () => {
  const found = TESTS.flatMap((pattern) => globSync(pattern, { cwd: workspace }))
    .filter((file) => !file.endsWith('no-clock.test.ts') && !OF_SET_CLOCKS.includes(file))
    .map((file) => [file, clocksIn(readFileSync(`${workspace}/${file}`, 'utf8'), file)] as const)
    .filter(([, clocks]) => clocks.length > 0);
  expect(Object.fromEntries(found)).toEqual(ALLOWED);
});

test.each([
  'const start = performance.now();',
  'await page.waitForTimeout(50);',
  '{ testTimeout: 5000 }',
  'test(name, { timeout: 9 }, () => {',
  '  }, 60_000);',
])('%s would be found', (line) => {
  expect(clocksIn(line)).toHaveLength(1);
});

test('a timeout of an experiment is data, one of a test is a limit', () => {
  const file = 'packages/service/src/a.test.ts';
  expect(clocksIn('reward: { min: 0, max: 1, timeout: 60_000 }', file)).toEqual([]);
  expect(clocksIn('await expect.poll(look, { timeout: 60_000 })', file)).toHaveLength(1);
  expect(clocksIn('test(name, { timeout: 9 }, () => {', file)).toHaveLength(1);
});
