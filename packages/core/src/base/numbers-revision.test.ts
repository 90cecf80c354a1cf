import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NUMBERS_REVISION } from './numbers-revision.ts';

/** Counts the entries under every heading *Changes numbers*. */
function changesOfNumbers(changelog: string): number {
  const sections = changelog.match(/^### Changes numbers\n(?:.*\n)*?(?=###? |$(?![\s\S]))/gm) ?? [];
  return (sections.join('').match(/^- /gm) ?? []).length;
}

test('every entry under Changes numbers has raised the revision of 0.1.0', () => {
  const changelog = readFileSync(new URL('../../../../CHANGELOG.md', import.meta.url), 'utf8');
  const first = Number(/^The first version\. Numbers revision: (\d+)\.$/m.exec(changelog)?.[1]);
  // Not equal: taking an entry back also raises the revision.
  expect(NUMBERS_REVISION).toBeGreaterThanOrEqual(first + changesOfNumbers(changelog));
});

test('entries are counted in all versions, and under no other heading', () => {
  const changelog = [
    ...['## 0.3.0', '### Changes numbers', '- one', '- two', '### Fixed', '- no'],
    ...['## 0.2.0', '### Added', '- no', '### Changes numbers', '- three', ''],
  ];
  expect(changesOfNumbers(changelog.join('\n'))).toBe(3);
});
