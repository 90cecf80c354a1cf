/** docs/paper-map.md has every citation of the paper and every policy and environment, each in one part. */
import { readFileSync } from 'node:fs';
import { adaIltcbThresholds } from '@driftline/core/theory';
import { describe, expect, test } from 'vitest';
import { ENVIRONMENT_SOURCES } from '../../../tools/paper/additions.ts';
import { type Citation, COMMENTED, PRINTED } from '../../../tools/paper/citations.ts';
import { OPEN } from '../../../tools/paper/own-text.ts';
import { additions, CATALOGUES, ENTRIES, KINDS, named } from '../../../tools/paper/parts.ts';
import { firstUsefulHorizon, restlessStates } from '../../../tools/paper/thresholds.ts';
import { pageText } from './markdown.ts';

/** Citation keys of the source in order of appearance. Keys of both kinds of lines count as printed. */
const keys: { readonly printed: string[]; readonly commented: string[] } = JSON.parse(
  readFileSync(new URL('fixtures/paper-keys.json', import.meta.url), 'utf8'),
);
const page = pageText('docs/paper-map.md');

/** Text of a part of the page, without the table of open questions, which names ids of every part. */
function part(title: string): string {
  const [own = ''] = page.split(`\n## ${title}\n`)[1]?.split(/\n## /) ?? [];
  return own.replace(/\n### Future work\n[\s\S]*?(?=\n### |$)/, '');
}

const PARTS = {
  printed: part('Printed text'),
  commented: part('Commented-out lines'),
  additions: part('Additions'),
};

/** Parts that have a text. */
function partsWith(text: string): string[] {
  return Object.entries(PARTS).flatMap(([name, part]) => (part.includes(text) ? [name] : []));
}

describe('citations', () => {
  const sorted = (citations: readonly Citation[]) => citations.map(({ key }) => key).toSorted();

  test('the printed part has each printed key once', () => {
    expect(sorted(PRINTED.flatMap(({ citations }) => citations))).toEqual(keys.printed.toSorted());
  });

  test('the commented part has each key that occurs only in comments once', () => {
    expect(sorted(COMMENTED)).toEqual(keys.commented.toSorted());
  });

  test.each([...PRINTED.flatMap(({ citations }) => citations), ...COMMENTED])(
    '$key has an id or a reason, in the right part of the page',
    (citation) => {
      const ids = KINDS.flatMap((kind) => citation[kind] ?? []);
      expect(ids.length + (citation.note?.length ?? 0)).toBeGreaterThan(0);
      const own = keys.printed.includes(citation.key) ? PARTS.printed : PARTS.commented;
      const row = own.split('\n').find((line) => line.includes(` | \`${citation.key}\` | `)) ?? '';
      for (const id of ids) expect(row).toContain(`\`${id}\``);
      expect(row).toContain(citation.note ?? '');
    },
  );
});

describe('ids', () => {
  test.each(KINDS)('all named %s exist', (kind) => {
    const all = [...Object.values(ENTRIES).flat(), ...OPEN];
    expect(named(kind, all).filter((id) => !CATALOGUES[kind].ids.includes(id))).toEqual([]);
  });

  test.each(KINDS)('printed text and commented-out lines share no %s', (kind) => {
    const printed = named(kind, ENTRIES.printed);
    expect(named(kind, ENTRIES.commented).filter((id) => printed.includes(id))).toEqual([]);
  });

  test.each(CATALOGUES.policies.ids)('the page names %s in exactly one part', (id) => {
    expect(partsWith(`[\`${id}\`](policies.md`)).toHaveLength(1);
  });

  test.each(CATALOGUES.contextualPolicies.ids)(
    'the page names the contextual policy %s in exactly one part',
    (id) => {
      expect(partsWith(`[\`${id}\`](policies.md`)).toHaveLength(1);
    },
  );

  test.each(CATALOGUES.fleets.ids)('the page names the fleet %s in exactly one part', (id) => {
    expect(partsWith(`[\`${id}\`](policies.md`)).toHaveLength(1);
  });

  test('an id in a note belongs to the part of the note', () => {
    const inCode = ({ note = '' }: { readonly note?: string }) =>
      Array.from(note.matchAll(/`([\w-]+)`/g), ([, id]) => id!);
    for (const entries of Object.values(ENTRIES)) {
      const own = KINDS.flatMap((kind) => named(kind, entries));
      const others = KINDS.flatMap((kind) => CATALOGUES[kind].ids).filter(
        (id) => !own.includes(id),
      );
      expect(entries.flatMap(inCode).filter((id) => others.includes(id))).toEqual([]);
    }
  });

  test('every added environment has a source (else add it to tools/paper/additions.ts)', () => {
    expect(Object.keys(ENVIRONMENT_SOURCES).toSorted()).toEqual(
      [...additions('environments'), ...additions('contextualEnvironments')].toSorted(),
    );
  });
});

describe('reasons', () => {
  const problem = { armCount: 2, horizon: 100_000, classSize: 100, delta: 0.05 };
  const sizeAt = (horizon: number) => 2 * Math.log2(horizon);

  test('the page has their numbers', () => {
    // ln(8·10¹⁵·10⁴/0.05) = ln(1.6·10²¹) = 48.82, and log₂ 10⁵ = 16.61.
    expect(page).toContain('C₀ = 48.8.');
    for (const values of [
      '| 391 | 6,488 |', // 4·2·48.82 and 4·33.22·48.82
      '| 6.2·10⁷ | 1.0·10⁹ |', // 640,000·97.65
      '| 4.0·10⁹ | 6.6·10¹⁰ |', // 40,960,000·97.65
      '| 5.6·10¹⁶ | 9.3·10¹⁷ |', // 5.76·10¹⁴·97.65
      '| 8.9·10⁷ | 3.2·10⁹ |',
    ]) {
      expect(page).toContain(values);
    }
  });

  test.each([() => 2, sizeAt])('the smallest useful horizon solves its condition', (size) => {
    const horizon = firstUsefulHorizon(problem, size);
    const needed = (of: number) => adaIltcbThresholds({ ...problem, horizon: of }, size(of));
    expect(needed(horizon).varianceTest).toBeLessThanOrEqual(horizon);
    expect(needed(Math.floor(horizon * 0.999)).varianceTest).toBeGreaterThan(horizon * 0.999);
  });

  test('UCRL plans over 10,000 states for two small arms', () => {
    expect(restlessStates(2, 2, 50)).toBe(10_000);
    expect(page).toContain('(2·50)² = 10,000 states');
  });
});
