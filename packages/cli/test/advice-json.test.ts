/** docs/advice-json.md names every key of advice.json, and every reason for a question without an answer. */
import { adviceSchema, refusalCodes } from '@driftline/advice';
import { expect, test } from 'vitest';
import { pageText } from './markdown.ts';

const page = pageText('docs/advice-json.md');

/** All keys of objects in a part of a schema. */
function keysIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, inner]) =>
    name === 'properties' && typeof inner === 'object' && inner !== null
      ? [...Object.keys(inner), ...Object.values(inner).flatMap(keysIn)]
      : keysIn(inner),
  );
}

test.each([...new Set(keysIn(adviceSchema))])('the key %s is described', (key) => {
  expect(page).toMatch(new RegExp(`\`(?:\\w+\\.)*${key}\``));
});

test.each(Object.entries(refusalCodes))('the code %s has its meaning', (code, meaning) => {
  expect(page).toContain(`| \`${code}\` | ${meaning} |`);
});
