import { expect, test } from 'vitest';
import { normal } from '../portable/random/normal.ts';
import { randomStream } from '../random/source.ts';
import {
  discountForVolatility,
  meanLargestStep,
  rawWindowForVolatility,
  volatilityOfVariation,
} from './volatility.ts';

test('the largest of several normal steps has the size that is known for one and two', () => {
  expect(meanLargestStep(1)).toBeCloseTo(Math.sqrt(2 / Math.PI), 9);
  expect(meanLargestStep(2)).toBeCloseTo(2 / Math.sqrt(Math.PI), 9);
  // √(2 ln 2K) is what it comes near to, from below.
  const many = meanLargestStep(2 ** 24) / Math.sqrt(2 * Math.log(2 ** 25));
  expect(many).toBeGreaterThan(0.93);
  expect(many).toBeLessThan(1);
});

test('the largest of ten is as draws have it', () => {
  const random = randomStream(5);
  const SLOTS = 20_000;
  let sum = 0;
  for (let slot = 0; slot < SLOTS; slot++) {
    let most = 0;
    for (let arm = 0; arm < 10; arm++) most = Math.max(most, Math.abs(normal(random)));
    sum += most;
  }
  // The largest of ten has a standard deviation below 0.6.
  expect(Math.abs(sum / SLOTS - meanLargestStep(10))).toBeLessThan((5 * 0.6) / Math.sqrt(SLOTS));
});

test('a budget is the largest step of every slot but the first', () => {
  expect(volatilityOfVariation(2, 101, 3)).toBeCloseTo((3 * Math.sqrt(Math.PI)) / 200, 12);
  expect(volatilityOfVariation(3, 1, 0)).toBe(0);
});

/** Drift and noise in the mean of an arm that gets one slot in K, by weights of ages, σ = 0.01. */
function errorOf(weights: readonly number[], armCount: number): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let [drift, noise, behind] = [0, 0, total];
  for (const weight of weights) {
    noise += weight * weight * armCount * 0.25;
    behind -= weight;
    drift += behind * behind * 0.01 ** 2;
  }
  return (drift + noise) / (total * total);
}

test.each([1, 3, 10])(
  'no window and no discount is better by the error they stand for, K = %i',
  (armCount) => {
    const window = Math.round(rawWindowForVolatility(armCount, 0.01));
    const atWindow = (length: number) => errorOf(new Array<number>(length).fill(1), armCount);
    const discount = discountForVolatility(armCount, 0.01);
    const atDiscount = (gamma: number) =>
      errorOf(
        Array.from({ length: 3000 }, (_, age) => gamma ** age),
        armCount,
      );
    for (const factor of [0.8, 1.25]) {
      expect(atWindow(Math.round(window * factor))).toBeGreaterThan(atWindow(window));
      expect(atDiscount(1 - (1 - discount) * factor)).toBeGreaterThan(atDiscount(discount));
    }
  },
);

test('nothing is forgotten where nothing moves, and all where all does', () => {
  expect(rawWindowForVolatility(3, 0)).toBe(Number.POSITIVE_INFINITY);
  expect(discountForVolatility(3, 0)).toBe(1);
  expect(discountForVolatility(3, 2)).toBe(0);
  expect(() => rawWindowForVolatility(3, -1)).toThrow('volatility must be a number >= 0; got -1');
});
