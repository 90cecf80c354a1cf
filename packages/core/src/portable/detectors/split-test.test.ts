/** Detectors over all splits against a scan of all splits, straight from the formula. */
import { describe, expect, test } from 'vitest';
import { randomStream } from '../../random/source.ts';
import { type KernelState, RestoringArchive, SavingArchive } from '../../shell/kernel-state.ts';
import type { Random } from '../random/generator.ts';
import type { Detectors } from './detectors.ts';
import { GaussianGlr } from './gaussian-glr.ts';
import { BernoulliGlr, BernoulliRule } from './glr.ts';
import { MeanSplit } from './mean-split.ts';

const SEED = 20_260_102;

/** n kl(sum/n, mean), with 0 ln 0 = 0. */
function bernoulliPart(sum: number, n: number, mean: number): number {
  const term = (x: number, share: number) => (x > 0 ? x * Math.log(x / (n * share)) : 0);
  return term(sum, mean) + term(n - sum, 1 - mean);
}

interface Split {
  readonly n: number;
  readonly m: number;
  /** Sums of the first m rewards, of the others, and of all. */
  readonly left: number;
  readonly right: number;
  readonly sum: number;
}

type Measure = (split: Split) => number;

const bernoulliGain: Measure = ({ n, m, left, right, sum }) =>
  bernoulliPart(left, m, sum / n) + bernoulliPart(right, n - m, sum / n);

const gaussianGain =
  (variance: number): Measure =>
  ({ n, m, left, right }) =>
    (m * (n - m) * (left / m - right / (n - m)) ** 2) / (2 * n * variance);

/** How far the means are apart, beyond what is allowed. */
const excess =
  (delta: number): Measure =>
  ({ n, m, left, right }) => {
    const width = (count: number) => Math.sqrt(Math.log(1 / delta) / (2 * count));
    return Math.abs(left / m - right / (n - m)) - width(m) - width(n - m);
  };

/** The largest value over all splits; `-Infinity` where there is none, or all rewards are equal. */
function scan(rewards: readonly number[], measure: Measure): number {
  if (rewards.every((reward) => reward === rewards[0])) return Number.NEGATIVE_INFINITY;
  const n = rewards.length;
  const sums = [0];
  for (const reward of rewards) sums.push(sums[sums.length - 1] + reward);
  let largest = Number.NEGATIVE_INFINITY;
  for (let m = 1; m < n; m++) {
    const [left, sum] = [sums[m], sums[n]];
    largest = Math.max(largest, measure({ n, m, left, right: sum - left, sum }));
  }
  return largest;
}

/** A stream of rewards: what comes at a place. */
type Stream = (random: Random, place: number, length: number) => number;

const bernoulli = (random: Random, mean: number) => (random.uniform() < mean ? 1 : 0);

/** Each is made anew for a stream, with its own means and change. */
const streams: Record<string, (random: Random, length: number) => Stream> = {
  'Bernoulli, no change': (random) => {
    const mean = random.uniform();
    return (draws) => bernoulli(draws, mean);
  },
  'Bernoulli, one change': (random, length) => {
    const [before, after, change] = [random.uniform(), random.uniform(), random.uniform() * length];
    return (draws, place) => bernoulli(draws, place < change ? before : after);
  },
  'Bernoulli, many changes': (random) => {
    const means = Array.from({ length: 8 }, () => random.uniform());
    const period = 5 + 40 * random.uniform();
    return (draws, place) => bernoulli(draws, means[Math.floor(place / period) % 8]);
  },
  'Bernoulli, drift': () => (draws, place, length) =>
    bernoulli(draws, 0.1 + (0.8 * place) / length),
  'rare ones': () => (draws) => bernoulli(draws, 0.01),
  'real, no change': () => (draws) => draws.uniform(),
  'real, one change': (random, length) => {
    const [before, after, change] = [random.uniform(), random.uniform(), random.uniform() * length];
    return (draws, place) => draws.uniform() * (place < change ? before : after);
  },
  'real, ties': (random) => {
    const levels = 2 + Math.floor(4 * random.uniform());
    return (draws) => Math.floor(draws.uniform() * (levels + 1)) / levels;
  },
  'one constant': (random) => {
    const constant = [0, 1, 0.1, random.uniform()][Math.floor(4 * random.uniform())];
    return () => constant;
  },
  'a constant and another': (random, length) => {
    const [before, after] = [random.uniform(), random.uniform()];
    const change = Math.floor(random.uniform() * length);
    return (_draws, place) => (place < change ? before : after);
  },
  'ones after a fraction': () => (_draws, place) => (place === 0 ? 0.3 : 1),
  'a ramp without noise': () => (_draws, place, length) => place / length,
  'a parabola without noise': () => (_draws, place, length) => (1 - place / length) ** 2,
};

interface Case {
  readonly name: string;
  readonly make: (
    armCount: number,
    horizon: number,
  ) => Detectors & { statistic?(arm: number): number };
  readonly measure: Measure;
  /** An alarm where the measure reaches this. */
  readonly level: (n: number) => number;
}

const glrLevel = (c: number, delta: number) => (n: number) => Math.log((c * n ** 1.5) / delta);

const cases: Case[] = [
  ...[
    { delta: 0.05, c: 1 },
    { delta: 0.5, c: 0.1 },
    { delta: 1e-4, c: 4 },
  ].map(({ delta, c }) => ({
    name: `BernoulliGlr, δ ${delta}, c ${c}`,
    make: (arms: number, horizon: number) => new BernoulliGlr(arms, horizon, delta, c),
    measure: bernoulliGain,
    level: glrLevel(c, delta),
  })),
  {
    name: 'GaussianGlr',
    make: (arms, horizon) => new GaussianGlr(arms, horizon, 0.05, 1, 0.1),
    measure: gaussianGain(0.1),
    level: glrLevel(1, 0.05),
  },
  ...[0.05, 0.5, 1e-6].map((delta) => ({
    name: `MeanSplit, δ ${delta}`,
    make: (arms: number, horizon: number) => new MeanSplit(arms, horizon, delta),
    measure: excess(delta),
    level: () => 0,
  })),
];

/**
 * Sums of up to 240 rewards err by less than 240 · 2⁻⁵³ · 240 < 1e-11, and so does x ln x of them; what
 * is nearer to a threshold than this may fall on either side.
 */
const ROUNDING = 1e-10;

describe.each(cases)('$name', ({ make, measure, level }) => {
  test.each(Object.keys(streams))('equals the scan of all splits: %s', (kind) => {
    let alarms = 0;
    let checked = 0;
    for (let repeat = 0; repeat < 40; repeat++) {
      const random = randomStream(SEED, repeat);
      const length = 20 + Math.floor(220 * random.uniform());
      const stream = streams[kind](random, length);
      const resets = repeat % 2 === 1;
      // Half the time a horizon too short: the memory has to grow beyond it.
      const detectors = make(2, repeat % 4 < 2 ? length : 7);
      let rewards: number[] = [];
      for (let place = 0; place < length; place++) {
        const reward = stream(random, place, length);
        rewards.push(reward);
        const got = detectors.update(1, reward);
        const value = scan(rewards, measure);
        const apart = value - level(rewards.length);
        if (detectors.statistic !== undefined) {
          const statistic = detectors.statistic(1);
          const expected = Math.max(0, value);
          if (!(Math.abs(statistic - expected) <= 1e-9)) expect(statistic).toBeCloseTo(expected, 9);
        }
        // `>` for mean splits, `≥` for the others: the same but on a set that rounding decides.
        if (Math.abs(apart) > ROUNDING && got !== apart > 0) {
          expect([repeat, place, got, apart]).toEqual([repeat, place, apart > 0, apart]);
        }
        checked += 1;
        if (!got) continue;
        alarms += 1;
        if (!resets) continue;
        detectors.forget(1);
        rewards = [];
      }
    }
    expect(checked).toBeGreaterThan(40 * 20);
    if (kind === 'one constant') expect(alarms).toBe(0);
  });

  test('arms do not touch each other, and forgetting one is like a new one', () => {
    const together = make(3, 300);
    const alone = [0, 1, 2].map(() => make(1, 300));
    const random = randomStream(SEED, 3);
    for (let i = 0; i < 2000; i++) {
      const arm = Math.floor(3 * random.uniform());
      const reward = bernoulli(random, arm === 0 ? 0.5 : Math.floor(i / 300) % 2);
      const alarm = together.update(arm, reward);
      expect(alarm).toBe(alone[arm].update(0, reward));
      if (!alarm) continue;
      together.forget(arm);
      alone[arm] = make(1, 300);
    }
  });

  test('after a reset the same alarms come again', () => {
    const detectors = make(2, 300);
    const play = () => {
      const random = randomStream(SEED, 4);
      return Array.from({ length: 400 }, (_, i) =>
        detectors.update(i % 2, bernoulli(random, i < 200 ? 0.2 : 0.8)),
      );
    };
    const first = play();
    detectors.reset();
    expect(play()).toEqual(first);
    expect(first).toContain(true);
  });

  test('goes on from a saved state as if nothing had happened, also with an arm more', () => {
    const random = randomStream(SEED, 5);
    const reward = (i: number) =>
      i % 3 === 0 ? random.uniform() : bernoulli(random, i < 700 ? 0.3 : 0.6);
    const detectors = make(2, 1000);
    for (let i = 0; i < 700; i++) detectors.update(i % 2, reward(i));
    const state = saved(detectors);
    const restored = make(2, 1000);
    restored.update(1, 0.5);
    restored.transfer(new RestoringArchive(structuredClone(state), 700));
    const grown = make(3, 1000);
    grown.transfer(new RestoringArchive(state, 700, true));
    expect(saved(restored)).toEqual(state);
    for (let i = 700; i < 1000; i++) {
      const next = reward(i);
      const alarm = detectors.update(i % 2, next);
      expect([restored, grown].map((other) => other.update(i % 2, next))).toEqual([alarm, alarm]);
    }
    expect(saved(restored)).toEqual(saved(detectors));
    expect(grown.update(2, 1)).toBe(false);
  });
});

test.each([
  new BernoulliGlr(1, 1000, 0.01, 1),
  new GaussianGlr(1, 1000, 0.01, 1, 0.25),
  new MeanSplit(1, 1000, 0.001),
])('a change is found, soon after it: $constructor.name', (detectors) => {
  const random = randomStream(SEED);
  let at = -1;
  for (let place = 0; at < 0 && place < 1000; place++) {
    if (detectors.update(0, bernoulli(random, place < 500 ? 0.1 : 0.9))) at = place;
  }
  expect(at).toBeGreaterThanOrEqual(500);
  expect(at).toBeLessThan(560);
});

function saved(detectors: Detectors): KernelState {
  const archive = new SavingArchive();
  detectors.transfer(archive);
  return archive.state;
}

describe('memory', () => {
  test('the convex path of a ramp needs a vertex a reward, and no more than the horizon says', () => {
    const horizon = 1000;
    const { test: splits } = new MeanSplit(2, horizon, 1e-300);
    for (let i = 0; i < horizon; i++) splits.update(i % 2, i / horizon);
    expect(splits.capacity).toBe(1 + horizon + 2);
    for (let i = 0; i < 100; i++) splits.update(0, 1 + i);
    expect(splits.capacity).toBe(2 * (1 + horizon + 2));
  });

  test('a stationary stream needs a few vertices, and forgetting gives them back', () => {
    const { test: splits } = new BernoulliGlr(10, 2 ** 31 - 1, 0.01, 1);
    const random = randomStream(SEED, 6);
    for (let i = 0; i < 200_000; i++) {
      splits.update(i % 10, bernoulli(random, 0.5));
      if (i % 1000 === 999) splits.forget(i % 10);
    }
    // About 2 ln n a side where n ≤ 20 000: 10 arms · 2 sides · 20 are 400.
    expect(splits.capacity).toBeLessThanOrEqual(1024);
  });
});

test('alarms equal those of the scan, slot by slot, over long streams', () => {
  for (const means of [[0.5], [0.4, 0.55], [0.1, 0.12, 0.3]]) {
    const random = randomStream(SEED, 7);
    const detectors = new BernoulliGlr(1, 4000, 0.05, 1);
    let rewards: number[] = [];
    let alarms = 0;
    for (let place = 0; place < 4000; place++) {
      rewards.push(bernoulli(random, means[Math.floor(place / 800) % means.length]));
      const apart = scan(rewards, bernoulliGain) - glrLevel(1, 0.05)(rewards.length);
      const alarm = detectors.update(0, rewards[rewards.length - 1]);
      if (alarm !== apart >= 0) expect([place, alarm]).toEqual([place, apart >= 0]);
      if (!alarm) continue;
      alarms += 1;
      detectors.forget(0);
      rewards = [];
    }
    expect(alarms > 0).toBe(means.length > 1);
  }
});

test('what is looked up has the bits of what is computed', () => {
  const [tabled, computed] = [new BernoulliRule(0), new BernoulliRule(0)];
  tabled.begin(1000);
  for (let sum = 0; sum <= 1000; sum++) {
    expect(tabled.likelihood(sum, 1000)).toBe(computed.likelihood(sum, 1000));
  }
});

test('a large mean does not hide a change of Gaussian rewards', () => {
  const near = new GaussianGlr(1, 200, 0.01, 1, 1);
  const far = new GaussianGlr(1, 200, 0.01, 1, 1);
  for (let i = 0; i < 200; i++) {
    const reward = (i % 4) - (i < 100 ? 0 : 3);
    expect(far.update(0, reward + 2 ** 40)).toBe(near.update(0, reward));
  }
  expect(far.statistic(0)).toBe(near.statistic(0));
  expect(near.statistic(0)).toBeGreaterThan(100);
});
