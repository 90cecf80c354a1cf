/** Rested arms in comparisons: identities, benchmarks, and regret that falls. */
import { policyCatalogue } from '@driftline/core';
import { comparisonRecord } from '@driftline/engine/display';
import {
  finalRegretFigure,
  histogramFigure,
  meansFigure,
  regretFigure,
  ribbonFigure,
} from '@driftline/engine/figures';
import { loadKernels } from '@driftline/engine/node';
import {
  type Comparison,
  type ComparisonResult,
  InlineExecutor,
  NO_PLUGINS,
  runComparisons,
} from '@driftline/engine/play';
import { describe, expect, test } from 'vitest';
import { readingOfRegret, regretTable } from '../src/drawing/report/comparison-part.ts';
import { trainingEnvironments } from '../src/studies/tuning/training-environments.ts';

const kernels = loadKernels();

async function played(changes: Partial<Comparison> & { spec: string; horizon?: number }) {
  const { spec, horizon = 400, ...rest } = changes;
  const comparison: Comparison = {
    name: spec,
    environment: { kind: 'named', spec, horizon },
    policies: ['sw-moss', 'uniform', 'oracle'],
    replications: 4,
    seed: 3,
    checkpoints: { count: 10, spacing: 'linear' },
    ...rest,
  };
  const executor = new InlineExecutor(NO_PLUGINS, kernels);
  const [result] = await runComparisons([comparison], { executor });
  return result;
}

/** The results of policies, without the keys that rested arms leave out. */
function numbersOf({ policies, differences }: ComparisonResult): unknown {
  return [
    policies.map(({ regret, curve, histogram, armShares, ribbon, finals, params }) => [
      { regret, curve, histogram, armShares, ribbon, finals, params },
    ]),
    differences,
  ];
}

describe('rested arms that never move are the stationary environment', () => {
  const row = '0.8/0.5/0.3';
  const still = [`rotting:from=${row};to=${row}`, `rising:from=${row};to=${row}`];
  // Oracles of channels need their chains, which no other environment has.
  const playable = policyCatalogue.list.filter(({ needs = 'means' }) => needs === 'means');
  const stationary = { spec: `stationary:means=${row}`, policies: playable.map(({ id }) => id) };

  test.each(still)('%s, with every policy', async (spec) => {
    const settings = { policies: stationary.policies, variation: 1, changes: 1, horizon: 150 };
    const [rested, expected] = await Promise.all([
      played({ spec, ...settings }),
      played({ ...stationary, ...settings }),
    ]);
    expect(numbersOf(rested)).toEqual(numbersOf(expected));
  });

  test.each(still)('%s, with late rewards and a floor', async (spec) => {
    const settings = { policies: ['ucb1', 'sw-moss', 'auto'], delay: 'fixed:20', floor: 0.1 };
    const [rested, expected] = await Promise.all([
      played({ spec, ...settings }),
      played({ ...stationary, ...settings }),
    ]);
    expect(numbersOf(rested)).toEqual(numbersOf(expected));
  });
});

describe('the benchmark', () => {
  test.each(['rotting', 'rotting:shape=lines', 'rotting:drift=sinusoid', 'rising', 'rising-2'])(
    'is what the oracle plays: no regret on %s',
    async (spec) => {
      const { policies } = await played({ spec });
      expect(policies[2].finals).toEqual([0, 0, 0, 0]);
      expect(policies[2].curve.mean.every((regret) => regret === 0)).toBe(true);
    },
  );

  test('is named in results, records, tables and figures', async () => {
    const result = await played({ spec: 'rising' });
    const { environment, policies } = result;
    const name = 'the best arm played throughout';
    expect(environment.moves).toBe('plays');
    expect(environment.benchmark).toBe(name);
    expect(policies.some((policy) => 'bestArmShare' in policy || 'epochs' in policy)).toBe(false);
    expect(comparisonRecord(result)).toMatchObject({
      moves: 'plays',
      benchmark: { against: name },
    });
    const figures = [regretFigure, histogramFigure, finalRegretFigure].map((draw) => draw(result));
    for (const { svg, caption, title } of figures) {
      expect(title).toContain(`against ${name}`);
      expect(caption).toContain(`regret against ${name}`);
      expect(svg).toContain(`against ${name}`);
    }
    expect(regretTable(result).text).toContain('Regret against the benchmark');
    expect(regretTable(result).text).not.toContain('Best arm');
    expect(readingOfRegret(result).text).toContain(`Regret compares with ${name}`);
    expect(ribbonFigure(result).svg).toContain('Benchmark');
  });

  test('is not named for other environments', async () => {
    const result = await played({ spec: 'paper-2' });
    expect(comparisonRecord(result)).not.toHaveProperty('moves');
    expect(Object.keys(result.environment)).not.toContain('benchmark');
    expect(regretFigure(result).title).toBe("Cumulative regret: The paper's environment 2");
  });
});

test('means are drawn over plays of the arm', async () => {
  const { environment } = await played({ spec: 'rotting:from=0.9/0.5;to=0.1/0.1;plays=100' });
  const { svg, caption } = meansFigure(environment);
  expect(svg).toContain('Plays of the arm');
  expect(svg).not.toContain('best arm');
  expect(caption).toContain('counts plays of the arm, not slots');
  const { slots, arms } = environment.means;
  expect(arms[0][slots.indexOf(100)]).toBe(0.9);
  expect(arms[0][slots.indexOf(101)]).toBe(0.1);
});

test('regret can be negative and fall, and is drawn so', async () => {
  const result = await played({ spec: 'rising-2', horizon: 50_000, policies: ['uniform'] });
  // Half of the slots on the early arm earn more than the late arm at its beginning.
  const { mean } = result.policies[0].curve;
  expect(Math.min(...mean)).toBeLessThan(-100);
  expect(mean[mean.length - 1]).toBeGreaterThan(1000);
  // The line begins at 0 and dips below it: further down in the picture.
  const { svg } = regretFigure(result);
  const line = /d="M39,([\d.]+)L[\d.]+,([\d.]+)[^Z"]*" fill="none" stroke="#1f56c4"/.exec(svg);
  expect(Number(line?.[2])).toBeGreaterThan(Number(line?.[1]));
  const falling = await played({
    spec: 'rotting:from=0.9/0.5;to=0.1/0.5;plays=100',
    policies: ['uniform'],
  });
  const { mean: regret } = falling.policies[0].curve;
  expect(regret.some((value, i) => i > 0 && value < regret[i - 1])).toBe(true);
});

test('tuning trains on other rewards of the same arms, or on other levels', () => {
  const trained = (spec: string) => {
    const environment = { kind: 'named', spec, horizon: 200 } as const;
    const comparison: Comparison = {
      name: spec,
      environment,
      policies: ['sw-moss'],
      replications: 2,
      seed: 1,
      checkpoints: { count: 1, spacing: 'linear' },
    };
    return trainingEnvironments(comparison, 3, 9).trainedOn;
  };
  expect(trained('rotting')).toBe('the same means, other rewards');
  expect(trained('rotting:drift=brownian')).toBe('fresh paths');
});
