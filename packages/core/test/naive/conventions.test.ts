/** The conventions that decide an arm sequence, each checked against numbers stated in the test. */
import { describe, expect, test } from 'vitest';
import { naiveProbabilities } from './exp3-family.ts';
import {
  chooseNaively,
  type NaiveDecision,
  naiveIndexIds,
  naiveIndices,
  naiveTrace,
} from './index-policies.ts';
import { bernoulliDivergence } from './kl-ucb.ts';
import { discountedMemory } from './settings.ts';
import { naivePosteriors } from './thompson-family.ts';
import { windowLength, windowLengthOfDiscount } from './tuning.ts';

const missing = undefined;
const infinity = Number.POSITIVE_INFINITY;

/** Short formulas in double precision on values of about 1: errors stay below 1e-14. */
const digits = 13;

function decisions(...pairs: [arm: number, reward: number | undefined][]): NaiveDecision[] {
  return pairs.map(([arm, reward]) => ({ arm, reward }));
}

function armsOf(id: string, rewards: number[][], settings: Parameters<typeof naiveTrace>[2]) {
  return naiveTrace(id, rewards, settings).map((slot) => slot.arm);
}

describe('a decision without a reward', () => {
  test('takes up a slot of the window', () => {
    const history = decisions([0, 1], [1, missing], [0, missing]);
    // n = (1, 0); ln(3/(2·1)) under the root.
    expect(naiveIndices('sw-moss', history, 2, { window: 3 })).toEqual([
      1 + Math.sqrt(Math.log(1.5)),
      infinity,
    ]);
    const oneSlotLater = [...history, ...decisions([0, missing])];
    expect(naiveIndices('sw-moss', oneSlotLater, 2, { window: 3 })).toEqual([infinity, infinity]);
  });

  test('brings the reset nearer', () => {
    const history = decisions([0, 1], [1, missing], [0, missing]);
    expect(naiveIndices('r-moss', history, 2, { window: 4 })[0]).toBeLessThan(infinity);
    const atReset = [...history, ...decisions([0, missing])];
    expect(naiveIndices('r-moss', atReset, 2, { window: 4 })).toEqual([infinity, infinity]);
  });

  test('counts in t', () => {
    const [index] = naiveIndices('ucb1', decisions([0, 1], [1, missing]), 2, {});
    expect(index).toBeCloseTo(1 + Math.sqrt(2 * Math.log(3)), digits);
  });

  test('ages what D-UCB and discounted Thompson sampling remember', () => {
    const history = decisions([0, 1], [1, missing], [0, missing]);
    const [index, unseen] = naiveIndices('d-ucb', history, 2, { discount: 0.5 });
    // n = 0.25 and ln 2 for tau = 1/(1 - 0.5).
    expect(index).toBeCloseTo(1 + 2 * Math.sqrt((0.6 * Math.log(2)) / 0.25), digits);
    expect(unseen).toBe(infinity);
    expect(naivePosteriors('dts', history, 2, { discount: 0.5 })).toEqual([
      { alpha: 1.25, beta: 1 },
      { alpha: 1, beta: 1 },
    ]);
  });
});

describe('ties and gaps', () => {
  test('the lowest arm wins', () => {
    expect(chooseNaively([0.5, 0.75, 0.75])).toMatchObject({ arm: 1, gap: 0 });
    expect(chooseNaively([0.5, 0.25, 0.375])).toMatchObject({ arm: 0, gap: 0.125 });
  });

  test('an infinite winner or a single arm has an infinite gap', () => {
    expect(chooseNaively([1, infinity, infinity])).toMatchObject({ arm: 1, gap: infinity });
    expect(chooseNaively([1, infinity])).toMatchObject({ arm: 1, gap: infinity });
    expect(chooseNaively([1])).toMatchObject({ arm: 0, gap: infinity });
  });
});

describe('memory', () => {
  const ones = Array.from({ length: 7 }, () => [1, 1, 1]);

  test('shorter than the arm count never finishes the start, and starves no arm', () => {
    expect(armsOf('r-moss', ones, { window: 2 })).toEqual([0, 1, 2, 0, 1, 2, 0]);
    expect(armsOf('sw-moss', ones, { window: 2 })).toEqual([0, 1, 2, 0, 1, 2, 0]);
  });

  test('follows the settled ceilings and the cap at the horizon', () => {
    expect(windowLength(8, 1000, 1)).toBe(200);
    expect(windowLength(3, 20, 0.01)).toBe(20);
    expect(windowLength(2, 1, 1e9)).toBe(1);
    expect([0.5, 0.8, 0.9, 0.995].map(windowLengthOfDiscount)).toEqual([2, 5, 10, 200]);
  });

  test('a window w stands for the discount 1 - 1/w, a tiny budget rate for discount 0', () => {
    expect(discountedMemory(2, { window: 4 })).toEqual({ discount: 0.75, logarithmLength: 4 });
    const forgetful = { horizon: 1, variation: 10 };
    expect(discountedMemory(2, forgetful)).toEqual({ discount: 0, logarithmLength: 1 });
    const history = decisions([0, 0.5], [1, 0.25]);
    expect(naiveIndices('d-ucb', history, 2, forgetful)).toEqual([infinity, 0.25]);
  });

  test('with a budget of 0 the three MOSS policies coincide, beyond the horizon too', () => {
    const rewards = Array.from({ length: 30 }, (_, slot) => [(slot * 7) % 3, (slot * 5) % 4]);
    const settings = { horizon: 20, variation: 0 };
    const moss = naiveTrace('moss', rewards, settings);
    expect(naiveTrace('r-moss', rewards, settings)).toEqual(moss);
    expect(naiveTrace('sw-moss', rewards, settings)).toEqual(moss);
    const robust = naiveTrace('rmoss', rewards, settings);
    expect(naiveTrace('r-rmoss', rewards, settings)).toEqual(robust);
    expect(naiveTrace('sw-rmoss', rewards, settings)).toEqual(robust);
  });

  test('a huge reward leaves no trace once it has left the window', () => {
    const history = decisions([0, 1e17], [0, 1], [0, 0]);
    // tau/(K n) = 2/(1·2) = 1, so the width is 0 and the index is the mean.
    expect(naiveIndices('sw-moss', history, 1, { window: 2 })).toEqual([0.5]);
  });
});

describe('scale and center', () => {
  const history = decisions([0, 1], [1, 3], [0, 2]);
  const halved = decisions([0, 0.5], [1, 1.5], [0, 1]);
  const settings = { horizon: 10, variation: 1 };

  test.each(naiveIndexIds.filter((id) => !/kl-?ucb|imed|tuned/.test(id)))(
    '%s acts on reward/scale',
    (id) => {
      expect(naiveIndices(id, history, 2, { ...settings, scale: 2 })).toEqual(
        naiveIndices(id, halved, 2, settings),
      );
    },
  );

  test.each(['rmoss', 'r-rmoss', 'sw-rmoss'])('%s acts on (reward - center)/scale', (id) => {
    const shifted = decisions([0, 3], [1, 5], [0, 4]);
    expect(naiveIndices(id, shifted, 2, { ...settings, scale: 2, center: 2 })).toEqual(
      naiveIndices(id, halved, 2, settings),
    );
  });
});

test('kl-UCB solves its equation, and a level below 0 leaves the mean', () => {
  const history = decisions([0, 0.25], [0, 0.5], [1, 1]);
  const [index] = naiveIndices('kl-ucb', history, 2, { c: 3 });
  const level = Math.log(4) + 3 * Math.log(Math.log(4));
  // q is right to 1e-13 and kl(0.375, ·) has slope below 10 there.
  expect(2 * bernoulliDivergence(0.375, index)).toBeCloseTo(level, 11);
  expect(naiveIndices('kl-ucb', decisions([0, 0.5]), 1, { c: 3 })).toEqual([0.5]);
});

test('a single arm is always played', () => {
  const rewards = Array.from({ length: 5 }, () => [0.5]);
  for (const id of naiveIndexIds) {
    expect(armsOf(id, rewards, { horizon: 5, variation: 1 })).toEqual([0, 0, 0, 0, 0]);
  }
  const history = [{ arm: 0, propensity: 1, reward: 1 }];
  for (const id of ['exp3', 'rexp3', 'exp3s'] as const) {
    expect(naiveProbabilities(id, history, 1, { horizon: 5, variation: 1 })).toEqual([1]);
  }
});

test('an unknown id and a missing setting are refused by name', () => {
  expect(() => naiveIndices('moos', [], 2, {})).toThrow(/got moos/);
  expect(() => naiveIndices('moss', [], 2, {})).toThrow(/horizon is needed/);
});
