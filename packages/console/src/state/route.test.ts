import { expect, test } from 'vitest';
import { fragmentOf, type Route, routeOf } from './route.ts';

test.each<Route>([
  { view: 'list' },
  { view: 'create' },
  { view: 'experiment', key: 'a.b-c_1' },
  { view: 'experiment', key: 'a/b #%?' },
])('%j has an address of its own', (route) => {
  expect(routeOf(fragmentOf(route))).toEqual(route);
});

test('an address that means nothing shows the list', () => {
  expect(routeOf('#/experiments/%E0%A4%A')).toEqual({ view: 'list' });
  expect(routeOf('')).toEqual({ view: 'list' });
  expect(routeOf('#/experiments/')).toEqual({ view: 'list' });
});
