/** LB-SDA and SW-LB-SDA: traces worked by hand, and the naive forms, which keep the whole history. */
import { describe, expect, test } from 'vitest';
import { Random } from '../src/portable/random/generator.ts';
import { normal } from '../src/portable/random/normal.ts';
import { randomStream, restoreRandom, saveRandom } from '../src/random/source.ts';
import { createPolicy } from '../src/shell/create-policy.ts';
import type { Policy } from '../src/shell/policy.ts';
import type { Selection } from '../src/shell/selection.ts';
import { type LastBlockEvents, NaiveLastBlock } from './naive/last-block.ts';

/** Draws what it is given. */
class GivenNumber extends Random {
  readonly #given: number;

  constructor(given: number) {
    super(0, 0, 0, 0);
    this.#given = given;
  }

  override uniform(): number {
    return this.#given;
  }
}

/** What is drawn in a slot, the reward, and the arm that has to be played. */
type Slot = readonly [uniform: number, reward: number, arm: number];

function expectTrace(policy: Policy, slots: readonly Slot[]): void {
  const arms = slots.map(([uniform, reward]) => {
    const selection = policy.select(new GivenNumber(uniform));
    policy.update(selection, reward);
    return selection.arm;
  });
  expect(arms).toEqual(slots.map(([, , arm]) => arm));
}

describe('worked by hand', () => {
  // (ln r)^0.333 is 0 in round 1, 0.885 in round 2, 1.032 in round 3, 1.115 in round 4, 1.172 in round 5,
  // 1.214 in round 6.
  test("'lb-sda' with two arms", () => {
    expectTrace(createPolicy('lb-sda', { armCount: 2 }), [
      [0.9, 1, 0],
      [0.9, 0, 1],
      // Round 1: n = 1, 1 and S = 1, 0, so 0 leads; 1 has as many rewards and does not duel.
      [0.9, 1, 0],
      // Round 2: n = 2, 1. One is enough; the duel is 0 against 1, the leader's last.
      [0.9, 0, 0],
      // Round 3: n = 3, 1, and 1 < 1.032: by force.
      [0.9, 0, 1],
      // Round 4: n = 3, 2. The duel is 0 against (1 + 0)/2.
      [0.9, 0, 0],
      // Round 5: n = 4, 2. The duel is 0 against (0 + 0)/2, which is enough.
      [0.9, 0.5, 1],
      // Round 6: n = 4, 3. The duel is 1/6 against (1 + 0 + 0)/3.
      [0.9, 0, 0],
    ]);
  });

  // Three arms and τ = 6: n < (ln 6)^0.333 = 1.791759^0.333 = 1.2144 is by force, (ln 6)² = 3.2104 and
  // D = ⌊2 · 3.2104⌋ = 6.
  test("'sw-lb-sda' with three arms", () => {
    expectTrace(createPolicy('sw-lb-sda', { armCount: 3, window: 6 }), [
      [0.9, 0.5, 0],
      [0.9, 0.5, 1],
      [0.25, 0.25, 2],
      // Round 1: n = 1 for all; 0 and 1 have the largest sum, and what came back last, 0.25, lets the
      // first of the two lead. All have n = 1 < 1.2144. Of three, 0.7 · 3 = 2.1 takes the third, 2;
      // 0.1 is left. Of 0 and 1, 0.6 · 2 = 1.2 takes 1; then 0 is left.
      [0.7, 1, 2],
      [0.6, 0, 1],
      [0.5, 0.5, 0],
      // Round 2: n = 2 for all, m/K = 2/3: all may lead. S = 1, 0.5, 1.25: 2 leads. The duels: 0.5 of 0
      // and 0.25 of 1 against 1.25/2 = 0.625. The leader is alone. Slot 0 leaves.
      [0.9, 0, 2],
      // Round 3: n = 1, 2, 3, S = 0.5, 0.5, 1.25. 0 by force. The duel of 1: 0.25 against (1 + 0)/2. Slot 1
      // leaves.
      [0.9, 1, 0],
      // Round 4: n = 2, 1, 3. 2 leads: of others 0 was played, n = 2 ≥ 4/3, but less. 1 by force. The duel
      // of 0: 0.75 against (1 + 0)/2, won. 0.4 · 2 = 0.8 takes 0. Slot 2 leaves.
      [0.4, 1, 0],
      // Then 1. Slot 3 leaves, which was 1 of arm 2.
      [0.9, 0.25, 1],
      // Round 5: slots 4 to 9 are 1:0, 0:0.5, 2:0, 0:1, 0:1, 1:0.25. n = 3, 2, 1: the leader's 1 is not
      // below m/(2K) = 5/6. 0 and 1 were played, n ≥ 5/3: 0 leads. 2 by force. The duel of 1: 0.125
      // against (1 + 1)/2.
      [0.9, 0.5, 2],
    ]);
  });
});

const rewardsOf: Record<string, (random: Random, mean: number) => number> = {
  coins: (random, mean) => (random.uniform() < mean ? 1 : 0),
  'always 0.3': () => 0.3,
  thirds: (random) => random.below(3) / 3,
  normal: (random, mean) => 10 + mean + 0.3 * normal(random),
  wild: (random, mean) => mean * normal(random) * 10 ** random.below(12),
};

/** Rows whose best arm moves on every 60 slots. */
function rowsOf(kind: string, random: Random, armCount: number, slots: number): number[][] {
  return Array.from({ length: slots }, (_, slot) =>
    Array.from({ length: armCount }, (_, arm) =>
      rewardsOf[kind](random, arm === Math.floor(slot / 60) % armCount ? 0.8 : 0.3),
    ),
  );
}

interface Pair {
  readonly policy: Policy;
  readonly naive: NaiveLastBlock;
}

function pairOf(id: string, armCount: number, memory: number): Pair {
  const windowed = id === 'sw-lb-sda';
  const policy = createPolicy(id, { armCount, [windowed ? 'window' : 'memory']: memory });
  return { policy, naive: new NaiveLastBlock(armCount, memory, windowed) };
}

/** The arm that both choose, from the same state of chance. */
function chooseAlike({ policy, naive }: Pair, random: Random, slot: number): Selection {
  const copy = randomStream(0);
  restoreRandom(copy, saveRandom(random));
  const selection = policy.select(random);
  const arm = naive.choose(copy);
  if (selection.arm !== arm) expect([slot, selection.arm]).toEqual([slot, arm]);
  return selection;
}

function liveAlike(pair: Pair, rows: readonly number[][], random: Random): void {
  rows.forEach((row, slot) => {
    const selection = chooseAlike(pair, random, slot);
    const { arm, ticket } = selection;
    pair.policy.update(selection, row[arm]);
    pair.naive.play(arm);
    pair.naive.learn(ticket, arm, row[arm]);
  });
}

function addTo(total: LastBlockEvents, { events }: NaiveLastBlock): void {
  for (const kind of Object.keys(total) as (keyof LastBlockEvents)[]) total[kind] += events[kind];
}

const NO_EVENTS = { won: 0, forced: 0, stale: 0, alone: 0, changes: 0, chances: 0, kept: 0 };

describe.each(['lb-sda', 'sw-lb-sda'])('%s chooses as the naive form', (id) => {
  test.each(Object.keys(rewardsOf))('on %s', (kind) => {
    const total = { ...NO_EVENTS };
    [1, 2, 5, 12, 40, 90, 300].forEach((memory, run) => {
      const armCount = 1 + ((run + kind.length) % 5);
      const random = randomStream(50, run);
      const pair = pairOf(id, armCount, memory);
      liveAlike(pair, rowsOf(kind, random, armCount, 240), random);
      addTo(total, pair.naive);
    });
    const { won, forced, alone, changes } = total;
    expect(Math.min(won, forced, alone, changes)).toBeGreaterThan(4);
    if (kind === 'always 0.3') expect(total.chances).toBeGreaterThan(2);
  });

  test('with rewards that come late or never', () => {
    const total = { ...NO_EVENTS };
    for (let run = 0; run < 8; run++) {
      const [armCount, memory] = [2 + (run % 3), [8, 30, 200][run % 3]];
      const random = randomStream(51, run);
      const pair = pairOf(id, armCount, memory);
      const waiting: { due: number; selection: Selection; reward: number }[] = [];
      rowsOf('coins', random, armCount, 240).forEach((row, slot) => {
        const selection = chooseAlike(pair, random, slot);
        pair.policy.begin(selection);
        pair.naive.play(selection.arm);
        if (random.below(10) === 0) pair.policy.expire(selection);
        else waiting.push({ due: slot + random.below(25), selection, reward: row[selection.arm] });
        for (const { selection: past, reward } of waiting.filter(({ due }) => due === slot)) {
          if (pair.policy.update(past, reward)) pair.naive.learn(past.ticket, past.arm, reward);
        }
      });
      addTo(total, pair.naive);
    }
    expect(Math.min(total.won, total.forced, total.alone)).toBeGreaterThan(20);
  });
});

describe.each(['lb-sda', 'sw-lb-sda'])('%s with a floor', (id) => {
  test('chooses as the naive form, and owes what the floor took the turn of', () => {
    const total = { ...NO_EVENTS };
    for (let run = 0; run < 6; run++) {
      const [armCount, memory] = [2 + (run % 4), [12, 60, 300][run % 3]];
      const random = randomStream(59, run);
      const { policy, naive } = pairOf(id, armCount, memory);
      rowsOf('coins', random, armCount, 300).forEach((row, slot) => {
        const copy = randomStream(0);
        restoreRandom(copy, saveRandom(random));
        const selection = policy.select(random, { floor: 0.3 });
        const arm = selection.explored ? selection.arm : naive.choose(copy);
        if (selection.arm !== arm) expect([slot, selection.arm]).toEqual([slot, arm]);
        policy.update(selection, row[arm]);
        naive.play(arm);
        naive.learn(selection.ticket, arm, row[arm]);
      });
      addTo(total, naive);
    }
    expect(Math.min(total.kept, total.won, total.alone)).toBeGreaterThan(100);
  });

  // All arms are equal, so that a round owes all but the leader. What others choose never ends that.
  test('an arm that is owed a play gets it, however often others choose', () => {
    const { policy } = pairOf(id, 4, 400);
    const random = randomStream(60);
    const take = (arm: number) => {
      const ticket = random.uniform();
      policy.update({ slot: policy.slot, arm, propensity: undefined, ticket }, 0.5);
    };
    for (let slot = 0; slot < 4; slot++) take(slot);
    take(1);
    const owed = policy.inspect().flatMap(({ facts }, arm) => (facts.owed ? [arm] : []));
    expect(owed.length).toBeGreaterThan(1);
    for (let i = 0; i < 5; i++) take(1);
    const still = policy.inspect().flatMap(({ facts }, arm) => (facts.owed ? [arm] : []));
    expect(still).toEqual(expect.arrayContaining(owed.filter((arm) => arm !== 1)));
  });
});

// τ = 200, so D = ⌊2 · 5.2983²⌋ = 56. Arm 0 leads at 1. Once its first 0 has left the window arm 1 has 3:
// it wins, round after round, and is far from having as many rewards as arm 0 after 56 of them.
test('sw-lb-sda tries an arm again that was not played for long, while the leader rests', () => {
  const pair = pairOf('sw-lb-sda', 3, 200);
  const rows = Array.from({ length: 400 }, (_, slot) => [1, slot < 150 ? 0 : 3, 0]);
  liveAlike(pair, rows, randomStream(52));
  expect(pair.naive.events.stale).toBeGreaterThan(0);
});

describe('late rewards', () => {
  test('before any reward has come all arms take turns', () => {
    for (const id of ['lb-sda', 'sw-lb-sda']) {
      const { policy } = pairOf(id, 4, 400);
      const random = randomStream(53);
      const plays = [0, 0, 0, 0];
      for (let slot = 0; slot < 200; slot++) {
        const selection = policy.select(random);
        policy.begin(selection);
        plays[selection.arm] += 1;
      }
      expect(plays).toEqual([50, 50, 50, 50]);
    }
  });

  // Round 1 plays all arms, as none of 3 rewards is there. Then arm 2, whose rewards never come, may be
  // played by force once in 3 rounds, and never wins.
  test('an arm whose reward does not come has no more than its share', () => {
    for (const id of ['lb-sda', 'sw-lb-sda']) {
      const { policy } = pairOf(id, 3, 500);
      const random = randomStream(54);
      let plays = 0;
      for (let slot = 0; slot < 300; slot++) {
        const selection = policy.select(random);
        if (selection.arm === 2) policy.begin(selection);
        else policy.update(selection, selection.arm);
        if (selection.arm === 2) plays += 1;
      }
      expect(plays).toBeGreaterThan(80);
      expect(plays).toBeLessThanOrEqual(101);
    }
  });

  test('a reward counts up to τ slots late', () => {
    const { policy } = pairOf('sw-lb-sda', 2, 10);
    const random = randomStream(55);
    const [first, second] = [0, 1].map(() => {
      const selection = policy.select(random);
      policy.begin(selection);
      return selection;
    });
    for (let slot = 2; slot < 11; slot++) policy.update(policy.select(random), 0.5);
    expect(policy.update(first, 1)).toBe(false);
    expect(policy.update(second, 1)).toBe(true);
  });
});

// Arm 2 is not to be had: the next round begins without it, and it is owed its play once it is there again.
test('arms that are not offered hold nobody up', () => {
  const { policy } = pairOf('sw-lb-sda', 3, 50);
  const random = randomStream(56);
  const plays = [0, 0, 0];
  for (let slot = 0; slot < 200; slot++) {
    const selection = policy.select(random, slot < 150 ? [0, 1] : [0, 1, 2]);
    policy.update(selection, selection.arm === 1 ? 1 : 0);
    if (slot < 150) plays[selection.arm] += 1;
    else if (slot < 153 && selection.arm === 2) plays[2] += 1;
  }
  expect(plays[1]).toBeGreaterThan(120);
  expect(plays[2]).toBeGreaterThan(0);
});

test('an arm that joins is played next', () => {
  for (const id of ['lb-sda', 'sw-lb-sda']) {
    const { policy } = pairOf(id, 2, 60);
    const random = randomStream(57);
    for (let slot = 0; slot < 100; slot++) {
      const selection = policy.select(random);
      policy.update(selection, selection.arm);
    }
    expect(policy.addArm()).toBe(2);
    const arms = [0, 1, 2].map(() => {
      const selection = policy.select(random);
      policy.update(selection, 0);
      return selection.arm;
    });
    expect(arms).toContain(2);
  }
});

test('a reward of 1e15 leaves no trace once it has left', () => {
  const [plain, shaken] = [0, 1].map(() => pairOf('sw-lb-sda', 3, 20).policy);
  const random = randomStream(58);
  for (let slot = 0; slot < 200; slot++) {
    const [arm, ticket, reward] = [slot % 3, random.uniform(), random.uniform()];
    plain.update({ slot, arm, propensity: undefined, ticket }, reward);
    shaken.update({ slot, arm, propensity: undefined, ticket }, slot === 100 ? 1e15 : reward);
    const means = (policy: Policy) => policy.inspect().map(({ mean }) => mean);
    if (slot >= 120) expect(means(shaken)).toEqual(means(plain));
  }
});

test('takes its window from the number of changes, as the authors do', () => {
  const window = (options: object) => createPolicy('sw-lb-sda', { armCount: 3, ...options }).params;
  expect(window({ horizon: 10_000, changes: 2 }).window).toBe(429);
  expect(window({ horizon: 10_000, changes: 3 }).window).toBe(350);
  expect(window({ window: 77, horizon: 10_000, changes: 3 }).window).toBe(77);
  const { params } = createPolicy('lb-sda', { armCount: 3, horizon: 5000 });
  expect(params.memory).toBe(5000);
});

test('a memory that is too long is refused, with what suits the policy', () => {
  expect(() => createPolicy('lb-sda', { armCount: 3, memory: 2 ** 26 + 1 })).toThrow(
    /^memory must be at most 67108864, .*; got 67108865; use a shorter memory$/,
  );
  expect(() => createPolicy('sw-lb-sda', { armCount: 3, window: 2 ** 26 + 1 })).toThrow(
    /got 67108865; use a larger variation budget, a shorter window, or /,
  );
});
