/** A policy of one's own shows what it knows and explains its picks, and nothing else has to know of it. */
import type { PolicyDefinition } from '@driftline/core';
import { type Comparison, Plugins, WatchedSlot, watchReplication } from '@driftline/engine/play';
import { describe, expect, test } from 'vitest';
import { DroppingKernel, dropping } from './dropping-policy.ts';

const comparison: Comparison = {
  name: 'own',
  environment: { kind: 'named', spec: 'paper-2', horizon: 40, rewards: 'gaussian' },
  policies: ['dropping', 'dropping:scale=10'],
  replications: 1,
  seed: 3,
  checkpoints: { count: 2, spacing: 'linear' },
};

function watch(policy: PolicyDefinition, place = 0) {
  return watchReplication(comparison, place, 0, new Plugins([{ policies: [policy] }]));
}

describe('a policy of one’s own', () => {
  const watched = watch(dropping);

  test('is watched with all that it shows', () => {
    expect(watched.choice).toBe('rule');
    expect(watched.armColumns).toEqual(['dropped']);
    const at = (slot: number) => new WatchedSlot(watched, slot);
    expect([0, 2, 3, 5].map((slot) => at(slot).fact('round'))).toEqual([1, 1, 2, 3]);
    expect(at(2).list('left')).toEqual([1, 1, 1]);
    expect(
      at(30)
        .list('left')
        .filter((each) => each === 1),
    ).toHaveLength(1);
    const own = Array.from(watched.rewards.subarray(0, 30)).filter((_, s) => watched.arms[s] === 0);
    expect(watched.counts[30 * 3]).toBe(own.length);
    expect(at(30).known('estimate', 0)).toBeCloseTo(own.reduce((a, b) => a + b) / own.length, 12);
  });

  test('explains every pick', () => {
    const slots = Array.from(
      { length: watched.slots },
      (_, slot) => new WatchedSlot(watched, slot),
    );
    expect(slots.every((seen) => dropping.shows?.explains?.follows?.(seen))).toBe(true);
  });

  test('has its facts in the units of rewards, whatever it divides them by', () => {
    const scaled = watch(dropping, 1);
    expect(Array.from(scaled.arms)).toEqual(Array.from(watched.arms));
    for (const slot of [3, 20]) {
      const [lead, other] = [watched, scaled].map((of) => new WatchedSlot(of, slot).fact('lead'));
      expect(other).toBeCloseTo(lead, 12);
      expect(lead).not.toBe(0);
    }
  });

  test('that shows nothing is watched all the same', () => {
    const { shows: _shows, ...rest } = dropping;
    const plain = watch(rest);
    expect(plain.choice).toBe('none');
    expect(Array.from(plain.arms)).toEqual(Array.from(watched.arms));
    expect(plain.estimates.every(Number.isNaN)).toBe(true);
  });

  test('whose showing throws is named', () => {
    const arm = (_: DroppingKernel): never => {
      throw new TypeError('no such thing');
    };
    expect(() =>
      watch({ ...dropping, shows: { choice: 'rule', arm } } as PolicyDefinition),
    ).toThrow(/dropping.*shows.*no such thing/s);
  });
});
