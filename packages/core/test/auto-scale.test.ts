/**
 * Auto without a declared range: it learns the scale of rewards, and rescales what it remembers. Rewards are drawn once
 * and played with the learned and with the declared range.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SnapshotError } from '../src/base/errors.ts';
import type { Random } from '../src/portable/random/generator.ts';
import { randomStream } from '../src/random/source.ts';
import { createPolicy } from '../src/shell/create-policy.ts';
import { createDecider } from '../src/shell/decider.ts';
import type { Policy } from '../src/shell/policy.ts';
import type { Selection } from '../src/shell/selection.ts';

const MEANS = [0.35, 0.425, 0.5, 0.575, 0.65];
const SLOTS = 1500;
const RUNS = 12;

/**
 * What the threshold suggests in one run, as in the study: (ln(T/K))²/(e⁶ ln 2), which is 0.116. The learned range is
 * wider than the declared one, and clips less. So alarms may differ on the same rewards, by as many as come by chance.
 */
const CHANCE = Math.log(SLOTS / MEANS.length) ** 2 / (Math.exp(6) * Math.LN2);

/** Values around the means of the arms, in [0, 1]. */
function rewardsOf(run: number): number[][] {
  const random = randomStream(91, run);
  const value = (mean: number) => mean + 0.6 * (random.uniform() + random.uniform() - 1) * 0.58;
  return Array.from({ length: SLOTS }, () => MEANS.map(value));
}

interface Played {
  /** Slots times the means that were missed. */
  readonly regret: number;
  readonly alarms: number;
}

function play(policy: Policy, rewards: readonly number[][]): Played {
  const random = randomStream(92);
  const best = Math.max(...MEANS);
  let regret = 0;
  for (const row of rewards) {
    const selection = policy.select(random);
    policy.update(selection, row[selection.arm]);
    regret += best - MEANS[selection.arm];
  }
  return { regret, alarms: policy.restarts ?? Number.NaN };
}

function total(rows: readonly Played[], key: keyof Played): number {
  return rows.reduce((sum, row) => sum + row[key], 0);
}

/** All runs with rewards in some unit, with the learned range and with the right one. */
function comparison(unit: (reward: number, slot: number) => number, range: [number, number]) {
  const runs = Array.from({ length: RUNS }, (_, run) =>
    rewardsOf(run).map((row, slot) => row.map((reward) => unit(reward, slot))),
  );
  const onWarning = () => {};
  const played = (options: { rewardRange?: [number, number] }) =>
    runs.map((rewards) =>
      play(createPolicy('auto', { armCount: 5, onWarning, ...options }), rewards),
    );
  return { learned: played({}), declared: played({ rewardRange: range }) };
}

const price = (reward: number) => 5 + 195 * reward;
const outlierAt = (place: number) => (reward: number, slot: number) =>
  slot === place ? 1e6 : price(reward);

describe('without a declared range', () => {
  test.each([
    ['prices from 5 to 200', price, [5, 200]],
    ['prices with 10⁶ as the first reward', outlierAt(0), [5, 200]],
    ['prices with one outlier of 10⁶ early', outlierAt(30), [5, 200]],
    ['prices with one outlier of 10⁶ late', outlierAt(900), [5, 200]],
    ['profits from −60 to 90', (reward: number) => 150 * reward - 60, [-60, 90]],
    ['losses from −200 to −5', (reward: number) => 195 * reward - 200, [-200, -5]],
  ] as [string, (reward: number, slot: number) => number, [number, number]][])(
    'learns %s without alarms, and little worse than with the right range',
    (_, unit, range) => {
      const { learned, declared } = comparison(unit, range);
      expect(total(learned, 'alarms')).toBeLessThanOrEqual(
        total(declared, 'alarms') + RUNS * CHANCE,
      );
      // Random choice loses 0.15 in each slot. The wider range costs less than 5 % of that.
      const more = total(learned, 'regret') - total(declared, 'regret');
      expect(more / (RUNS * SLOTS * 0.15)).toBeLessThan(0.05);
    },
  );

  test('rewards around 10⁻⁴ cause no alarm', () => {
    const { learned } = comparison((reward) => 2e-4 * reward, [0, 2e-4]);
    expect(total(learned, 'alarms')).toBe(0);
  });

  test('finds the arm that pays 10.99 among arms that pay less, without a warning', () => {
    const decider = createDecider('auto', { armCount: 5 });
    const arms = Array.from({ length: 300 }, () => {
      const decision = decider.decide();
      decider.update(decision, [3, 5.5, 10.99, 4, 8][decision.arm]);
      return decision.arm;
    });
    expect(arms.slice(100).filter((arm) => arm === 2).length).toBeGreaterThan(180);
    expect(decider.policy.warnings).toEqual([]);
    expect(decider.policy.inspect()[2].mean).toBeCloseTo(10.99, 10);
  });

  test('plays rewards in [0, 1] as with that range declared, bit for bit', () => {
    const learned = createPolicy('auto', { armCount: 5 });
    const declared = createPolicy('auto', { armCount: 5, rewardRange: [0, 1] });
    const rewards = rewardsOf(0).map((row, slot) =>
      row.map((reward, arm) => (slot % 500 < 250 ? reward : (arm + 1) % 2)),
    );
    expect(play(learned, rewards)).toEqual(play(declared, rewards));
    expect(learned.restarts).toBeGreaterThan(0);
    expect(learned.snapshot().state).toMatchObject(declared.snapshot().state);
    expect(learned.inspect()).toEqual(declared.inspect());
  });
});

describe('the range', () => {
  /** The exponent of the range, whether it is mirrored, and the arm of the reward outside. */
  function rangeAfter(rewards: readonly number[]): unknown[] {
    const policy = createPolicy('auto', { armCount: 1 });
    for (const reward of rewards) policy.update(policy.select(randomStream(1)), reward);
    const { rewardExponent, rewardMirrored, heldReward } = policy.snapshot().state;
    return [rewardExponent, rewardMirrored, heldReward];
  }

  test.each([
    [
      [0, 1, 0.5],
      [0, 0, 0],
    ],
    [
      [0.5, 1e6, 0.5],
      [0, 0, 1e6],
    ],
    [
      [200, 5],
      [3, 0, 200],
    ],
    [
      [200, 5, 150],
      [8, 0, 0],
    ],
    [
      [256, 256],
      [8, 0, 0],
    ],
    [
      [256.5, 256.5],
      [9, 0, 0],
    ],
    [
      [-0.5, 0.5],
      [0, 0, -0.5],
    ],
    [
      [-0.5, -0.25],
      [0, 1, 0],
    ],
    [
      [-0.5, 100, 0.5],
      [0, 1, 100],
    ],
    [
      [-3, -100, 3, 100],
      [7, 1, 0],
    ],
    [
      [1e100, -1e100],
      [333, 0, -1e100],
    ],
    [
      [-1e100, -1e100],
      [333, 1, 0],
    ],
  ])('of %j grows as little as one reward outside allows', (rewards, expected) => {
    expect(rangeAfter(rewards)).toEqual(expected);
  });
});

function drawn(random: Random): number {
  return (random.below(20) === 0 ? 90 : 9) * random.uniform() - random.below(2);
}

describe('a snapshot', () => {
  test('continues bit for bit after the range has grown, with a reward held and decisions pending', () => {
    const random = randomStream(94);
    const made = () => createPolicy('auto', { armCount: 3 });
    const live = made();
    let twin = made();
    const late: Selection[] = [];
    for (let slot = 0; slot < 400; slot++) {
      const selection = live.select(random);
      expect(twin.select(random)).toEqual(selection);
      live.begin(selection);
      twin.begin(selection);
      late.push(selection);
      const due = late.splice(random.below(late.length), random.below(3));
      for (const each of due) {
        const reward = drawn(random);
        expect(twin.update(each, reward)).toBe(live.update(each, reward));
      }
      if (random.below(20) !== 0) continue;
      twin = made();
      twin.restore(JSON.parse(JSON.stringify(live.snapshot())));
    }
    expect(live.snapshot().state.rewardExponent).toBeGreaterThan(4);
    expect(twin.snapshot()).toEqual(live.snapshot());
  });

  test('of 0.1 opens without a declared range, and the range grows from then on', () => {
    const file = new URL('fixtures/snapshots-0.1.json', import.meta.url);
    const all: { id: string; options: { armCount: number }; snapshot: never }[] = JSON.parse(
      readFileSync(file, 'utf8'),
    );
    const saved = all.find(({ id }) => id === 'auto');
    if (saved === undefined) throw new Error('there is no snapshot of auto');
    const decider = createDecider('auto', saved.options);
    decider.restore(saved.snapshot);
    for (let slot = 0; slot < 50; slot++) decider.update(decider.decide(), 7 + (slot % 3));
    const { state } = decider.policy.snapshot();
    expect(state.rewardExponent).toBe(4);
    expect(decider.policy.inspect().every(({ mean = 0 }) => mean >= 0 && mean <= 9)).toBe(true);
    createDecider('auto', { ...saved.options, rewardRange: [0, 1] }).restore(saved.snapshot);
  });

  test('with a learned range is refused where a range is declared', () => {
    const learned = createPolicy('auto', { armCount: 2 });
    const declared = createPolicy('auto', { armCount: 2, rewardRange: [0, 1] });
    expect(() => declared.restore(learned.snapshot())).toThrow(SnapshotError);
    expect(() =>
      learned.restore(createPolicy('auto', { armCount: 2, rewardRange: [0, 2] }).snapshot()),
    ).toThrow(SnapshotError);
  });
});
