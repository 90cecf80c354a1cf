import { type Random, randomStream } from '@driftline/core';
import { loadKernels } from '@driftline/engine/node';
import { beforeAll, describe, expect, test } from 'vitest';
import { epsilonGreedy } from '../../test/loggers.ts';
import { jumps, type Logger, madeLog, stationary } from '../../test/synthetic.ts';
import type { Log } from '../contract/log.ts';
import { isRefused } from '../contract/refusal.ts';
import type { PolicyValue } from '../contract/values.ts';
import type { Task, Workers } from '../contract/work.ts';
import { loggingOf } from '../log/logging.ts';
import { InlineWorkers } from '../work/inline-workers.ts';
import { fitLevels, smoothedPath } from '../worlds/level-fit.ts';
import { type ValuesAnswer, type ValuesRequest, valuesOf } from './values.ts';

const kernels = loadKernels();

const SW_UCB = 'sw-ucb:window=800;scale=0.36';

function requestFor(log: Log, policies: readonly string[] = [SW_UCB]): ValuesRequest {
  const tails = { refused: 'rewards-discrete', need: {} } as const;
  return { log, logging: loggingOf(log), policies, tails, seed: 3, kernels };
}

function answer(log: Log, policies?: readonly string[], workers: Workers = new InlineWorkers()) {
  return valuesOf(requestFor(log, policies), workers);
}

function told(value: object | undefined): PolicyValue {
  if (value === undefined || isRefused(value)) throw new Error(JSON.stringify(value));
  return value as PolicyValue;
}

/** Starts tasks in another order, lets them wait for each other, and copies what goes in and out as a thread would. */
class ShuffledWorkers implements Workers {
  readonly size = 3;
  readonly #random = randomStream(77);

  async run<Input, Output>(task: Task<Input, Output>, input: Input): Promise<Output> {
    for (let turn = this.#random.below(20); turn > 0; turn--) await Promise.resolve();
    return structuredClone(task.run(structuredClone(input), () => {}));
  }

  async close(): Promise<void> {}
}

/** Takes one arm but now and then. */
function mostly(share: number, armCount: number): Logger {
  return {
    pick: (_, random) => (random.uniform() < share ? random.below(armCount) : 0),
  };
}

describe('values of policies on a log', () => {
  const rows = 800;
  const log = madeLog({ rows, armCount: 2, means: jumps(400, 2, rows, 2), seed: 2 });
  let usual: ValuesAnswer;

  beforeAll(async () => {
    usual = await answer(log);
  });

  test('come in the order asked for, then the best fixed arm and what was logged', async () => {
    const { values, notes, supportOverTime } = await answer(log, [SW_UCB, 'ucb1', 'fixed:arm 0']);
    expect(values.map(({ policy }) => policy).slice(0, 3)).toEqual([SW_UCB, 'ucb1', 'fixed:arm 0']);
    expect(values[3].policy).toMatch(/^fixed:arm \d$/);
    expect(values[4]).toMatchObject({ policy: 'logged', how: 'logged', support: 1 });
    expect(notes).toEqual([]);
    expect(supportOverTime).toHaveLength(50);
    const mean = log.reward.reduce((sum, reward) => sum + reward, 0) / rows;
    expect(told(values[4]).value).toBeCloseTo(mean, 10);
    const first = told(values[0]);
    expect(first.aboveLogged?.value).toBeCloseTo(first.value - mean, 10);
    expect(first.aboveFixed?.value).toBeCloseTo(first.value - told(values[3]).value, 10);
    const error = Math.max(first.error, first.calibrated);
    expect(first.value - first.low).toBeCloseTo(2.23 * error, 10);
    expect(first.high - first.value).toBeCloseTo(3 * error, 10);
    expect(first.value - first.atLeast).toBeCloseTo(2 * error, 10);
  });

  test('of the best arm to stay with are not those of the rows that it won with', async () => {
    // The best of four arms alike looks better by 1.03 standard errors of .032. Of 16 logs, .024 are three errors.
    let off = 0;
    for (let seed = 1; seed <= 16; seed++) {
      const alike = madeLog({ rows: 1000, armCount: 4, means: () => 0.5, seed });
      // Which arm it is does not depend on how means are fitted: by what is soonest done.
      const request = { ...requestFor(alike, []), way: { kind: 'constant' } as const };
      const [best] = (await valuesOf(request, new InlineWorkers())).values;
      off += ((isRefused(best) ? 0.5 : best.value) - 0.5) / 16;
    }
    expect(Math.abs(off)).toBeLessThan(0.024);
  });

  test('are the same whoever does the work', async () => {
    expect(await answer(log, undefined, new ShuffledWorkers())).toEqual(usual);
  });

  test('of choosing blindly are those of a log of blind choices', async () => {
    const [value, , logged] = (await answer(log, ['uniform'])).values.map(told);
    expect(Math.abs(value.value - logged.value)).toBeLessThan(3 * value.error);
    // Which arms were taken is chance: it is known by how much that was lucky.
    const means = jumps(400, 2, rows, 2);
    let luck = 0;
    log.arm.forEach((arm, row) => {
      luck += (means(row, arm) - (means(row, 0) + means(row, 1)) / 2) / rows;
    });
    expect(value.aboveLogged?.low).toBeLessThan(-luck);
    expect(value.aboveLogged?.high).toBeGreaterThan(-luck);
  });

  test('are exact where the world is', async () => {
    const still = madeLog({
      rows: 800,
      armCount: 2,
      means: stationary(0.25, 0.75),
      seed: 1,
      deviation: 1e-9,
    });
    const { values } = await answer(still, ['fixed:arm 0', 'ucb1']);
    expect(told(values[0]).value).toBeCloseTo(0.25, 7);
    const learning = told(values[1]);
    expect(learning.error).toBeLessThan(1e-9);
    expect(learning.value).toBeGreaterThan(0.6);
    expect(learning.value).toBeLessThan(0.75);
  });

  test('of a selection are those of what was selected without each fold', async () => {
    const same = { name: 'advice', byFold: Array.from({ length: 5 }, () => 'ucb1') };
    const mixed = { name: 'mixed', byFold: ['ucb1', 'fixed:arm 0', 'ucb1', 'ucb1', 'ucb1'] };
    const request = { ...requestFor(log), policies: ['ucb1', same, mixed] };
    const { values } = await valuesOf(request, new InlineWorkers());
    const [plain, again, other] = values.slice(0, 3).map(told);
    expect(again).toEqual({ ...plain, policy: 'advice' });
    expect(other.value).not.toBe(plain.value);
  });

  test('have intervals by the order of block means where variances are infinite', async () => {
    const tails = {
      verdict: 'no-variance',
      tails: [{ side: 'upper', index: 1.6, low: 1.4, high: 1.8, count: 28 }],
      isPower: true,
      largestSquare: 0.5,
      topTen: 0.2,
    } as const;
    const means = stationary(1, 2);
    const real = madeLog({ rows: 800, armCount: 2, means, seed: 2, deviation: 1 });
    const request = { ...requestFor(real), tails };
    const { values, notes } = await valuesOf(request, new InlineWorkers());
    expect(notes.map(({ code }) => code)).toEqual(['tails-infinite-variance']);
    const { value, low, high, atLeast, calibrated } = told(values[0]);
    expect(low).toBeLessThan(atLeast);
    expect(atLeast).toBeLessThan(value);
    expect(high - value).toBeGreaterThanOrEqual(3 * calibrated - 1e-12);
    // As only the upper tail is heavy, the mean may lie far above the middle of the blocks.
    expect(high - value).toBeGreaterThan(value - low);
  });

  test('come of late rewards and batches, as the log has them', async () => {
    const curve = [
      { delay: 50, share: 0.5 },
      { delay: 200, share: 1 },
    ];
    const soon = told(usual.values[0]);
    const late = { ...requestFor(log), delays: { curve }, batch: 100 };
    const { values } = await valuesOf(late, new InlineWorkers());
    // Arms swap in the middle of the log: who hears of it later loses more, and what stays fixed does not.
    expect(told(values[0]).value).toBeLessThan(soon.value);
    expect(told(values[1]).value).toBeCloseTo(told(usual.values[1]).value, 12);
  });

  test('take only what is eligible, and stay with the next best where an arm is not', async () => {
    const sets = [Uint16Array.of(0, 1), Uint16Array.of(0)];
    const eligible = Uint16Array.from(log.arm, (arm, row) => (arm === 1 || row < 400 ? 0 : 1));
    const { values } = await answer({ ...log, sets, eligible }, ['fixed:arm 1', SW_UCB]);
    const [fixed, learning] = values.map(told);
    // In half of the later rows there is but the other arm, which the log took.
    expect(fixed.ess).toBeGreaterThan(500);
    expect(learning.value).toBeGreaterThan(0);
  });
});

describe('a log that cannot tell', () => {
  test('because one arm has nearly all decisions', async () => {
    const rows = 10_000;
    const log = madeLog({
      rows,
      armCount: 3,
      means: jumps(2000, 3, rows, 1),
      seed: 1,
      logger: mostly(0.001, 3),
    });
    const { values } = await answer(log);
    expect(values).toHaveLength(1);
    expect(values[0]).toMatchObject({ policy: SW_UCB, refused: 'logging-fixed' });
    const { share = 0, rows: needed = 0 } = isRefused(values[0]) ? values[0].need : {};
    expect(share).toBeGreaterThanOrEqual(0.05);
    expect(needed).toBe(Math.ceil(200 / share));
    const { support = 1 } = values[0];
    expect(support).toBeLessThan(0.6);
  });

  test('because too little of what the policy would choose was tried', async () => {
    const rows = 4000;
    const means = jumps(1000, 3, rows, 1);
    const log = madeLog({ rows, armCount: 3, means, seed: 1, logger: mostly(0.03, 3) });
    const { values } = await answer(log);
    // Arms that jump so often have to be shown as often as any.
    expect(values[0]).toMatchObject({ refused: 'support-too-low', need: { share: 1 / 3 } });
    expect(values[0].support).toBeLessThan(0.8);
    // What was logged is known whatever a policy would do.
    expect(isRefused(values[2])).toBe(false);
  });

  test('because arms move faster than a model follows, and choices with them', async () => {
    // The second arm is better by .03 at any time, and shown most when both are poor.
    const isNight = (slot: number) => slot % 360 < 120;
    const means = (slot: number, arm: number) => (isNight(slot) ? 0.2 : 0.5) + 0.03 * arm;
    const pick = (slot: number, random: Random) =>
      Number(random.uniform() < (isNight(slot) ? 0.75 : 0.25));
    const log = madeLog({ rows: 10_000, armCount: 2, means, seed: 1, logger: { pick } });
    const { values } = await answer(log);
    const need = { column: 'propensity' };
    expect(values).toMatchObject([{ policy: SW_UCB, refused: 'movement-confounded', need }]);
  });

  test('of the best fixed arm says of nobody how far above it they are', async () => {
    const means = stationary(...Array.from({ length: 10 }, (_, arm) => 0.5 - 0.02 * arm));
    const log = madeLog({ rows: 1000, armCount: 10, means, seed: 1 });
    const { values } = await answer(log, ['fixed:arm 1', 'uniform']);
    expect(values[2]).toMatchObject({ refused: 'effective-sample-too-small' });
    expect(told(values[1]).aboveLogged).toBeDefined();
    expect(told(values[1]).aboveFixed).toBeUndefined();
  });

  test('because few decisions agree with the policy', async () => {
    const means = stationary(0.3, 0.5, 0.6);
    const log = madeLog({ rows: 3000, armCount: 3, means, seed: 1, logger: mostly(0.06, 3) });
    const { values } = await answer(log, ['fixed:arm 2']);
    const need = { share: 0.05, rows: 4000 };
    expect(values[0]).toMatchObject({ refused: 'effective-sample-too-small', need });
    expect(values[0].ess).toBeLessThan(200);
  });

  test('because nearly all rewards are the same', async () => {
    const log = madeLog({ rows: 3000, armCount: 10, means: () => 0.02, seed: 4 });
    const { values } = await answer(log);
    expect(isRefused(values[0])).toBe(true);
  });

  test('because tails have no mean', async () => {
    const log = madeLog({
      rows: 1000,
      armCount: 3,
      means: stationary(1, 2, 3),
      seed: 4,
      deviation: 1,
    });
    const tails = {
      verdict: 'no-mean',
      tails: [],
      isPower: true,
      largestSquare: 0.5,
      topTen: 0.5,
    } as const;
    const { values } = await valuesOf({ ...requestFor(log), tails }, new InlineWorkers());
    expect(values[0]).toMatchObject({ refused: 'mean-undefined' });
  });
});

describe('choices that depended on rewards', () => {
  const rows = 2000;
  const log = madeLog({
    rows,
    armCount: 2,
    means: jumps(1000, 2, rows, 5),
    seed: 5,
    logger: epsilonGreedy(0.2, 2, 0.995),
  });

  test('are paid for by the probabilities that the log states', async () => {
    expect(loggingOf(log).kind).toBe('adaptive');
    const { values, notes } = await answer(log);
    expect(told(values[0]).how).toBe('doubly-robust');
    expect(notes.map(({ code }) => code)).not.toContain('model-value');
  });

  test('leave values to a model where it states none', async () => {
    const { values, notes } = await answer({ ...log, propensity: undefined });
    expect(told(values[0]).how).toBe('model');
    expect(notes.map(({ code }) => code)).toContain('model-value');
    expect(
      await answer({ ...log, propensity: undefined }, undefined, new ShuffledWorkers()),
    ).toEqual({ values, notes, supportOverTime: expect.any(Float64Array) });
  });
});

/** An arm's mean over time by weighted rows. */
function meanOfFit(log: Log, arm: number): number {
  const weights = log.propensity?.map((chance) => 1 / chance);
  const { means, armCount } = smoothedPath(fitLevels(log, { weights })).path;
  const own = means.filter((_, cell) => cell % armCount === arm);
  return own.reduce((sum, mean) => sum + mean, 0) / own.length;
}

test('where choices used a context, rows count by the inverse of their probabilities', async () => {
  // In half of the rows rewards are likely, and the logger, who knows it, takes arm 0 there.
  const rows = 2000;
  const random = randomStream(12);
  const isLikely = Uint8Array.from({ length: rows }, () => random.below(2));
  let chance = 1;
  const logger: Logger = {
    pick(slot, luck) {
      const arm = luck.uniform() < 0.8 ? 1 - isLikely[slot] : isLikely[slot];
      chance = arm === isLikely[slot] ? 0.2 : 0.8;
      return arm;
    },
    propensity: () => chance,
  };
  const means = (slot: number, arm: number) => (isLikely[slot] === 1 ? 0.8 : 0.2) + 0.05 * arm;
  const log = madeLog({ rows, armCount: 2, means, seed: 4, logger });
  const request = requestFor(log, ['fixed:arm 0', 'fixed:arm 1']);
  const logging = { ...request.logging, usesContext: true };
  const { values } = await valuesOf({ ...request, logging }, new InlineWorkers());
  const [first, second, best] = values.map(told);
  // What the means say by themselves is right already, to three of its deviations: .07.
  expect(Math.abs(meanOfFit(log, 0) - 0.5)).toBeLessThan(0.07);
  expect(first.low).toBeLessThan(0.5);
  expect(first.high).toBeGreaterThan(0.5);
  expect(second.low).toBeLessThan(0.55);
  expect(second.high).toBeGreaterThan(0.55);
  // By plain means arm 0 would look far better: .68 against .37.
  expect(best.policy).toBe('fixed:arm 1');
  const without = { ...request, log: { ...log, propensity: undefined }, logging };
  expect((await valuesOf(without, new InlineWorkers())).values[0]).toMatchObject({
    refused: 'propensities-missing',
    need: { column: 'propensity' },
  });
});
