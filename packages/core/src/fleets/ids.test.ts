import { expect, test } from 'vitest';
import { fleetIds } from '../definitions/fleet-ids.ts';
import { policyCatalogue } from '../policies/catalogue.ts';
import { fleetCatalogue } from './catalogue.ts';

test('the ids are those of the catalogue', () => {
  expect([...fleetIds].sort()).toEqual(fleetCatalogue.ids.toSorted());
});

test('a policy catalogue states where a rule for several players is played', () => {
  expect(() => policyCatalogue.find('mctopm')).toThrow(
    'mctopm coordinates several players; it plays only in compare and run with a number of players, for example --players 6',
  );
});
