/** Adapt-EvE against its naive form and a trace worked by hand, and what it does after an alarm. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adaptEve } from '../src/policies/adapt-eve.ts';
import { randomStream } from '../src/random/source.ts';
import { createPolicy } from '../src/shell/create-policy.ts';
import { Policy } from '../src/shell/policy.ts';
import { trace } from '../src/shell/trace.ts';
import { type AdaptEveReward, naiveAdaptEve } from './naive/adapt-eve.ts';

/** Reals without special values: a sum that meets the threshold exactly would be a matter of rounding. */
function real(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min: 1, max: 2 ** 30 }).map((i) => min + ((max - min) * i) / 2 ** 30);
}

const unit = real(0, 1);
const coin = fc.constantFrom(0, 1);
const settings = fc.record({
  threshold: real(0.3, 2),
  epsilon: real(0, 0.2),
  trial: fc.integer({ min: 2, max: 12 }),
});

/** Rounding alone can't decide between indices that are this far apart: they are sums of 60 terms. */
const CLEAR = 1e-9;

describe('equals the naive form', () => {
  function rows(reward: fc.Arbitrary<number>) {
    return fc.integer({ min: 1, max: 4 }).chain((arms) =>
      fc.array(fc.array(reward, { minLength: arms, maxLength: arms }), {
        minLength: 20,
        maxLength: 60,
      }),
    );
  }

  test('on the same rewards, through alarms and trials of either end', () => {
    let trials = 0;
    let replaced = 0;
    fc.assert(
      fc.property(fc.oneof(rows(coin), rows(unit)), settings, (table, given) => {
        const armCount = table[0].length;
        const policy = new Policy(adaptEve, { armCount, ...given });
        const random = randomStream(1);
        const arrived: AdaptEveReward[] = [];
        table.forEach((row, slot) => {
          const { arm, place, gap } = naiveAdaptEve(arrived, armCount, given);
          const selection = policy.select(random);
          if (gap > CLEAR) expect([selection.arm, selection.ticket]).toEqual([arm, place]);
          policy.update({ ...selection, arm, ticket: place }, row[arm]);
          arrived.push({ slot, arrival: slot + 1, place, arm, reward: row[arm] });
        });
        const last = naiveAdaptEve(arrived, armCount, given);
        trials += last.trials;
        replaced += last.replaced;
      }),
      { numRuns: 300, seed: 27 },
    );
    // Both ends of a trial must have been seen often, or equality says little.
    expect(replaced).toBeGreaterThan(50);
    expect(trials - replaced).toBeGreaterThan(50);
  });

  test('with rewards that come late, for the learner that picked', () => {
    const delays = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(rows(unit), delays, settings, (table, late, given) => {
        const armCount = table[0].length;
        const policy = new Policy(adaptEve, { armCount, ...given });
        const random = randomStream(1);
        const begun: { slot: number; arm: number; ticket: number; propensity: number }[] = [];
        const arrived: AdaptEveReward[] = [];
        table.forEach((_, slot) => {
          const pending = begun.filter((one) => one.slot + late[one.slot] >= slot);
          const waiting = pending.map((one) => one.arm);
          const { arm, place, gap } = naiveAdaptEve(arrived, armCount, given, waiting);
          const selection = policy.select(random);
          if (gap > CLEAR) expect([selection.arm, selection.ticket]).toEqual([arm, place]);
          begun.push({ slot, arm, ticket: place, propensity: 1 });
          policy.begin(begun[slot]);
          for (const past of begun.filter((one) => one.slot + late[one.slot] === slot)) {
            const reward = table[past.slot][past.arm];
            policy.update(past, reward);
            arrived.push({ ...past, arrival: slot + 1, place: past.ticket, reward });
          }
        });
      }),
      { numRuns: 200, seed: 28 },
    );
  });
});

test('a trace of adapt-eve worked by hand', () => {
  // λ = 1, δ = 0.1, M = 4; the index of an arm is mean + √((ln N/n) min(1/4, v + √(2 ln N/n))).
  const rewards = [
    ...Array.from({ length: 4 }, () => [1, 0]),
    ...Array.from({ length: 9 }, () => [0, 1]),
  ];
  const arms = [
    0, // nothing known
    1, // nothing known of arm 1
    0, // 1 + √(0.6931·0.25) = 1.4163 against 0.4163
    0, // 1.3706 against 0.5241
    0, // 1.3399 against 0.5887; x = 0: sum of falls (0.75 − 0) − 0.1 = 0.65
    0, // 1.0672 against 0.6343; x = 0: 0.65 + (0.6 − 0) − 0.1 = 1.15 ≥ 1: an alarm
    0, // trial; nothing known of the old one since: it picks by 0.8993 against 0.6693; x = 0
    0, // the new one, which knows nothing; x = 0
    0, // both had 0 once: the lower place, the old one, by 0.7847 against 0.6975; x = 0
    1, // the new one, √(1.0986·0.25) = 0.5241 against 0.3706; its arm 1 is unknown; x = 1
    // Old (0 + 0)/2, new (0 + 1)/2: the new one stays, with arm 0: n = 1, x = 0, arm 1: n = 1, x = 1.
    1, // 1.4163 against 0.4163
    1, // 1.3706 against 0.5241
    1, // 1.3399 against 0.5887
  ];
  const policy = createPolicy('adapt-eve', { armCount: 2, threshold: 1, epsilon: 0.1, trial: 4 });
  expect(trace(policy, rewards)).toEqual(arms);
});

/** The share of the better arm in the last quarter, and how many trials there were. */
function play(mean: (slot: number, arm: number) => number, seed: number) {
  const slots = 4000;
  const policy = new Policy(adaptEve, { armCount: 2 });
  const random = randomStream(seed);
  let better = 0;
  let trials = 0;
  let wasTrying = false;
  for (let slot = 0; slot < slots; slot++) {
    const selection = policy.select(random);
    policy.update(selection, random.uniform() < mean(slot, selection.arm) ? 1 : 0);
    const trying = policy.snapshot().state.trialStart !== -1;
    if (trying && !wasTrying) trials += 1;
    wasTrying = trying;
    if (slot >= (3 * slots) / 4 && mean(slot, selection.arm) > mean(slot, 1 - selection.arm)) {
      better += 1;
    }
  }
  return { share: better / (slots / 4), trials };
}

describe('alarms', () => {
  test('a favourite that falls below the other is left', () => {
    const fall = (slot: number, arm: number) => (slot < 2000 ? [0.8, 0.4][arm] : [0.1, 0.4][arm]);
    for (const seed of [1, 2, 3]) {
      const { share, trials } = play(fall, seed);
      expect(trials).toBeGreaterThanOrEqual(1);
      expect(share).toBeGreaterThan(0.9);
    }
  });

  test('are rare while nothing changes', () => {
    // A sum with drift −ε and variance v passes λ about once in exp(2 ε λ/v)/(2 ε²/v) rewards: with
    // v = 0.24, ε = 0.05, λ = 20 once in 200 000, so 3 runs of 4000 should see none.
    for (const seed of [1, 2, 3]) expect(play((_, arm) => [0.6, 0.4][arm], seed).trials).toBe(0);
  });
});
