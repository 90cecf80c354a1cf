import { describe, expect, test } from 'vitest';
import { randomStream } from '../../random/source.ts';
import { RestoringArchive, savedState } from '../../shell/kernel-state.ts';
import { NOTHING } from '../memory/memory.ts';
import { WindowMoments } from './window-moments.ts';

const BLOCKS = 3;
const DIMENSION = 2;

/** A slot's block, −1 if it stays empty, features, reward and delay. */
interface Slot {
  readonly block: number;
  readonly features: Float64Array<ArrayBuffer>;
  readonly reward: number;
  readonly delay: number;
}

function slotsOf(count: number, longest: number): Slot[] {
  const random = randomStream(20_261_118);
  return Array.from({ length: count }, () => ({
    block: random.below(BLOCKS + 1) - 1,
    features: Float64Array.from({ length: DIMENSION }, () => random.uniform() - 0.3),
    reward: random.uniform(),
    delay: longest === 0 ? 0 : random.below(longest),
  }));
}

/** The sums of each block, bit by bit. */
function sumsOf(moments: WindowMoments): number[][] {
  return Array.from({ length: BLOCKS }, (_, block) => {
    const gram = new Float64Array(moments.size);
    const target = new Float64Array(DIMENSION);
    moments.writeGram(block, gram, 0);
    moments.writeTarget(block, target, 0);
    return [...gram, ...target, moments.squaredMass(block)];
  });
}

/** Plays all slots, with rewards in time or late. */
function played(window: number, slots: readonly Slot[], late: boolean): WindowMoments {
  const moments = new WindowMoments(BLOCKS, DIMENSION, window);
  slots.forEach((_, now) => {
    moments.advance();
    slots.slice(0, now + 1).forEach(({ block, features, reward, delay }, slot) => {
      const due = late ? slot + delay : slot;
      if (due === now && block >= 0) moments.learn(slot, block, features, 0, reward);
    });
  });
  return moments;
}

describe.each([1, 2, 7, 30, 100])('a window of %i slots', (window) => {
  const slots = slotsOf(4 * window + 5, 0);

  test('sums what is in it', () => {
    const sums = sumsOf(played(window, slots, false));
    const inside = slots.slice(-window);
    sums.forEach((row, block) => {
      const own = inside.filter((slot) => slot.block === block);
      const sum = (term: (slot: Slot) => number) =>
        own.reduce((total, slot) => total + term(slot), 0);
      const expected = [
        sum(({ features: [x] }) => x * x),
        sum(({ features: [x, y] }) => x * y),
        sum(({ features: [, y] }) => y * y),
        sum(({ features: [x], reward }) => x * reward),
        sum(({ features: [, y], reward }) => y * reward),
        own.length,
      ];
      row.forEach((value, i) => {
        expect(Math.abs(value - expected[i])).toBeLessThan(1e-12 * window);
      });
    });
  });

  test('has the same bits when rewards come late', () => {
    const lateSlots = slotsOf(4 * window + 5, window + 3);
    const late = played(window, lateSlots, true);
    // The others come after their slot has left the window, or after the last slot.
    const kept = lateSlots.map((slot, i) =>
      slot.delay < window && i + slot.delay < lateSlots.length ? slot : { ...slot, block: NOTHING },
    );
    expect(sumsOf(late)).toEqual(sumsOf(played(window, kept, false)));
  });

  test('continues with the same bits from a snapshot', () => {
    const half = slots.length >> 1;
    const first = played(window, slots.slice(0, half), false);
    const second = new WindowMoments(BLOCKS, DIMENSION, window);
    second.transfer(new RestoringArchive(savedState(first), half));
    for (let slot = half; slot < slots.length; slot++) {
      const { block, features, reward } = slots[slot];
      for (const moments of [first, second]) {
        moments.advance();
        // Every fifth reward belongs to an earlier slot.
        const learned = slot % 5 === 0 ? Math.max(0, slot - 3) : slot;
        if (block >= 0) moments.learn(learned, block, features, 0, reward);
      }
      expect(sumsOf(second)).toEqual(sumsOf(first));
    }
  });
});

test('a feature of 10⁶ leaves no trace once it has left', () => {
  const slots = slotsOf(40, 0);
  const large = slots.map((slot, i) =>
    i === 9 ? { ...slot, block: 0, features: new Float64Array([1e6, -1e6]) } : slot,
  );
  // After 20 slots the rings of both begin again, so that they have the same newer part.
  expect(sumsOf(played(10, large, false))).toEqual(sumsOf(played(10, slots, false)));
});
