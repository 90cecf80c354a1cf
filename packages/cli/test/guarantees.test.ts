/** docs/guarantees.md has every policy of the catalogue exactly once, with the rewards that it assumes. */
import { policyCatalogue } from '@driftline/core';
import type { RewardAssumption } from '@driftline/core/spec';
import { expect, test } from 'vitest';
import { pageText } from './markdown.ts';

const REWARDS: Record<RewardAssumption, string> = {
  'sub-gaussian': 'sub-Gaussian',
  'finite-variance': 'finite variance',
  'unit-interval': '[0, 1]',
  any: 'not used',
};

/** Rows of the page that begin with the id of a policy, as their cells. */
const rows = Array.from(
  pageText('docs/guarantees.md').matchAll(/^\| `([\w-]+)` \| (.+) \|$/gm),
).map(([, id, cells]) => ({ id: id!, cells: cells!.split(' | ') }));

test('it lists every policy once', () => {
  const ids = policyCatalogue.list.map(({ id }) => id);
  expect(rows.map(({ id }) => id).sort()).toEqual([...ids].sort());
});

test.each(rows)('$id has the rewards of its definition', ({ id, cells }) => {
  expect(cells[1]).toBe(REWARDS[policyCatalogue.find(id).rewards]);
});

test('it has every policy whose definition computes a bound among those with one', () => {
  const computed = policyCatalogue.list.filter(({ bound }) => bound !== undefined);
  const withBound = rows.filter(({ cells }) => cells.length === 4).map(({ id }) => id);
  expect(withBound).toEqual(expect.arrayContaining(computed.map(({ id }) => id)));
});
