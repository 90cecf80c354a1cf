/** ArmSwitch ('arm-switch'): a trace worked by hand, its naive form, its identities, and mutants that the naive form finds. */
import { describe, expect, test } from 'vitest';
import { ArmSwitchKernel } from '../src/portable/kernels/arm-switch-kernel.ts';
import { Random } from '../src/portable/random/generator.ts';
import { randomStream } from '../src/random/source.ts';
import { createPolicy } from '../src/shell/create-policy.ts';
import type { Selection } from '../src/shell/selection.ts';
import { changingCoins, GivenNumber } from './changing-coins.ts';
import { NaiveArmSwitch } from './naive/arm-switch.ts';

// T = 2 and K = 2, so δ = 1/(√2 · 2^1.5) = 1/4 and C² = ln(64 (ln n + 2)): 4.852, 5.150, 5.290 for n = 1, 2, 3. As √n is
// less, a lead must rise by more than 0.3 C² = 1.456, 1.545, 1.587: two rewards of 1 more than the other arm has.
// The only ε is 1/2: an obligation of 4 is 8 rounds, with probability 0.5/√(2n) in round n. u gives 2u: below the
// number of arms that play it is the place among them, and beyond it the rest is a place among good arms.
const SLOTS = [
  { u: 0.2, reward: 1, arm: 0, ticket: 0.4, odds: 0.5, shares: [0.5, 0.5], restarts: 0 },
  // A lead of 2 in 2 rounds: arm 1 is bad. Round 3: 0.4 is not below 0.5/√6 = 0.204.
  { u: 0.2, reward: 1, arm: 0, ticket: 0.4, odds: 0.5, shares: [1, 0], restarts: 0 },
  // 2u = 0.6 < 1: among the one arm that plays. Round 4: 0.6 is not below 0.5/√8 = 0.177.
  { u: 0.3, reward: 0, arm: 0, ticket: 0.6, odds: 1, shares: [1, 0], restarts: 0 },
  // 2u = 1.125: beyond it by 0.125, of 1. Round 5: 0.125 < 0.5/√10 = 0.158, so arm 1 plays in rounds 5 to 12.
  { u: 0.5625, reward: 0, arm: 0, ticket: 1.125, odds: 1, shares: [0.5, 0.5], restarts: 0 },
  { u: 0.875, reward: 1, arm: 1, ticket: 0.75, odds: 0.5, shares: [0.5, 0.5], restarts: 0 },
  // Since round 5 arm 1 leads by 2: arm 0 is bad too, and a new episode begins.
  { u: 0.875, reward: 1, arm: 1, ticket: 0.75, odds: 0.5, shares: [0.5, 0.5], restarts: 1 },
  { u: 0.125, reward: 1, arm: 0, ticket: 0.25, odds: 0.5, shares: [0.5, 0.5], restarts: 1 },
  { u: 0.625, reward: 0.5, arm: 1, ticket: 0.25, odds: 0.5, shares: [0.5, 0.5], restarts: 1 },
  // A lead of 1.5 in 3 rounds is not enough, and one of 1 in the last one neither.
  { u: 0.125, reward: 1, arm: 0, ticket: 0.25, odds: 0.5, shares: [0.5, 0.5], restarts: 1 },
  // It leads by 2.1 in 4 rounds, which ask for 0.3 · 5.379 = 1.614: arm 1 is bad. Round 5: 0.25 is not below 0.158.
  { u: 0.125, reward: 0.6, arm: 0, ticket: 0.25, odds: 0.5, shares: [1, 0], restarts: 1 },
];

describe('a trace worked by hand', () => {
  test('evicts, explores, and begins an episode', () => {
    const kernel = new ArmSwitchKernel(2, 1, 0.3, 1);
    const naive = new NaiveArmSwitch(2, 1, 0.3, 1);
    SLOTS.forEach(({ u, reward, arm, ticket, odds, shares, restarts }, slot) => {
      expect([slot, kernel.pick(new GivenNumber(u))]).toEqual([slot, arm]);
      expect(kernel.ticket()).toBeCloseTo(ticket, 9);
      expect([slot, kernel.propensity()]).toEqual([slot, odds]);
      naive.learn(kernel.ticket(), arm, reward);
      kernel.advance(arm);
      kernel.learn(slot, arm, kernel.ticket(), reward);
      expect([slot, kernel.probability(0), kernel.probability(1)]).toEqual([slot, ...shares]);
      expect([slot, naive.probabilities()]).toEqual([slot, shares]);
      expect([slot, kernel.restarts, naive.events.episodes]).toEqual([slot, restarts, restarts]);
    });
  });
});

interface Setting {
  readonly horizon: number;
  readonly factor: number;
  readonly exploration: number;
}

const SETTINGS: readonly Setting[] = [
  { horizon: 400, factor: 0.05, exploration: 1 },
  { horizon: 400, factor: 0.2, exploration: 0.3 },
  { horizon: 30, factor: 0.1, exploration: 0.05 },
  { horizon: 5, factor: 0.03, exploration: 2 },
  { horizon: 1, factor: 0.4, exploration: 0.5 },
];

/** The first slot in which a kernel and the naive form differ; −1 if they never do. */
function firstDifference(
  kernel: ArmSwitchKernel,
  naive: NaiveArmSwitch,
  rows: readonly number[][],
  random: Random,
): number {
  return rows.findIndex((row, slot) => {
    const same = naive
      .probabilities()
      .every((probability, arm) => Math.abs(probability - kernel.probability(arm)) < 1e-9);
    if (!same || kernel.restarts !== naive.events.episodes) return true;
    const arm = kernel.pick(random);
    const ticket = kernel.ticket();
    kernel.advance(arm);
    kernel.learn(slot, arm, ticket, row[arm]);
    naive.learn(ticket, arm, row[arm]);
    return false;
  });
}

describe('the naive form', () => {
  test('plays the same, through evictions, explorations and new episodes', () => {
    const kinds = ['evictions', 'byGood', 'explorations', 'ended', 'episodes'] as const;
    const total = { evictions: 0, byGood: 0, explorations: 0, ended: 0, episodes: 0 };
    for (let run = 0; run < 15; run++) {
      const { horizon, factor, exploration } = SETTINGS[run % SETTINGS.length];
      const armCount = 1 + (run % 4);
      const random = randomStream(70, run);
      const naive = new NaiveArmSwitch(armCount, horizon, factor, exploration);
      const kernel = new ArmSwitchKernel(armCount, horizon, factor, exploration);
      const rows = changingCoins(random, armCount, 300, 100);
      expect([run, firstDifference(kernel, naive, rows, random)]).toEqual([run, -1]);
      for (const kind of kinds) total[kind] += naive.events[kind];
    }
    expect(total.byGood).toBeGreaterThan(3);
    for (const kind of ['evictions', 'explorations', 'ended', 'episodes'] as const) {
      expect([kind, total[kind] > 50]).toEqual([kind, true]);
    }
  });

  test('plays the same when stacks are thinned, with rewards of any size', () => {
    let [thinned, hidden, evictions] = [0, 0, 0];
    for (let run = 0; run < 4; run++) {
      const random = randomStream(71, run);
      const means = [0.5, 0.5];
      const rows = Array.from({ length: 1000 }, () => {
        means.forEach((mean, arm) => {
          means[arm] = Math.min(1, Math.max(0, mean + (random.uniform() - 0.5) * 0.1));
        });
        return means.map((mean) => random.uniform() * mean);
      });
      const [factor, exploration] = [0.8, [0, 0.1, 0.3, 1][run]];
      const kernel = new ArmSwitchKernel(2, 2, factor, exploration);
      const { test: rises } = kernel;
      const [thin, isHidden] = [rises.thin.bind(rises), rises.isHidden.bind(rises)];
      rises.thin = (...given) => {
        thinned += 1;
        thin(...given);
      };
      rises.isHidden = (...given) => {
        const is = isHidden(...given);
        hidden += Number(is);
        return is;
      };
      const naive = new NaiveArmSwitch(2, 2, factor, exploration);
      expect([run, firstDifference(kernel, naive, rows, random)]).toEqual([run, -1]);
      evictions += naive.events.evictions;
    }
    expect(thinned).toBeGreaterThan(5);
    expect(hidden).toBeGreaterThan(100);
    expect(evictions).toBeGreaterThan(3);
  });

  test('takes late rewards as they come, and none from before a new episode', () => {
    let restarts = 0;
    for (let run = 0; run < 4; run++) {
      const random = randomStream(72, run);
      const [armCount, horizon, factor, exploration] = [2 + (run % 2), 100, 0.05, 0.3];
      const policy = createPolicy('arm-switch', { armCount, horizon, factor, exploration });
      const naive = new NaiveArmSwitch(armCount, horizon, factor, exploration);
      const waiting: { due: number; selection: Selection; reward: number }[] = [];
      changingCoins(random, armCount, 300, 60).forEach((row, slot) => {
        const selection = policy.select(random);
        const probability = naive.probabilities()[selection.arm];
        expect(selection.propensity).toBeCloseTo(probability, 9);
        policy.begin(selection);
        const reward = row[selection.arm];
        waiting.push({ due: slot + random.below(6), selection, reward });
        for (const { selection: past, reward } of waiting.filter(({ due }) => due === slot)) {
          if (policy.update(past, reward)) naive.learn(past.ticket, past.arm, reward);
        }
      });
      expect(policy.restarts).toBe(naive.events.episodes);
      restarts += policy.restarts ?? 0;
    }
    expect(restarts).toBeGreaterThan(3);
  });

  const mutants: readonly [string, typeof ArmSwitchKernel][] = [
    [
      'exploration of 1/ε² instead of K/ε² rounds',
      class extends ArmSwitchKernel {
        override explore(arm: number, order: number): void {
          super.explore(arm, order);
          this.until[arm] = this.count + 4 ** order;
        }
      },
    ],
    [
      'exploration that keeps what was known of the arm',
      class extends ArmSwitchKernel {
        override explore(arm: number, order: number): void {
          const sizes = this.test.stacks.sizes.slice();
          super.explore(arm, order);
          this.test.stacks.sizes.set(sizes);
        }
      },
    ],
    [
      'all rewards in the first inequality',
      class extends ArmSwitchKernel {
        override learn(slot: number, arm: number, ticket: number, reward: number): boolean {
          return super.learn(slot, arm, ticket % 1, reward);
        }
      },
    ],
    [
      'the first inequality alone',
      class extends ArmSwitchKernel {
        override provesGood(): boolean {
          return false;
        }
      },
    ],
  ];
  test.each(mutants)('finds %s', (_, Mutant) => {
    const differs = SETTINGS.some(({ horizon, factor, exploration }, run) => {
      const random = randomStream(73, run);
      const naive = new NaiveArmSwitch(4, horizon, factor, exploration);
      const rows = changingCoins(random, 4, 300, 100);
      const mutant = new Mutant(4, horizon, factor, exploration);
      return firstDifference(mutant, naive, rows, random) >= 0;
    });
    expect(differs).toBe(true);
  });
});

describe('identities', () => {
  test('without exploration it is successive elimination', () => {
    const random = randomStream(74);
    const options = { armCount: 3, horizon: 2000, factor: 0.2, exploration: 0 };
    const policy = createPolicy('arm-switch', options);
    const sizes = new Set<number>();
    for (let slot = 0; slot < 2000; slot++) {
      const selection = policy.select(random);
      policy.update(selection, random.uniform() < [0.1, 0.3, 0.9][selection.arm] ? 1 : 0);
      sizes.add(policy.inspect().filter(({ probability }) => probability !== 0).length);
    }
    expect([...sizes]).toEqual([3, 2, 1]);
    expect(policy.inspect().map(({ probability }) => probability)).toEqual([0, 0, 1]);
    expect(policy.restarts).toBe(0);
  });

  test('evicts no arm before its threshold, and then at once', () => {
    // Two arms, of which one always earns 1: after n rewards its lead is n, and the other one is out if that is more
    // than C (√(n/2) ∨ C) with C² = ln(4 T² (ln n + 2)/δ).
    const kernel = new ArmSwitchKernel(2, 10_000, 1, 0);
    let rounds = 0;
    while (kernel.goods === 2) {
      kernel.advance(0);
      kernel.learn(rounds, 0, 0.5, 1);
      rounds += 1;
    }
    const bar = (n: number) => {
      const square = Math.log(4 * 10_000 ** 3.5 * Math.SQRT2 * (Math.log(n) + 2));
      return Math.max(Math.sqrt((n / 2) * square), square);
    };
    expect(rounds).toBeGreaterThan(bar(rounds));
    expect(rounds - 1).toBeLessThanOrEqual(bar(rounds - 1));
  });
});
