import { expect, test } from 'vitest';
import { contextualIds } from '../definitions/contextual-ids.ts';
import { fleetIds } from '../definitions/fleet-ids.ts';
import { policyCatalogue } from '../policies/catalogue.ts';
import { contextualPolicyCatalogue } from './catalogue.ts';

test('the ids that messages know are those of the catalogue', () => {
  expect(contextualIds.toSorted()).toEqual(contextualPolicyCatalogue.ids.toSorted());
});

test('no id has two meanings', () => {
  const ids = [...policyCatalogue.ids, ...contextualIds, ...fleetIds];
  expect(new Set(ids).size).toBe(ids.length);
});
