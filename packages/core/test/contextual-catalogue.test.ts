/**
 * Every contextual policy has a trace worked by hand, a naive form and frozen numbers, so that the next one cannot be
 * forgotten. That docs/guarantees.md has a row for each is a test of the command line's package.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contextualPolicyCatalogue } from '../src/contextual-policies/catalogue.ts';
import { linearPolicyTraces } from './traces/linear-policy-traces.ts';
import { linearTraces } from './traces/linear-traces.ts';

const ids = contextualPolicyCatalogue.ids.toSorted();

/** Policies whose traces have another form, and the tests that follow them. */
const workedElsewhere: Readonly<Record<string, string>> = { 'lin-auto': 'lin-auto.test.ts' };

/** The test of each policy against its naive form, over many slots. */
const naiveTests: Readonly<Record<string, string>> = {
  linucb: 'linear-equals-naive.test.ts',
  'restart-linucb': 'linear-equals-naive.test.ts',
  'sw-linucb': 'linear-equals-naive.test.ts',
  'd-linucb': 'linear-equals-naive.test.ts',
  'weight-linucb': 'linear-equals-naive.test.ts',
  lints: 'linear-equals-naive.test.ts',
  'd-lints': 'linear-equals-naive.test.ts',
  'd-rand-linucb': 'linear-equals-naive.test.ts',
  'bob-linucb': 'linear-layers.test.ts',
  dlinucb: 'linear-layers.test.ts',
  'logistic-ts': 'linear-layers.test.ts',
  'd-logistic': 'linear-layers.test.ts',
  'lin-oracle': 'linear-layers.test.ts',
  'lin-oracle-restart': 'linear-layers.test.ts',
  'lin-auto': 'lin-auto.test.ts',
};

function textOf(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}

/** Expects that a test file names a policy, with or without parameters. */
function expectNamed(id: string, file: string): void {
  expect(textOf(file)).toMatch(new RegExp(`'${id}[':]`));
}

test('every contextual policy has a trace of at least six slots', () => {
  const traces = [...linearTraces, ...linearPolicyTraces];
  expect(traces.filter(({ picks }) => picks.length < 6)).toEqual([]);
  const worked = new Set([...traces.map(({ id }) => id), ...Object.keys(workedElsewhere)]);
  expect([...worked].sort()).toEqual(ids);
  for (const [id, file] of Object.entries(workedElsewhere)) expectNamed(id, file);
});

test('every contextual policy is compared with a naive form', () => {
  expect(Object.keys(naiveTests).sort()).toEqual(ids);
  for (const [id, file] of Object.entries(naiveTests)) expectNamed(id, file);
});

test('every contextual policy has frozen numbers in each form that it plays', () => {
  const frozen = textOf('__snapshots__/frozen-contexts.test.ts.snap');
  for (const { id, forms } of contextualPolicyCatalogue.list) {
    expect(frozen.split(`"${id}": "`).length - 1, id).toBe(forms.length);
  }
});
