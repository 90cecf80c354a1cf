import {
  environmentCatalogue,
  lawCatalogue,
  type PolicyDefinition,
  policyCatalogue,
} from '@driftline/core';
import { contextualPolicyCatalogue } from '@driftline/core/contextual';
import { slidingWindowMoss } from '@driftline/core/policies';
import { describe, expect, test } from 'vitest';
import { checkPluginModule } from './plugin-validation.ts';
import type { PluginModule } from './plugins.ts';

/** What is wrong with a module, which may be anything. */
function problemOf(module: unknown): string | undefined {
  try {
    checkPluginModule('mine.ts', module as PluginModule);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

test('all of ours are as they should be', () => {
  expect(
    problemOf({
      policies: policyCatalogue.list,
      contextualPolicies: contextualPolicyCatalogue.list,
      environments: environmentCatalogue.list,
      rewardLaws: lawCatalogue.list,
    }),
  ).toBeUndefined();
});

test.each([
  [{ policies: {} }, 'policies must be an array of definitions; got an object'],
  [{ rewardLaws: 'all' }, "rewardLaws must be an array of definitions; got 'all'"],
  [{ environments: [3] }, 'environments[0] must be an object; got 3'],
  [{ policies: [null] }, 'policies[0] must be an object; got null'],
])('lists: %j', (module, problem) => {
  expect(problemOf(module)).toBe(`plugin mine.ts: ${problem}`);
});

test('every wrong field is named at once', () => {
  const { parameters: _, ...rest } = slidingWindowMoss;
  const policy = { ...rest, id: 'my-greedy', rewards: 'gaussian', randomised: 'no', kernel: 1 };
  expect(problemOf({ policies: [policy] })).toBe(
    "plugin mine.ts: policies[0] 'my-greedy': parameters must be an array; got nothing; rewards must be one of sub-gaussian, finite-variance, unit-interval, any; got 'gaussian'; randomised must be true or false; got 'no'; kernel must be a function; got 1",
  );
});

test.each([undefined, 'confirmed', 'unconfirmed', 'historical', 'theoretical'])(
  'a policy may stand as %s',
  (standing) => {
    expect(problemOf({ policies: [{ ...slidingWindowMoss, standing }] })).toBeUndefined();
  },
);

test('every wrong definition has a line', () => {
  const bad = [
    { ...slidingWindowMoss, name: ' ' },
    slidingWindowMoss,
    { ...slidingWindowMoss, id: 7 },
  ];
  expect(problemOf({ policies: bad })?.split('\n')).toEqual([
    "plugin mine.ts: policies[0] 'sw-moss': name must be a text that is not empty; got ' '",
    'plugin mine.ts: policies[2]: id must be lower-case words with dashes; got 7',
  ]);
});

describe('one wrong field', () => {
  const [environment] = environmentCatalogue.list;
  const [law] = lawCatalogue.list;
  const parameter = { kind: 'number', id: 'size', summary: 'how large', symbol: 's' };
  const choice = { kind: 'choice', id: 'way', summary: 'which', words: ['a', 'b'], default: 0 };

  test.each<[string, object, string]>([
    ['policies', { id: 'Two words' }, "id must be lower-case words with dashes; got 'Two words'"],
    [
      'policies',
      { lateRewards: 'never' },
      'lateRewards must be one of own-slot, on-arrival, ignored',
    ],
    [
      'policies',
      { standing: 'doubtful' },
      "standing must be one of confirmed, unconfirmed, historical, theoretical; got 'doubtful'",
    ],
    ['policies', { tune: {} }, 'tune must be a function; got an object'],
    ['policies', { parameters: [3] }, 'parameters[0] must be an object; got 3'],
    [
      'policies',
      { parameters: [{ ...parameter, kind: 'choice' }] },
      "parameters[0] 'size' kind must be one of number, integer; got 'choice'",
    ],
    [
      'policies',
      { parameters: [{ ...parameter, symbol: undefined }] },
      "parameters[0] 'size' symbol must be a text that is not empty; got nothing",
    ],
    [
      'policies',
      { parameters: [{ ...parameter, default: '1' }] },
      'default must be a finite number',
    ],
    ['policies', { memoryKind: 'short' }, 'memoryKind must be one of all-time, window, '],
    [
      'policies',
      { group: 'mine' },
      "group must be one of paper, adversarial, bayesian, floor; got 'mine'",
    ],
    ['policies', { bound: 3 }, 'bound must be a function; got 3'],
    ['policies', { pendingInWidth: 'yes' }, "pendingInWidth must be true or false; got 'yes'"],
    [
      'policies',
      { parameters: [{ ...parameter, role: 'memory' }] },
      "parameters[0] 'size' role must be a role: { of: 'given'",
    ],
    [
      'policies',
      { parameters: [{ ...parameter, role: { of: 'speed' } }] },
      "parameters[0] 'size' role must be a role",
    ],
    [
      'policies',
      { parameters: [{ ...parameter, role: { of: 'given', fact: 'weather' } }] },
      "parameters[0] 'size' role must be a role",
    ],
    [
      'policies',
      { parameters: [{ ...parameter, role: { of: 'width' } }] },
      "parameters[0] 'size' role must be a role",
    ],
    [
      'policies',
      { parameters: [{ ...parameter, role: { of: 'memory', slots: 200 } }] },
      "parameters[0] 'size' role must be a role",
    ],
    ['environments', { armCount: 0 }, 'armCount must be an integer >= 1; got 0'],
    ['environments', { law: undefined }, 'law must be a text that is not empty; got nothing'],
    ['environments', { means: [1] }, 'means must be a function; got [1]'],
    ['environments', { notes: 'one' }, "notes must be an array of texts; got 'one'"],
    [
      'environments',
      { parameters: [{ ...choice, default: 2 }] },
      'default must be the position of one of the words, counted from 0; got 2',
    ],
    [
      'environments',
      { parameters: [{ ...choice, kind: 'word' }] },
      "kind must be one of number, integer, choice, list, table; got 'word'",
    ],
    ['contextualPolicies', { kind: 'linear' }, "kind must be one of contextual; got 'linear'"],
    [
      'contextualPolicies',
      { forms: ['arms', 'both'] },
      "forms must be an array with arms, actions or both; got ['arms', 'both']",
    ],
    ['contextualPolicies', { needs: 'means' }, "needs must be one of theta; got 'means'"],
    [
      'rewardLaws',
      { rewardRange: [1, 0] },
      'rewardRange must be two finite numbers, the lower first; got [1, 0]',
    ],
    ['rewardLaws', { sampler: undefined }, 'sampler must be a function; got nothing'],
    [
      'rewardLaws',
      { parameters: [{ ...parameter, summary: '' }] },
      "parameters[0] 'size' summary must be a text that is not empty; got ''",
    ],
  ])('%s: %j', (list, change, problem) => {
    const whole: Record<string, object> = {
      policies: slidingWindowMoss satisfies PolicyDefinition,
      contextualPolicies: contextualPolicyCatalogue.find('linucb'),
      environments: environment,
      rewardLaws: law,
    };
    const message = problemOf({ [list]: [{ ...whole[list], ...change }] });
    expect(message).toContain(problem);
    expect(message?.split(' must be ')).toHaveLength(2);
  });
});
