import { expect, test } from 'vitest';
import { RateLimit } from './rates.ts';

/** A limit of ten a second, by a clock that is set. */
function limitAt() {
  let now = 1000;
  let refused = 0;
  const limit = new RateLimit(
    10,
    (operations) => {
      refused += operations;
    },
    () => now,
  );
  return { limit, wait: (millis: number) => (now += millis), refused: () => refused };
}

const taken = (limit: RateLimit, caller: string, times: number) =>
  Array.from({ length: times }, () => limit.take(caller, 1)).filter(Boolean).length;

test('a full bucket holds a second, and fills at its rate', () => {
  const { limit, wait } = limitAt();
  expect(taken(limit, 'a', 15)).toBe(10);
  wait(300);
  expect(taken(limit, 'a', 15)).toBe(3);
  wait(60_000);
  expect(taken(limit, 'a', 15)).toBe(10);
});

test('each caller has his own', () => {
  const { limit } = limitAt();
  expect(taken(limit, 'a', 15)).toBe(10);
  expect(taken(limit, 'b', 15)).toBe(10);
});

test('what is refused costs nothing, and is told', () => {
  const { limit, wait, refused } = limitAt();
  expect(limit.take('a', 8)).toBe(true);
  expect(limit.take('a', 3)).toBe(false);
  expect(refused()).toBe(3);
  expect(limit.take('a', 2)).toBe(true);
  wait(100);
  expect(limit.take('a', 1)).toBe(true);
});

test('more than a bucket holds passes when it is full, and is paid off', () => {
  const { limit, wait } = limitAt();
  expect(limit.take('a', 30)).toBe(true);
  wait(2000);
  expect(limit.take('a', 1)).toBe(false);
  wait(100);
  expect(limit.take('a', 1)).toBe(true);
});

test('a batch of more than a bucket holds passes behind its own request', () => {
  const { limit, wait } = limitAt();
  expect(limit.take('a', 1)).toBe(true);
  expect(limit.take('a', 29, 1)).toBe(true);
  wait(1000);
  expect(limit.take('a', 1)).toBe(false);
});
