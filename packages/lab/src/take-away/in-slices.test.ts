import { expect, test } from 'vitest';
import { inSlices } from './in-slices.ts';

test('parts stay in order, and a breath is taken after every slice that took long', async () => {
  let time = 0;
  const breaths: number[] = [];
  function* parts() {
    for (let part = 0; part < 10; part++) {
      time += 5;
      yield part;
    }
  }
  const collected = await inSlices(
    parts(),
    async () => {
      breaths.push(time);
      // What others do meanwhile is not part of the next slice.
      time += 100;
    },
    () => time,
  );
  expect(collected).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(breaths).toEqual([15, 130, 245]);
});

test('nothing but breaths keeps others waiting', async () => {
  let time = 0;
  let isAnswered = false;
  setTimeout(() => {
    isAnswered = true;
  });
  await inSlices(
    (function* () {
      // Without breaths this would never end.
      for (let i = 0; i < 100_000 && !isAnswered; i++) yield i;
    })(),
    undefined,
    () => {
      time += 6;
      return time;
    },
  );
  expect(isAnswered).toBe(true);
});
