import { policyCatalogue } from '@driftline/core';
import { expect, test } from 'vitest';
import { listedPolicies } from './add-policy-list.ts';

const found = (search: string) =>
  listedPolicies(policyCatalogue.list, search).flatMap(({ definitions }) =>
    definitions.map(({ id }) => id),
  );

test('without a search every policy is listed once, the paper’s first and marked ones last', () => {
  const groups = listedPolicies(policyCatalogue.list, '');
  expect(found('').toSorted()).toEqual(policyCatalogue.ids.toSorted());
  expect(groups[0].id).toBe('paper');
  expect(groups[groups.length - 1].id).toBe('marked');
});

test('a search needs all of its words, wherever they stand', () => {
  expect(found('sw-moss')).toEqual(['sw-moss']);
  expect(found('thompson multiplied')).toEqual(['dts']);
  expect(found('  GARIVIER  ')).toContain('d-ucb');
  expect(found('no such thing')).toEqual([]);
});

test('a name comes before names that begin with it, these before parts of names and other words', () => {
  // Not every policy whose description has “arts” or “rewards” in it.
  expect(found('TS').slice(0, 4)).toEqual(['ts', 'sw-ts', 'dts', 'cts']);
  expect(found('TS').length).toBeLessThan(8);
  const ucb = found('ucb');
  expect(ucb[0]).toBe('ucb1');
  expect(ucb.slice(1)).toContain('sw-ucb');
  expect(found('switch').slice(0, 2)).toEqual(['arm-switch', 'adswitch']);
  expect(found('exp3').slice(0, 2)).toEqual(['exp3', 'exp3s']);
  // Whatever is named is found first by its name and by its id.
  for (const { id, name } of policyCatalogue.list) {
    expect([found(id)[0], found(name)[0]]).toEqual([id, id]);
  }
});
