/** docs/guarantees.md has every policy exactly once, with the rewards that it assumes, and every rule for players. */
import { policyCatalogue } from '@driftline/core';
import { contextualPolicyCatalogue, fleetCatalogue } from '@driftline/core/play';
import type { RewardAssumption } from '@driftline/core/spec';
import { expect, test } from 'vitest';
import { pageText } from './markdown.ts';

const REWARDS: Record<RewardAssumption, string> = {
  'sub-gaussian': 'sub-Gaussian',
  'finite-variance': 'finite variance',
  'unit-interval': '[0, 1]',
  any: 'not used',
};

/** Rows of a text that begin with an id, as their cells. */
function rowsOf(text: string) {
  const rows = text.matchAll(/^\| `([\w-]+)` \| (.+) \|$/gm);
  return Array.from(rows, ([, id, cells]) => ({ id: id!, cells: cells!.split(' | ') }));
}

const [alone = '', together = ''] = pageText('docs/guarantees.md').split('## Several players');
const rows = rowsOf(alone);

/** Policies of both catalogues, which share no id. */
const policies = [...policyCatalogue.list, ...contextualPolicyCatalogue.list];

test('it lists every policy once', () => {
  expect(rows.map(({ id }) => id).sort()).toEqual(policies.map(({ id }) => id).sort());
});

test('it lists every rule for several players once', () => {
  const ids = rowsOf(together).map(({ id }) => id);
  expect(ids.sort()).toEqual([...fleetCatalogue.ids].sort());
});

test.each(rows)('$id has the rewards of its definition', ({ id, cells }) => {
  const rewards = policies.find((policy) => policy.id === id)?.rewards ?? 'any';
  expect(cells[1]).toBe(REWARDS[rewards]);
});

test('it has every policy whose definition computes a bound among those with one', () => {
  const computed = policyCatalogue.list.filter(({ bound }) => bound !== undefined);
  const withBound = rows.filter(({ cells }) => cells.length === 4).map(({ id }) => id);
  expect(withBound).toEqual(expect.arrayContaining(computed.map(({ id }) => id)));
});
