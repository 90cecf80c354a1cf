import { expect, test } from 'vitest';
import { createPolicy } from '../shell/create-policy.ts';

function warningOf(window: number): string {
  const { warnings } = createPolicy('sw-ucb', { armCount: 3, horizon: 100, window });
  return warnings.map(({ message }) => message).join('\n');
}

test('a memory of one slot is not one of slots', () => {
  expect(warningOf(1)).toContain('a memory of 1 slot cannot hold');
  expect(warningOf(2)).toContain('a memory of 2 slots cannot hold');
  expect(warningOf(101)).toContain('a memory of 101 slots is longer');
});
