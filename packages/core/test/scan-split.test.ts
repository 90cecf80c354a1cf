/** Auto's test of splits: its measure, its pruned search against all corners of the hulls, and what corners miss. */
import { describe, expect, test } from 'vitest';
import { dispersedDivergence, ScanSplit } from '../src/portable/detectors/scan-split.ts';
import { klDivergence } from '../src/portable/indices/kl.ts';
import type { Random } from '../src/portable/random/generator.ts';
import { randomStream } from '../src/random/source.ts';
import { naiveDivergence, naiveExcesses, naiveScan, naiveTurn } from './naive/auto.ts';

/** Sums are exact here; kl of means of up to 240 rewards errs by less than 240 · 2⁻⁵⁰ in all. */
const ROUNDING = 1e-10;

describe('dispersedDivergence', () => {
  const random = randomStream(71);
  const points = Array.from({ length: 10_000 }, () => {
    // Rare values too: the square and the cube are often near 0.
    const [p, q] = [random.uniform() ** (1 + random.below(3)), random.uniform() ** 2];
    return { p, q: Math.max(q, 1e-6), dispersion: Math.max(random.uniform() ** 2, 0.001) };
  });

  /**
   * Each is ∫ λ over the means from q to p, λ being the tilt that gives a mean. Those obey
   * dm/dλ = (m − q (1 − φ)) (1 − m) for the law in Hoeffding's bound, which is at q (1 − φ) or 1, and
   * dm/dλ = φ m (1 − m) for kl/φ, both from m = q on. As m − q (1 − φ) ≥ φ m for m ≥ q, the first takes the
   * smaller λ to any mean.
   */
  test('is at most kl / dispersion', () => {
    for (const { p, q, dispersion } of points) {
      const most = klDivergence(p, q) / dispersion;
      const value = dispersedDivergence(p, q, dispersion);
      expect(value).toBeGreaterThanOrEqual(0);
      if (!(value <= most * (1 + 1e-12) + 1e-12)) expect([p, q, dispersion, value]).toEqual([most]);
    }
  });

  test('is kl for rewards that are 0 or 1, and the exponent of the bound for others', () => {
    for (const { p, q, dispersion } of points) {
      expect(dispersedDivergence(p, q, 1)).toBeCloseTo(klDivergence(p, q), 11);
      const expected = naiveDivergence(p, q, dispersion);
      const value = dispersedDivergence(p, q, dispersion);
      // kl rounds by a few 2⁻⁵³ of its terms, of which 1 − q divides one.
      expect(Math.abs(value - expected)).toBeLessThan(1e-9 * (1 + expected));
    }
  });

  test('is the same for rewards and for what they lack', () => {
    for (const { p, q, dispersion } of points) {
      const value = dispersedDivergence(p, q, dispersion);
      const mirrored = dispersedDivergence(1 - p, 1 - q, dispersion);
      expect(Math.abs(value - mirrored)).toBeLessThan(1e-9 * (1 + value));
    }
  });

  test('of a rare reward says what Bennett says: φ q is the variance', () => {
    // With v = φ q (1 − q) = 0.001 and t = p − q, the exponent is about ((v + t) ln(1 + t/v) − t) for small q.
    const [q, dispersion] = [0.01, 0.001 / (0.01 * 0.99)];
    const [v, t] = [0.001, 0.002];
    const bennett = (v + t) * Math.log(1 + t / v) - t;
    expect(dispersedDivergence(q + t, q, dispersion) / bennett).toBeCloseTo(1, 1);
  });
});

/** Multiples of 2⁻¹⁰ with a change or several, coins or close to a mean. */
function stream(random: Random, length: number): number[] {
  const coins = random.below(2) === 0;
  let mean = random.uniform();
  return Array.from({ length }, () => {
    if (random.below(50) === 0) mean = random.uniform();
    if (coins) return random.uniform() < mean ? 1 : 0;
    const width = 1 + 400 * (random.below(5) === 0 ? 1 : 0.1);
    const x = Math.round(1024 * mean + width * (random.uniform() - 0.5));
    return Math.max(0, Math.min(1024, x)) / 1024;
  });
}

/** Three levels with a hair of a bend in the middle one: corners far apart, and splits between that nearly are. */
function levels(random: Random): number[] {
  const low = random.uniform();
  const middle = low + (1 - low) * random.uniform();
  const high = middle + (1 - middle) * random.uniform();
  const first = 1 + random.below(8);
  const second = first + 2 + random.below(40);
  return Array.from({ length: 10 + random.below(80) }, (_, i) => {
    const level = Math.round(1024 * (i < first ? low : i < second ? middle : high));
    const bend = (i === first ? 2 : 0) - (i === second - 1 ? 2 : 0);
    return Math.max(0, Math.min(1024, level + bend)) / 1024;
  });
}

interface Place {
  readonly rewards: readonly number[];
  readonly dispersion: number;
  readonly base: number;
  readonly alarm: boolean;
  readonly step: number;
}

/** Plays rewards until their first alarm; tells what was known after each. */
function untilAlarm(
  rewards: readonly number[],
  base: number,
  dispersionOf: () => number,
  each: (place: Place) => void,
): void {
  const coins = rewards.every((x) => x === 0 || x === 1);
  const scan = new ScanSplit(2, 100, base);
  for (let n = 1; n <= rewards.length; n++) {
    const dispersion = coins ? 1 : dispersionOf();
    const alarm = scan.update(1, rewards[n - 1], dispersion);
    each({ rewards: rewards.slice(0, n), dispersion, base, alarm, step: scan.step() });
    if (alarm) return;
  }
}

/** How far each split that is no corner may be above its threshold if no corner is, and how far it is. */
function betweenCorners({ rewards, dispersion, base }: Place): { excess: number; bound: number }[] {
  const n = rewards.length;
  // The ends say nothing.
  const most = (m: number) => (m === 0 || m === n ? 0 : base + Math.log(n / Math.min(m, n - m)));
  return naiveExcesses(rewards, dispersion, base).flatMap(({ excess, step }, i) => {
    const m = i + 1;
    const isCorner = (at: number) =>
      at === 0 || at === n || naiveTurn(rewards, at, Math.sign(step)) > 0;
    // Looking for the corners around is dear; most are far below.
    if (excess < -1 || step === 0 || isCorner(m)) return [];
    let [a, b] = [m - 1, m + 1];
    while (!isCorner(a)) a -= 1;
    while (!isCorner(b)) b += 1;
    const share = (b - m) / (b - a);
    return [{ excess, bound: share * most(a) + (1 - share) * most(b) - most(m) }];
  });
}

describe('ScanSplit', () => {
  test('finds the alarms of all corners of the hulls, and the step of the newest', () => {
    let [alarms, later] = [0, 0];
    for (let run = 0; run < 150; run++) {
      const random = randomStream(72, run);
      const rewards = stream(random, 60 + random.below(180));
      const base = 2 + 6 * random.uniform();
      // It changes while the stream goes on, as a policy's does.
      const dispersion = () => Math.max(0.02, random.uniform());
      untilAlarm(rewards, base, dispersion, (place) => {
        const naive = naiveScan(place.rewards, place.dispersion, place.base, ROUNDING);
        if (naive.margin <= ROUNDING) return;
        expect(place.alarm, `run ${run}, ${place.rewards.length}`).toBe(naive.alarm !== undefined);
        if (naive.alarm === undefined) return;
        expect(place.step).toBeCloseTo(naive.alarm.step, 10);
        alarms += 1;
        if (naive.alarm.place < place.rewards.length - 1) later += 1;
      });
    }
    expect(alarms).toBeGreaterThan(80);
    expect(later).toBeGreaterThan(40);
  });

  /**
   * What a split says is convex in its place and its sum, and grows as the sum leaves that of a common mean: at
   * most what the line between two corners allows, which say less than their thresholds.
   */
  test('a split that is no corner passes its threshold by no more than the bound, if no corner does', () => {
    let [seen, passed] = [0, 0];
    for (let run = 0; run < 500; run++) {
      const random = randomStream(73, run);
      const contrived = run % 5 > 0;
      const rewards = contrived ? levels(random) : stream(random, 60 + random.below(120));
      const base = contrived ? 2 * random.uniform() : 2 + 6 * random.uniform();
      const dispersion = [1, 0.3, 0.02][random.below(3)];
      untilAlarm(
        rewards,
        base,
        () => dispersion,
        (place) => {
          if (place.alarm) return;
          for (const { excess, bound } of betweenCorners(place)) {
            seen += 1;
            if (excess >= 0) passed += 1;
            expect(excess, `run ${run}, ${place.rewards.length}`).toBeLessThan(bound + ROUNDING);
          }
        },
      );
    }
    expect(seen).toBeGreaterThan(500);
    // It happens, or there would be nothing to bound.
    expect(passed).toBeGreaterThan(0);
  });

  test('after a change no alarm comes later than that of a test of all splits', () => {
    let [alarms, delays] = [0, 0];
    for (let run = 0; run < 120; run++) {
      const random = randomStream(74, run);
      const [before, after, change] = [random.uniform(), random.uniform(), 20 + random.below(80)];
      const rewards = Array.from({ length: change + 60 }, (_, i) =>
        random.uniform() < (i < change ? before : after) ? 1 : 0,
      );
      untilAlarm(
        rewards,
        6 + Math.log(3),
        () => 1,
        (place) => {
          const all = naiveExcesses(place.rewards, 1, place.base).some(({ excess }) => excess >= 0);
          alarms += place.alarm ? 1 : 0;
          delays += all && !place.alarm ? 1 : 0;
        },
      );
    }
    expect(alarms).toBeGreaterThan(60);
    expect(delays).toBe(0);
  });

  test.each([
    { levels: [0.5, 0.75, 0.5], step: -0.125 },
    { levels: [0.75, 0.5, 0.75], step: -0.125 },
  ])('of a fall and a rise at once, the fall counts: $levels', ({ levels, step }) => {
    const scan = new ScanSplit(1, 100, 6);
    const rewards = levels.flatMap((level) => new Array<number>(12).fill(level));
    // As coins they would say little; that they vary so little is known at the last one only.
    const alarms = rewards.map((reward, i) => scan.update(0, reward, i < 35 ? 1 : 0.01));
    expect(alarms.indexOf(true)).toBe(35);
    // From 12 to 24 rewards or the other way round: the mean of two levels is 0.625.
    expect(scan.step()).toBeCloseTo(step, 12);
  });

  test.each([
    { factor: 0.5, shift: 0 },
    { factor: 0.125, shift: 0.5 },
    { factor: 0.5, shift: 0.25 },
  ])('after rewards x became $factor x + $shift it goes on as if it had seen these', (rule) => {
    const random = randomStream(77);
    const rescaled = (x: number) => rule.factor * x + rule.shift;
    let alarms = 0;
    for (let i = 0; i < 400; i++) {
      const rewards = stream(random, 120);
      const place = 20 + random.below(60);
      const [scan, other] = [new ScanSplit(1, 120, 3), new ScanSplit(1, 120, 3)];
      const dispersion = rule.factor ** 2 * (random.below(2) === 0 ? 1 : 0.1);
      // Before, no split says enough; then a value becomes known to vary less.
      rewards.slice(0, place).forEach((x) => {
        scan.update(0, x, 1e6);
        other.update(0, rescaled(x), 1e6);
      });
      scan.rescale(rule.factor, rule.shift);
      const after = rewards.slice(place).map(rescaled);
      const [first, second] = [scan, other].map((each) =>
        after.findIndex((x) => each.update(0, x, dispersion)),
      );
      expect(first).toBe(second);
      alarms += first >= 0 ? 1 : 0;
    }
    expect(alarms).toBeGreaterThan(100);
  });

  test('says nothing of rewards that are all equal, whatever their sums round to', () => {
    const scan = new ScanSplit(1, 100, 0.1);
    for (let i = 0; i < 2000; i++) expect(scan.update(0, 0.1, 0.001)).toBe(false);
  });
});
