import { describe, expect, test } from 'vitest';
import { PendingDecisions } from './pending.ts';

describe('memory is bounded by the decisions that wait', () => {
  test('where each is settled at once', () => {
    const pending = new PendingDecisions(Number.POSITIVE_INFINITY);
    for (let slot = 0; slot < 1000; slot++) {
      pending.add(slot, slot % 3, 0);
      pending.take(slot, slot % 3);
    }
    expect(pending.size).toBe(0);
    expect(pending.room).toBeLessThanOrEqual(65);
  });

  test('where the first one waits forever', () => {
    const pending = new PendingDecisions(Number.POSITIVE_INFINITY);
    pending.add(0, 0, 0);
    for (let slot = 1; slot < 1000; slot++) {
      pending.add(slot, 1, 0);
      if (slot % 100 > 0) pending.take(slot, 1);
    }
    const waiting = [0, 100, 200, 300, 400, 500, 600, 700, 800, 900];
    expect(pending.entries().map(([slot]) => slot)).toEqual(waiting);
    expect(pending.room).toBeLessThanOrEqual(2 * waiting.length + 65);
    expect(pending.expireBefore(401)).toBe(5);
    expect(pending.entries().map(([slot]) => slot)).toEqual(waiting.slice(5));
  });

  test('where many waited, and none does any more', () => {
    const pending = new PendingDecisions(Number.POSITIVE_INFINITY);
    for (let slot = 0; slot < 1000; slot++) pending.add(slot, 0, slot / 2);
    expect(pending.room).toBeLessThanOrEqual(1500);
    expect(pending.at(998)).toEqual({ arm: 0, ticket: 499 });
    expect(pending.expireBefore(1000)).toBe(1000);
    expect(pending.at(998)).toBeUndefined();
    expect(pending.room).toBe(64);
    pending.add(1000, 1, 3);
    expect(pending.entries()).toEqual([[1000, 1, 3]]);
  });

  test('where the oldest expire by number', () => {
    const pending = new PendingDecisions(10);
    for (let slot = 0; slot < 1000; slot++) pending.add(slot, 0, 0);
    expect(pending.entries().map(([slot]) => slot)).toEqual(
      Array.from({ length: 10 }, (_, i) => 990 + i),
    );
    expect(pending.room).toBeLessThanOrEqual(85);
  });
});
