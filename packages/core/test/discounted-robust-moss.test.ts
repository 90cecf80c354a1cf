/** D-RMOSS beyond its indices: what it becomes, where it keeps its promise of memory, and many arms. */
import { describe, expect, test } from 'vitest';
import { randomStream } from '../src/random/source.ts';
import { createPolicy } from '../src/shell/create-policy.ts';
import type { Policy } from '../src/shell/policy.ts';
import { trace } from '../src/shell/trace.ts';
import { MOST_SCANNED } from '../src/tuning/contest.ts';
import { chooseNaively, type NaiveDecision, naiveIndices } from './naive/index-policies.ts';

/** Means that differ between arms and drift, with heavy tails. */
function rewards(slots: number, arms: number, seed: number): number[][] {
  const random = randomStream(seed);
  return Array.from({ length: slots }, (_, slot) =>
    Array.from({ length: arms }, (_, arm) => {
      const noise = random.uniform() - 0.5;
      const mean = 0.4 * Math.sin(arm + slot / 300);
      return mean + 0.3 * Math.sign(noise) * ((1 - 2 * Math.abs(noise)) ** -0.4 - 1);
    }),
  );
}

function numbersIn(policy: Policy): number {
  return JSON.stringify(policy.snapshot().state).match(/-?\d[\d.e+-]*/g)?.length ?? 0;
}

describe('where nothing is forgotten', () => {
  test('it is Robust MOSS', () => {
    const table = rewards(2000, 3, 1);
    const options = { armCount: 3, horizon: 2000, zeta: 0.2 };
    const faded = trace(createPolicy('d-rmoss', { ...options, variation: 0 }), table);
    expect(faded).toEqual(trace(createPolicy('rmoss', options), table));
    // Arms are chosen by more than their order.
    const counts = [0, 1, 2].map((arm) => faded.filter((played) => played === arm).length);
    expect(Math.min(...counts)).toBeGreaterThan(20);
    expect(Math.max(...counts)).toBeGreaterThan(700);
  });
});

describe('memory', () => {
  test('is the same after 100 slots and after 50 000', () => {
    const policy = createPolicy('d-rmoss', { armCount: 3, window: 203 });
    const table = rewards(1000, 3, 2);
    const random = randomStream(2);
    const sizes = new Set<number>();
    for (let slot = 0; slot < 50_000; slot++) {
      const selection = policy.select(random);
      policy.update(selection, table[slot % 1000][selection.arm]);
      if (slot % 7000 === 100) sizes.add(numbersIn(policy));
    }
    expect(sizes.size).toBe(1);
  });

  test('beats a window where the base is large or the window long', () => {
    const sizeOf = (id: string, options: object) => {
      const policy = createPolicy(id, { armCount: 3, ...options });
      const random = randomStream(3);
      // The window is filled first.
      for (let slot = 0; slot < 2100; slot++) policy.update(policy.select(random), 0.5);
      return numbersIn(policy);
    };
    const window = (length: number) => sizeOf('sw-rmoss', { window: length });
    const faded = (length: number, a: number) => sizeOf('d-rmoss', { window: length, a });
    expect(faded(203, 2)).toBeLessThan(window(203) / 4);
    expect(faded(2000, 1.1)).toBeLessThan(window(2000) / 5);
    expect(faded(100, 1.1)).toBeGreaterThan(window(100));
  });

  test('takes a window of any length, as no slot has a place', () => {
    const options = { armCount: 2, window: 2 ** 31 - 1 };
    expect(() => createPolicy('sw-rmoss', options)).toThrow('discounting policy');
    expect(numbersIn(createPolicy('d-rmoss', options))).toBeLessThan(2000);
  });
});

describe.each([0, 1])('many arms, ucb = %i', (ucb) => {
  test('have the indices of the formula, and the largest leads', () => {
    const armCount = MOST_SCANNED + 17;
    const settings = { window: 400, a: 1.5, zeta: 0.1, ucb };
    const policy = createPolicy('d-rmoss', { armCount, ...settings });
    const random = randomStream(4);
    const history: NaiveDecision[] = [];
    const table = rewards(900, armCount, 4);
    const size = 1 + Math.max(...table.flat().map(Math.abs));
    table.forEach((row, slot) => {
      const selection = policy.select(random);
      if (slot % 7 === 0) {
        const expected = chooseNaively(naiveIndices('d-rmoss', history, armCount, settings));
        // Sums of at most 900 terms on both sides: 900 · 2⁻⁵² · size is far below the margin.
        if (expected.gap > 1e-9 * size) expect(selection.arm).toBe(expected.arm);
        policy.inspect().forEach(({ index = Number.NaN }, arm) => {
          const apart = Math.abs(index - expected.indices[arm]);
          if (index !== expected.indices[arm] && !(apart <= 1e-9 * size)) {
            expect.fail(`slot ${slot}, arm ${arm}: ${index}, not ${expected.indices[arm]}`);
          }
        });
      }
      policy.update(selection, row[selection.arm]);
      history.push({ arm: selection.arm, reward: row[selection.arm] });
    });
  });
});

test('a new arm moves no bin: K in the limits is that of the start', () => {
  const [grown, same] = [0, 1].map(() => createPolicy('d-rmoss', { armCount: 2, window: 50 }));
  const random = randomStream(5);
  rewards(100, 2, 5).forEach(([first, second], slot) => {
    const arm = random.below(2);
    for (const policy of [grown, same]) {
      policy.update({ slot, arm, propensity: 1, ticket: 0 }, arm === 0 ? first : second);
    }
  });
  grown.addArm();
  const means = (policy: Policy) =>
    policy
      .inspect()
      .slice(0, 2)
      .map(({ mean }) => mean);
  expect(means(grown)).toEqual(means(same));
});
