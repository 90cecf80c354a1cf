import {
  createEnvironment,
  ParameterError,
  type PolicyDefinition,
  policyCatalogue,
} from '@driftline/core';
import { AS_SLOTS } from '@driftline/core/parts';
import { preparePolicy } from '@driftline/core/play';
import { slidingWindowMoss } from '@driftline/core/policies';
import { exp3Rate } from '@driftline/core/theory';
import { describe, expect, it } from 'vitest';
import { policiesAnywhere } from '../../../test/policies-anywhere.ts';
import { InlineExecutor } from '../../play/executor.ts';
import { runComparisons } from '../../play/run.ts';
import { evenPoints } from './even-points.ts';
import type { TuningProblem } from './knobs.ts';
import { planTrials } from './trial-plan.ts';

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
  parameters: slidingWindowMoss.parameters
    .filter(({ id }) => id !== 'scale')
    .map((parameter) => (parameter.id === 'eta' ? { ...parameter, above: 0.5 } : parameter)),
};

describe('planTrials', () => {
  it('spreads memory and width around their published values', () => {
    const { varied, trials } = planTrials('sw-moss', 33, problemOf());
    // τ = 203 at K = 3, T/V = 5000/3.
    expect(varied).toEqual([
      { dimension: 'memory', parameters: ['window'], published: 203, low: 203 / 8, high: 1624 },
      { dimension: 'width', parameters: ['scale'], published: 1, low: 0.1, high: 2 },
    ]);
    expect(trials[0]).toEqual({ spec: 'sw-moss', amounts: [203, 1] });
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
      others.map(({ amounts: [, width] }) => width),
      0.1,
      2,
    );
    for (const count of widths) expect(Math.abs(count - 4)).toBeLessThanOrEqual(1);
    const lengths = eighths(
      others.map(({ amounts: [memory] }) => memory),
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
    for (const {
      spec,
      amounts: [width],
    } of trials.slice(1)) {
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
    for (const {
      spec,
      amounts: [memory, width],
    } of planTrials('rexp3', 12, problemOf()).trials) {
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
    for (const {
      spec,
      amounts: [memory],
    } of trials.slice(1)) {
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
    for (const {
      spec,
      amounts: [width],
    } of trials) {
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

  const twoWindows: PolicyDefinition = {
    ...slidingWindowMoss,
    id: 'two-windows',
    parameters: [
      {
        kind: 'integer',
        id: 'short',
        symbol: 's',
        role: { of: 'memory', slots: AS_SLOTS },
        summary: '',
        default: 50,
        least: 1,
      },
      {
        kind: 'integer',
        id: 'long',
        symbol: 'l',
        role: { of: 'memory', slots: AS_SLOTS },
        summary: '',
        default: 200,
        least: 1,
      },
      {
        kind: 'number',
        id: 'explore',
        symbol: 'ε',
        role: { of: 'exploration' },
        summary: '',
        default: 0.1,
        least: 0,
        most: 1,
      },
      { kind: 'integer', id: 'depth', symbol: 'd', summary: '', default: 3, least: 1 },
    ],
    tune: ({ given }) => {
      const { short = 50, long = 200 } = given;
      if (short < long) return {};
      throw new ParameterError(`short must be below long = ${long}; got ${short}`);
    },
  };

  it('varies every memory and every rate of exploration, with as many trials as for a single one', () => {
    const plan = planTrials('two-windows', 24, problemOf([twoWindows]));
    expect(plan.varied.map(({ parameters }) => parameters)).toEqual([
      ['short'],
      ['long'],
      ['explore'],
    ]);
    expect(plan.untuned).toEqual([{ parameter: 'depth', reason: 'no-role' }]);
    expect(plan.trials).toHaveLength(24);
    expect(planTrials('sw-imed', 24, problemOf()).trials).toHaveLength(24);
    const tried = plan.trials.slice(1).map(({ spec }) => problemOf([twoWindows]).prepare(spec));
    for (const parameter of ['short', 'long', 'explore']) {
      expect(new Set(tried.map(({ params }) => params[parameter])).size).toBeGreaterThan(12);
    }
  });

  it('moves a candidate that the policy refuses toward the published setting', () => {
    const { trials } = planTrials('two-windows', 200, problemOf([twoWindows]));
    expect(trials).toHaveLength(200);
    for (const { amounts } of trials) expect(amounts[0]).toBeLessThan(amounts[1]);
    // Both windows are tried from 1/8 to 8 times, so some candidates lie near the border.
    expect(trials.some(({ amounts }) => amounts[0] > 150)).toBe(true);
  });

  it('varies a threshold and a level of false alarms, which amount to no slots', () => {
    const { varied, untuned, trials } = planTrials('cusum-ucb', 12, problemOf());
    expect(varied.map(({ dimension, parameters: [one] }) => [dimension, one])).toEqual([
      ['forgetting', 'threshold'],
      ['exploration', 'alpha'],
      ['width', 'scale'],
    ]);
    expect(trials).toHaveLength(12);
    expect(untuned).toContainEqual({ parameter: 'xi', reason: 'stated-otherwise' });
    expect(planTrials('adr', 12, problemOf()).trials).toHaveLength(12);
  });

  it('varies the one of two parameters that the spec gives', () => {
    const { varied, trials } = planTrials('glr-klucb:alpha=0.1', 6, problemOf());
    expect(varied[1].parameters).toEqual(['alpha']);
    for (const { spec, amounts } of trials) {
      const { alpha } = problemOf().prepare(spec).params;
      expect(Math.abs(alpha / 0.1 / amounts[1] - 1)).toBeLessThan(5e-4);
    }
  });

  it.each(policiesAnywhere)('accounts for every parameter of %s', (id) => {
    const { varied, untuned } = planTrials(id, 2, problemOf());
    const accounted = [
      ...varied.flatMap(({ parameters }) => parameters),
      ...untuned.map(({ parameter }) => parameter),
    ];
    const parameters = policyCatalogue.find(id).parameters.map((parameter) => parameter.id);
    expect(accounted.toSorted()).toEqual(parameters.toSorted());
  });

  it('has one trial where nothing can be varied', () => {
    expect(planTrials('ts:coin=1', 9, problemOf())).toEqual({
      varied: [],
      untuned: [{ parameter: 'coin', reason: 'switch' }],
      trials: [{ spec: 'ts:coin=1', amounts: [] }],
    });
  });
});

describe('evenPoints', () => {
  it('lies within the unit cube, all coordinates different', () => {
    const points = evenPoints(20, 4);
    for (const axis of [0, 1, 2, 3]) {
      const values = points.map((point) => point[axis]);
      expect(new Set(values).size).toBe(20);
      expect(values.every((value) => value > 0 && value < 1)).toBe(true);
    }
    expect(evenPoints(0, 2)).toEqual([]);
  });

  it('fills every half of each axis of a cube, and every eighth of the cube', () => {
    const points = evenPoints(64, 3);
    const counts = new Array<number>(8).fill(0);
    for (const point of points) {
      counts[point.reduce((cell, value) => 2 * cell + Math.floor(2 * value), 0)] += 1;
    }
    // Eight in each on average.
    for (const count of counts) expect(Math.abs(count - 8)).toBeLessThanOrEqual(3);
  });
});
