import { expect, test } from 'vitest';
import { adviseMemory } from './memory.ts';

test('the window of the theory: K^(1/3) (decisions / amount)^(2/3)', () => {
  // 8^(1/3) = 2, and (5000 / 0.625)^(2/3) = 8000^(2/3) = 400.
  expect(adviseMemory(8, { amount: 0.625, decisions: 5000 })).toEqual({
    decisions: 800,
    caveat: '',
  });
});

test('it stays within what the service takes, and says where it can’t follow', () => {
  expect(adviseMemory(2, { amount: 1, decisions: 2 })).toMatchObject({
    decisions: 10,
    caveat: expect.stringContaining('drift faster'),
  });
  expect(adviseMemory(2, { amount: 0.001, decisions: 1e9 }).decisions).toBe(1_000_000);
});
