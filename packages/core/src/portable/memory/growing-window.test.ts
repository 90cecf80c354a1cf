import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomStream } from '../../random/source.ts';
import { RestoringArchive, SavingArchive } from '../../shell/kernel-state.ts';
import { GrowingWindow } from './growing-window.ts';
import { WindowGrowth } from './window-growth.ts';

const growths = fc.record({
  lambda: fc.constantFrom(0.1, 0.7, 1, 1.6, 4.3, 12.3, 1e300),
  alpha: fc.integer({ min: 0, max: 64 }).map((i) => i / 64),
  horizon: fc.integer({ min: 1, max: 400 }),
});

describe('the length of a growing window', () => {
  test('grows by one slot or none, and not after the horizon', () => {
    fc.assert(
      fc.property(growths, ({ lambda, alpha, horizon }) => {
        const growth = new WindowGrowth(lambda, alpha, horizon);
        let before = growth.length(0);
        expect(before).toBe(1);
        for (let slots = 1; slots < 500; slots++) {
          const length = growth.length(slots);
          const grown = length - before;
          const right = length <= slots && (grown === 0 || (grown === 1 && slots <= horizon));
          if (!right) expect(`${slots} slots: ${before} to ${length}`).toBe('one more or none');
          before = length;
        }
      }),
      { numRuns: 300, seed: 41 },
    );
  });

  test('is a whole number where λ t^α is one, however its bits fall', () => {
    // 12.3 · 20 = 246 and 12.3 · 30 = 369; in doubles the second is 369.00000000000006.
    const growth = new WindowGrowth(12.3, 0.5, 1000);
    expect([400, 900, 901].map((slots) => growth.length(slots))).toEqual([246, 369, 370]);
  });

  test('is the same whether it was asked for before or not', () => {
    const [asked, fresh] = [0, 1].map(() => new WindowGrowth(4.3, 0.6, 1e9));
    for (let slots = 0; slots < 5000; slots += 7) asked.length(slots);
    for (const slots of [1, 10, 4999, 2 ** 20, 2 ** 20 + 1, 123_456_789]) {
      expect(asked.length(slots)).toBe(fresh.computedLength(slots));
    }
  });
});

describe('a growing window', () => {
  const decision = fc.record({
    cell: fc.integer({ min: 0, max: 2 }),
    // So that sums are exact whatever their order: what is compared is which rewards are in them.
    reward: fc.integer({ min: -99, max: 99 }),
    delay: fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined }),
  });

  test('holds the rewards of its slots, late ones too, and no others', () => {
    fc.assert(
      fc.property(
        growths,
        fc.array(decision, { minLength: 1, maxLength: 90, size: 'max' }),
        ({ lambda, alpha, horizon }, decisions) => {
          const growth = new WindowGrowth(lambda, alpha, horizon);
          const memory = new GrowingWindow(3, new WindowGrowth(lambda, alpha, horizon));
          decisions.forEach((_, slot) => {
            memory.advance();
            const start = slot + 1 - growth.length(slot + 1);
            const [counts, sums] = [
              [0, 0, 0],
              [0, 0, 0],
            ];
            decisions.slice(0, slot + 1).forEach(({ cell, reward, delay }, past) => {
              if (delay === undefined || past + delay > slot) return;
              if (past + delay === slot) {
                expect(memory.learn(past, cell, reward)).toBe(past >= start);
              }
              if (past >= start) {
                counts[cell] += 1;
                sums[cell] += reward;
              }
            });
            expect([0, 1, 2].map((cell) => memory.mass(cell))).toEqual(counts);
            expect([0, 1, 2].map((cell) => memory.sum(cell) + 0)).toEqual(sums);
            expect(memory.weight(start)).toBe(1);
            if (start > 0) expect(memory.weight(start - 1)).toBe(0);
          });
        },
      ),
      { numRuns: 100, seed: 42 },
    );
  });

  function sumsAfter(rewards: readonly number[], late: ReadonlySet<number>): GrowingWindow {
    const memory = new GrowingWindow(1, new WindowGrowth(1.6, 0.5, 100));
    rewards.forEach((reward, slot) => {
      memory.advance();
      if (!late.has(slot)) memory.learn(slot, 0, reward);
      if (late.has(slot - 3)) memory.learn(slot - 3, 0, rewards[slot - 3]);
    });
    return memory;
  }
  const random = randomStream(3);
  const rewards = Array.from({ length: 90 }, () => random.uniform());

  test('a reward of 1e17 leaves no trace after it has left', () => {
    for (let place = 0; place < 60; place++) {
      const touched = sumsAfter(rewards.with(place, 1e17), new Set());
      expect(touched.sum(0)).toBe(sumsAfter(rewards, new Set()).sum(0));
    }
  });

  test('late rewards leave the same bits as rewards in time', () => {
    for (let length = 5; length < 90; length++) {
      const shorter = rewards.slice(0, length);
      const slots = shorter.map((_, slot) => slot);
      const late = new Set(slots.filter((slot) => slot % 3 === 1 && slot + 3 < length));
      expect(sumsAfter(shorter, late).sum(0)).toBe(sumsAfter(shorter, new Set()).sum(0));
    }
  });

  test('goes on from what it saved with the same bits', () => {
    for (let length = 1; length < 60; length++) {
      const memory = sumsAfter(rewards.slice(0, length), new Set());
      const archive = new SavingArchive();
      memory.transfer(archive);
      const twin = new GrowingWindow(1, new WindowGrowth(1.6, 0.5, 100));
      twin.transfer(new RestoringArchive(archive.state, length));
      for (let slot = length; slot < 90; slot++) {
        expect(twin.sum(0)).toBe(memory.sum(0));
        for (const each of [memory, twin]) {
          each.advance();
          each.learn(slot, 0, rewards[slot]);
        }
      }
    }
  });
});
