/** META ('meta'): a trace worked by hand, its naive form, its identities, and mutants that the naive form finds. */
import { describe, expect, test } from 'vitest';
import { MetaKernel } from '../src/portable/kernels/meta-kernel.ts';
import { Random } from '../src/portable/random/generator.ts';
import { randomStream } from '../src/random/source.ts';
import { createPolicy } from '../src/shell/create-policy.ts';
import type { Policy } from '../src/shell/policy.ts';
import type { Selection } from '../src/shell/selection.ts';
import { changingCoins, GivenNumber } from './changing-coins.ts';
import { NaiveMeta } from './naive/meta.ts';

// T = 8, so ln² T = 4.324077, and C₀ = 0.5 with K = 2: a rise needs a square above 4.324077 max(age, 2), so more than
// 2.940774 if its age is at most 2. A reward of 1 drawn from two arms adds 2: two of them in a row are enough.
// Replays have lengths 8, 4 and 2. Before the reward with number n + 1 they begin with probabilities 0.353553/√n,
// 0.5/√n and 0.707107/√n. The uniform number u gives arm ⌊u |A|⌋, and the rest of u |A| decides on the next replay.
const SLOTS = [
  // Rest 0.96. n = 1: (0.96 − 0.353553)/0.646447 = 0.938123, (0.938123 − 0.5)/0.5 = 0.876245 ≥ 0.707107: no replay.
  { u: 0.48, reward: 1, arm: 0, playing: 2, replay: 0, restarts: 0 },
  // S₀ = 4: from place 0 the lead of arm 0 rose by 4, so arm 1 is evicted. n = 2: 0.946667, 0.917498 ≥ 0.5.
  { u: 0.48, reward: 1, arm: 0, playing: 1, replay: 0, restarts: 0 },
  // Drawn from one arm, rest 0.3. n = 3: (0.3 − 0.204124)/0.795876 = 0.120466 < 0.288675: length 4, from place 3.
  { u: 0.3, reward: 0, arm: 0, playing: 2, replay: 4, restarts: 0 },
  // Rest 0.5. n = 4: 0.392631, 0.190175 < 0.353553: length 2, from place 4, inside the other one.
  { u: 0.75, reward: 1, arm: 1, playing: 2, replay: 2, restarts: 0 },
  // From place 3 the lead of arm 1 rose by 4. This is before the active replay, but in the episode, which has evicted
  // both arms now. Rest 0.98, n = 5: 0.976244, 0.969402, 0.955253: no replay, so a new episode begins.
  { u: 0.99, reward: 1, arm: 1, playing: 2, replay: 0, restarts: 1 },
  // Rest 0.4. n = 1: (0.4 − 0.353553)/0.646447 = 0.071850 < 0.5: length 4, from place 1, until place 5.
  { u: 0.2, reward: 0, arm: 0, playing: 2, replay: 4, restarts: 1 },
  // Rest 0.2. n = 2: 0.2 < 0.25: length 8, from place 2, until place 10. The one of length 4 does not play again.
  { u: 0.6, reward: 1, arm: 1, playing: 2, replay: 8, restarts: 1 },
  // From place 1 the lead of arm 1 rose by 4: evicted from the master set, not from the replay. Rest 0.96: none.
  { u: 0.98, reward: 1, arm: 1, playing: 2, replay: 8, restarts: 1 },
  // From place 2 it rose by 4: evicted from the replay.
  { u: 0.98, reward: 1, arm: 1, playing: 1, replay: 8, restarts: 1 },
  { u: 0.98, reward: 1, arm: 1, playing: 1, replay: 8, restarts: 1 },
];

describe('a trace worked by hand', () => {
  test('evicts, replays within replays, and begins an episode', () => {
    const kernel = new MetaKernel(2, 8, 0.5, 1);
    const naive = new NaiveMeta(2, 8, 0.5, 1);
    SLOTS.forEach(({ u, reward, arm, playing, replay, restarts }, slot) => {
      expect([slot, kernel.pick(new GivenNumber(u))]).toEqual([slot, arm]);
      const ticket = kernel.ticket();
      expect([slot, naive.choose(ticket)]).toEqual([slot, arm]);
      kernel.advance(arm);
      kernel.learn(slot, arm, ticket, reward);
      naive.learn(ticket, arm, reward);
      expect([slot, kernel.size, kernel.restarts]).toEqual([slot, playing, restarts]);
      expect([slot, kernel.active === 0 ? 0 : 2 ** kernel.active]).toEqual([slot, replay]);
    });
  });
});

interface Setting {
  readonly horizon: number;
  readonly c0: number;
  readonly replays: number;
}

/** Many evictions, nested replays, more slots than announced, and stacks that are thinned. */
const SETTINGS: readonly Setting[] = [
  { horizon: 400, c0: 1, replays: 1 },
  { horizon: 400, c0: 0.02, replays: 1 },
  { horizon: 100, c0: 0.05, replays: 0.3 },
  { horizon: 30, c0: 0.1, replays: 0.1 },
  { horizon: 1000, c0: 0.01, replays: 0.02 },
  { horizon: 5, c0: 0.004, replays: 2 },
];

/** The first slot in which a kernel and the naive form differ; −1 if they never do. */
function firstDifference(
  kernel: MetaKernel,
  naive: NaiveMeta,
  rows: readonly number[][],
  random: Random,
): number {
  return rows.findIndex((row, slot) => {
    const arm = kernel.pick(random);
    const ticket = kernel.ticket();
    if (naive.choose(ticket) !== arm) return true;
    kernel.advance(arm);
    kernel.learn(slot, arm, ticket, row[arm]);
    naive.learn(ticket, arm, row[arm]);
    return kernel.restarts !== naive.events.episodes;
  });
}

describe('the naive form', () => {
  test('chooses the same, through evictions, nested replays and new episodes', () => {
    const total = { evictions: 0, replays: 0, nested: 0, episodes: 0 };
    for (let run = 0; run < 18; run++) {
      const { horizon, c0, replays } = SETTINGS[run % SETTINGS.length];
      const armCount = 1 + (run % 5);
      const random = randomStream(60, run);
      const naive = new NaiveMeta(armCount, horizon, c0, replays);
      const kernel = new MetaKernel(armCount, horizon, c0, replays);
      const rows = changingCoins(random, armCount, 300, 100);
      expect(firstDifference(kernel, naive, rows, random)).toBe(-1);
      for (const kind of ['evictions', 'replays', 'nested', 'episodes'] as const) {
        total[kind] += naive.events[kind];
      }
    }
    for (const count of Object.values(total)) expect(count).toBeGreaterThan(50);
  });

  test('chooses the same when stacks are thinned, with rewards of any size', () => {
    let thinned = 0;
    class Counting extends MetaKernel {
      override thin(pair: number, behind: number): void {
        thinned += 1;
        super.thin(pair, behind);
      }
    }
    for (let run = 0; run < 4; run++) {
      const random = randomStream(61, run);
      const means = [0.5, 0.5];
      const rows = Array.from({ length: 1000 }, () => {
        means.forEach((mean, arm) => {
          means[arm] = Math.min(1, Math.max(0, mean + (random.uniform() - 0.5) * 0.05));
        });
        return means.map((mean) => random.uniform() * mean);
      });
      const [c0, replays] = [0.03, [0, 0.03, 0.3, 1][run]];
      const kernel = new Counting(2, 1000, c0, replays);
      const naive = new NaiveMeta(2, 1000, c0, replays);
      expect(firstDifference(kernel, naive, rows, random)).toBe(-1);
    }
    expect(thinned).toBeGreaterThan(5);
  });

  test('takes late rewards as they come, and none from before a new episode', () => {
    let restarts = 0;
    for (let run = 0; run < 4; run++) {
      const random = randomStream(62, run);
      const [armCount, horizon, c0, replays] = [2 + (run % 2), 100, 0.05, 0.2];
      const policy = createPolicy('meta', { armCount, horizon, c0, replays });
      const naive = new NaiveMeta(armCount, horizon, c0, replays);
      const waiting: { due: number; selection: Selection; reward: number }[] = [];
      changingCoins(random, armCount, 300, 60).forEach((row, slot) => {
        const selection = policy.select(random);
        const { arm, ticket } = selection;
        expect([slot, arm]).toEqual([slot, naive.choose(ticket)]);
        policy.begin(selection);
        waiting.push({ due: slot + random.below(6), selection, reward: row[arm] });
        for (const { selection: past, reward } of waiting.filter(({ due }) => due === slot)) {
          if (policy.update(past, reward)) naive.learn(past.ticket, past.arm, reward);
        }
      });
      expect(policy.restarts).toBe(naive.events.episodes);
      restarts += policy.restarts ?? 0;
    }
    expect(restarts).toBeGreaterThan(3);
  });

  const mutants: readonly [string, typeof MetaKernel][] = [
    [
      'replays of m rounds instead of m + 1',
      class extends MetaKernel {
        override lastOf(start: number, order: number): number {
          return start + (1 << order) - 1;
        }
      },
    ],
    [
      'rewards that are not multiplied by the number of arms drawn from',
      class extends MetaKernel {
        override gain(arm: number, gain: number): boolean {
          return super.gain(arm, gain / this.size);
        }
      },
    ],
    [
      'a replay that keeps the evictions of the one it interrupts',
      class extends MetaKernel {
        override isEvicted(arm: number): boolean {
          return this.evidence[arm] >= 0;
        }
      },
    ],
    [
      'the shortest instead of the longest replay',
      class extends MetaKernel {
        override replayFrom(uniform: number): number {
          return Math.min(1, super.replayFrom(uniform));
        }
      },
    ],
  ];
  test.each(mutants)('finds %s', (_, Mutant) => {
    const differs = SETTINGS.some(({ horizon, c0, replays }, run) => {
      const random = randomStream(63, run);
      const naive = new NaiveMeta(3, horizon, c0, replays);
      const rows = changingCoins(random, 3, 300, 100);
      return firstDifference(new Mutant(3, horizon, c0, replays), naive, rows, random) >= 0;
    });
    expect(differs).toBe(true);
  });
});

describe('identities', () => {
  function playing(policy: Policy): number[] {
    return policy.inspect().flatMap(({ probability }, arm) => (probability === 0 ? [] : [arm]));
  }

  test('without replays it is successive elimination: arms leave, and only an episode brings them back', () => {
    const random = randomStream(64);
    const policy = createPolicy('meta', { armCount: 4, horizon: 4000, replays: 0 });
    const sizes = new Set<number>();
    let before = playing(policy);
    for (let slot = 0; slot < 4000; slot++) {
      const selection = policy.select(random);
      expect(before).toContain(selection.arm);
      expect(selection.propensity).toBe(1 / before.length);
      policy.update(selection, random.uniform() < [0.1, 0.3, 0.9, 0.2][selection.arm] ? 1 : 0);
      const after = playing(policy);
      expect(after.every((arm) => before.includes(arm))).toBe(true);
      sizes.add(after.length);
      before = after;
    }
    expect(before).toEqual([2]);
    expect(sizes.size).toBeGreaterThan(2);
    expect(policy.restarts).toBe(0);
  });

  test('evicts no arm before its own threshold, and then at once', () => {
    // Two arms, of which one always earns 1. K C₀ = 2: after n rewards in n rounds the other is out if
    // (2n)² > 2 ln² T max(n − 1, 2), the rise of the whole episode, which is the largest.
    const kernel = new MetaKernel(2, 10_000, 1, 0);
    let rounds = 0;
    while (kernel.size === 2) {
      kernel.advance(0);
      kernel.learn(rounds, 0, 2.5, 1);
      rounds += 1;
    }
    const needs = (n: number) => 2 * Math.log(10_000) ** 2 * Math.max(n - 1, 2);
    expect(4 * rounds * rounds).toBeGreaterThan(needs(rounds));
    expect(4 * (rounds - 1) ** 2).toBeLessThanOrEqual(needs(rounds - 1));
  });

  test('an episode ends only if every arm was evicted in it', () => {
    const random = randomStream(65);
    const kernel = new MetaKernel(3, 200, 0.02, 0.3);
    changingCoins(random, 3, 600, 60).forEach((row, slot) => {
      const arm = kernel.pick(random);
      const [ticket, before, spared] = [kernel.ticket(), kernel.restarts, kernel.spared];
      kernel.advance(arm);
      kernel.learn(slot, arm, ticket, row[arm]);
      // A reward is evidence against all arms but its own.
      if (kernel.restarts > before) expect(spared).toBeLessThan(3);
      else expect(kernel.size).toBeGreaterThan(0);
      expect(kernel.count).toBeLessThanOrEqual(slot + 1);
    });
    expect(kernel.restarts).toBeGreaterThan(3);
  });
});
