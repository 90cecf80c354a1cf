import { policyDefinitions } from '@driftline/core';
import { expect, test } from 'vitest';
import { listedPolicies } from './add-policy-list.ts';

const found = (search: string) =>
  listedPolicies(policyDefinitions, search).flatMap(({ definitions }) =>
    definitions.map(({ id }) => id),
  );

test('without a search every policy is listed once, the paper’s first and marked ones last', () => {
  const groups = listedPolicies(policyDefinitions, '');
  expect(found('').toSorted()).toEqual(policyDefinitions.map(({ id }) => id).toSorted());
  expect(groups[0].group).toBe('paper');
  expect(groups[groups.length - 1].group).toBe('marked');
});

test('a search needs all of its words, wherever they stand', () => {
  expect(found('sw-moss')).toEqual(['sw-moss']);
  expect(found('thompson fades')).toEqual(['dts']);
  expect(found('  GARIVIER  ')).toContain('d-ucb');
  expect(found('no such thing')).toEqual([]);
});
