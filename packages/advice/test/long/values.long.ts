/**
 * How often intervals of values hold, over laws, sizes, loggers and what else a log may have; and what a row costs.
 * Factors and bounds were set on logs of seeds below 2 000. `DRIFTLINE_ADVISE_LOGS` is the number of logs of each cell
 * instead of its own, `DRIFTLINE_ADVISE_SEED` the first seed.
 */
import { isRefused, loggingOf } from '@driftline/advice';
import type { Random } from '@driftline/core';
import { loadKernels } from '@driftline/engine/node';
import { describe, expect, test } from 'vitest';
import { valuesOf } from '../../src/values/values.ts';
import { InlineWorkers } from '../../src/work/inline-workers.ts';
import { WorldPlayer } from '../../src/worlds/play.ts';
import { rangeOf } from '../../src/worlds/world.ts';
import { keepFigures } from '../figures.ts';
import { exponentialDelays } from '../late-logs.ts';
import { epsilonGreedy, learningLogger } from '../loggers.ts';
import { recordedLog, recordedTable } from '../recorded-log.ts';
import { replayValue } from '../replay.ts';
import { jumps, type Logger, madeLog } from '../synthetic.ts';
import { judged, pathOf, Tally, type TrialOf, truthOf } from '../values-trial.ts';

const SW_UCB = 'sw-ucb:window=800;scale=0.36';
const POLICIES = [SW_UCB, 'auto'];
const NO_TAILS = { refused: 'rewards-discrete', need: {} } as const;
const kernels = loadKernels();

const FIRST_SEED = Number(process.env.DRIFTLINE_ADVISE_SEED ?? 3001);

function logsOf(usual: number): number {
  return Number(process.env.DRIFTLINE_ADVISE_LOGS ?? usual);
}

/** Of policies that learn, and of the best fixed arm. */
interface Tallies {
  readonly learning: Tally;
  readonly fixed: Tally;
}

const everything: Tallies = { learning: new Tally(), fixed: new Tally() };

/** Some logs of one kind; what it is called is what the record calls it. */
async function tallied(name: string, trial: Omit<TrialOf, 'seed'>, logs: number): Promise<Tallies> {
  const own: Tallies = { learning: new Tally(), fixed: new Tally() };
  for (let seed = FIRST_SEED; seed < FIRST_SEED + logs; seed++) {
    const { judged: all } = await judged({ ...trial, seed });
    all.forEach((each, place) => {
      const isLast = place === all.length - 1;
      for (const tallies of [own, everything]) tallies[isLast ? 'fixed' : 'learning'].add(each);
    });
  }
  const what = `values, seeds from ${FIRST_SEED}: ${name}, ${trial.rows} rows, ${trial.armCount} arms`;
  keepFigures(`${what}; policies that learn`, String(own.learning));
  keepFigures(`${what}; the best fixed arm`, String(own.fixed));
  return own;
}

/** What intervals must hold in, given how many there are: 95 % less three deviations of chance, and 2 points. */
function least(count: number): number {
  return count * 0.93 - 3 * Math.sqrt(count * 0.95 * 0.05);
}

/** All that is printed. Policies that are judged by one log err together, so that it counts once. */
function expectHeld({ learning, fixed }: Tallies): void {
  for (const tally of [learning, fixed]) {
    expect(tally.covered).toBeGreaterThanOrEqual(least(tally.count));
    expect(tally.atLeast).toBeGreaterThanOrEqual(least(tally.count));
    for (const { held, count } of [tally.aboveLogged, tally.aboveFixed])
      expect(held).toBeGreaterThanOrEqual(least(count));
  }
}

describe('uniform logs', () => {
  const cells = [
    ...['stationary', 'equal', 'jumps 2000', 'jumps 500', 'waves 2000', 'together'].map((law) => {
      return { law, rows: 1000, armCount: 3, logs: 8 };
    }),
    { law: 'brownian .003', rows: 1000, armCount: 3, logs: 8 },
    ...['stationary', 'equal', 'jumps 500', 'waves 2000'].map((law) => {
      return { law, rows: 1000, armCount: 10, logs: 4 };
    }),
    ...['stationary', 'equal', 'jumps 500', 'waves 2000', 'brownian .003', 'clicks'].map((law) => {
      return { law, rows: 10_000, armCount: 3, logs: 4 };
    }),
    { law: 'jumps 200', rows: 5000, armCount: 5, logs: 6 },
    ...['stationary', 'equal', 'jumps 2000', 'jumps 500', 'waves 2000'].map((law) => {
      return { law, rows: 10_000, armCount: 10, logs: 3 };
    }),
  ];

  test.each(cells)('$law, $rows rows, $armCount arms', async ({ logs, ...trial }) => {
    expectHeld(await tallied(trial.law, { ...trial, policies: POLICIES }, logsOf(logs)));
  });

  test.each(['jumps 2000', 'waves 2000'])('100 000 rows: %s', async (law) => {
    const trial = { law, rows: 100_000, armCount: 3, policies: [SW_UCB] };
    expectHeld(await tallied(law, trial, logsOf(2)));
  });

  test('jumps every 2 000: no bias, where classical replay has one', async () => {
    const trial = { law: 'jumps 2000', rows: 10_000, armCount: 3, policies: [SW_UCB] };
    const { learning } = await tallied('jumps 2000', trial, 40);
    expect(learning.covered / learning.count).toBeGreaterThanOrEqual(0.88);
    expect(Math.abs(learning.bias / learning.count)).toBeLessThan(0.006);
    let off = 0;
    for (let seed = FIRST_SEED; seed < FIRST_SEED + 40; seed++) {
      const means = jumps(2000, 3, 10_000, seed);
      const log = madeLog({ rows: 10_000, armCount: 3, means, seed });
      off +=
        (replayValue(SW_UCB, log, seed) - truthOf(SW_UCB, pathOf(means, 10_000, 3), seed)) / 40;
    }
    keepFigures('classical replay on the same logs', `bias ${off.toFixed(4)}`);
    expect(off).toBeLessThan(-0.02);
  });

  const advisedLaws = ['stationary', 'jumps 2000', 'jumps 500', 'waves 2000', 'clicks'];
  test.each(advisedLaws)('the advice, as selected without each fold: %s', async (law) => {
    const trial = { law, rows: 3000, armCount: 3, policies: [], isAdvised: true };
    expectHeld(await tallied(`the advice, ${law}`, trial, logsOf(6)));
  });
});

/** Heavy on both sides, without a variance. */
function pareto(random: Random): number {
  const size = 0.2 * ((1 - random.uniform()) ** (-1 / 1.5) - 1);
  return random.uniform() < 0.5 ? size : -size;
}

describe('logs that have more than arms and rewards', () => {
  const jumping = { law: 'jumps 2000', rows: 4000, armCount: 3, policies: POLICIES };
  const cells: readonly { name: string; more: Partial<TrialOf>; logs: number }[] = [
    { name: 'rewards late by 100 rows', more: { delays: exponentialDelays(100) }, logs: 3 },
    {
      name: 'eligible sets',
      more: {
        sets: [
          [0, 1, 2],
          [0, 1],
          [1, 2],
        ],
      },
      logs: 3,
    },
    { name: 'propensities of a context', more: { hasContext: true }, logs: 6 },
    { name: 'Pareto 1.5 on both sides', more: { noise: pareto }, logs: 6 },
  ];

  test.each(cells)('$name', async ({ name, more, logs }) => {
    expectHeld(await tallied(name, { ...jumping, ...more }, logsOf(logs)));
  });
});

/** Stays with an arm but for one choice in a thousand. */
function stayingLogger(): Logger {
  return { pick: (_, random) => (random.uniform() < 0.001 ? random.below(3) : 0) };
}

describe('logs of policies that learn', () => {
  const trial = { law: 'jumps 2000', rows: 10_000, armCount: 3, policies: [SW_UCB] };
  const greedy = () => epsilonGreedy(0.1, 3);

  test('with propensities', async () => {
    const { learning } = await tallied(
      'ε-greedy with propensities',
      { ...trial, logger: greedy },
      20,
    );
    expect(learning.covered / learning.count).toBeGreaterThanOrEqual(0.85);
  });

  const learning = (spec: string) => () => learningLogger(spec, 3, 10_000);
  test.each([
    { name: 'ε-greedy', law: 'jumps 2000', logger: greedy },
    { name: 'ucb1', law: 'jumps 2000', logger: learning('ucb1') },
    { name: 'ts', law: 'jumps 2000', logger: learning('ts') },
    { name: 'ts', law: 'stationary', logger: learning('ts') },
    { name: 'ucb1', law: 'brownian .003', logger: learning('ucb1') },
  ])('of $name on $law, without propensities', async ({ name, law, logger }) => {
    const cell = { ...trial, law, logger, keepsPropensities: false };
    expectHeld(await tallied(`${law} logged by ${name} without propensities`, cell, logsOf(12)));
  });

  test('one that stays with an arm tells nothing', async () => {
    let support = 0;
    for (let seed = FIRST_SEED; seed < FIRST_SEED + 8; seed++) {
      const means = jumps(2000, 3, 10_000, seed);
      const log = madeLog({ rows: 10_000, armCount: 3, means, seed, logger: stayingLogger() });
      const request = { log, logging: loggingOf(log), policies: ['adr'], tails: NO_TAILS };
      const { values } = await valuesOf({ ...request, seed, kernels }, new InlineWorkers());
      expect(values.every((value) => isRefused(value))).toBe(true);
      support += (values[0].support ?? 0) / 8;
    }
    keepFigures('one arm but for .1 %: support of adr', support.toFixed(2));
  });
});

test('all that is printed of these logs holds as often as it says', () => {
  for (const [name, tally] of Object.entries(everything)) {
    const { count, covered, atLeast, aboveLogged, aboveFixed } = tally;
    const expected = (of: number) => 0.95 * of - 2 * Math.sqrt(0.95 * 0.05 * of);
    keepFigures(`values, seeds from ${FIRST_SEED}: all of the above, ${name}`, String(tally));
    expect(covered).toBeGreaterThanOrEqual(expected(count));
    expect(atLeast).toBeGreaterThanOrEqual(expected(count));
    for (const { held, count: told, wrong, claims } of [aboveLogged, aboveFixed]) {
      expect(held).toBeGreaterThanOrEqual(expected(told));
      expect(wrong).toBeLessThanOrEqual(0.05 * claims);
    }
  }
});

test('flights of five hubs: what is claimed at least holds', async () => {
  const table = recordedTable('flights-5hubs', -60);
  const player = new WorldPlayer(kernels);
  const { path, arms } = table;
  const course = { path, eligible: undefined, sets: [], due: undefined };
  const noise = { law: 'resampled', residuals: arms.map(() => new Float64Array(1)) } as const;
  let [told, held, above] = [0, 0, 0];
  for (let seed = 1; seed <= 12; seed++) {
    const log = recordedLog(table, seed);
    const rewardRange = rangeOf(log, false);
    const luck = { seed: 99, replication: seed };
    const request = { policy: 'ucb1', course, noise, rewardRange, luck, keepArms: false };
    const truth = player.play(request).earned / log.rows;
    const { values } = await valuesOf(
      { log, logging: loggingOf(log), policies: ['ucb1'], tails: NO_TAILS, seed, kernels },
      new InlineWorkers(),
    );
    const [value] = values;
    if (isRefused(value)) continue;
    told += 1;
    held += Number(value.atLeast <= truth);
    above += Number((value.aboveFixed?.high ?? 0) > 0);
  }
  keepFigures(
    'flights-5hubs, ucb1, 12 uniform logs',
    `told ${told}, held ${held}, not below ${above}`,
  );
  expect(held).toBeGreaterThanOrEqual(told - 1);
  expect(above).toBe(told);
});

test('what a row costs', async () => {
  const rows = 100_000;
  const log = madeLog({ rows, armCount: 3, means: jumps(2000, 3, rows, 1), seed: 1 });
  const logging = loggingOf(log);
  const seconds: number[] = [];
  for (const policies of [[], [SW_UCB]]) {
    const before = process.cpuUsage();
    const request = { log, logging, policies, tails: NO_TAILS, seed: 1, kernels };
    await valuesOf(request, new InlineWorkers());
    const { user, system } = process.cpuUsage(before);
    seconds.push((user + system) / 1e6);
  }
  const micro = (((seconds[1] - seconds[0]) / rows) * 1e6).toFixed(1);
  keepFigures(
    `values of ${rows} rows, in one thread`,
    `${seconds[0].toFixed(1)} s without a policy; a row takes ${micro} µs for ${SW_UCB}`,
  );
});
