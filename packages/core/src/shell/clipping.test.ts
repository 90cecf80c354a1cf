/** Warnings of rewards that a policy clips: one per policy, on the console unless the caller listens. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Warning } from '../base/warnings.ts';
import { usual } from '../contract/fixtures.ts';
import { policyCatalogue } from '../policies/catalogue.ts';
import { randomStream } from '../random/source.ts';
import { createDecider } from './decider.ts';
import type { Policy } from './policy.ts';

const clipping = policyCatalogue.list.filter(({ rewards }) => rewards === 'unit-interval');

function learn(policy: Policy, rewards: readonly number[]): void {
  const random = randomStream(1);
  for (const reward of rewards) policy.update(policy.select(random), reward);
}

describe('a reward outside the range', () => {
  let warn = vi.spyOn(console, 'warn');

  beforeEach(() => {
    warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  });

  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  test.each(clipping)('prints one line that names rewardRange: $id', (definition) => {
    learn(usual(definition, { rewardRange: [0, 1] }), [0.5, 10.99, -3, 12]);
    expect(warn.mock.calls).toEqual([
      [
        `driftline: ${definition.id}: a reward of 10.99 is outside the range 0 to 1 and counts as 1; set rewardRange to the lowest and highest possible reward [reward-out-of-range]`,
      ],
    ]);
  });

  test('prints nothing while rewards stay inside', () => {
    learn(createDecider('kl-ucb', { armCount: 2, rewardRange: [5, 200] }).policy, [5, 80, 200]);
    expect(warn).not.toHaveBeenCalled();
  });

  test('goes to onWarning instead, if there is one', () => {
    const heard: Warning[] = [];
    const onWarning = (warning: Warning) => heard.push(warning);
    learn(createDecider('ts', { armCount: 2, onWarning }).policy, [10.99, 12]);
    expect(heard.map(({ code }) => code)).toEqual(['reward-out-of-range']);
    expect(warn).not.toHaveBeenCalled();
  });

  test.each([
    ['no console', undefined],
    ['a console without warn', {}],
  ])('is listed in warnings and does no harm with %s', (_, without) => {
    vi.stubGlobal('console', without);
    const { policy } = createDecider('ts', { armCount: 2 });
    learn(policy, [10.99]);
    expect(policy.warnings.map(({ code }) => code)).toEqual(['reward-out-of-range']);
  });
});

describe('rewards that are much smaller than 1', () => {
  let warn = vi.spyOn(console, 'warn');

  beforeEach(() => {
    warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  });

  afterEach(() => {
    vi.restoreAllMocks();
  });

  const small = (count: number) => Array.from({ length: count }, (_, i) => (i % 3) * 1e-3);

  test.each(clipping)('print one line after a thousand of them: $id', (definition) => {
    const policy = usual(definition);
    learn(policy, small(999));
    expect(warn).not.toHaveBeenCalled();
    learn(policy, small(2000));
    expect(warn.mock.calls).toEqual([
      [
        `driftline: ${definition.id}: the largest of 1000 rewards is 0.002, much smaller than the range 0 to 1, so the policy can hardly tell arms apart; set rewardRange to the lowest and highest possible reward [rewards-small]`,
      ],
    ]);
  });

  test.each([
    ['with a declared range', { rewardRange: [0, 1] }, small(1500)],
    ['if one of them is not', {}, [...small(500), 0.2, ...small(1500)]],
    ['if all are 0', {}, Array.from({ length: 1500 }, () => 0)],
  ] as const)('print nothing %s', (_, options, rewards) => {
    learn(createDecider('auto', { armCount: 2, ...options }).policy, rewards);
    expect(warn).not.toHaveBeenCalled();
  });
});
