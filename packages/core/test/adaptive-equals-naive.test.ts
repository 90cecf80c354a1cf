/**
 * Policies that adapt by chance or by tests against naive forms that keep the whole history. Both are
 * given the same uniform numbers, those of the policy's tickets, and have to choose the same arms.
 */
import { describe, expect, test } from 'vitest';
import type { Random } from '../src/portable/random/generator.ts';
import { randomStream, restoreRandom, saveRandom } from '../src/random/source.ts';
import { createPolicy } from '../src/shell/create-policy.ts';
import type { Policy } from '../src/shell/policy.ts';
import type { Selection } from '../src/shell/selection.ts';
import { masterThresholds } from '../src/theory/master.ts';
import { NaiveAdSwitch } from './naive/ad-switch.ts';
import { NaiveBanditOverBandit, naiveWindows } from './naive/bandit-over-bandit.ts';
import { NaiveChangePointThompson, naiveRunLengths } from './naive/change-point-thompson.ts';
import { NaiveMaster } from './naive/master.ts';

/** Means of 0.05 or 0.95, so that changes are found in few slots. */
function evenOdds(random: Random, armCount: number): number[] {
  return Array.from({ length: armCount }, () => (random.uniform() < 0.5 ? 0.05 : 0.95));
}

/** Coins whose means are drawn anew every `stretch` slots. */
function changingCoins(random: Random, armCount: number, slots: number, stretch: number) {
  let means: number[] = [];
  return Array.from({ length: slots }, (_, slot) => {
    if (slot % stretch === 0) means = evenOdds(random, armCount);
    return means.map((mean) => (random.uniform() < mean ? 1 : 0));
  });
}

interface NaivePolicy {
  choose(uniform: number): number;
  /** An arm is played; its reward may come later. */
  play?(arm: number): void;
  learn(uniform: number, arm: number, reward: number): void;
}

/** Lets both live through the same slots. */
function liveAlike(
  policy: Policy,
  naive: NaivePolicy,
  rows: readonly number[][],
  random: Random,
): number[] {
  return rows.map((row, slot) => {
    const selection = policy.select(random);
    const { arm, ticket } = selection;
    if (naive.choose(ticket) !== arm) expect([slot, arm]).toEqual([slot, naive.choose(ticket)]);
    policy.update(selection, row[arm]);
    naive.play?.(arm);
    naive.learn(ticket, arm, row[arm]);
    return arm;
  });
}

/** The same with rewards that come some slots late, or never; those of forgotten slots teach neither. */
function liveAlikeLate(
  policy: Policy,
  naive: NaivePolicy,
  rows: readonly number[][],
  random: Random,
): void {
  const waiting: { due: number; selection: Selection; reward: number }[] = [];
  rows.forEach((row, slot) => {
    const selection = policy.select(random);
    const { arm, ticket } = selection;
    expect([slot, arm]).toEqual([slot, naive.choose(ticket)]);
    policy.begin(selection);
    naive.play?.(arm);
    if (random.below(10) === 0) policy.expire(selection);
    else waiting.push({ due: slot + random.below(6), selection, reward: row[arm] });
    for (const { selection: past, reward } of waiting.filter(({ due }) => due === slot)) {
      if (policy.update(past, reward)) naive.learn(past.ticket, past.arm, reward);
    }
  });
}

describe('adswitch', () => {
  test('chooses as the naive form, through evictions, debts and both kinds of changes', () => {
    const total = { evictions: 0, debts: 0, goodChanges: 0, badChanges: 0 };
    for (let run = 0; run < 20; run++) {
      const armCount = 1 + (run % 5);
      const random = randomStream(30, run);
      // Once in a while more slots than were announced, so that ln T is small and tests fire often.
      const horizon = [500, 150, 40, 5][run % 4];
      const c1 = [1, 0.3][run % 2];
      const policy = createPolicy('adswitch', { armCount, horizon, c1 });
      const naive = new NaiveAdSwitch(armCount, horizon, c1);
      liveAlike(policy, naive, changingCoins(random, armCount, 500, 100), random);
      for (const kind of ['evictions', 'debts', 'goodChanges', 'badChanges'] as const) {
        total[kind] += naive.events[kind];
      }
    }
    for (const count of Object.values(total)) expect(count).toBeGreaterThan(5);
  });

  test('takes late rewards as they come, and none from before a new episode', () => {
    let restarts = 0;
    for (let run = 0; run < 8; run++) {
      const [armCount, horizon] = [2 + (run % 3), [150, 20][run % 2]];
      const random = randomStream(34, run);
      const policy = createPolicy('adswitch', { armCount, horizon });
      const naive = new NaiveAdSwitch(armCount, horizon, 1);
      liveAlikeLate(policy, naive, changingCoins(random, armCount, 300, 60), random);
      const { goodChanges, badChanges } = naive.events;
      expect(policy.restarts).toBe(goodChanges + badChanges);
      restarts += goodChanges + badChanges;
    }
    expect(restarts).toBeGreaterThan(3);
  });

  test('names arms by their numbers, not by their place among the good ones', () => {
    // Arm 0 always loses, so places among the good arms 1 and 2 are not their numbers.
    const policy = createPolicy('adswitch', { armCount: 3, horizon: 400 });
    const arms = Array.from({ length: 400 }, (_, slot) => {
      // 0.999 is beyond the probability of any debt: evicted arms rest.
      const { arm } = policy.select(randomStream(3));
      policy.update({ slot, arm, propensity: undefined, ticket: 0.999 }, arm === 0 ? 0 : 1);
      return arm;
    });
    // An arm at 0 beside one at 1 is evicted after the first n with n − 1 > ln 400 = 5.99, n = 7: at
    // slot 19 arm 1, and so the gap, has 7 rewards; arm 0 had its seventh in slot 18.
    expect(arms.slice(0, 19)).toEqual(Array.from({ length: 19 }, (_, slot) => slot % 3));
    expect(arms.slice(19)).toEqual(
      Array.from({ length: 381 }, (_, slot) => (slot % 2 === 0 ? 1 : 2)),
    );
  });
});

describe('bob', () => {
  test('chooses as the naive form', () => {
    const used = new Set<number>();
    for (let run = 0; run < 24; run++) {
      const armCount = 1 + (run % 5);
      const random = randomStream(31, run);
      const [block, g, xi] = [[1, 7, 20, 55][run % 4], [0.3, 1, 0.05][run % 3], 0.6 + (run % 7)];
      const policy = createPolicy('bob', { armCount, block, g, xi });
      const naive = new NaiveBanditOverBandit(armCount, block, g, xi);
      // No exact ties, so that a small difference of widths shows.
      const coins = changingCoins(random, armCount, 330, 80);
      const rows = coins.map((row) => row.map((coin) => 0.5 * (coin + random.uniform())));
      liveAlike(policy, naive, rows, random);
      if (block === 55) for (const window of naive.chosenWindows()) used.add(window);
    }
    expect([...used].sort((a, b) => a - b)).toEqual(naiveWindows(55));
  });

  // ⌊3^(2/3) √5000⌋ = ⌊2.0801 · 70.711⌋ = ⌊147.08⌋, ⌈ln 147⌉ = ⌈4.99⌉ = 5, 147^(1/5) = 2.7131; and
  // √(6 ln 6 / (1.71828 · 35)) = √(10.7506/60.1398) = 0.42280.
  test('has the blocks, windows and rate of the formulas', () => {
    const { block, g } = createPolicy('bob', { armCount: 3, horizon: 5000 }).params;
    expect(block).toBe(147);
    expect(naiveWindows(147)).toEqual([1, 2, 7, 19, 54, 147]);
    expect(g).toBeCloseTo(0.4228, 4);
    for (const [armCount, horizon] of [
      [1, 1],
      [50, 3],
      [3, 2],
      [1, 10],
      [1000, 7],
    ]) {
      const { params } = createPolicy('bob', { armCount, horizon });
      expect(params.block).toBeLessThanOrEqual(horizon);
      expect(params.block).toBeGreaterThanOrEqual(1);
      expect(params.g).toBeLessThanOrEqual(1);
    }
  });

  // Coins add up exactly, so that the order in which they come leaves no trace.
  test('late rewards of a block leave what rewards in time would have left', () => {
    const make = () => createPolicy('bob', { armCount: 3, block: 40, g: 0.5 });
    const random = randomStream(35);
    for (let run = 0; run < 20; run++) {
      const [inTime, late] = [make(), make()];
      // The first reward decides on the window, so that it is in time in both.
      const decisions = Array.from({ length: 39 }, (_, slot) => ({
        selection: { slot, arm: random.below(3), propensity: 1, ticket: random.uniform() },
        reward: random.below(2),
        due: slot === 0 ? 0 : slot + random.below(8),
      }));
      for (const { selection, reward } of decisions) inTime.update(selection, reward);
      decisions.forEach(({ selection }, slot) => {
        late.begin(selection);
        for (const past of decisions.slice(0, slot + 1)) {
          if (past.due === slot) late.update(past.selection, past.reward);
        }
      });
      for (const { due, selection, reward } of decisions) {
        if (due >= 39) late.update(selection, reward);
      }
      expect(late.snapshot()).toEqual(inTime.snapshot());
    }
  });

  test('a block whose last reward is late ends with the next slot', () => {
    const policy = createPolicy('bob', { armCount: 2, block: 3, g: 0.5 });
    const random = randomStream(4);
    const decisions = Array.from({ length: 4 }, () => {
      const selection = policy.select(random);
      policy.begin(selection);
      return selection;
    });
    // Slots 0 to 2 are of the block that is over.
    expect(decisions.map((decision) => policy.update(decision, 1))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });
});

describe('master', () => {
  test('chooses as the naive form, through restarts by the test of blocks', () => {
    const total = { blockTests: 0, shorterInstances: 0 };
    for (let run = 0; run < 16; run++) {
      const armCount = 1 + (run % 4);
      const random = randomStream(32, run);
      const [horizon, delta] = [[1, 50, 400, 1000][run % 4], [0.5, 0.01][run % 2]];
      // Thresholds that can be met.
      const factor = [0.004, 0.002, 0.0005, 1][Math.floor(run / 4)];
      const policy = createPolicy('master', { armCount, horizon, delta, factor });
      const naive = new NaiveMaster(armCount, horizon, delta, factor);
      liveAlike(policy, naive, changingCoins(random, armCount, 400, 60), random);
      total.blockTests += naive.events.blockTests;
      total.shorterInstances += naive.events.shorterInstances;
    }
    for (const count of Object.values(total)) expect(count).toBeGreaterThan(5);
  });

  test('takes late rewards as they come, and none from before a restart', () => {
    let restarts = 0;
    for (let run = 0; run < 8; run++) {
      const armCount = 1 + (run % 4);
      const random = randomStream(36, run);
      const policy = createPolicy('master', { armCount, horizon: 400, delta: 0.5, factor: 0.0005 });
      const naive = new NaiveMaster(armCount, 400, 0.5, 0.0005);
      liveAlikeLate(policy, naive, changingCoins(random, armCount, 300, 60), random);
      expect(policy.restarts).toBe(naive.events.blockTests);
      restarts += naive.events.blockTests;
    }
    expect(restarts).toBeGreaterThan(3);
  });

  // Hardly any rewards meet this test before that of blocks, so its threshold is met by a snapshot whose
  // least optimistic value is lowered. The block of slots 31 to 62 has an instance of its own length.
  test('restarts where an instance had 9 ρ̂ more than the least optimistic value, and not with less', () => {
    const options = { armCount: 2, horizon: 1000, delta: 0.1 };
    const logarithm = Math.log(1000 / 0.1);
    const share = (2 * logarithm) / 32;
    const strictRate = 6 * (Math.log2(1000) + 1) * logarithm * (Math.sqrt(share) + share);
    const policy = createPolicy('master', options);
    const random = randomStream(6);
    for (let slot = 0; slot < 62; slot++) policy.update(policy.select(random), 1);
    const restarts = [1e-9, -1e-9].map((more) => {
      // Of version 2, which has no digest.
      const { digest: _, ...snapshot } = policy.snapshot();
      const leastOptimistic = 1 - 9 * strictRate + more;
      const other = createPolicy('master', options);
      other.restore({ ...snapshot, version: 2, state: { ...snapshot.state, leastOptimistic } });
      other.update(other.select(random), 1);
      return other.snapshot().state.restarts;
    });
    expect(restarts).toEqual([0, 1]);
  });

  // What is compared with a threshold is at most 1. With two arms and the largest δ they are lowest.
  test('has tests that no rewards can meet at horizons that are played', () => {
    for (const horizon of [1, 2, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]) {
      for (const armCount of [2, 3, 10]) {
        const { instance, block } = masterThresholds(armCount, horizon, 1);
        expect(Math.min(instance, block), `${horizon} slots, ${armCount} arms`).toBeGreaterThan(1);
      }
    }
    // 18 (log₂ 10⁵ + 1) L (√(2L/10⁵) + 2L/10⁵), L = 2 ln 10⁵ = 23.02585: 18 · 17.60964 · 23.02585 ·
    // 0.0219203 = 159.98.
    expect(masterThresholds(2, 1e5).block).toBeCloseTo(159.98, 1);
    expect(masterThresholds(2, 1e12).block).toBeLessThan(1);
  });

  test('does not restart on the hardest change there is, and warns of it', () => {
    const policy = createPolicy('master', { armCount: 2, horizon: 20_000 });
    expect(policy.warnings.map(({ code }) => code)).toEqual(['test-out-of-reach']);
    const random = randomStream(5);
    for (let slot = 0; slot < 20_000; slot++) {
      const selection = policy.select(random);
      policy.update(selection, (selection.arm === 0) === slot < 10_000 ? 1 : 0);
    }
    expect(policy.snapshot().state.restarts).toBe(0);
  });
});

describe('cts', () => {
  const samples = [0, 1, 1, 0, 2, 1, 0, 0].map((arm, slot) => ({
    arm,
    reward: [1, 0, 0.25, 1, 1, 0, 0, 0][slot],
  }));

  // Nothing is dropped with so many guesses. Both sides round sums of at most 2⁸ products: 1e-12 is far
  // above that.
  test.each([0, 1])('weighs all patterns of changes, local %i', (local) => {
    const policy = createPolicy('cts', { armCount: 3, hazard: 0.2, particles: 50, local });
    samples.forEach(({ arm, reward }, slot) => {
      policy.update({ slot, arm, propensity: undefined, ticket: 0.5 }, reward);
      const { weights } = policy.snapshot().state;
      for (let group = 0; group < (local === 1 ? 3 : 1); group++) {
        const watched = (k: number) => local === 0 || k === group;
        const expected = naiveRunLengths(samples.slice(0, slot + 1), 0.2, watched);
        expected.forEach((probability, i) => {
          expect(Object(weights)[group * 51 + i]).toBeCloseTo(probability, 12);
        });
      }
    });
  });

  test.each([0, 1])('chooses as the naive form while guesses are dropped, local %i', (local) => {
    for (let run = 0; run < 12; run++) {
      const armCount = 1 + (run % 4);
      const random = randomStream(33, run + 100 * local);
      const hazard = [0.01, 0.2, 1e-4][run % 3];
      const particles = [1, 2, 7, 30][run % 4];
      const policy = createPolicy('cts', { armCount, hazard, particles, local });
      const naive = new NaiveChangePointThompson(armCount, hazard, particles, local === 1);
      const copy = randomStream(0);
      changingCoins(random, armCount, 300, 60).forEach((row, slot) => {
        restoreRandom(copy, saveRandom(random));
        const selection = policy.select(random);
        expect([slot, selection.arm]).toEqual([slot, naive.choose(copy)]);
        policy.update(selection, row[selection.arm]);
        naive.learn(selection.ticket, selection.arm, row[selection.arm]);
      });
    }
  });

  // Each weight is kept in expectation: over 4000 tickets spread evenly the mean of a guess's weight is
  // off by less than c/4000 from one end of the grid, far below 1e-3.
  test('drops guesses by chance and not the lightest, so that no weight changes on average', () => {
    const played = createPolicy('cts', { armCount: 1, hazard: 0.1, particles: 4 });
    for (let slot = 0; slot < 3; slot++) {
      played.update({ slot, arm: 0, propensity: undefined, ticket: 0 }, slot === 1 ? 0 : 1);
    }
    const dropped = new Set<number>();
    const means = [0, 0, 0, 0, 0];
    const tickets = Array.from({ length: 4000 }, (_, i) => (i + 0.5) / 4000);
    for (const ticket of tickets) {
      const policy = createPolicy('cts', { armCount: 1, hazard: 0.1, particles: 4 });
      policy.restore(played.snapshot());
      policy.update({ slot: 3, arm: 0, propensity: undefined, ticket }, 1);
      const state = Object(policy.snapshot().state);
      dropped.add(state.free[0]);
      for (let i = 0; i < 4; i++) means[state.order[i]] += state.weights[i] / 4000;
    }
    const exact = naiveRunLengths(
      [1, 0, 1, 1].map((reward) => ({ arm: 0, reward })),
      0.1,
    );
    means.forEach((mean, i) => {
      expect(Math.abs(mean - exact[i])).toBeLessThan(1e-3);
    });
    expect(dropped.size).toBeGreaterThan(1);
  });

  test('takes its hazard from the number of changes, and never more than 1', () => {
    const hazard = (options: object) =>
      createPolicy('cts', { armCount: 2, ...options }).params.hazard;
    expect(hazard({})).toBe(1e-4);
    expect(hazard({ horizon: 5000 })).toBe(1e-4);
    expect(hazard({ horizon: 5000, changes: 5 })).toBe(0.001);
    expect(hazard({ horizon: 3, changes: 5 })).toBe(1);
    expect(hazard({ horizon: 3, changes: 5, hazard: 0.5 })).toBe(0.5);
  });
});
