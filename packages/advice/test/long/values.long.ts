/** How often intervals of values hold, over laws, sizes and loggers; and what a row costs. */
import { isRefused, loggingOf } from '@driftline/advice';
import { loadKernels } from '@driftline/engine/node';
import { describe, expect, test } from 'vitest';
import { valuesOf } from '../../src/values/values.ts';
import { InlineWorkers } from '../../src/work/inline-workers.ts';
import { WorldPlayer } from '../../src/worlds/play.ts';
import { rangeOf } from '../../src/worlds/world.ts';
import { keepFigures } from '../figures.ts';
import { epsilonGreedy, learningLogger } from '../loggers.ts';
import { recordedLog, recordedTable } from '../recorded-log.ts';
import { replayValue } from '../replay.ts';
import { jumps, madeLog } from '../synthetic.ts';
import { judged, laws, pathOf, Tally, type TrialOf, truthOf } from '../values-trial.ts';

const SW_UCB = 'sw-ucb:window=800;scale=0.36';
const NO_TAILS = { refused: 'rewards-discrete', need: {} } as const;
const kernels = loadKernels();

/** Logs of seeds 1, 2, …; the tallies of the policy and of the best fixed arm. */
async function tallied(trial: Omit<TrialOf, 'seed'>, logs: number): Promise<[Tally, Tally]> {
  const tallies: [Tally, Tally] = [new Tally(), new Tally()];
  for (let seed = 1; seed <= logs; seed++) {
    const { judged: all } = await judged({ ...trial, seed });
    for (const each of all) tallies[each.value.policy.startsWith('fixed:') ? 1 : 0].add(each);
  }
  const what = `values of ${trial.policies[0]}: ${trial.law}, ${trial.rows} rows, ${trial.armCount} arms`;
  keepFigures(what, String(tallies[0]));
  keepFigures(`${what}; of the best fixed arm`, String(tallies[1]));
  return tallies;
}

/** What intervals must hold in, given how many there are: 95 % less three deviations of chance, and 2 points. */
function least(count: number): number {
  return count * 0.93 - 3 * Math.sqrt(count * 0.95 * 0.05);
}

describe('uniform logs', () => {
  const cells = Object.keys(laws).flatMap((law) =>
    [
      { rows: 1000, armCount: 3, logs: 40 },
      { rows: 10_000, armCount: 3, logs: 20 },
      { rows: 10_000, armCount: 10, logs: 10 },
    ].map((size) => ({ law, ...size })),
  );

  test.each(cells)('$law, $rows rows, $armCount arms', async ({ logs, ...trial }) => {
    for (const tally of await tallied({ ...trial, policies: [SW_UCB] }, logs)) {
      if (tally.count === 0) continue;
      expect(tally.covered).toBeGreaterThanOrEqual(least(tally.count));
      expect(tally.atLeast).toBeGreaterThanOrEqual(least(tally.count));
    }
  });

  test('jumps every 2 000: no bias, where classical replay has one', async () => {
    const trial = { law: 'jumps 2000', rows: 10_000, armCount: 3, policies: [SW_UCB] };
    const [tally] = await tallied(trial, 40);
    expect(tally.covered / tally.count).toBeGreaterThanOrEqual(0.88);
    expect(Math.abs(tally.bias / tally.count)).toBeLessThan(0.006);
    let off = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const means = jumps(2000, 3, 10_000, seed);
      const log = madeLog({ rows: 10_000, armCount: 3, means, seed });
      off +=
        (replayValue(SW_UCB, log, seed) - truthOf(SW_UCB, pathOf(means, 10_000, 3), seed)) / 40;
    }
    keepFigures('classical replay on the same logs', `bias ${off.toFixed(4)}`);
    expect(off).toBeLessThan(-0.02);
  });
});

describe('logs of policies that learn', () => {
  const trial = { law: 'jumps 2000', rows: 10_000, armCount: 3, policies: [SW_UCB] };

  test('with propensities', async () => {
    const logger = () => epsilonGreedy(0.1, 3);
    const [tally] = await tallied({ ...trial, logger, keepsPropensities: true }, 20);
    expect(tally.covered / tally.count).toBeGreaterThanOrEqual(0.85);
  });

  test.each(['ucb1', 'ts'])('of %s, without propensities', async (spec) => {
    const logger = () => learningLogger(spec, 3, 10_000);
    const [tally] = await tallied({ ...trial, logger, keepsPropensities: false }, 20);
    expect(tally.covered / Math.max(1, tally.count)).toBeGreaterThanOrEqual(0.75);
    expect(tally.atLeast / Math.max(1, tally.count)).toBeGreaterThanOrEqual(0.9);
  });
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
  for (const rows of [10_000, 100_000]) {
    const log = madeLog({ rows, armCount: 3, means: jumps(2000, 3, rows, 1), seed: 1 });
    const logging = loggingOf(log);
    const seconds: number[] = [];
    for (const policies of [[], [SW_UCB], ['adr']]) {
      const before = process.cpuUsage();
      const request = { log, logging, policies, tails: NO_TAILS, seed: 1, kernels };
      await valuesOf(request, new InlineWorkers());
      const { user, system } = process.cpuUsage(before);
      seconds.push((user + system) / 1e6);
    }
    const micro = (own: number) => (((seconds[own] - seconds[0]) / rows) * 1e6).toFixed(1);
    keepFigures(
      `values of ${rows} rows, in one thread`,
      `${seconds[0].toFixed(1)} s without a policy; a row takes ${micro(1)} µs for ${SW_UCB}, ${micro(2)} µs for adr`,
    );
  }
});
