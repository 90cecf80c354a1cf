/** Every page of docs/ can be found from its index, and no link between pages is dead. */
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anchorsOf, type Link, pages, pageText, relativeLinks, workspace } from './markdown.ts';

const INDEX = 'docs/README.md';

function exists(path: string): boolean {
  return existsSync(posix.join(workspace, path));
}

function isDead({ path, anchor }: Link): boolean {
  if (!exists(path)) return true;
  return anchor !== '' && path.endsWith('.md') && !anchorsOf(pageText(path)).has(anchor);
}

/** Pages of docs/ that one reaches from a page by following links between pages of docs/. */
function reachableFrom(start: string): Set<string> {
  const found = new Set([start]);
  for (const page of found) {
    for (const { path } of relativeLinks(page, pageText(page))) {
      if (path.startsWith('docs/') && path.endsWith('.md') && exists(path)) found.add(path);
    }
  }
  return found;
}

test('docs/README.md leads to every page of docs/', () => {
  const reachable = reachableFrom(INDEX);
  expect(pages('docs/**/*.md').filter((page) => !reachable.has(page))).toEqual([]);
});

test('docs/README.md itself lists every guide, reference page, study and record', () => {
  const listed = new Set(relativeLinks(INDEX, pageText(INDEX)).map(({ path }) => path));
  const expected = pages('docs/{*,studies/*}.md').filter((page) => page !== INDEX);
  expect(expected.filter((page) => !listed.has(page))).toEqual([]);
});

test.each(pages())('%s has no dead relative link', (page) => {
  const dead = relativeLinks(page, pageText(page)).filter(isDead);
  expect(dead.map(({ written }) => written)).toEqual([]);
});

describe('a dead link is found', () => {
  test.each(['no-such-page.md', '#no-such-heading', 'README.md#no-such-heading'])(
    '%s',
    (target) => {
      const links = relativeLinks(INDEX, `See [the page](${target}).`);
      expect(links.map(isDead)).toEqual([true]);
    },
  );

  test('except inside code', () => {
    expect(
      relativeLinks(INDEX, 'Write `[name](page.md)`.\n\n```md\n[name](page.md)\n```\n'),
    ).toEqual([]);
  });
});

test('repeated headings get numbered anchors, as on GitHub', () => {
  expect([...anchorsOf('# `run --out`: files\n\n## Keys\n\n## Keys\n')]).toEqual([
    'run---out-files',
    'keys',
    'keys-1',
  ]);
});
