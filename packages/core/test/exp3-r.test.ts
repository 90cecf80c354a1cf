/** What Exp3.R adds to Exp3: a flag for exploration draws, a test on their rewards alone, and resets. */
import { describe, expect, test } from 'vitest';
import { exp3R } from '../src/policies/exp3-r.ts';
import { randomStream } from '../src/random/source.ts';
import { Policy } from '../src/shell/policy.ts';

const SLOTS = 20_000;

describe('exploration', () => {
  const g = 0.25;
  const arms = 4;

  /** How often each arm was drawn by exploration, while the first one is all but sure otherwise. */
  function explorations(): number[] {
    const policy = new Policy(exp3R, { armCount: arms, g, window: 1000, delta: 0.01 });
    const random = randomStream(31);
    const counts = new Array<number>(arms).fill(0);
    for (let slot = 0; slot < SLOTS; slot++) {
      const selection = policy.select(random);
      expect(Math.abs(selection.ticket)).toBe(selection.propensity);
      if (selection.ticket < 0) counts[selection.arm] += 1;
      policy.update(selection, selection.arm === 0 ? 1 : 0);
    }
    return counts;
  }

  test('has its share of slots and draws every arm alike, the last one too', () => {
    // Each count is binomial with p = g/K: 5 standard deviations are missed with probability < 1e-6.
    const p = g / arms;
    const tolerance = 5 * Math.sqrt(SLOTS * p * (1 - p));
    for (const count of explorations()) {
      expect(Math.abs(count - SLOTS * p)).toBeLessThan(tolerance);
    }
  });

  test('never happens with a single arm', () => {
    const policy = new Policy(exp3R, { armCount: 1, horizon: 100 });
    const random = randomStream(32);
    for (let slot = 0; slot < 100; slot++) {
      const selection = policy.select(random);
      expect(selection.ticket).toBe(1);
      policy.update(selection, 1);
    }
  });
});

/** In which slots the weights were all 1 again. */
function resets(policy: Policy, seed: number, mean: (slot: number, arm: number) => number) {
  const random = randomStream(seed);
  const found: number[] = [];
  for (let slot = 0; slot < SLOTS; slot++) {
    const selection = policy.select(random);
    const reward = random.uniform() < mean(slot, selection.arm) ? 1 : 0;
    policy.update(selection, reward);
    const { start } = policy.snapshot().state;
    if (start === slot + 1) found.push(slot);
  }
  return found;
}

describe('drifts', () => {
  const options = { armCount: 2, horizon: SLOTS, c: 6 };

  test('none is found while nothing changes', () => {
    // δ = √(ln T/(K T)) = 0.016 bounds a false alarm of a test (Hoeffding for both means); about T/H
    // = 7 tests of 5 runs would give 0.55 alarms at the most, and Hoeffding is far from sharp here.
    for (const seed of [1, 2, 3, 4, 5]) {
      expect(resets(new Policy(exp3R, options), seed, (_, arm) => [0.6, 0.4][arm])).toEqual([]);
    }
  });

  test('a favourite that falls is found within two tests', () => {
    // An arm has g H/K rewards after about H slots, a little more because both need them.
    const { window } = new Policy(exp3R, options).params;
    const change = SLOTS / 4;
    for (const seed of [1, 2, 3]) {
      const found = resets(new Policy(exp3R, options), seed, (slot, arm) =>
        slot < change ? [0.95, 0.05][arm] : [0.05, 0.95][arm],
      );
      expect(found).toHaveLength(1);
      expect(found[0]).toBeGreaterThan(change);
      expect(found[0]).toBeLessThan(change + 3 * window);
    }
  });

  test('a test that can’t ever find one is warned of, with what would help', () => {
    const { warnings, params } = new Policy(exp3R, { armCount: 3, horizon: 5000 });
    expect(warnings).toEqual([
      {
        code: 'test-out-of-reach',
        message: expect.stringMatching(
          /needs a difference of 1\.\d+, .* a window of at least (\d+)/,
        ),
      },
    ]);
    const least = Number(/window of at least (\d+)/.exec(warnings[0].message)?.[1]);
    expect(least).toBeGreaterThan(params.window);
    const given = { armCount: 3, horizon: 5000 };
    expect(new Policy(exp3R, { ...given, window: least }).warnings).toEqual([]);
    expect(new Policy(exp3R, { ...given, window: least - 1 }).warnings).toHaveLength(1);
  });
});

test('weights stay finite however long the best arm stays the same', () => {
  const policy = new Policy(exp3R, { armCount: 3, g: 1, window: 100, delta: 0.001 });
  const random = randomStream(33);
  for (let slot = 0; slot < 100_000; slot++) policy.update(policy.select(random), 1);
  for (const { probability } of policy.inspect()) expect(probability).toBeCloseTo(1 / 3, 9);
});
