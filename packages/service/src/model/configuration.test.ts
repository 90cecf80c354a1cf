import type { ExperimentPatch, NewExperiment } from '@driftline/client/wire';
import { describe, expect, it } from 'vitest';
import { defaultLimits } from './limits.ts';
import { listOffered, offeredPolicies } from './offered.ts';
import { inRewardUnits, newPolicy } from './policy-options.ts';
import { ProblemError } from './problems.ts';
import { checkKey, patchConfiguration, readNewExperiment } from './read-configuration.ts';
import { experimentOf } from './write-configuration.ts';

const plain: NewExperiment = {
  arms: [{ key: 'blue' }, { key: 'green', payload: { color: '#0f0' } }],
  reward: { min: 0, max: 1, timeout: '30m' },
};

function read(asked: NewExperiment) {
  return readNewExperiment(asked, 1000, defaultLimits);
}

function refusal(run: () => unknown): { pointer: string | undefined; detail: string } {
  try {
    run();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    expect(error.kind).toBe('invalid');
    return { pointer: error.pointer, detail: error.message };
  }
  throw new Error('it was accepted');
}

/** What an experiment needs with a policy, so that only the policy is new. */
function withPolicy(type: string): NewExperiment {
  const offered = offeredPolicies.get(type);
  const timeout = '30m';
  return {
    ...plain,
    policy: { type },
    ...(offered?.memory === 'required' ? { memory: { decisions: 100 } } : {}),
    reward:
      offered?.rewards === 'range'
        ? { min: -2, max: 3, timeout }
        : { center: 5, scale: 2, timeout },
  };
}

describe('a new experiment', () => {
  it('has what was not given', () => {
    expect(read(plain)).toEqual({
      created: 1000,
      arms: [
        { key: 'blue', payload: null, state: 'active' },
        { key: 'green', payload: { color: '#0f0' }, state: 'active' },
      ],
      policy: { type: 'auto', params: {} },
      memory: null,
      reward: { values: { min: 0, max: 1 }, timeout: 1_800_000, missing: null, early: false },
      explore: 0.02,
      defaultArm: null,
      sticky: null,
      retain: 90 * 86_400_000,
    });
  });

  it('may leave the range of rewards to auto, and is shown without one', () => {
    const config = read({ ...plain, reward: { timeout: '30m', missing: -5 } });
    expect(config.reward.values).toEqual({ learned: true });
    const row = { key: 'checkout', status: 'running', revision: 1 } as const;
    expect(experimentOf(row, config, []).reward).toEqual({
      timeout: '30m',
      missing: -5,
      early: false,
    });
    const other = { policy: { type: 'sw-ucb' }, memory: { decisions: 50 } };
    expect(refusal(() => patchConfiguration(config, other)).pointer).toBe('/reward');
  });

  it.each([...offeredPolicies.keys()])('can have the policy %s', (type) => {
    const config = read(withPolicy(type));
    const policy = newPolicy(config, 2);
    expect(policy.definition.id).toBe(type);
    if (config.memory !== null) {
      const { window, discount } = policy.params;
      expect(window === 100 || discount === 0.99).toBe(true);
    }
  });

  const range = plain.reward;
  const wrong: readonly [string, NewExperiment, string, RegExp][] = [
    ['no arms', { ...plain, arms: [] }, '/arms', /1 to 100 arms; got 0/],
    [
      'two arms alike',
      { ...plain, arms: [{ key: 'a' }, { key: 'a' }] },
      '/arms/1/key',
      /"a" twice/,
    ],
    ['a key that is none', { ...plain, arms: [{ key: '__proto__' }] }, '/arms/0/key', /a letter/],
    [
      'a payload that is too large',
      { ...plain, arms: [{ key: 'a', payload: 'x'.repeat(4096) }] },
      '/arms/0/payload',
      /at most 4096 bytes of JSON; got 4098/,
    ],
    ['an unknown policy', { ...plain, policy: { type: 'sw-uc' } }, '/policy/type', /'sw-ucb'/],
    ['a policy not offered', { ...plain, policy: { type: 'exp3' } }, '/policy/type', /no policy/],
    [
      'an unknown parameter',
      { ...plain, policy: { type: 'adr', params: { window: 3 } } },
      '/policy/params',
      /no parameter "window"/,
    ],
    [
      'a parameter out of range',
      { ...plain, policy: { type: 'adr', params: { delta: -1 } } },
      '/policy/params',
      /delta/,
    ],
    ['no memory', { ...plain, policy: { type: 'sw-ucb' } }, '/memory', /needs memory/],
    ['a memory too many', { ...plain, memory: { decisions: 100 } }, '/memory', /leave memory out/],
    [
      'a short memory',
      { ...plain, policy: { type: 'sw-ucb' }, memory: { decisions: 9 } },
      '/memory/decisions',
      /from 10 to 1000000; got 9/,
    ],
    [
      'a range for a robust policy',
      { ...plain, policy: { type: 'sw-rmoss' }, memory: { decisions: 100 } },
      '/reward',
      /needs center and scale/,
    ],
    [
      'a center for a policy of ranges',
      { ...plain, reward: { center: 0, scale: 1, timeout: '1s' } },
      '/reward',
      /needs min and max/,
    ],
    [
      'both',
      { ...plain, reward: { ...range, center: 0, scale: 1 } },
      '/reward',
      /got some of both/,
    ],
    [
      'no range for a policy that does not learn it',
      {
        ...plain,
        policy: { type: 'sw-ucb' },
        memory: { decisions: 10 },
        reward: { timeout: '1s' },
      },
      '/reward',
      /sw-ucb needs min and max of rewards; got none \(only auto learns them\)/,
    ],
    [
      'no center for a robust policy',
      {
        ...plain,
        policy: { type: 'sw-rmoss' },
        memory: { decisions: 10 },
        reward: { timeout: '1s' },
      },
      '/reward',
      /sw-rmoss needs center and scale of rewards; got none/,
    ],
    [
      'half a range',
      { ...plain, reward: { min: 0, timeout: '1s' } },
      '/reward',
      /min and max must be given/,
    ],
    ['an empty range', { ...plain, reward: { ...range, max: 0 } }, '/reward', /min below max/],
    [
      'a timeout that is none',
      { ...plain, reward: { ...range, timeout: '1 hour' } },
      '/reward/timeout',
      /such as "30m"/,
    ],
    [
      'silence worth too much',
      { ...plain, reward: { ...range, missing: 2 } },
      '/reward/missing',
      /from 0 to 1; got 2/,
    ],
    [
      'early without missing',
      { ...plain, reward: { ...range, early: true } },
      '/reward/early',
      /only be used with reward.missing/,
    ],
    ['a floor above 1', { ...plain, explore: 1.5 }, '/explore', /from 0 to 1; got 1.5/],
    ['a default that is no arm', { ...plain, defaultArm: 'bleu' }, '/defaultArm', /'blue'/],
    [
      'stickiness beyond the timeout',
      { ...plain, sticky: '31m' },
      '/sticky',
      /must not be longer than/,
    ],
    ['rows kept too short', { ...plain, retain: '29m' }, '/retain', /at least reward.timeout/],
  ];
  it.each(wrong)('is refused with %s', (_, asked, pointer, detail) => {
    const found = refusal(() => read(asked));
    expect(found.pointer).toBe(pointer);
    expect(found.detail).toMatch(detail);
  });

  it.each(['.', '..', '__proto__', 'a b', '', 'é', 'a\u0000', '-a', 'x'.repeat(65)])(
    'cannot have the key %j',
    (key) => {
      expect(refusal(() => checkKey(key, '')).detail).toMatch(/1 to 64 characters/);
    },
  );
});

describe('a patch', () => {
  const sw = { type: 'sw-ucb', params: { xi: 0.7 } };
  const patches: readonly [string, ExperimentPatch, object][] = [
    ['nothing', {}, {}],
    [
      'a policy',
      { policy: sw, memory: { decisions: 50 } },
      { policy: sw, memory: { decisions: 50, maxAge: null } },
    ],
    ['a timeout', { reward: { timeout: '2h' } }, { reward: { timeout: 7_200_000, missing: null } }],
    ['a default', { defaultArm: 'green' }, { defaultArm: 'green' }],
    ['no floor', { explore: 0 }, { explore: 0 }],
    ['the usual floor', { explore: null }, { explore: 0.02 }],
    ['stickiness', { sticky: '10m' }, { sticky: 600_000 }],
  ];
  it.each(patches)('changes %s', (_, patch, changed) => {
    const config = read(plain);
    expect(patchConfiguration(config, patch)).toMatchObject({ ...config, ...changed });
  });

  it('names a timeout that is no duration as it stands in the request', () => {
    const found = refusal(() => patchConfiguration(read(plain), { reward: { timeout: 'soon' } }));
    expect(found.pointer).toBe('/reward/timeout');
    expect(found.detail).toMatch(/^reward\.timeout must be .*; got "soon"$/);
  });

  it('cannot leave a policy with a memory that it refuses', () => {
    const config = read(withPolicy('sw-ucb'));
    expect(refusal(() => patchConfiguration(config, { policy: null })).pointer).toBe('/memory');
    const patched = patchConfiguration(config, { policy: null, memory: null });
    expect(patched.policy.type).toBe('auto');
  });
});

describe('a memory with a maximal age', () => {
  const large = { decisions: 1_000_000, maxAge: '1ms' };

  it.each(['d-ucb', 'd-klucb', 'dts', 'd-rmoss'])(
    'takes at most 10000 decisions for %s, which takes a step for each idle slot',
    (type) => {
      const asked = withPolicy(type);
      const memory = { decisions: 10_001, maxAge: '30d' };
      expect(refusal(() => read({ ...asked, memory }))).toEqual({
        pointer: '/memory/decisions',
        detail: `memory.decisions must be at most 10000 for ${type} with memory.maxAge; got 10001; use fewer, leave maxAge out, or use a policy with a window, such as sw-ucb`,
      });
      expect(read({ ...asked, memory: { ...memory, decisions: 10_000 } })).toBeDefined();
      expect(read({ ...asked, memory: { decisions: 1_000_000 } })).toBeDefined();
      expect(refusal(() => patchConfiguration(read(asked), { memory })).pointer).toBe(
        '/memory/decisions',
      );
    },
  );

  it('takes any number for a window, which is emptied at once', () => {
    for (const type of ['sw-ucb', 'sw-moss', 'sw-klucb', 'sw-ts', 'sw-rmoss']) {
      expect(read({ ...withPolicy(type), memory: large }).memory?.decisions).toBe(1_000_000);
    }
  });

  it('stays as it is in an experiment that has it already', () => {
    const config = { ...read(withPolicy('d-ucb')), memory: { decisions: 50_000, maxAge: 1 } };
    expect(patchConfiguration(config, { explore: 0.1 }).memory).toEqual(config.memory);
    const policy = { type: 'dts' };
    expect(refusal(() => patchConfiguration(config, { policy })).pointer).toBe('/memory/decisions');
  });
});

describe('what is shown', () => {
  it('reads as the same configuration again', () => {
    const config = read({ ...plain, sticky: '90s', retain: '36h' });
    const row = { key: 'checkout', status: 'running', revision: 3 } as const;
    const { key, revision, status, created, warnings, sticky, memory, ...again } = experimentOf(
      row,
      config,
      [],
    );
    expect([key, revision, status, created]).toEqual([
      'checkout',
      3,
      'running',
      '1970-01-01T00:00:01.000Z',
    ]);
    expect(again.retain).toBe('36h');
    const arms = again.arms.map(({ state, ...arm }) => arm);
    expect(memory).toBe(null);
    expect(read({ ...again, arms, sticky: sticky ?? '', defaultArm: 'blue' })).toEqual({
      ...config,
      defaultArm: 'blue',
    });
    expect(warnings).toEqual([]);
  });

  it('lists fifteen policies, the default first', () => {
    const { policies } = listOffered();
    expect(policies.length).toBe(15);
    expect(policies[0]).toMatchObject({ type: 'auto', memory: 'refused', rewards: 'range' });
  });
});

describe.each(['sw-ucb', 'sw-moss', 'd-ucb', 'ucb1'])('the scale of %s', (type) => {
  function config(params: Record<string, number>) {
    return read({ ...withPolicy(type), policy: { type, params } });
  }

  it('is the width of the range unless it is given', () => {
    expect(newPolicy(config({}), 2).params.scale).toBe(5);
    expect(newPolicy(config({ scale: 0.36 }), 2).params.scale).toBe(0.36);
  });

  it('changes nothing if it is given as that width', () => {
    const policies = [config({}), config({ scale: 5 })].map((source) => newPolicy(source, 2));
    for (const policy of policies) {
      for (let slot = 0; slot < 20; slot++) {
        const selection = { slot, arm: slot % 2, ticket: 0, propensity: undefined };
        policy.begin(selection);
        policy.update(selection, slot % 3);
      }
    }
    expect(policies[0].snapshot().state).toEqual(policies[1].snapshot().state);
  });

  it('is what means are stated in', () => {
    for (const scale of [0.36, 5]) {
      const { mean, width } = inRewardUnits(config({ scale }));
      expect([mean(2), width(1)]).toEqual([2 * scale, scale]);
    }
  });

  it('is refused unless it is above 0', () => {
    expect(refusal(() => config({ scale: 0 })).detail).toContain('scale must be a number > 0');
  });
});
