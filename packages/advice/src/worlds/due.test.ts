import { randomStream } from '@driftline/core';
import { describe, expect, it } from 'vitest';
import { dueSlots } from './due.ts';

const time = Float64Array.from([0, 10, 20, 20, 30, 40]);
const fixed = (delay: number) => ({ delays: { curve: [{ delay, share: 1 }] } });

describe('when rewards are learned', () => {
  it('is before the first slot that is not before their arrival', () => {
    // At 15, 25, 35, 35, and after the end.
    expect([...dueSlots(time, fixed(15), randomStream(1))]).toEqual([1, 3, 4, 4, -1, -1]);
    expect([...dueSlots(time, fixed(10), randomStream(1))]).toEqual([0, 1, 3, 3, 4, -1]);
  });

  it('is at once where nothing is late', () => {
    expect([...dueSlots(time, fixed(0), randomStream(1))]).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('is with the batch', () => {
    // At 0, 25, 25, 25, 50 and 50: the first is there at once, the last two after the end.
    expect([...dueSlots(time, { batch: 25 }, randomStream(1))]).toEqual([0, 3, 3, 3, -1, -1]);
  });

  it('follows the curve, and may be never', () => {
    const slots = Float64Array.from({ length: 20_000 }, (_, slot) => slot);
    const curve = [
      { delay: 2, share: 0.5 },
      { delay: 8, share: 1 },
    ];
    const due = dueSlots(slots, { delays: { curve, rewardedShare: 0.4 } }, randomStream(3));
    const waits = due.slice(0, 19_900).map((at, slot) => (at < 0 ? -1 : at + 1 - slot));
    const share = (wait: number) => waits.filter((each) => each === wait).length / waits.length;
    // Three standard errors of a share among so many.
    expect(Math.abs(share(-1) - 0.6)).toBeLessThan(0.011);
    expect(Math.abs(share(2) - 0.2)).toBeLessThan(0.011);
    expect(Math.abs(share(8) - 0.2)).toBeLessThan(0.011);
  });
});
