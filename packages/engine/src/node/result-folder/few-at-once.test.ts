import { expect, test } from 'vitest';
import { FewAtOnce } from './few-at-once.ts';

test('no more than a few act at once, all in their turn, and a failure frees its place', async () => {
  const few = new FewAtOnce(3);
  let [acting, most] = [0, 0];
  const done: number[] = [];
  const act = (number: number) =>
    few.do(async () => {
      acting += 1;
      most = Math.max(most, acting);
      await new Promise((resolve) => setImmediate(resolve));
      acting -= 1;
      done.push(number);
      if (number === 4) throw new Error('one fails');
    });
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => act(i)));
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect(done).toEqual(Array.from({ length: 20 }, (_, i) => i));
  expect(most).toBe(3);
});
