/** The Markdown pages of the repository: their headings, their links and the anchors that links may name. */
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const workspace = fileURLToPath(new URL('../../..', import.meta.url));

/** A link as it is written, with the file and the anchor that it leads to. */
export interface Link {
  readonly written: string;
  /** Path in the repository; the page itself for a link that is only an anchor. */
  readonly path: string;
  /** Without its `#`; empty if the link has none. */
  readonly anchor: string;
}

/** Folders that hold no pages of ours. */
const PASSED_OVER = /(^|\/)(node_modules|dist|fixtures)(\/|$)|^docs\/api\//;

/** Paths of all pages, sorted. */
export function pages(pattern = '**/*.md'): string[] {
  return globSync(pattern, { cwd: workspace, exclude: (path) => PASSED_OVER.test(path) })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !PASSED_OVER.test(path))
    .sort();
}

export function pageText(path: string): string {
  return readFileSync(posix.join(workspace, path), 'utf8');
}

function withoutBlocks(text: string): string {
  return text.replace(/^( *)(`{3,})[\s\S]*?^\1\2`*$/gm, '');
}

/** The relative links of a page. Links inside code do not count. */
export function relativeLinks(path: string, text: string): Link[] {
  const prose = withoutBlocks(text).replace(/`[^`\n]*`/g, '`code`');
  const written = Array.from(prose.matchAll(/\]\(([^()\s]+)\)/g), ([, target]) => target!);
  return written
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [file = '', anchor = ''] = target.split('#');
      const place = file === '' ? path : posix.join(posix.dirname(path), file);
      return { written: target, path: place, anchor };
    });
}

/** The anchor that GitHub gives a heading, before repeated ones are numbered. */
function slug(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

/** All anchors of a page: those of its headings, and those written as `<a id="…">`. */
export function anchorsOf(text: string): Set<string> {
  const prose = withoutBlocks(text);
  const anchors = new Set(Array.from(prose.matchAll(/<a id="([^"]+)">/g), ([, id]) => id!));
  const counts = new Map<string, number>();
  for (const [, heading] of prose.matchAll(/^#{1,6} +(.+)$/gm)) {
    const name = slug(heading!);
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    anchors.add(count === 0 ? name : `${name}-${count}`);
  }
  return anchors;
}
