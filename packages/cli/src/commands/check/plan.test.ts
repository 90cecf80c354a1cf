import { contextualPolicyCatalogue } from '@driftline/core/contextual';
import { expect, test } from 'vitest';
import { outcomeOf, plannedChecks } from './plan.ts';

const linUcb = contextualPolicyCatalogue.find('linucb');

test('plans the checks of a contextual policy in each of its forms', () => {
  const own = { ...linUcb, id: 'own-linucb' };
  const planned = plannedChecks({ contextualPolicies: [own] });
  const names = planned.map(({ check }) => check);
  expect(names).toContain('arms: accepts new arms while running');
  expect(names).toContain('actions: is deterministic');
  expect(names.at(-1)).toBe('states what its parameters are for');
  expect(planned.every(({ kind, id }) => kind === 'policy' && id === 'own-linucb')).toBe(true);
});

test('reports a contextual policy that breaks a rule', () => {
  const silent = { ...linUcb, id: 'silent', reference: '' };
  const planned = plannedChecks({ contextualPolicies: [silent] });
  const described = planned.find(({ check }) => check === 'describes itself');
  if (described === undefined) throw new Error('the check is missing');
  expect(outcomeOf(described, { file: 'own.ts' })).toMatchObject({
    ok: false,
    message: 'reference must not be empty',
  });
});

test.each(['linucb', 'ucb1'])('refuses the id %s, which is taken', (id) => {
  expect(() => plannedChecks({ contextualPolicies: [{ ...linUcb, id }] })).toThrow(
    /unique id.*got '(?:linucb|ucb1)'/,
  );
});
