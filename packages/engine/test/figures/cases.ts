/** Small results of every shape that figures have to cope with, played for real. */

import type { Growth, Sweep } from '../../src/drawing/figures/types.ts';
import type { Comparison } from '../../src/play/comparison.ts';
import { InlineExecutor } from '../../src/play/executor.ts';
import type { ComparisonResult } from '../../src/play/result.ts';
import { runComparisons } from '../../src/play/run.ts';

export async function playOne(comparison: Comparison): Promise<ComparisonResult> {
  const executor = new InlineExecutor();
  const [result] = await runComparisons([comparison], { executor });
  return result;
}

interface Shape {
  readonly name: string;
  readonly spec?: string;
  readonly arms: number;
  readonly horizon: number;
  readonly policies: readonly string[];
  readonly replications: number;
}

const FOUR = ['sw-moss', 'r-moss', 'd-ucb', 'ucb1'];
const TEN = [...FOUR, 'sw-ucb', 'moss', 'kl-ucb', 'ts', 'exp3', 'uniform'];

const SIXTEEN = [...TEN, 'dts', 'rexp3', 'exp3s', 'sw-ts', 'cusum-ucb', 'adr'];

const SHAPES: readonly Shape[] = [
  { name: 'four', arms: 3, horizon: 5000, policies: FOUR, replications: 40 },
  { name: 'ten', arms: 7, horizon: 2000, policies: TEN, replications: 8 },
  {
    name: 'sixteen policies on thirty arms',
    arms: 30,
    horizon: 300,
    policies: SIXTEEN,
    replications: 3,
  },
  { name: 'single policy', arms: 2, horizon: 1000, policies: ['ucb1'], replications: 12 },
  { name: 'short', arms: 2, horizon: 10, policies: FOUR, replications: 5 },
  {
    name: 'long',
    spec: 'switching',
    arms: 3,
    horizon: 100_000,
    policies: ['sw-moss', 'uniform'],
    replications: 2,
  },
  { name: 'one replication', arms: 3, horizon: 1000, policies: FOUR, replications: 1 },
  {
    name: 'nearly equal',
    arms: 3,
    horizon: 1000,
    policies: [
      'sw-moss',
      'sw-moss:eta=1.0000001',
      'sw-moss:eta=1.0000002',
      'sw-moss:eta=1.0000003',
      'sw-moss:eta=1.0000004',
      'sw-moss:eta=1.0000005',
    ],
    replications: 30,
  },
  {
    name: 'no regret',
    spec: 'stationary:means=0.5/0.5/0.5',
    arms: 3,
    horizon: 500,
    policies: FOUR,
    replications: 4,
  },
];

const LONG_NAMES = 'long names';

/** What the results are called. */
export const CASE_NAMES: readonly string[] = [...SHAPES.map(({ name }) => name), LONG_NAMES];

function comparisonOf({ name, spec, arms, horizon, policies, replications }: Shape): Comparison {
  return {
    name,
    environment: { kind: 'named', spec: spec ?? 'sinusoid', armCount: arms, horizon },
    policies,
    variation: 3,
    replications,
    seed: 1,
    checkpoints: { count: 100, spacing: 'linear' },
  };
}

/** A result with names as long as a plugin's author may choose. */
function withLongNames(result: ComparisonResult): ComparisonResult {
  const names = [
    'Sliding-window minimax-optimal strategy in the stochastic case',
    'Resetting <MOSS> & "friends" with a very long explanation, τ from V',
    'γηζξτ',
    'Averyveryverylongnamewithoutanyplacewhereitcouldbebrokenintolines',
  ];
  return {
    ...result,
    name: LONG_NAMES,
    policies: result.policies.map((policy, i) => ({ ...policy, name: names[i] })),
  };
}

let played: Promise<ReadonlyMap<string, ComparisonResult>> | undefined;

/** All results by name, played once. */
export function cases(): Promise<ReadonlyMap<string, ComparisonResult>> {
  played ??= (async () => {
    const results = new Map<string, ComparisonResult>();
    for (const shape of SHAPES) results.set(shape.name, await playOne(comparisonOf(shape)));
    const renamed = withLongNames(results.get('four')!);
    results.set(renamed.name, renamed);
    return results;
  })();
  return played;
}

const point = (x: number, mean: number, half: number) => ({
  x,
  mean,
  low: mean - half,
  high: mean + half,
});

/** A window from a tenth to ten times the published one. */
export const WINDOW_SWEEP: Sweep = {
  name: 'window-sweep',
  title: 'Regret against the window',
  caption: 'Final regret against the window on a sinusoid; 300 replications, seed 1.',
  parameter: { name: 'Window', symbol: 'τ', log: true, marked: 203 },
  lines: [
    {
      label: 'SW-MOSS',
      points: [25, 50, 100, 200, 400, 800, 1600].map((x, i) =>
        point(x, 240 + 22 * (i - 3) ** 2, 9),
      ),
    },
    {
      label: 'SW-UCB',
      points: [25, 50, 100, 200, 400, 800, 1600].map((x, i) =>
        point(x, 380 + 12 * (i - 3.6) ** 2, 11),
      ),
    },
  ],
  reference: [{ label: 'UCB1', value: 175 }],
};

/** A discount on a linear axis, with values too close to one another to be written at each. */
export const DISCOUNT_SWEEP: Sweep = {
  name: 'discount sweep',
  title: 'Regret against the discount',
  caption: 'Final regret against the discount; 300 replications, seed 1.',
  parameter: { name: 'Discount', symbol: 'γ', log: false, marked: 0.995 },
  lines: [
    {
      label: 'D-UCB',
      points: Array.from({ length: 20 }, (_, i) =>
        point(0.98 + i * 0.001, 480 + 3 * (i - 14) ** 2, 6),
      ),
    },
  ],
};

/** Regret that grows as T to about 2/3. */
export const GROWTH: Growth = {
  name: 'growth',
  title: 'Growth of regret with the horizon',
  caption: 'Final regret against the horizon, both logarithmic; 100 replications, seed 1.',
  lines: [
    { label: 'SW-MOSS', factor: 0.9, exponent: 0.67 },
    { label: 'R-MOSS', factor: 1, exponent: 0.68 },
    { label: 'D-UCB', factor: 1.4, exponent: 0.7 },
    { label: 'UCB1', factor: 0.2, exponent: 0.92 },
  ].map(({ label, factor, exponent }) => ({
    label,
    slope: { value: exponent, low: exponent - 0.02, high: exponent + 0.02 },
    points: [1000, 3000, 10_000, 30_000, 100_000].map((horizon, i) => {
      const mean = factor * horizon ** exponent * (1 + 0.04 * (i % 2));
      return { horizon, mean, low: 0.94 * mean, high: 1.06 * mean };
    }),
  })),
  theory: { label: 'Theory', slope: 2 / 3 },
};
