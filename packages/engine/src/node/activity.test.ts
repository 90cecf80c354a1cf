import { expect, test } from 'vitest';
import { Activity } from './activity.ts';

test('whoever watches misses no call that begins after it looked', () => {
  const activity = new Activity();
  const watcher = new Activity(activity.shared);
  const before = watcher.now();
  expect(before.doing).toBeUndefined();
  expect(watcher.waitForTurn(before.turn, 0)).toBe(false);
  activity.begin('something');
  expect(watcher.waitForTurn(before.turn, 0)).toBe(true);
  const during = watcher.now();
  expect(during.doing).toBe('something');
  expect(watcher.waitForTurn(during.turn, 0)).toBe(false);
  activity.end();
  expect(watcher.waitForTurn(during.turn, 0)).toBe(true);
});
