import { describe, expect, test } from 'vitest';
import { movementNote, needFor, refusalOf, supportNote } from './refusals.ts';

const NEED = { share: 0.05, rows: 4000 };

describe('what a value rests on', () => {
  test.each([
    [{ followed: 1, support: 1, ess: 200, offMode: 20 }, undefined],
    [{ followed: 1, support: 0.8, ess: 200, offMode: 20 }, undefined],
    [{ followed: 1, support: 0.79, ess: 5000, offMode: 500 }, 'support-too-low'],
    // Intervals hold where arms move too fast to be followed, too: they are wider there.
    [{ followed: 0, support: 1, ess: 200, offMode: 20 }, undefined],
    [{ followed: 1, support: 1, ess: 199, offMode: 500 }, 'effective-sample-too-small'],
    [{ followed: 1, support: 1, ess: 5000, offMode: 19 }, 'too-few-rewards'],
  ])('%o: %s', (footing, refused) => {
    expect(refusalOf(footing, NEED)?.refused).toBe(refused);
  });

  test('is warned of where some was hardly tried', () => {
    expect(supportNote('adr', 0.95)).toBeUndefined();
    expect(supportNote('adr', 0.949)).toMatchObject({ code: 'support-partial', isWarning: true });
    expect(supportNote('adr', 0.949)?.text).toContain('94% of the choices that adr');
  });
});

test('values are said to be low where arms move too fast', () => {
  const adr = { policy: 'adr', followed: 0.6 };
  expect(movementNote([{ ...adr, followed: 0.8 }])).toBeUndefined();
  expect(movementNote([adr])).toMatchObject({ code: 'value-underestimated', isWarning: true });
  expect(movementNote([adr])?.text).toContain('for 40% of the choices of adr. Its true value may');
  const ucb1 = { policy: 'ucb1', followed: 0.5 };
  expect(movementNote([adr, { policy: 'ts', followed: 0.9 }, ucb1])?.text).toContain(
    'for 40% of the choices of adr and 50% of those of ucb1. Their true values may be higher.',
  );
});

describe('what log could tell', () => {
  test('shows each arm in a twentieth of decisions where nothing moves', () => {
    expect(needFor({ rows: 3000, armCount: 3, movement: 0, offMode: 0.5 })).toEqual(NEED);
  });

  test('shows them more often where they move, up to equally often', () => {
    // With √(q/p) = 1/20 for p = 400 q.
    expect(needFor({ rows: 3000, armCount: 3, movement: 2e-4, offMode: 0.5 }).share).toBeCloseTo(
      0.08,
      12,
    );
    expect(needFor({ rows: 3000, armCount: 3, movement: 1, offMode: 0.5 }).share).toBe(1 / 3);
    expect(needFor({ rows: 3000, armCount: 40, movement: 0, offMode: 0.5 }).share).toBe(1 / 40);
  });

  test('is denser where equal shares are not enough', () => {
    // 400 q is .5, one and a half times a third.
    const need = needFor({ rows: 3000, armCount: 3, movement: 0.5 / 400, offMode: 0.5 });
    expect(need.rows).toBe(4500);
  });

  test('is longer where rewards are rare', () => {
    expect(needFor({ rows: 3000, armCount: 3, movement: 0, offMode: 0.01 }).rows).toBe(40_000);
  });
});
