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
        `driftline: ${definition.id}: a reward of 10.99 is outside the range 0 to 1 and counts as 1; set rewardRange to the lowest and the highest reward that can occur [reward-out-of-range]`,
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
