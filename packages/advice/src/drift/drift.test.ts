import { randomStream } from '@driftline/core';
import { describe, expect, test } from 'vitest';
import { jumps, madeLog, stationary, waves } from '../../test/synthetic.ts';
import { isRefused } from '../contract/refusal.ts';
import { FitData, fittedPath } from '../fits/fit.ts';
import { driftOf } from './drift.ts';
import { kindOf } from './kind.ts';
import { permutationTest } from './permutation-test.ts';
import { stepsOf } from './step-times.ts';

describe('the kind of drift', () => {
  test('steps are listed with their times, and where they may be', () => {
    const log = madeLog({
      rows: 9000,
      armCount: 3,
      means: (slot, arm) => (arm === 1 && slot >= 4321 ? 0.3 : 0.6),
      seed: 2,
      spacing: 60_000,
    });
    const { kind } = kindOf(new FitData(log));
    expect(kind.kind).toBe('steps');
    expect(kind.steps).toHaveLength(1);
    const [{ arm, slot, from, to, time, size }] = kind.steps;
    expect(arm).toBe('arm 1');
    expect([from <= 4321, 4321 <= to, from <= slot, slot <= to]).toEqual([true, true, true, true]);
    expect(to - from).toBeLessThan(400);
    expect(time).toBe(slot * 60_000);
    expect(size).toBeCloseTo(-0.3, 1);
  });

  test('where a step may be holds it in 95 of 100 logs', () => {
    const logs = 100;
    let [told, held] = [0, 0];
    for (let seed = 1; seed <= logs; seed++) {
      const means = (slot: number, arm: number) => (arm === 1 && slot >= 3300 ? 0.6 : 0.45);
      const log = madeLog({ rows: 6000, armCount: 2, means, seed });
      const steps = stepsOf(new FitData(log), { kind: 'steps', penalty: 16 });
      if (steps.length !== 1) continue;
      told += 1;
      if (steps[0].from <= 3300 && 3300 <= steps[0].to + 1) held += 1;
    }
    expect(told).toBeGreaterThan(0.8 * logs);
    // Three standard deviations of a share of so many below what is said.
    expect(held / told).toBeGreaterThan(0.95 - 3 * Math.sqrt((0.95 * 0.05) / told));
  });

  test('a day of the clock is found though it is shorter than a bin', () => {
    const rows = 120_000;
    const spacing = 600_000;
    const day = 86_400_000;
    const means = (slot: number, arm: number) =>
      0.5 + 0.1 * Math.sin(2 * Math.PI * ((slot * spacing) / day + arm / 2));
    const log = madeLog({ rows, armCount: 2, means, seed: 3, spacing });
    const data = new FitData(log);
    expect(data.bins.bounds[1] * spacing).toBeGreaterThan(0.8 * day);
    const { kind, fit } = kindOf(data);
    expect(kind.kind).toBe('seasonal');
    if (kind.period === undefined || isRefused(kind.period)) throw new Error('no period');
    expect(kind.period.calendar).toBe('day');
    expect(kind.period.slots).toBeCloseTo(144, 0);
    const path = fittedPath(data, fit);
    const at = (slot: number) => path.bounds.findIndex((bound) => bound > slot) - 1;
    for (const slot of [30, 36, 60, 100, 14_436])
      expect(Math.abs(path.means[2 * at(slot)] - means(slot, 0))).toBeLessThan(0.02);
  });

  test('a period of the clock is found though rows come unevenly', () => {
    const [rows, hours] = [10_000, 720];
    // Rows at twice the density in one half of each day.
    const time = Float64Array.from({ length: rows }, (_, row) => {
      const [day, ofDay] = [Math.floor((row * 30) / rows), ((row * 30) / rows) % 1];
      return (24 * day + (ofDay < 2 / 3 ? 18 * ofDay : 12 + 36 * (ofDay - 2 / 3))) * 3_600_000;
    });
    const means = (slot: number, arm: number) =>
      0.5 + 0.2 * Math.sin(2 * Math.PI * (time[slot] / (37 * 3_600_000) + arm / 2));
    const log = madeLog({ rows, armCount: 2, means, seed: 5, spacing: 1 });
    const { kind } = kindOf(new FitData({ ...log, time }));
    expect(kind.kind).toBe('seasonal');
    if (kind.period === undefined || isRefused(kind.period)) throw new Error('no period');
    expect(Math.abs(kind.period.cycles / (hours / 37) - 1)).toBeLessThan(0.01);
  });

  test('a period of slots is found, and is not twice as long', () => {
    for (const seed of [1, 2, 3]) {
      const log = madeLog({ rows: 10_000, armCount: 3, means: waves(2000, 3), seed });
      const { kind } = kindOf(new FitData(log));
      if (kind.period === undefined || isRefused(kind.period)) throw new Error('no period');
      expect(Math.abs(kind.period.slots / 2000 - 1)).toBeLessThan(0.03);
    }
  });

  test('less than two cycles may be a season or a trend', () => {
    const log = madeLog({ rows: 10_000, armCount: 3, means: waves(7700, 3), seed: 1 });
    const { kind } = kindOf(new FitData(log));
    expect(kind.kind).toBe('smooth');
    expect(kind.period).toMatchObject({ refused: 'cycles-too-few', need: { cycles: 2 } });
  });

  test('constant means have no steps and no period', () => {
    const log = madeLog({ rows: 5000, armCount: 2, means: stationary(0.3, 0.5), seed: 2 });
    expect(kindOf(new FitData(log)).kind).toMatchObject({ kind: 'constant', steps: [] });
  });
});

describe('the verdict', () => {
  const log = madeLog({ rows: 5000, armCount: 2, means: stationary(0.3, 0.5), seed: 2 });
  const verdict = (tested: Parameters<typeof driftOf>[1]) => driftOf(log, tested).drift.verdict;

  test.each([
    [{ kind: 'permutation', p: 0.002, permutations: 999 }, 'drifting'],
    [{ kind: 'permutation', p: 0.003, permutations: 999 }, 'signs'],
    [{ kind: 'permutation', p: 0.049, permutations: 999 }, 'signs'],
    [{ kind: 'permutation', p: 0.05, permutations: 999 }, 'none-detected'],
    [{ kind: 'e-value', e: 20 }, 'drifting'],
    [{ kind: 'e-value', e: 19 }, 'signs'],
    [{ kind: 'e-value', e: 4.9 }, 'none-detected'],
  ] as const)('of %j is %s', (given, expected) => {
    expect(verdict({ test: given, arms: [undefined, undefined] })).toBe(expected);
  });

  test('has signs at the least where a fit shows movement, and takes less of a test', () => {
    const moving = madeLog({ rows: 5000, armCount: 2, means: waves(1000, 2), seed: 2 });
    const test = { kind: 'permutation', p: 0.009, permutations: 999 } as const;
    expect(driftOf(moving, { test, arms: [0.009, 1] }).drift.verdict).toBe('drifting');
    const blind = { test: { kind: 'e-value', e: 1 }, arms: [1, 1] } as const;
    expect(driftOf(moving, blind).drift.verdict).toBe('signs');
  });

  test('is left open where rows near each other are alike, and not where arms jump', () => {
    const jumping = madeLog({ rows: 5000, armCount: 2, means: jumps(500, 2, 5000, 1), seed: 1 });
    expect(driftOf(jumping, permutationTest(jumping, 1)).drift.verdict).toBe('drifting');
    // Every user comes five times, and is shown the same.
    const random = randomStream(3);
    const users = Array.from({ length: 1000 }, () => (random.uniform() < 0.5 ? 0.2 : 0.8));
    const means = (slot: number) => users[Math.floor(slot / 5)];
    const logger = { pick: (slot: number) => Math.floor(slot / 5) % 2 };
    const visits = madeLog({ rows: 5000, armCount: 2, means, seed: 1, logger });
    const { drift } = driftOf(visits, permutationTest(visits, 1));
    expect([drift.verdict, drift.why?.refused]).toEqual(['unknown', 'rows-autocorrelated']);
  });

  test('is left open where a movement as large as what arms differ by would not be seen', () => {
    const close = madeLog({ rows: 3000, armCount: 2, means: stationary(0.5, 0.5), seed: 1 });
    const { drift } = driftOf(close, permutationTest(close, 1));
    expect(drift.verdict).toBe('unknown');
    expect(drift.why?.refused).toBe('movement-undetectable');
    expect(drift.why?.need.rows).toBeGreaterThan(3000);
  });

  test('names arms that were seen too little', () => {
    const thin = madeLog({
      rows: 3000,
      armCount: 3,
      means: stationary(0.3, 0.5, 0.9),
      seed: 1,
      logger: { pick: (slot) => (slot % 60 === 0 ? 2 : slot % 2) },
    });
    const { drift } = driftOf(thin, permutationTest(thin, 1));
    expect(drift.arms[2]).toEqual({ arm: 'arm 2', verdict: 'unknown', rows: 50 });
    expect(drift.arms[0].p).toBeGreaterThan(0.01);
  });
});
