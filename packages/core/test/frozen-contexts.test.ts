/**
 * Frozen numbers of contextual policies and environments, as those of `frozen.test.ts`.
 * `npx vitest run packages/core/test/frozen-contexts.test.ts -u` writes new ones.
 */
import { expect, test } from 'vitest';
import { contextualEnvironmentCatalogue } from '../src/contextual-environments/catalogue.ts';
import { contextualPolicyCatalogue } from '../src/contextual-policies/catalogue.ts';
import { createContextualEnvironment } from '../src/shell/contextual/environment.ts';
import { playContexts } from './contextual-play.ts';

const SLOTS = 500;

/** The first 30 actions, a hash of all, and the regret. */
function fingerprint(spec: string, environmentSpec: string): string {
  const { actions, regrets } = playContexts(spec, environmentSpec, {
    horizon: SLOTS,
    seed: 11,
    replications: 1,
  });
  const hash = actions.reduce((sum, action) => Math.imul(sum ^ action, 0x01000193), 0x811c9dc5);
  return `${actions.slice(0, 30).join(' ')}, ${(hash >>> 0).toString(16)}, ${regrets[0]}`;
}

test.each([
  ['linear:path=jumps;changes=3', 'actions'],
  ['contexts-jumps', 'arms'],
] as const)('%s', (environment, form) => {
  const policies = contextualPolicyCatalogue.list.filter(({ forms }) => forms.includes(form));
  expect(
    Object.fromEntries(policies.map(({ id }) => [id, fingerprint(id, environment)])),
  ).toMatchSnapshot();
});

/** The hidden parameters of three slots, and the variation of all. */
function thetaOf(spec: string): unknown {
  const { means } = createContextualEnvironment(spec, { horizon: SLOTS, seed: 11 });
  const theta = means.contexts?.theta;
  if (theta === undefined) throw new RangeError('the environment needs hidden parameters');
  const row = (slot: number) => {
    const at = theta.at(slot, 0);
    return Array.from(theta.rows.subarray(at, at + theta.blocks * theta.dimension));
  };
  return { rows: [0, 170, SLOTS - 1].map(row), variation: means.totalVariation() };
}

test('every contextual environment', () => {
  const parameters = contextualEnvironmentCatalogue.ids.map((id) => [id, thetaOf(id)]);
  expect(Object.fromEntries(parameters)).toMatchSnapshot();
});
