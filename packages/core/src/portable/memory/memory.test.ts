/** What memories promise beyond the right indices: exactness over long runs, whatever came before. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomStream } from '../../random/source.ts';
import { createPolicy } from '../../shell/create-policy.ts';
import { RestoringArchive, SavingArchive } from '../../shell/kernel-state.ts';
import type { PolicySnapshot } from '../../shell/policy-snapshot.ts';
import { AllTime } from './all-time.ts';
import { Discounted } from './discounted.ts';
import { EVERYTHING, type Memory, NOTHING } from './memory.ts';
import { Resetting } from './resetting.ts';
import { Window } from './window.ts';

function live(memory: Memory, rewards: readonly number[], cell = 0, from = 0): void {
  rewards.forEach((reward, i) => {
    memory.advance();
    memory.learn(from + i, cell, reward);
  });
}

describe('window', () => {
  test('a reward of 1e17 leaves no trace after it has left', () => {
    for (let place = 0; place < 20; place++) {
      const touched = new Window(1, 10);
      const untouched = new Window(1, 10);
      const random = randomStream(3);
      const rewards = Array.from({ length: 60 }, () => random.uniform());
      live(touched, rewards.with(place, 1e17));
      live(untouched, rewards);
      expect(touched.sum(0)).toBe(untouched.sum(0));
      expect(touched.mean(0)).toBe(untouched.mean(0));
    }
  });

  test('what advance returns is the cell that lost a reward', () => {
    const memory = new Window(2, 2);
    expect(memory.advance()).toBe(NOTHING);
    memory.learn(0, 1, 0.5);
    expect(memory.advance()).toBe(NOTHING);
    memory.learn(1, 0, 0.25);
    expect(memory.advance()).toBe(1);
    expect(memory.mass(1)).toBe(0);
    expect(memory.sum(1)).toBe(0);
  });

  test('late and reordered rewards leave the same bits as rewards in time', () => {
    const reward = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    const slot = fc.record({ cell: fc.nat(2), reward, delay: fc.nat(6) });
    fc.assert(
      fc.property(
        fc.array(slot, { minLength: 1, maxLength: 60, size: 'max' }),
        fc.integer({ min: 1, max: 12 }),
        (slots, window) => {
          const inTime = new Window(3, window);
          const late = new Window(3, window);
          const settle = (now: number, all: boolean) =>
            slots.forEach(({ cell, reward, delay }, past) => {
              if (past <= now && (all ? past + delay > now : past + delay === now)) {
                late.learn(past, cell, reward);
              }
            });
          slots.forEach(({ cell, reward }, now) => {
            inTime.advance();
            inTime.learn(now, cell, reward);
            late.advance();
            settle(now, false);
          });
          settle(slots.length - 1, true);
          for (let cell = 0; cell < 3; cell++) {
            // A sum of nothing may be +0 or -0, which no index distinguishes.
            expect(late.sum(cell) + 0).toBe(inTime.sum(cell) + 0);
            expect(late.mass(cell)).toBe(inTime.mass(cell));
          }
        },
      ),
      { numRuns: 2000, seed: 5 },
    );
  });

  test.each([0, 1, 7, 30, 31, 75])('reset after %i slots leaves a new memory', (slots) => {
    const memory = new Window(1, 30);
    live(memory, Array(slots).fill(0.75));
    memory.reset();
    const fresh = new Window(1, 30);
    for (let slot = 0; slot < 70; slot++) {
      expect(memory.advance()).toBe(fresh.advance());
      memory.learn(slot, 0, slot);
      fresh.learn(slot, 0, slot);
      expect([memory.mass(0), memory.sum(0)]).toEqual([fresh.mass(0), fresh.sum(0)]);
    }
  });

  test('has each remembered reward at a place, and knows the one that left', () => {
    const memory = new Window(2, 3);
    live(memory, [0.5, 0.25, 0.125, 2], 1);
    expect(memory.rewardAt.toSorted()).toEqual(Float64Array.of(0.125, 0.25, 2));
    memory.advance();
    expect(memory.lost()).toBe(0.25);
    expect(memory.cellAt.toSorted()).toEqual(Int32Array.of(NOTHING, 1, 1));
  });

  test('a reward from before the window does not count', () => {
    const memory = new Window(1, 3);
    for (let slot = 0; slot < 5; slot++) memory.advance();
    expect(memory.weight(1)).toBe(0);
    expect(memory.learn(1, 0, 1)).toBe(false);
    expect(memory.learn(2, 0, 1)).toBe(true);
    expect(memory.mass(0)).toBe(1);
  });
});

describe('resetting', () => {
  test('is empty at each first slot of an epoch, and only there', () => {
    const memory = new Resetting(1, 3);
    const masses: number[] = [];
    const changes: number[] = [];
    for (let slot = 0; slot < 7; slot++) {
      masses.push(memory.mass(0));
      changes.push(memory.advance());
      memory.learn(slot, 0, 1);
    }
    expect(masses).toEqual([0, 1, 2, 0, 1, 2, 0]);
    expect(changes).toEqual([NOTHING, NOTHING, EVERYTHING, NOTHING, NOTHING, EVERYTHING, NOTHING]);
  });

  test('shows at the end of an epoch which cells had a reward', () => {
    const memory = new Resetting(1000, 5);
    const touched = () =>
      Array.from({ length: memory.touchedCount() }, (_, i) => memory.touched(i));
    const epoch = (from: number, cells: readonly number[]) => {
      cells.forEach((cell, i) => {
        memory.advance();
        memory.learn(from + i, cell, 1);
      });
      return memory.advance();
    };
    expect(epoch(0, [999, 7, 999, 0])).toBe(EVERYTHING);
    expect(touched()).toEqual([999, 7, 0]);
    expect(epoch(5, [3, 3, 3, 3])).toBe(EVERYTHING);
    expect(touched()).toEqual([3]);
    expect([memory.mass(999), memory.mass(3), memory.sum(3)]).toEqual([0, 0, 0]);
  });

  test('a restored memory clears what it was given', () => {
    const memory = new Resetting(4, 5);
    live(memory, [1, 1, 1], 2);
    const saving = new SavingArchive();
    memory.transfer(saving);
    const copy = new Resetting(4, 5);
    copy.transfer(new RestoringArchive(saving.state, 3));
    for (const one of [memory, copy]) {
      expect([one.advance(), one.advance()]).toEqual([NOTHING, EVERYTHING]);
      expect([one.touchedCount(), one.touched(0), one.mass(2)]).toEqual([1, 2, 0]);
    }
  });
});

describe('discounted', () => {
  test('equals the sum of its definition', () => {
    const discount = 0.9;
    const memory = new Discounted(2, discount);
    const random = randomStream(4);
    let [count, sum] = [0, 0];
    for (let slot = 0; slot < 5000; slot++) {
      const reward = random.uniform();
      memory.advance();
      memory.learn(slot, slot % 2, reward);
      const own = slot % 2 === 0;
      count = count * discount + (own ? 1 : 0);
      sum = sum * discount + (own ? reward : 0);
      // Both sides round once or twice a slot; a fraction 1 − γ of the errors is renewed each slot.
      expect(Math.abs(memory.mass(0) / memory.unit() - count)).toBeLessThan(1e-13 * count);
      expect(Math.abs(memory.sum(0) - sum)).toBeLessThan(1e-13 * count);
    }
  });

  test('counts stay far from denormals, and an arm left alone keeps its mean', () => {
    const memory = new Discounted(2, 0.5);
    live(memory, [0.3], 0);
    let least = Number.POSITIVE_INFINITY;
    for (let slot = 1; slot < 20_000; slot++) {
      memory.advance();
      memory.learn(slot, 1, 1);
      const count = memory.mass(0) / memory.unit();
      if (count > 0) least = Math.min(least, count);
    }
    expect(least).toBeGreaterThan(2 ** -1000);
    expect(memory.mass(0)).toBeGreaterThan(0);
    expect(memory.mean(0)).toBe(0.3);
    expect(memory.mean(1)).toBe(1);
    expect(memory.mass(1) / memory.unit()).toBeCloseTo(2, 12);
  });

  test('keeps the discount that it was given, and may change every cell', () => {
    const memory = new Discounted(3, 1e-300);
    expect(memory.discount).toBe(1e-300);
    expect(memory.advance()).toBe(EVERYTHING);
    expect([memory.touchedCount(), memory.touched(2)]).toEqual([3, 2]);
  });

  test('a discount of 0 remembers the last slot only', () => {
    const memory = new Discounted(2, 0);
    live(memory, [0.3], 0);
    live(memory, [0.7], 1, 1);
    expect([memory.mass(0), memory.mass(1), memory.mean(1)]).toEqual([0, 1, 0.7]);
  });
});

test('without drift nothing is forgotten', () => {
  const memory = new AllTime(1);
  live(memory, [1, 0, 1, 1]);
  expect([memory.mass(0), memory.sum(0), memory.mean(0)]).toEqual([4, 3, 0.75]);
});

describe('long runs', () => {
  test.each(['exp3', 'rexp3', 'exp3s'])(
    '%s: weights stay finite for 10⁷ slots, and none is lost',
    (id) => {
      const policy = createPolicy(id, {
        armCount: 3,
        g: 0.2,
        ...(id === 'exp3s' ? { alpha: 1e-9 } : {}),
        ...(id === 'rexp3' ? { window: 9_000_000 } : {}),
      });
      const random = randomStream(6);
      // One arm pays for 8 million slots, then another one: its weight must come back from far below.
      for (let slot = 0; slot < 10_000_000; slot++) {
        const selection = policy.select(random);
        const best = slot < 8_000_000 ? 0 : 2;
        policy.update(selection, selection.arm === best ? 1 : 0);
      }
      const probabilities = policy.inspect().map(({ probability = Number.NaN }) => probability);
      const total = probabilities.reduce((sum, p) => sum + p, 0);
      expect(total).toBeCloseTo(1, 12);
      for (const probability of probabilities) expect(probability).toBeGreaterThan(0.2 / 3 - 1e-12);
      const state = JSON.stringify(policy.snapshot().state);
      expect(state).not.toMatch(/null|NaN|Infinity/);
      // A snapshot of such extreme weights restores, so that all of them are finite numbers.
      const twin = createPolicy(id, { armCount: 3, ...policy.params });
      const snapshot: PolicySnapshot = JSON.parse(JSON.stringify(policy.snapshot()));
      twin.restore(snapshot);
      expect(twin.inspect()).toEqual(policy.inspect());
      if (id !== 'exp3') expect(probabilities[2]).toBeGreaterThan(0.8);
    },
  );

  test('sw-moss after a reward of 1e17 picks as if it had never come', () => {
    const random = randomStream(7);
    const rows = Array.from({ length: 400 }, () => [random.uniform(), random.uniform()]);
    const policy = createPolicy('sw-moss', { armCount: 2, window: 50 });
    const untouched = createPolicy('sw-moss', { armCount: 2, window: 50 });
    rows.forEach((row, slot) => {
      const arm = slot % 2;
      const selection = { slot, arm, propensity: 1, ticket: 0 };
      policy.update(selection, slot === 30 ? 1e17 : row[arm]);
      untouched.update(selection, row[arm]);
      if (slot >= 80) expect(policy.inspect()).toEqual(untouched.inspect());
    });
  });
});
