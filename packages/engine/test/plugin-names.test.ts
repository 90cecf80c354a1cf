/** Plugins are shown by what they call themselves, each parameter once. */
import { freshParameter } from '@driftline/core';
import { planExperiment, readExperiment } from '@driftline/engine/experiment';
import { type Comparison, InlineExecutor, Plugins, runComparisons } from '@driftline/engine/play';
import { expect, test } from 'vitest';
import { environmentName, environmentSummary } from '../src/words/names.ts';
import { type NamedPolicy, policyName, policyNames } from '../src/words/policy-names.ts';
import { ownEnvironment, ownLaw, ownPolicy } from './own-plugin.ts';

const rest = {
  kind: 'integer',
  id: 'rest',
  symbol: 'ρ',
  summary: 'slots of rest',
  default: 1,
} as const;
const sd = { kind: 'number', id: 'sd', summary: 'of a step', default: 0.1 } as const;
const plugins = new Plugins([
  {
    policies: [{ ...ownPolicy(), parameters: [rest] }],
    environments: [ownEnvironment({ parameters: [sd, freshParameter] })],
    rewardLaws: [ownLaw({ name: 'Plain noise' })],
  },
]);

test('policies, environments and reward laws in what is drawn from a result alone', async () => {
  const comparison: Comparison = {
    name: 'own',
    environment: { kind: 'named', spec: 'steps:sd=0.01;fresh=1', rewards: 'plain' },
    policies: ['turns:rest=2', 'turns:rest=3', 'ucb1'],
    replications: 2,
    seed: 3,
    checkpoints: { count: 5, spacing: 'linear' },
  };
  const executor = new InlineExecutor(plugins);
  const [result] = await runComparisons([comparison], { executor, plugins });
  // As from a file.
  const { environment, policies } = JSON.parse(JSON.stringify(result));
  expect(environmentName(environment)).toBe('Steps, sd = 0.01, fresh = 1');
  expect(environmentSummary(environment)).toMatch(
    /^Steps, sd = 0\.01, fresh = 1 \(3 arms, 60 slots, plain noise rewards, /,
  );
  const [first, second] = policyNames(policies);
  expect([first, second]).toEqual(['Turns (ρ\u202f=\u202f2)', 'Turns (ρ\u202f=\u202f3)']);
  expect(policies.map((policy: NamedPolicy) => policyName(policy))).toEqual(policyNames(policies));
  expect(policies[2]).not.toHaveProperty('symbols');
});

test('a result that has no name of a plugin shows the spec, once', () => {
  const source = { kind: 'named', spec: 'ou:sd=0.01;fresh=1' } as const;
  const shown = environmentName({ name: source.spec, source } as Parameters<
    typeof environmentName
  >[0]);
  expect(shown).toBe('ou:sd=0.01;fresh=1');
});

test('fresh means where there is no such parameter: what to do is said', () => {
  const text = (id: string) =>
    `policies: [ucb1]\nenvironments:\n  - {environment: ${id}, fresh: true}\n`;
  const own = new Plugins([{ environments: [ownEnvironment()] }]);
  const plan = (id: string) => planExperiment(readExperiment(text(id), 'e.yaml'), { plugins: own });
  expect(() => plan('steps')).toThrow(
    'must be false: steps has no parameter fresh; if its means are random, put freshParameter of @driftline/core among its parameters',
  );
  expect(() => plan('sinusoid')).toThrow('must be false: the means of sinusoid are not random');
});
