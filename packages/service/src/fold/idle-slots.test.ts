import { expect, test } from 'vitest';
import { type Idle, slotsDue } from './idle-slots.ts';

const START = Date.UTC(2026, 0, 1, 12);
const HOUR = 3_600_000;

const begun: Idle = { since: START, slots: 0 };

test('time becomes slots, one memory of them at most', () => {
  const memory = { decisions: 60, maxAge: HOUR };
  expect(slotsDue(memory, begun, START + 59_999).due).toBe(0);
  const minute = slotsDue(memory, begun, START + 60_000);
  expect(minute).toEqual({ due: 1, idle: { since: START, slots: 1 } });
  expect(slotsDue(memory, minute.idle, START + 180_000).due).toBe(2);
  expect(slotsDue(memory, minute.idle, START + 9 * HOUR)).toEqual({
    due: 60,
    idle: { since: START + 9 * HOUR, slots: 0 },
  });
});

test('none without a maximal age', () => {
  for (const memory of [null, { decisions: 60, maxAge: null }]) {
    expect(slotsDue(memory, begun, START + HOUR)).toEqual({ due: 0, idle: begun });
  }
});

test('a moment that is asked for twice gives no slot more, however its slots are divided', () => {
  // 18 ms are 5 slots less a few millionths of one: sums of such parts of slots came to one slot more.
  for (const decisions of [7, 7919, 999_999]) {
    for (let passed = 1; passed < 2000; passed++) {
      const memory = { decisions, maxAge: HOUR };
      const once = slotsDue(memory, begun, START + passed);
      expect(slotsDue(memory, once.idle, START + passed).due).toBe(0);
    }
  }
});
