import { describe, expect, test } from 'vitest';
import type { DrawnEnvironment } from '../setting/setting.ts';
import { changedArm, type History, recorded, redone, undone } from './history.ts';

function environment(...knots: number[][]): DrawnEnvironment {
  return { kind: 'drawn', knots, horizon: 100, rewards: 'bernoulli' };
}

const environments = [0.1, 0.2, 0.3].map((value) => environment([value, 0.5], [0.5, 0.5]));

function historyOf(drawn: readonly DrawnEnvironment[]): History {
  const history = drawn.reduce<History | undefined>(
    (before, each) => recorded(before, { environment: each }),
    undefined,
  );
  if (history === undefined) throw new Error('nothing was drawn');
  return history;
}

describe('what was drawn', () => {
  test('goes back as far as the first environment, and forth again', () => {
    const last = historyOf(environments);
    const middle = undone(last);
    const first = middle && undone(middle);
    expect([middle?.present.environment, first?.present.environment]).toEqual([
      environments[1],
      environments[0],
    ]);
    expect(first && undone(first)).toBeUndefined();
    expect(first && redone(first)).toEqual(middle);
    expect(middle && redone(middle)).toEqual(last);
    expect(redone(last)).toBeUndefined();
  });

  test('something new ends what was undone', () => {
    const back = undone(historyOf(environments));
    const other = environment([0.9, 0.5], [0.5, 0.5]);
    const on = recorded(back, { environment: other });
    expect(on.past.map((sheet) => sheet.environment)).toEqual([environments[0], environments[1]]);
    expect(redone(on)).toBeUndefined();
  });

  test('the same drawing again is no entry', () => {
    const again = recorded(historyOf(environments), { environment: { ...environments[2] } });
    expect(again.past.length).toBe(2);
    const longer = recorded(again, { environment: { ...environments[2], horizon: 200 } });
    expect(longer.past.length).toBe(3);
  });

  test('old entries go, so that a long day of drawing stays small', () => {
    const many = Array.from({ length: 300 }, (_, i) => environment([i / 300]));
    expect(historyOf(many).past.length).toBe(200);
    expect(historyOf(many).past[0].environment).toBe(many[99]);
  });
});

test('the arm that changed is found, also one that came or went', () => {
  expect(changedArm(environments[0], environments[1])).toBe(0);
  expect(changedArm(environment([0.1], [0.2]), environment([0.1], [0.3]))).toBe(1);
  expect(changedArm(environment([0.1], [0.2]), environment([0.1]))).toBe(1);
  expect(changedArm(environments[0], environments[0])).toBeUndefined();
});
