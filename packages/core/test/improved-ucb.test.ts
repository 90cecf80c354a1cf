/** Improved UCB slot by slot, worked by hand, and against its naive form. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomStream } from '../src/random/source.ts';
import { createPolicy } from '../src/shell/create-policy.ts';
import { trace } from '../src/shell/trace.ts';
import type { NaiveDecision } from './naive/history.ts';
import { naiveImprovedUcb } from './naive/improved-ucb.ts';

const random = randomStream(1);
const times = <T>(count: number, value: T) => new Array<T>(count).fill(value);

// T = 20: the last round is ⌊½ log2(20/e)⌋ = ⌊1.44⌋ = 1.
// Round 0: n = ⌈2 ln 20⌉ = ⌈5.99⌉ = 6, w = √(ln 20 / 12) = 0.4996.
// Round 1: n = ⌈8 ln 5⌉ = ⌈12.88⌉ = 13, w = √(ln 5 / 26) = 0.2488.
const settings = { armCount: 3, horizon: 20 };

test('drops what is clearly worse, round by round', () => {
  const rewards = [
    // Means 1, 0.75 and 0: only 0 + 0.4996 is below 1 − 0.4996.
    ...times(18, [1, 0.75, 0]),
    // 0.75 + 0.2488 is not below 1 − 0.2488: two arms are left after the last round.
    ...times(14, [1, 0.75, 0]),
    // 13 successes and 4 failures are 0.765, and with a fifth 0.722.
    ...times(6, [0, 0.75, 1]),
    [0, 0.75, 1],
  ];
  expect(trace(createPolicy('improved-ucb', settings), rewards)).toEqual([
    ...times(6, [0, 1, 2]).flat(),
    ...times(7, [0, 1]).flat(),
    ...times(5, 0),
    ...times(2, 1),
  ]);
});

test('an arm that is left alone is played whatever it pays', () => {
  const policy = createPolicy('improved-ucb', { armCount: 2, horizon: 20 });
  const rewards = [...times(12, [1, 0]), ...times(100, [0, 1])];
  expect(trace(policy, rewards)).toEqual([...times(6, [0, 1]).flat(), ...times(100, 0)]);
  expect(policy.inspect().map(({ facts }) => facts.dropped)).toEqual([0, 1]);
});

test('plays as its naive form does', () => {
  let dropped = 0;
  let rounds = 0;
  const arms = fc.integer({ min: 1, max: 4 });
  const cases = fc.tuple(arms, fc.integer({ min: 1, max: 90 })).chain(([armCount, horizon]) =>
    fc.record({
      horizon: fc.constant(horizon),
      means: fc.array(fc.constantFrom(0, 0.2, 0.7, 1), {
        minLength: armCount,
        maxLength: armCount,
      }),
      seed: fc.nat(),
    }),
  );
  fc.assert(
    fc.property(cases, ({ horizon, means, seed }) => {
      const armCount = means.length;
      const policy = createPolicy('improved-ucb', { armCount, horizon });
      const draws = randomStream(seed);
      const history: NaiveDecision[] = [];
      for (let slot = 0; slot < 60; slot++) {
        const expected = naiveImprovedUcb(history, armCount, horizon);
        const selection = policy.select(random);
        expect(selection.arm).toBe(expected.arm);
        expect(policy.select(random, [...means.keys()]).arm).toBe(expected.arm);
        const reward = draws.uniform() < means[selection.arm] ? 1 : 0;
        policy.update(selection, reward);
        history.push({ arm: selection.arm, reward });
        dropped = Math.max(dropped, armCount - expected.left.length);
        rounds = Math.max(rounds, expected.round);
      }
    }),
    { numRuns: 60, seed: 52 },
  );
  // Or the test says nothing of elimination.
  expect([dropped, rounds]).toEqual([3, 2]);
});

test('a round waits for its rewards: late ones count, and lost ones are made up for', () => {
  const policy = createPolicy('improved-ucb', { armCount: 2, horizon: 20 });
  const begun = Array.from({ length: 14 }, () => {
    const selection = policy.select(random);
    policy.begin(selection);
    return selection;
  });
  // Twelve rewards would do, but none has come.
  expect(begun.map(({ arm }) => arm)).toEqual(times(7, [0, 1]).flat());
  for (const selection of begun.slice(0, 12)) {
    if (selection.slot === 3) policy.expire(selection);
    else policy.update(selection, selection.arm === 0 ? 1 : 0);
  }
  // Arm 1 has five of six: its next one ends the round.
  expect(policy.inspect().map(({ facts }) => facts.dropped)).toEqual([0, 0]);
  expect(policy.select(random).arm).toBe(1);
  policy.update(begun[13], 0);
  expect(policy.inspect().map(({ facts }) => facts.dropped)).toEqual([0, 1]);
  expect(policy.select(random).arm).toBe(0);
});

test('an arm that joins begins with round 0, and alone', () => {
  const policy = createPolicy('improved-ucb', { armCount: 2, horizon: 20 });
  trace(policy, [...times(12, [1, 0]), ...times(20, [1, 0])]);
  policy.addArm();
  // Arm 1 stays dropped; arm 0 has 26 rewards, more than rounds 0 and 1 ask for. After six rewards of 0.75
  // round 0 leaves arm 2, after thirteen round 1.
  const arms = trace(policy, times(16, [1, 1, 0.75]));
  expect(arms).toEqual([...times(13, 2), ...times(3, 0)]);
});

test('among some arms: whose turn it is, else the largest mean, of those left first', () => {
  const policy = createPolicy('improved-ucb', settings);
  trace(policy, times(19, [1, 0.75, 0.9]));
  // Round 1 began with arm 0: arm 1 is next, and without it arm 2.
  expect(policy.select(random, [0, 1, 2]).arm).toBe(1);
  expect(policy.select(random, [0, 2]).arm).toBe(2);
  trace(policy, times(40, [1, 0, 0.9]));
  // All of arm 1's rewards in round 1 were 0: 4.5/13 + 0.2488 is below 1 − 0.2488.
  expect(policy.select(random, [1, 2]).arm).toBe(2);
  expect(policy.select(random, [1]).arm).toBe(1);
});

test('needs a horizon', () => {
  expect(() => createPolicy('improved-ucb', { armCount: 2 })).toThrow(
    'improved-ucb needs a horizon, an integer >= 1; got none',
  );
});
