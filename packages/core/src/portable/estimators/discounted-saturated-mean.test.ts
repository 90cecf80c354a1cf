/** The discounted saturated mean against the one computed from the full history. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomStream } from '../../random/source.ts';
import { RestoringArchive, SavingArchive } from '../../shell/kernel-state.ts';
import { Discounted } from '../memory/discounted.ts';
import { EVERYTHING, NOTHING } from '../memory/memory.ts';
import type { Contest } from '../tournament/contest.ts';
import { Scan } from '../tournament/scan.ts';
import { Tournament } from '../tournament/tournament.ts';
import { DiscountedSaturatedMean } from './discounted-saturated-mean.ts';
import { gridPower, saturationLevel, saturationLimit } from './saturation.ts';

const ARMS = 3;
/** Half a unit in the last place of 1. */
const ROUNDING = 2 ** -53;

type Mean = DiscountedSaturatedMean<Contest>;

function make(discount: number, base: number, waiting: Contest = new Scan(ARMS)): Mean {
  const largestCount = Math.min(1 / (1 - discount), 2 ** 20);
  const levels = saturationLevel(largestCount, base) + 1;
  return new DiscountedSaturatedMean(
    waiting.size,
    new Discounted(waiting.size, discount),
    waiting,
    Float64Array.from({ length: levels }, (_, level) => gridPower(base, level)),
    Float64Array.from({ length: levels }, (_, level) =>
      saturationLimit(level, base, Math.ceil(largestCount), ARMS),
    ),
    levels,
  );
}

function heavy(uniform: number): number {
  const noise = uniform - 0.5;
  return Math.sign(noise) * ((1 - 2 * Math.abs(noise)) ** -0.8 - 1);
}

interface Reward {
  readonly slot: number;
  readonly reward: number;
}

/**
 * The count and the saturated mean of an arm by their definitions, from all of its rewards. Weights are
 * taken relative to the newest reward, which leaves the mean as it is, so that they don't vanish while
 * an arm waits.
 */
function defined(rewards: readonly Reward[], now: number, discount: number) {
  const newest = Math.max(...rewards.map(({ slot }) => slot));
  const weights = rewards.map(({ slot }) => discount ** (newest - slot));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return {
    count: total * discount ** (now - 1 - newest),
    meanWithin: (limit: number) =>
      rewards.reduce(
        (sum, { reward }, i) => sum + weights[i] * Math.min(Math.max(reward, -limit), limit),
        0,
      ) / total,
  };
}

/**
 * What an estimator says of an arm must be what is defined.
 *
 * Tolerance. After s slots the unit has erred by s roundings of its products and s times that of
 * 1/discount, so that a weight errs by at most 2 s parts in 2⁵³ beside the newest one; in the mean of
 * values of up to B, which divides by the sum of the same weights, that is at most 4 s. Each side's sums
 * have at most s roundings for numerator and denominator. With a few for products and powers it is less
 * than 8 (s + 4) B 2⁻⁵³, s the number of slots. The same relative bound holds for the count. Where the
 * count is so near to a power of the base, either level is right.
 */
function expectDefined(
  estimator: Mean,
  arm: number,
  rewards: readonly Reward[],
  now: number,
): void {
  const { limits, powers, levels, memory } = estimator;
  const tolerance = 8 * (now + 4) * ROUNDING;
  const { count, meanWithin } = defined(rewards, now, memory.discount);
  const measured = estimator.mass(arm) / estimator.unit();
  const level = estimator.level[arm];
  const limit = limits[level];
  const held = {
    // The memory lets no count become less than 2^-400.
    count: count > 2 ** -390 ? Math.abs(measured / count - 1) <= tolerance : measured < 2 ** -380,
    level:
      (level === 0 || powers[level] <= count * (1 + tolerance)) &&
      (level + 1 === levels || powers[level + 1] > count * (1 - tolerance)),
    mean: Math.abs(estimator.mean(arm) - meanWithin(limit)) <= tolerance * limit,
  };
  // One assertion for all: there are millions of these.
  if (held.count && held.level && held.mean) return;
  const got = { count: measured, level, mean: estimator.mean(arm) };
  expect.fail(`slot ${now}, arm ${arm}: ${JSON.stringify({ held, got, count })}`);
}

describe('the mean is the one of the full history', () => {
  const event = fc.record({
    arm: fc.nat(ARMS - 1),
    reward: fc.integer({ min: 0, max: 2 ** 30 }).map((i) => heavy((i + 0.5) / 2 ** 30)),
    // Slots until the reward comes.
    delay: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(12)),
    // Slots without any reward before it: with discount 1/2, 700 of them take the unit past 2^500.
    idle: fc.oneof(
      { weight: 12, arbitrary: fc.constant(0) },
      { weight: 4, arbitrary: fc.nat(20) },
      { weight: 1, arbitrary: fc.constant(700) },
    ),
  });

  test.each([0, 2 ** -399, 0.01, 0.5, 0.9, 0.99, 0.9951, 1])(
    'in every slot, with discount %d',
    (discount) => {
      // 1/(1 − γ) is 1 but for rounding.
      const isOneSlot = discount < 1e-9;
      let refused = 0;
      fc.assert(
        fc.property(
          fc.array(event, { minLength: 1, maxLength: 50, size: 'max' }),
          fc.constantFrom(1.02, 1.1, 2, 10),
          (events, base) => {
            const estimator = make(discount, base);
            const remembered: Reward[][] = [[], [], []];
            const due: { at: number; arm: number; slot: number; reward: number }[] = [];
            let now = 0;
            const pass = () => {
              estimator.advance();
              now += 1;
              if (isOneSlot) for (const rewards of remembered) rewards.length = 0;
              for (const { at, arm, slot, reward } of due) {
                if (at !== now) continue;
                const weight = (isOneSlot ? 0 : discount) ** (now - 1 - slot);
                const taken = estimator.learn(slot, arm, reward);
                expect(taken).toBe(weight >= 2 ** -52);
                if (taken) remembered[arm].push({ slot, reward });
                else refused++;
              }
              remembered.forEach((rewards, arm) => {
                if (rewards.length > 0) expectDefined(estimator, arm, rewards, now);
                else if (estimator.mass(arm) !== 0) expect.fail(`arm ${arm} has a count`);
              });
            };
            for (const { arm, reward, delay, idle } of events) {
              for (let i = 0; i < idle; i++) pass();
              due.push({ at: now + 1 + delay, arm, slot: now, reward });
              pass();
            }
            for (let i = 0; i < 30; i++) pass();
          },
        ),
        { numRuns: 60, seed: 1 },
      );
      expect(refused > 0).toBe(discount < 0.05);
    },
  );

  test('after 200 000 slots, through rescaling', () => {
    const discount = 0.99;
    const estimator = make(discount, 1.1);
    const random = randomStream(2);
    const recent: Reward[][] = [[], [], []];
    let rescaled = 0;
    for (let slot = 0; slot < 200_000; slot++) {
      const before = estimator.unit();
      estimator.advance();
      if (estimator.unit() < before) rescaled++;
      // Arm 2 is played for a while now and then, and waits for thousands of slots in between.
      const arm = slot % 9000 < 100 ? 2 : random.below(2);
      const reward = heavy(random.uniform());
      estimator.learn(slot, arm, reward);
      recent[arm].push({ slot, reward });
      // What weighs less than 2^-58 beside the newest reward is below the tolerance.
      if (recent[arm].length > 8000) recent[arm].splice(0, 4000);
      if (slot % 997 !== 0 && before <= estimator.unit()) continue;
      recent.forEach((rewards, k) => {
        if (rewards.length > 0) expectDefined(estimator, k, rewards, slot + 1);
      });
    }
    // The unit passes 2^500 every 500 ln 2 / −ln 0.99 = 34 484 slots.
    expect(rescaled).toBe(5);
  });
});

describe('limits that sink while arms wait', () => {
  test.each([
    ['few', new Scan(ARMS)],
    ['many', new Tournament(100)],
  ])('are looked at only when they do: %s arms', (_name, waiting) => {
    const estimator = make(0.9951, 1.1, waiting);
    const { levels } = estimator;
    const random = randomStream(3);
    let [none, one, several] = [0, 0, 0];
    for (let slot = 0; slot < 6000; slot++) {
      const before = Array.from(estimator.level);
      const change = estimator.advance();
      const moved = before.flatMap((level, arm) => (estimator.level[arm] < level ? [arm] : []));
      const reported =
        change === EVERYTHING
          ? Array.from({ length: estimator.touchedCount() }, (_, i) => estimator.touched(i))
          : [change].filter((arm) => arm !== NOTHING);
      if (reported.sort((a, b) => a - b).join() !== moved.join()) {
        expect(reported).toEqual(moved);
      }
      if (moved.length === 0) none++;
      else if (moved.length === 1) one++;
      else several++;
      // Bursts, so that arms have counts worth sinking.
      estimator.learn(slot, Math.floor(slot / 150) % waiting.size, heavy(random.uniform()));
      for (let arm = 0; arm < waiting.size; arm++) {
        const count = estimator.mass(arm) / estimator.unit();
        const level = estimator.level[arm];
        // Up to rounding: where the count is a power of the base, either level is right.
        const low = level === 0 || estimator.powers[level] <= count * (1 + 1e-12);
        const high = level + 1 === levels || estimator.powers[level + 1] > count * (1 - 1e-12);
        if (!(low && high)) expect.fail(`arm ${arm} has count ${count} at level ${level}`);
      }
    }
    expect(Math.min(none, one, several)).toBeGreaterThan(20);
  });

  test('move the mean without data', () => {
    const estimator = make(0.9, 2);
    for (let slot = 0; slot < 8; slot++) {
      estimator.advance();
      estimator.learn(slot, 0, slot === 0 ? 100 : 0);
    }
    const means = Array.from({ length: 30 }, () => {
      estimator.advance();
      return estimator.mean(0);
    });
    // The count is (1 − 0.9⁸)/0.1 = 5.7, so the levels are those of 4, 2 and 1.
    const weight = 0.9 ** 7 / ((1 - 0.9 ** 8) / 0.1);
    const distinct = [...new Set(means)];
    expect(distinct.length).toBe(3);
    [2, 1, 0].forEach((level, i) => {
      expect(distinct[i]).toBeCloseTo(weight * estimator.limits[level], 12);
    });
  });

  test('keep a reward of just the limit whole, and clip the next larger one', () => {
    for (const base of [1.1, 2]) {
      const { limits, levels } = make(0.9, base);
      for (let level = 0; level + 1 < levels; level++) {
        const estimator = make(0.9, base);
        const [size, above] = [limits[level], limits[level] * (1 + 2 ** -52)];
        estimator.advance();
        estimator.learn(0, 0, size);
        estimator.advance();
        estimator.learn(1, 1, -above);
        expect(estimator.bins[2 * level]).toBeGreaterThan(0);
        expect(estimator.bins[2 * (levels + level) + 1]).toBe(0);
        expect(estimator.bins[2 * (levels + level + 1) + 1]).toBeLessThan(0);
      }
    }
  });
});

test('memory does not grow with the horizon', () => {
  const estimator = make(0.9951, 1.1);
  const random = randomStream(4);
  const sizes = new Set<number>();
  for (let slot = 0; slot < 300_000; slot++) {
    estimator.advance();
    estimator.learn(slot, random.below(ARMS), heavy(random.uniform()));
    if (slot % 60_000 !== 7) continue;
    const archive = new SavingArchive();
    estimator.transfer(archive);
    sizes.add(Object.values(archive.state).flat().length);
  }
  // 1/(1 − 0.9951) = 204 lies between 1.1^55 = 189 and 1.1^56: 56 bins of two numbers, and four numbers
  // besides for each arm; and the unit.
  expect([...sizes]).toEqual([ARMS * (2 * 56 + 4) + 1]);
});

describe.each([0, 0.5, 0.9951, 1])('with discount %d', (discount) => {
  interface Play {
    readonly arm: number;
    readonly reward: number;
  }

  function plays(count: number, seed: number): Play[] {
    const random = randomStream(seed);
    return Array.from({ length: count }, () => ({
      arm: random.uniform() < 0.9 ? 0 : random.below(ARMS),
      reward: heavy(random.uniform()),
    }));
  }

  function live(estimator: Mean, all: readonly Play[], from = 0): void {
    all.forEach(({ arm, reward }, i) => {
      estimator.advance();
      estimator.learn(from + i, arm, reward);
    });
  }

  const said = (estimator: Mean) =>
    [0, 1, 2].map((arm) => {
      const mass = estimator.mass(arm);
      return [mass / estimator.unit(), estimator.level[arm], mass > 0 ? estimator.mean(arm) : 0];
    });

  test.each([1, 4, 700])('reset after %i slots leaves what a new one has', (slots) => {
    const [used, fresh] = [make(discount, 1.1), make(discount, 1.1)];
    live(used, plays(slots, 5));
    used.reset();
    expect([used.bins, used.level, used.waiting]).toEqual([fresh.bins, fresh.level, fresh.waiting]);
    live(used, plays(700, 6));
    live(fresh, plays(700, 6));
    expect(said(used)).toEqual(said(fresh));
  });

  test('saving changes nothing, and a copy goes on with the same bits', () => {
    const original = make(discount, 1.1);
    const all = plays(1400, 7);
    for (let slot = 0; slot < all.length; slot++) {
      live(original, [all[slot]], slot);
      if (slot % 131 !== 0) continue;
      const before = said(original);
      const saving = new SavingArchive();
      original.transfer(saving);
      expect(said(original)).toEqual(before);
      const [copy, reference] = [make(discount, 1.1), make(discount, 1.1)];
      copy.transfer(new RestoringArchive(JSON.parse(JSON.stringify(saving.state)), slot + 1));
      live(reference, all.slice(0, slot + 1));
      live(copy, all.slice(slot + 1), slot + 1);
      live(reference, all.slice(slot + 1), slot + 1);
      expect(said(copy)).toEqual(said(reference));
    }
  });
});
