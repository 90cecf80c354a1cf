/**
 * Auto against its naive form, which computes everything anew from the list of arrivals: the same indices, counts
 * and means of all arms, the same picks, and alarms in the same slots.
 *
 * Tolerance: as in `fast-equals-naive.test.ts`. Where something comes within 1e-9 of being decided by rounding,
 * the run is compared up to there only. Most rewards are multiples of 2⁻¹⁰, so that their sums, and what is a
 * corner of a hull, are exact; others are drawn so finely that three points are on no line. In four of five units
 * the range has to grow.
 */
import { describe, expect, test } from 'vitest';
import type { Random } from '../src/portable/random/generator.ts';
import { randomStream } from '../src/random/source.ts';
import { createPolicy } from '../src/shell/create-policy.ts';
import type { Policy } from '../src/shell/policy.ts';
import { NaiveAuto } from './naive/auto.ts';
import { chooseNaively } from './naive/index-policies.ts';

const MARGIN = 1e-9;

const KINDS = ['coins', 'values', 'any'] as const;

/** A reward near a mean: a coin, a value close to it, or one as likely to be anywhere. */
function rewardOf(kind: (typeof KINDS)[number], mean: number, random: Random): number {
  if (kind === 'coins') return random.uniform() < mean ? 1 : 0;
  if (kind === 'any' && random.below(3) === 0) return random.uniform();
  const x = Math.round(1024 * mean) + random.below(129) - 64;
  return Math.max(0, Math.min(1024, x)) / 1024;
}

/**
 * The same reward in another unit, so that the range has to grow: larger, below 0 too, larger from some slot on, or
 * with outliers.
 */
function inUnits(run: number, slot: number, reward: number, random: Random): number {
  const unit = Math.floor(run / KINDS.length) % 5;
  if (unit === 1) return 11 * reward;
  if (unit === 2) return 48 * reward - 16;
  if (unit === 3) return slot < 60 ? reward : 3 * reward - (slot < 90 ? 0 : 1);
  if (unit === 4 && random.below(25) === 0) return (random.below(2) === 0 ? 9 : -9) * reward;
  return reward;
}

/** Means that jump now and then: one arm, or all together. */
class Jumps {
  readonly random: Random;
  means: number[];
  until = 0;

  constructor(armCount: number, random: Random) {
    this.random = random;
    this.means = Array.from({ length: armCount }, () => this.drawn());
  }

  drawn(): number {
    return [0, 0.05, 0.3, 0.95, 1][this.random.below(5)];
  }

  advance(slot: number): void {
    if (slot < this.until) return;
    this.until = slot + 15 + this.random.below(40);
    const alone = this.random.below(2) === 0 ? this.random.below(this.means.length) : undefined;
    const up = this.means[0] < 0.5;
    this.means = this.means.map((mean, arm) => {
      if (alone !== undefined) return arm === alone ? 1 - mean : mean;
      return up ? Math.min(1, mean + 0.8) : Math.max(0, mean - 0.8);
    });
  }
}

const close = (actual: number, expected: number, size = Math.abs(expected)) =>
  actual === expected || Math.abs(actual - expected) <= MARGIN * (1 + size);

/** What a policy shows of its arms is what the naive form has. */
function compare(policy: Policy, naive: NaiveAuto, note: string): number[] {
  expect(policy.restarts, note).toBe(naive.alarms.length);
  const indices = naive.indices();
  const { low, high } = naive.range;
  policy.inspect().forEach(({ count, mean, index = Number.NaN }, arm) => {
    const remembered = naive.remembered(arm);
    if (!close(count ?? Number.NaN, remembered.count)) expect(count, note).toBe(remembered.count);
    const known = remembered.count > 0;
    const expected = naive.rewardOf(remembered.sum / remembered.count);
    if (known && !close(mean ?? Number.NaN, expected, high - low)) {
      expect(mean, note).toBe(expected);
    }
    const bound = naive.rewardOf(indices[arm]);
    if (!close(index, bound, high - low)) expect(index, note).toBe(bound);
  });
  return indices;
}

interface Seen {
  alarms: number;
  rises: number;
  shifted: number;
  kept: number;
  picks: number;
  forgotten: number;
  whole: number;
  grown: number;
  mirrored: number;
}

/** One run with rewards in time; now and then another arm is played, an arm joins, or all goes on from a snapshot. */
function playInTime(run: number, seen: Seen): void {
  const random = randomStream(61, run);
  const kind = KINDS[run % KINDS.length];
  let armCount = 1 + random.below(10);
  const jumps = new Jumps(armCount + 2, random);
  const policy = createPolicy('auto', { armCount });
  const naive = new NaiveAuto(armCount);
  const slots = 80 + random.below(140);
  const stubborn = random.below(2) === 0;
  for (let slot = 0; slot < slots; slot++) {
    const note = `run ${run}, slot ${slot}`;
    if (armCount < jumps.means.length && random.below(60) === 0) {
      expect(policy.addArm()).toBe(armCount);
      naive.join();
      armCount += 1;
    }
    if (random.below(30) === 0) policy.restore(policy.snapshot());
    const indices = compare(policy, naive, note);
    const { arm: leader, gap } = chooseNaively(indices);
    const selection = policy.select(random);
    // The rule may tie after an alarm, where n = φ keep of two arms with the same mean: then rounding decides.
    if (gap > MARGIN) {
      expect(selection.arm, note).toBe(leader);
      seen.picks += 1;
    }
    jumps.advance(slot);
    const wilful = random.below(10) < (stubborn ? 8 : 1);
    const arm = wilful ? random.below(Math.min(3, armCount)) : selection.arm;
    const reward = inUnits(run, slot, rewardOf(kind, jumps.means[arm], random), random);
    policy.update({ ...selection, arm }, reward);
    naive.take({ slot, arm, reward, taken: slot + 1 });
    if (naive.margin <= MARGIN) return;
  }
  count(naive, seen);
  seen.whole += 1;
}

function count(naive: NaiveAuto, seen: Seen): void {
  seen.alarms += naive.alarms.length;
  seen.rises += naive.rises;
  if (naive.common() > 0.1) seen.shifted += 1;
  if (naive.keep() > 4) seen.kept += 1;
  seen.grown += naive.growths;
  if (naive.range.low < 0) seen.mirrored += 1;
}

/** One run whose rewards come late, in another order or never. */
function playLate(run: number, seen: Seen): void {
  const random = randomStream(62, run);
  const kind = KINDS[run % KINDS.length];
  const armCount = 1 + random.below(3);
  const jumps = new Jumps(armCount, random);
  const policy = createPolicy('auto', { armCount });
  const naive = new NaiveAuto(armCount);
  const due: { at: number; slot: number; arm: number; reward: number }[] = [];
  for (let slot = 0; slot < 150; slot++) {
    jumps.advance(slot);
    const arm = random.below(armCount);
    const selection = { slot, arm, propensity: 1, ticket: 0 };
    policy.begin(selection);
    const reward = inUnits(run, slot, rewardOf(kind, jumps.means[arm], random), random);
    if (random.below(12) === 0) policy.expire(selection);
    else due.push({ at: slot + random.below(15), slot, arm, reward });
    for (const { at, ...late } of due) {
      if (at !== slot) continue;
      const accepted = policy.update({ ...late, propensity: 1, ticket: 0 }, late.reward);
      const taken = naive.take({ ...late, taken: slot + 1 });
      if (naive.margin <= MARGIN) return;
      expect(accepted, `run ${run}, slot ${slot}`).toBe(taken);
      if (!taken) seen.forgotten += 1;
    }
    compare(policy, naive, `run ${run}, slot ${slot}`);
  }
  count(naive, seen);
  seen.whole += 1;
}

describe('auto', () => {
  const none = {
    alarms: 0,
    rises: 0,
    shifted: 0,
    kept: 0,
    picks: 0,
    forgotten: 0,
    whole: 0,
    grown: 0,
    mirrored: 0,
  };

  test('picks the same arms by the same indices, with the same alarms', () => {
    const seen = { ...none };
    for (let run = 0; run < 150; run++) playInTime(run, seen);
    // Nothing is shown where nothing happens.
    expect(seen.alarms).toBeGreaterThan(100);
    expect(seen.rises).toBeGreaterThan(10);
    expect(seen.shifted).toBeGreaterThan(10);
    expect(seen.kept).toBeGreaterThan(4);
    expect(seen.picks).toBeGreaterThan(10_000);
    expect(seen.whole).toBeGreaterThan(145);
    expect(seen.grown).toBeGreaterThan(100);
    expect(seen.mirrored).toBeGreaterThan(30);
  });

  test('takes late rewards in the order in which they come, unless forgotten since', () => {
    const seen = { ...none };
    for (let run = 0; run < 60; run++) playLate(run, seen);
    expect(seen.alarms).toBeGreaterThan(80);
    expect(seen.forgotten).toBeGreaterThan(400);
    expect(seen.whole).toBeGreaterThan(55);
    expect(seen.grown).toBeGreaterThan(50);
  });
});
