/** RAW-UCB: its windows, and that what it leaves out changes no pick. */
import { describe, expect, test } from 'vitest';
import { RawUcbKernel } from '../src/portable/kernels/raw-ucb-kernel.ts';
import { windowsOf } from '../src/portable/memory/window-grid.ts';
import { randomStream } from '../src/random/source.ts';
import { createPolicy } from '../src/shell/create-policy.ts';
import { blocksOf, rawUcbIndices } from './naive/raw-ucb.ts';

describe('windows', () => {
  test('of a grid', () => {
    const windows = (grid: number, most: number) => [
      ...new RawUcbKernel(1, 1, 1, grid, most).windows,
    ];
    expect(windows(2, 20)).toEqual([1, 2, 4, 8, 16]);
    expect(windows(1, 5)).toEqual([1, 2, 3, 4, 5]);
    // 1.1 · 70 is 77.00000000000001 in doubles.
    expect(windows(1.1, 90)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 21, 24, 27, 30, 33, 37, 41, 46, 51, 57, 63,
      70, 77, 85,
    ]);
    expect(windowsOf(1.1, 10_000)).toBe(78);
  });

  test('a block is of rewards in a row, and ends with one of the last h', () => {
    const kernel = new RawUcbKernel(1, 1, 1, 1.5, 1000);
    const rewards: number[] = [];
    for (let n = 0; n < 150; n++) {
      rewards.push(n);
      kernel.advance(0);
      kernel.learn(n, 0, 0, n);
      blocksOf(rewards, 1.5).forEach((block, i) => {
        const [first] = block;
        const h = kernel.windows[i];
        expect(block).toEqual(Array.from({ length: h }, (_, age) => first + age));
        expect(n - (first + h - 1)).toBeLessThan(h);
        expect(kernel.means[i]).toBe(first + (h - 1) / 2);
      });
    }
  });
});

/** Arms that get worse, at different times. */
function meanOf(arm: number, slot: number): number {
  return [0.9 - slot / 2000, slot < 700 ? 0.7 : 0.1, 0.45, 0.55 - slot / 6000][arm];
}

test.each([1, 1.1, 2])('grid %f: picks the largest index, though few are computed', (grid) => {
  const make = () => new RawUcbKernel(4, 1.4, 0.5, grid, 1500);
  const [kernel, twin] = [make(), make()];
  const random = randomStream(9);
  let computed = 0;
  const refresh = kernel.refresh.bind(kernel);
  kernel.refresh = (arm) => {
    computed += 1;
    refresh(arm);
  };
  for (let slot = 0; slot < 1500; slot++) {
    const indices = [0, 1, 2, 3].map((arm) => twin.index(arm));
    const arm = kernel.pick(random);
    expect(arm).toBe(indices.indexOf(Math.max(...indices)));
    const reward = random.uniform() < meanOf(arm, slot) ? 1 : 0;
    for (const each of [kernel, twin]) {
      each.advance(arm);
      each.learn(slot, arm, 0, reward);
    }
  }
  // One for each reward, and some more, where each slot would take four.
  expect(computed).toBeLessThan(2 * 1500);
});

test('finds an arm out that falls', () => {
  const policy = createPolicy('raw-ucb', { armCount: 2 });
  const random = randomStream(4);
  const arms = Array.from({ length: 2000 }, (_, slot) => {
    const selection = policy.select(random);
    const mean = selection.arm === 0 ? 0.5 : slot < 1000 ? 0.9 : 0.1;
    policy.update(selection, random.uniform() < mean ? 1 : 0);
    return selection.arm;
  });
  const share = (from: number) =>
    arms.slice(from, from + 200).filter((arm) => arm === 1).length / 200;
  expect(share(800)).toBeGreaterThan(0.8);
  expect(share(1200)).toBeLessThan(0.2);
});

test('late rewards count as they come', () => {
  const policy = createPolicy('raw-ucb', { armCount: 1, grid: 2 });
  const random = randomStream(1);
  const begun = [0, 1, 2].map(() => {
    const selection = policy.select(random);
    policy.begin(selection);
    return selection;
  });
  const arrived = [begun[2], begun[0]].map((selection, i) => {
    policy.update(selection, i);
    return { arm: 0, reward: i };
  });
  // In the order of arrival, 0 and 1, after three slots.
  const history = [...arrived, { arm: 0, reward: undefined }];
  expect(policy.inspect()[0].index).toBeCloseTo(rawUcbIndices(history, 1, { grid: 2 })[0], 12);
});

test('pending decisions narrow every window', () => {
  const kernel = new RawUcbKernel(1, 1.4, 0.5, 2, 100);
  [1, 0, 1, 1].forEach((reward, slot) => {
    kernel.advance(0);
    kernel.learn(slot, 0, 0, reward);
  });
  // Windows of 1, 2 and 4 rewards, means 1, 1 and ¾; with 5 more √(0.7 ln 4 / h) for h = 6, 7 and 9.
  expect(kernel.indexWithExtra(0, 5)).toBeCloseTo(0.75 + Math.sqrt((0.7 * Math.log(4)) / 9), 12);
  expect(kernel.indexWithExtra(0, 0)).toBeCloseTo(kernel.index(0), 12);
});

test('too many windows are refused', () => {
  const make = (armCount: number, grid: number, horizon?: number) => () =>
    createPolicy('raw-ucb', { armCount, grid, ...(horizon === undefined ? {} : { horizon }) });
  expect(make(2, 1)).toThrow(
    'grid must result in at most 16777216 windows over all arms; got 1 with 2 arms without a horizon, which results in 4294967294; use a larger grid, fewer arms or fewer slots',
  );
  expect(make(2, 1 + 1e-12)).toThrow('grid must result in');
  expect(make(17_000, 1, 1000)).toThrow(
    'got 1 with 17000 arms with a horizon of 1000, which results in 17000000',
  );
  expect(make(3, 1, 1000)).not.toThrow();
  expect(make(3, 1.0001)).not.toThrow();
});
