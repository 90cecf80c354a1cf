/** IMED's family: what its formula leads to, worked by hand, and ties. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ImedKernel } from '../src/portable/kernels/imed-kernel.ts';
import { AllTime } from '../src/portable/memory/all-time.ts';
import { randomStream } from '../src/random/source.ts';
import { createPolicy } from '../src/shell/create-policy.ts';
import { trace } from '../src/shell/trace.ts';
import { type NaiveDecision, naiveIndices } from './naive/index-policies.ts';

const random = randomStream(1);

describe('a leader that never failed', () => {
  test('imed keeps it until its first failure, however long that takes', () => {
    const policy = createPolicy('imed', { armCount: 3 });
    const rows = Array.from({ length: 200 }, () => [0.5, 1, 0.9]);
    // Arm 2 is never played again: nothing is better than 1.
    expect(trace(policy, rows)).toEqual([0, 1, 2, ...new Array<number>(197).fill(1)]);
    policy.update(policy.select(random), 0);
    // One failure in 199: the others cost 1 kl(p, 198/199), 2.6 and 0.4, against ln 199 = 5.3.
    expect(policy.select(random).arm).toBe(2);
  });

  test('sw-imed keeps it until nothing is remembered of another arm', () => {
    const policy = createPolicy('sw-imed', { armCount: 2, window: 5 });
    const rows = Array.from({ length: 13 }, () => [1, 0.9]);
    // Slot 1 has left the window in slot 7.
    expect(trace(policy, rows)).toEqual([0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]);
  });

  test('d-imed keeps it, and after its first failure plays all again', () => {
    const policy = createPolicy('d-imed', { armCount: 3, discount: 0.8 });
    const rows = Array.from({ length: 100 }, () => [0.5, 1, 0.9]);
    expect(trace(policy, rows).slice(3)).toEqual(new Array<number>(97).fill(1));
    policy.update(policy.select(random), 0);
    const arms = trace(
      policy,
      Array.from({ length: 60 }, () => [0.5, 0.7, 0.9]),
    );
    expect(arms.slice(0, 2)).toEqual([0, 2]);
    expect(new Set(arms.slice(30))).toEqual(new Set([0, 1, 2]));
  });
});

test.each(['imed', 'sw-imed'])(
  '%s takes the lowest arm of equals, whatever rounding says',
  (id) => {
    const settings = id === 'imed' ? {} : { window: 12 };
    let ties = 0;
    const arms = fc.integer({ min: 2, max: 4 });
    const tables = arms.chain((armCount) =>
      fc.array(fc.array(fc.constantFrom(0, 1), { minLength: armCount, maxLength: armCount }), {
        minLength: 1,
        maxLength: 40,
        size: 'max',
      }),
    );
    fc.assert(
      fc.property(tables, (rows) => {
        const policy = createPolicy(id, { armCount: rows[0].length, ...settings });
        const history: NaiveDecision[] = [];
        for (const row of rows) {
          const indices = naiveIndices(id, history, row.length, settings);
          const top = Math.max(...indices);
          const equals = [...indices.keys()].filter(
            (arm) => indices[arm] === top || indices[arm] > top - 1e-9,
          );
          if (equals.some((arm) => indices[arm] !== top)) ties += 1;
          const selection = policy.select(random);
          expect(selection.arm).toBe(equals[0]);
          expect(policy.select(random, [...row.keys()]).arm).toBe(equals[0]);
          policy.update(selection, row[selection.arm]);
          history.push({ arm: selection.arm, reward: row[selection.arm] });
        }
      }),
      { numRuns: 200, seed: 51 },
    );
    // Where the formula ties and its rounding does not: the test is about these.
    expect(ties).toBeGreaterThan(50);
  },
);

test('of a leader that failed once and an arm that did nothing else the lowest is taken, after a million rewards too', () => {
  for (const [leader, other] of [
    [0, 1],
    [1, 0],
  ]) {
    const kernel = new ImedKernel(2, new AllTime(2));
    const take = (arm: number, reward: number) => {
      kernel.advance(arm);
      kernel.learn(kernel.slot - 1, arm, 0, reward);
    };
    take(other, 0);
    take(leader, 0);
    let rounded = 0;
    let worst = 0;
    const all = new Int32Array([0, 1]);
    for (let count = 2; count <= 1_000_000; count++) {
      take(leader, 1);
      if (count % 100_000 > 500) continue;
      // Both cost ln n, but for rounding.
      const apart = Math.abs(kernel.cost(0, 0, leader) - kernel.cost(1, 0, leader));
      if (apart > 1e-12) rounded += 1;
      worst = Math.max(worst, apart / count);
      if (kernel.pick(random) !== 0) expect([count, apart]).toBe(0);
      if (kernel.pickAmong(random, all) !== 0) expect([count, apart]).toBe(0);
    }
    // It is about those where an error of 1e-12 is not enough; 2^-53 per reward is the most there is.
    expect(rounded).toBeGreaterThan(1000);
    expect(worst).toBeLessThan(2 ** -52);
  }
});

test('among some arms, the best mean is theirs', () => {
  const policy = createPolicy('imed', { armCount: 3 });
  const rewards = [[1], [0.5, 0.5, 0.5], [0.25]];
  for (const [arm, own] of rewards.entries()) {
    for (const reward of own) {
      policy.update({ slot: policy.slot, arm, propensity: 1, ticket: 0 }, reward);
    }
  }
  // Of arms 1 and 2 the best mean is ½: ln 3 = 1.10 against kl(¼, ½) = 0.13. With 1 for it both cost ∞.
  expect(policy.select(random, [1, 2]).arm).toBe(2);
  expect(policy.select(random, [0, 1, 2]).arm).toBe(0);
});

test('pending decisions count in n, of the leader too', () => {
  const policy = createPolicy('imed', { armCount: 2, pendingInWidth: true });
  const take = (arm: number, reward: number) =>
    policy.update({ slot: policy.slot, arm, propensity: 1, ticket: 0 }, reward);
  for (const reward of [1, 0, 1, 0]) take(0, reward);
  for (const reward of [0.25, 0.25]) take(1, reward);
  // kl(¼, ½) = 0.130812. Arm 1 costs n kl + ln n: 0.9548 at 2, 1.4910 at 3; arm 0 ln n: 1.3863 at 4, 1.6094
  // at 5.
  const arms = [0, 1, 2].map(() => {
    const selection = policy.select(random);
    policy.begin(selection);
    return selection.arm;
  });
  expect(arms).toEqual([1, 0, 1]);
});

test('what is shown is −I, and no width', () => {
  const policy = createPolicy('imed', { armCount: 2, rewardRange: [0, 4] });
  trace(policy, [
    [4, 0],
    [0, 1],
  ]);
  policy.update({ slot: 2, arm: 0, propensity: 1, ticket: 0 }, 0);
  const [leader, other] = policy.inspect();
  expect(leader).toMatchObject({ count: 2, mean: 0.5, width: undefined });
  expect(leader.index).toBeCloseTo(-Math.log(2), 12);
  // kl(¼, ½) = ln 2 − h(¼) with h the entropy.
  const entropy = -0.25 * Math.log(0.25) - 0.75 * Math.log(0.75);
  expect(other.index).toBeCloseTo(entropy - Math.log(2), 12);
  expect(other.facts.cost).toBe(-Number(other.index));
});
