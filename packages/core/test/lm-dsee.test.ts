/** LM-DSEE slot by slot, worked by hand. */
import { expect, test } from 'vitest';
import { randomStream } from '../src/random/source.ts';
import { createPolicy } from '../src/shell/create-policy.ts';
import { trace } from '../src/shell/trace.ts';

// K = 2, g = 2/1² = 2, a = b = 1, ν = 0, so ρ = 1. ℓ ≥ 2 ⌈2 ln ℓ⌉: 9 < 2 ⌈4.394⌉ = 10, and 10 ≥
// 2 ⌈4.605⌉ = 10, so ℓ = 10.
// Epoch 1: 10 slots, L = ⌈2 ln 10⌉ = 5, all 10 explore.
// Epoch 2: 20 slots, L = ⌈2 ln 20⌉ = ⌈5.99⌉ = 6, 12 explore and 8 exploit.
// Epoch 3: 30 slots, L = ⌈2 ln 30⌉ = ⌈6.80⌉ = 7, 14 explore and 16 exploit.
const settings = { armCount: 2, gap: 1, a: 1, b: 1, nu: 0 };
const turns = (slots: number) => Array.from({ length: slots }, (_, slot) => slot % 2);
const same = (slots: number, arm: number) => new Array<number>(slots).fill(arm);

test('explores in turn and exploits what was best in the same epoch', () => {
  const rewards = [
    // Arm 1 is the better one, which the next epoch must not know.
    ...same(10, 0).map(() => [0, 1]),
    ...same(12, 0).map(() => [1, 0]),
    // Exploiting teaches nothing: arm 0 fails 8 times and goes on.
    ...same(8, 0).map(() => [0, 1]),
    ...same(14, 0).map(() => [0.25, 0.5]),
    ...same(16, 0).map(() => [1, 0]),
    [0, 0],
  ];
  const policy = createPolicy('lm-dsee', settings);
  expect(policy.params).toMatchObject({ ell: 10, g: 2 });
  expect(trace(policy, rewards)).toEqual([
    ...turns(10),
    ...turns(12),
    ...same(8, 0),
    ...turns(14),
    ...same(16, 1),
    0,
  ]);
});

test('a late reward counts in the epoch of its slot, and not after it', () => {
  const policy = createPolicy('lm-dsee', settings);
  const random = randomStream(1);
  const begun = turns(23).map(() => {
    const selection = policy.select(random);
    policy.begin(selection);
    return selection;
  });
  // Slot 4 belongs to epoch 1, slot 22 exploits; slot 11 explores in epoch 2.
  expect(policy.update(begun[4], 1)).toBe(false);
  expect(policy.update(begun[22], 1)).toBe(false);
  expect(policy.select(random).arm).toBe(0);
  expect(policy.update(begun[11], 1)).toBe(true);
  expect(policy.select(random).arm).toBe(1);
});

test('an arm that joins is explored at once', () => {
  const policy = createPolicy('lm-dsee', settings);
  const random = randomStream(1);
  for (let slot = 0; slot < 25; slot++) policy.update(policy.select(random), 0.5);
  policy.addArm();
  const arms = [0, 1, 2].map(() => {
    const selection = policy.select(random);
    policy.update(selection, 0.5);
    return selection.arm;
  });
  expect(arms).toEqual([0, 1, 2]);
});
