import { describe, expect, test } from 'vitest';
import type { DrawnWorld } from '../setting/setting.ts';
import { changedArm, type History, recorded, redone, undone } from './history.ts';

function world(...knots: number[][]): DrawnWorld {
  return { kind: 'drawn', knots, horizon: 100, rewards: 'bernoulli' };
}

const worlds = [0.1, 0.2, 0.3].map((value) => world([value, 0.5], [0.5, 0.5]));

function historyOf(drawn: readonly DrawnWorld[]): History {
  const history = drawn.reduce<History | undefined>(
    (before, each) => recorded(before, { world: each }),
    undefined,
  );
  if (history === undefined) throw new Error('nothing was drawn');
  return history;
}

describe('what was drawn', () => {
  test('goes back as far as the first world, and forth again', () => {
    const last = historyOf(worlds);
    const middle = undone(last);
    const first = middle && undone(middle);
    expect([middle?.present.world, first?.present.world]).toEqual([worlds[1], worlds[0]]);
    expect(first && undone(first)).toBeUndefined();
    expect(first && redone(first)).toEqual(middle);
    expect(middle && redone(middle)).toEqual(last);
    expect(redone(last)).toBeUndefined();
  });

  test('something new ends what was undone', () => {
    const back = undone(historyOf(worlds));
    const other = world([0.9, 0.5], [0.5, 0.5]);
    const on = recorded(back, { world: other });
    expect(on.past.map((sheet) => sheet.world)).toEqual([worlds[0], worlds[1]]);
    expect(redone(on)).toBeUndefined();
  });

  test('the same drawing again is no entry', () => {
    const again = recorded(historyOf(worlds), { world: { ...worlds[2] } });
    expect(again.past.length).toBe(2);
    const longer = recorded(again, { world: { ...worlds[2], horizon: 200 } });
    expect(longer.past.length).toBe(3);
  });

  test('old entries go, so that a long day of drawing stays small', () => {
    const many = Array.from({ length: 300 }, (_, i) => world([i / 300]));
    expect(historyOf(many).past.length).toBe(200);
    expect(historyOf(many).past[0].world).toBe(many[99]);
  });
});

test('the arm that changed is found, also one that came or went', () => {
  expect(changedArm(worlds[0], worlds[1])).toBe(0);
  expect(changedArm(world([0.1], [0.2]), world([0.1], [0.3]))).toBe(1);
  expect(changedArm(world([0.1], [0.2]), world([0.1]))).toBe(1);
  expect(changedArm(worlds[0], worlds[0])).toBeUndefined();
});
