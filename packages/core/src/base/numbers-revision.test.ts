import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NUMBERS_REVISION } from './numbers-revision.ts';

// Not equal: an entry may be taken back once numbers are as before, and that raises the revision, too.
test('every entry under Changes numbers has raised the revision', () => {
  const changelog = readFileSync(new URL('../../../../CHANGELOG.md', import.meta.url), 'utf8');
  const sections = changelog.match(/^### Changes numbers\n(?:.*\n)*?(?=###? |$(?![\s\S]))/gm) ?? [];
  const entries = sections.join('').match(/^- /gm) ?? [];
  expect(entries.length).toBeGreaterThan(0);
  expect(NUMBERS_REVISION).toBeGreaterThanOrEqual(entries.length);
});
