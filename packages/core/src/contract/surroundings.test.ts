import { expect, test } from 'vitest';
import { elsewhere } from './surroundings.ts';

test('clocks and luck are put back as they were, those of a test with a clock of its own too', () => {
  const own = () => 5;
  const before = Object.getOwnPropertyDescriptor(performance, 'now');
  Object.defineProperty(performance, 'now', { value: own, configurable: true });
  const luck = Object.getOwnPropertyDescriptor(Math, 'random');
  try {
    const seen = elsewhere(1, () => [performance.now(), Math.random(), Date.now()]);
    expect(elsewhere(1, () => [performance.now(), Math.random(), Date.now()])).toEqual(seen);
    expect(performance.now).toBe(own);
    expect(Object.getOwnPropertyDescriptor(Math, 'random')).toEqual(luck);
  } finally {
    if (before === undefined) Reflect.deleteProperty(performance, 'now');
    else Object.defineProperty(performance, 'now', before);
  }
});
