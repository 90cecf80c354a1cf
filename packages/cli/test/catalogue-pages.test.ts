/** The generated pages of policies and environments agree with the catalogues. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createDecider,
  environmentCatalogue,
  lawCatalogue,
  policyCatalogue,
} from '@driftline/core';
import {
  contextualEnvironmentCatalogue,
  contextualPolicyCatalogue,
  fleetCatalogue,
} from '@driftline/core/play';
import { describe, expect, test } from 'vitest';
import { cell } from '../../../tools/catalogue/markdown.ts';
import { cataloguePages } from '../../../tools/catalogue/pages.ts';
import { meaningOf } from '../src/commands/environments/text.ts';
import { contextualFacts } from '../src/commands/policies/contextual.ts';
import { acceptedText, policyFacts } from '../src/commands/policies/facts.ts';
import { fleetFacts } from '../src/commands/policies/fleets.ts';
import { workspace } from './markdown.ts';

const [policies, environments] = cataloguePages();

test.each(cataloguePages())('$path is up to date (else run npm run docs:catalogue)', (page) => {
  expect(readFileSync(join(workspace, page.path), 'utf8')).toBe(page.text);
});

describe('docs/policies.md', () => {
  const calls = [...policies.text.matchAll(/```js\n(createDecider\('([\w-]+)', .*\))\n```/g)];

  test('has a section with every fact for every policy and every rule for several players', () => {
    const sections = policies.text.split('\n### ').slice(1);
    expect(sections.map((section) => section.split(/[\n ]/)[0]).toSorted()).toEqual(
      [...policyCatalogue.ids, ...contextualPolicyCatalogue.ids, ...fleetCatalogue.ids].toSorted(),
    );
    for (const definition of policyCatalogue.list) {
      const own = sections.find((each) => each.split(/[\n ]/)[0] === definition.id) ?? '';
      for (const [, fact] of policyFacts(definition)) expect(own).toContain(cell(fact));
      for (const parameter of definition.parameters) {
        expect(own).toContain(cell(acceptedText(parameter)));
      }
    }
    for (const definition of contextualPolicyCatalogue.list) {
      const own = sections.find((each) => each.split(/[\n ]/)[0] === definition.id) ?? '';
      for (const [, fact] of contextualFacts(definition)) expect(own).toContain(cell(fact));
    }
    for (const definition of fleetCatalogue.list) {
      const own = sections.find((each) => each.split(/[\n ]/)[0] === definition.id) ?? '';
      for (const [, fact] of fleetFacts(definition)) expect(own).toContain(cell(fact));
    }
  });

  test('has a call for every policy but the oracles', () => {
    const expected = policyCatalogue.list.filter(({ needs }) => needs === undefined);
    expect(calls.map(([, , id]) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
  });

  test.each(calls.map(([, call]) => call))('%s runs', (call) => {
    const decider = new Function('createDecider', `return ${call}`)(createDecider);
    expect(decider.decide().arm).toBeGreaterThanOrEqual(0);
  });
});

test('docs/environments.md has every environment and reward law with their parameters', () => {
  const sections = environments.text.split('\n### ').slice(1);
  const all = [
    ...environmentCatalogue.list,
    ...contextualEnvironmentCatalogue.list,
    ...lawCatalogue.list,
  ];
  expect(sections.map((section) => section.split(' ')[0])).toEqual(all.map(({ id }) => id));
  all.forEach(({ parameters }, i) => {
    for (const parameter of parameters) expect(sections[i]).toContain(cell(meaningOf(parameter)));
  });
});
