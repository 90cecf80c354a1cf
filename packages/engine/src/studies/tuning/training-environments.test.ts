import { describe, expect, it } from 'vitest';
import type { Comparison, EnvironmentSource } from '../../play/comparison.ts';
import { environmentOf } from '../../play/play-chunk.ts';
import { trainingEnvironments } from './training-environments.ts';

function comparisonOf(environment: EnvironmentSource): Comparison {
  return {
    name: 'test',
    environment,
    policies: ['sw-moss'],
    replications: 5,
    seed: 1,
    checkpoints: { count: 1, spacing: 'linear' },
  };
}

function named(spec: string, horizon = 400): Comparison {
  return comparisonOf({ kind: 'named', spec, horizon });
}

/** The means of each training environment, one array a slot. */
function pathsOf(comparison: Comparison, count: number): number[][][] {
  return trainingEnvironments(comparison, count, 5).environments.map(({ source, seed }) => {
    const { means } = environmentOf({ ...comparison, environment: source, seed }, 0);
    return Array.from({ length: means.horizon }, (_, slot) =>
      Array.from({ length: means.armCount }, (_, arm) => means.mean(slot, arm)),
    );
  });
}

describe('trainingEnvironments', () => {
  it('draws random means afresh for each replication, also where one path is judged', () => {
    const comparison = named('paper-1:variation=3');
    const { trainedOn, environments } = trainingEnvironments(comparison, 4, 5);
    expect(trainedOn).toBe('fresh paths');
    expect(environments).toHaveLength(4);
    expect(new Set(environments.map(({ seed }) => seed)).size).toBe(4);
    for (const { source } of environments) {
      expect(source).toMatchObject({ kind: 'named', spec: 'paper-1:variation=3;fresh=1' });
    }
    expect(new Set(pathsOf(comparison, 4).map((path) => path.join())).size).toBe(4);
  });

  it('perturbs given means without a jump that they do not have', () => {
    // A slot is at most 1.2 slots on from the one before, so at most two rows; from one row of a ramp
    // to the next each mean moves by 0.8/399.
    for (const path of pathsOf(named('ramp'), 8)) {
      for (let slot = 1; slot < path.length; slot++) {
        const moved = Math.abs(path[slot][0] - path[slot - 1][0]);
        expect(moved).toBeLessThanOrEqual((2 * 0.8) / 399 + 1e-12);
      }
    }
  });

  it('keeps the rows of given means, and their variation on average', () => {
    const comparison = named('switching:variation=4;gap=0.3;epoch=40');
    const judged = environmentOf(comparison, 0);
    const rows = new Set(['0.8,0.5,0.5', '0.5,0.8,0.5', '0.5,0.5,0.8']);
    const paths = pathsOf(comparison, 400);
    let changes = 0;
    for (const path of paths) {
      path.forEach((row, slot) => {
        expect(rows.has(row.join())).toBe(true);
        if (slot > 0 && row.join() !== path[slot - 1].join()) changes += 1;
      });
    }
    // A period of 800 slots, the path and its mirror image, holds 18 switches and none where they
    // join; 399 transitions at 1.0056 slots each on average, (1.2 − 1/1.2)/(2 ln 1.2), meet 9.03. One
    // path is off by at most 3 (its speed by a fifth of 9, its place by one), so 400 have a standard
    // error below 0.15; four of them are 0.6.
    expect(Math.abs(changes / paths.length - 9.03)).toBeLessThan(0.6);
    expect(judged.means.totalVariation()).toBeCloseTo(2.7, 9);
  });

  it('gives policies on perturbed means what they are given when judged', () => {
    const paper = comparisonOf({ kind: 'named', spec: 'paper-2' });
    for (const { variation, source } of trainingEnvironments(paper, 3, 5).environments) {
      expect(variation).toBe(3);
      expect(source).toMatchObject({ rewards: 'bernoulli' });
    }
    const stated = { ...named('sinusoid:period=100'), variation: 5 };
    expect(trainingEnvironments(stated, 1, 5).environments[0].variation).toBe(5);
  });

  it('keeps the reward law, its parameters included', () => {
    const [own] = trainingEnvironments(named('paper-heavy'), 1, 5).environments;
    expect(own.source).toMatchObject({ rewards: 'pareto:xi=0.4;sigma=0.23' });
    const given = comparisonOf({
      kind: 'named',
      spec: 'sinusoid',
      horizon: 100,
      rewards: 'gaussian:sd=0.4',
    });
    const [other] = trainingEnvironments(given, 1, 5).environments;
    expect(other.source).toMatchObject({ rewards: 'gaussian:sd=0.4' });
  });

  it('perturbs a table of means', () => {
    const values = Array.from({ length: 100 }, (_, i) => i / 100);
    const table = comparisonOf({
      kind: 'means',
      name: 'table',
      values,
      armCount: 2,
      rewards: 'bernoulli',
    });
    const { trainedOn, environments } = trainingEnvironments(table, 6, 5);
    expect(trainedOn).toBe('perturbed means');
    const tables = environments.map(({ source }) => (source.kind === 'means' ? source.values : []));
    expect(new Set(tables.map((means) => means.join())).size).toBe(6);
    expect(tables.every((means) => means.length === 100)).toBe(true);
    expect(tables.some((means) => means.join() === values.join())).toBe(false);
  });

  it('perturbs recorded rewards, of which another start is no other data', () => {
    const recorded = {
      kind: 'rewards' as const,
      name: 'losses.csv',
      values: Array.from({ length: 100 }, (_, i) => i),
      armCount: 2,
      unit: -50,
      against: 'smoothed' as const,
      smoothing: 5,
      rotated: true,
    };
    const { trainedOn, environments } = trainingEnvironments(comparisonOf(recorded), 3, 5);
    expect(trainedOn).toBe('perturbed means');
    for (const { source } of environments) {
      expect(source).toMatchObject({ kind: 'rewards', smoothing: 5, rotated: false });
      expect(source).not.toHaveProperty('unit');
      if (source.kind !== 'rewards') throw new Error(source.kind);
      // Divided already.
      expect(Math.min(...source.values)).toBeGreaterThanOrEqual(-99 / 50);
    }
  });

  it('says so where only rewards can differ', () => {
    const { trainedOn, environments } = trainingEnvironments(named('stationary'), 6, 5);
    expect(trainedOn).toBe('the same means, other rewards');
    expect(environments).toHaveLength(1);
    expect(environments[0].seed).not.toBe(1);
  });
});
