import { createEnvironment, type PolicyDefinition, policyCatalogue } from '@driftline/core';
import { preparePolicy } from '@driftline/core/play';
import { slidingWindowMoss } from '@driftline/core/policies';
import { exp3Rate } from '@driftline/core/theory';
import { describe, expect, it } from 'vitest';
import { InlineExecutor } from '../../play/executor.ts';
import { runComparisons } from '../../play/run.ts';
import { evenPoints, planTrials, type TuningProblem } from './trial-plan.ts';

function problemOf(more: readonly PolicyDefinition[] = [], variation = 3): TuningProblem {
  const [armCount, horizon] = [3, 5000];
  const definitions = policyCatalogue.with(more);
  const { means } = createEnvironment('paper-2');
  return {
    armCount,
    horizon,
    prepare: (spec) => preparePolicy(spec, { armCount, horizon, variation, means }, definitions),
  };
}

const withoutScale: PolicyDefinition = {
  ...slidingWindowMoss,
  id: 'mine',
  parameters: slidingWindowMoss.parameters.filter(({ id }) => id !== 'scale'),
};

describe('planTrials', () => {
  it('spreads memory and width around their published values', () => {
    const { varied, trials } = planTrials('sw-moss', 33, problemOf());
    // τ = 203 at K = 3, T/V = 5000/3.
    expect(varied).toEqual([
      { dimension: 'memory', parameters: ['window'], published: 203, low: 203 / 8, high: 1624 },
      { dimension: 'width', parameters: ['scale'], published: 1, low: 0.1, high: 2 },
    ]);
    expect(trials[0]).toEqual({ spec: 'sw-moss', memory: 203, width: 1 });
    // 32 points: each eighth of either range holds 4 of a grid, and of multiples of the golden ratio
    // 3 to 5 (the discrepancy of so many is below 1/32 · 1.5).
    const eighths = (values: number[], low: number, high: number) => {
      const counts = new Array<number>(8).fill(0);
      for (const value of values) {
        counts[Math.floor((8 * Math.log(value / low)) / Math.log(high / low))] += 1;
      }
      return counts;
    };
    const others = trials.slice(1);
    const widths = eighths(
      others.map(({ width = 0 }) => width),
      0.1,
      2,
    );
    for (const count of widths) expect(Math.abs(count - 4)).toBeLessThanOrEqual(1);
    const lengths = eighths(
      others.map(({ memory = 0 }) => memory),
      203 / 8,
      1624,
    );
    for (const count of lengths) expect(Math.abs(count - 4)).toBeLessThanOrEqual(1);
  });

  it('gives every index policy with a scale the same range of widths', () => {
    for (const definition of policyCatalogue.list) {
      if (!definition.parameters.some(({ id }) => id === 'scale')) continue;
      const { varied } = planTrials(definition.id, 2, problemOf());
      expect(varied.find(({ dimension }) => dimension === 'width')).toMatchObject({
        published: 1,
        low: 0.1,
        high: 2,
      });
    }
  });

  it('may use the scale for the width: with η = 4 and with a scale of 2 the same arms are played', async () => {
    // Both double the width; halving rewards of 0 and 1 is exact, so that not even ties differ.
    const comparison = {
      name: 'width',
      environment: { kind: 'named', spec: 'sinusoid:period=500', horizon: 1000 },
      policies: ['sw-moss:window=100;eta=4', 'sw-moss:window=100;scale=2', 'sw-moss:window=100'],
      replications: 10,
      seed: 3,
      checkpoints: { count: 1, spacing: 'linear' },
    } as const;
    const executor = new InlineExecutor();
    const [{ policies }] = await runComparisons([comparison], { executor });
    expect(policies[1].finals).toEqual(policies[0].finals);
    expect(policies[2].finals).not.toEqual(policies[0].finals);
  });

  it('widens robust policies by ζ, which leaves clipping alone, and by the scale only below its reach', () => {
    const { varied, trials } = planTrials('rmoss', 40, problemOf());
    expect(varied).toHaveLength(1);
    expect(varied[0].parameters).toEqual(['zeta', 'scale']);
    for (const { spec, width = 0 } of trials.slice(1)) {
      const { zeta, scale } = problemOf().prepare(spec).params;
      // Four digits are written: an error of at most 5e-4 of ζ, and so of 1 + ζ, and the same of scale.
      expect(Math.abs(((1 + zeta) * scale) / 3.2 / width - 1)).toBeLessThan(1e-3);
      // ζ > 0 reaches down to 1/3.2 of the published width, 1.022/3.2 with clearance.
      expect(scale === 1).toBe(width > 1.022 / 3.2);
    }
  });

  it('takes the width parameter of a plugin that has no scale, within its limits', () => {
    const { varied, trials } = planTrials('mine', 20, problemOf([withoutScale]));
    expect(varied[1].parameters).toEqual(['eta']);
    // η > 1/2, with a hundredth of the way to 1 kept clear: a width of √0.505.
    expect(varied[1].low).toBeCloseTo(Math.sqrt(0.505), 12);
    for (const { spec } of trials) {
      expect(problemOf([withoutScale]).prepare(spec).params.eta).toBeGreaterThan(0.5);
    }
  });

  it('multiplies the exploration that follows from the memory tried', () => {
    for (const { spec, memory = 0, width = 0 } of planTrials('rexp3', 12, problemOf()).trials) {
      const { g, window } = problemOf().prepare(spec).params;
      expect(window).toBe(memory);
      // Four digits are written.
      expect(Math.abs(g / exp3Rate(3, window) / width - 1)).toBeLessThan(5e-4);
      expect(g).toBeLessThanOrEqual(1);
    }
  });

  it('varies one of window and discount, never both', () => {
    const { varied, trials } = planTrials('d-ucb:discount=0.99', 6, problemOf());
    expect(varied[0]).toMatchObject({ parameters: ['window'], published: 100 });
    for (const { spec, memory = 0 } of trials.slice(1)) {
      expect(spec).not.toContain('discount');
      expect(problemOf().prepare(spec).params.discount).toBeCloseTo(1 - 1 / memory, 12);
    }
  });

  it('varies the discount of a policy that has no window', () => {
    const definition: PolicyDefinition = {
      ...slidingWindowMoss,
      id: 'fading',
      parameters: [
        {
          kind: 'number',
          id: 'discount',
          symbol: 'γ',
          summary: '',
          default: 0.98,
          least: 0,
          below: 1,
        },
      ],
      tune: () => ({}),
    };
    const { varied, trials } = planTrials('fading', 5, problemOf([definition]));
    expect(varied).toHaveLength(1);
    expect(varied[0].parameters).toEqual(['discount']);
    expect(varied[0].published).toBeCloseTo(50, 9);
    const lengths = trials.map(({ spec }) => {
      return 1 / (1 - problemOf([definition]).prepare(spec).params.discount);
    });
    expect(Math.min(...lengths)).toBeGreaterThan(50 / 8);
    expect(Math.max(...lengths)).toBeLessThan(50 * 8);
    expect(new Set(lengths).size).toBe(5);
  });

  it('can only widen a kl bound that has c = 0', () => {
    const { varied, trials } = planTrials('kl-ucb', 5, problemOf());
    expect(varied).toEqual([
      { dimension: 'width', parameters: ['c'], published: 1, low: 1, high: 2 },
    ]);
    for (const { spec, width = 0 } of trials) {
      const { c } = problemOf().prepare(spec).params;
      const level = Math.log(5000) + c * Math.log(Math.log(5000));
      expect(Math.sqrt(level / Math.log(5000))).toBeCloseTo(width, 9);
    }
  });

  it('keeps the memory within arms and horizon, and needs no budget above 0', () => {
    const { varied } = planTrials('r-moss', 3, problemOf([], 0));
    expect(varied[0]).toMatchObject({ published: 5000, low: 625, high: 5000 });
    const [short] = planTrials('sw-moss:window=6', 3, problemOf()).varied;
    expect(short).toMatchObject({ published: 6, low: 3, high: 48 });
  });

  it('has one trial where nothing can be varied', () => {
    expect(planTrials('ts:coin=1', 9, problemOf())).toEqual({
      varied: [],
      trials: [{ spec: 'ts:coin=1' }],
    });
  });
});

describe('evenPoints', () => {
  it('lies within the unit square, all coordinates different', () => {
    const points = evenPoints(20);
    for (const axis of [0, 1]) {
      const values = points.map((point) => point[axis]);
      expect(new Set(values).size).toBe(20);
      expect(values.every((value) => value > 0 && value < 1)).toBe(true);
    }
    expect(evenPoints(0)).toEqual([]);
  });
});
