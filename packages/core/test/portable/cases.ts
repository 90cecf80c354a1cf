/** Kernels to be played on both sides, as recipes, and how a recipe is followed in JavaScript. */
import type { ClassType } from '../../assembly/entry.ts';
import type { Ingredient, Recipe } from '../../assembly/instance.ts';
import { SaturatedMean } from '../../src/estimators/saturated-mean.ts';
import { saturatedMean } from '../../src/estimators/saturation-grid.ts';
import { DiscountedUcbRule } from '../../src/indices/discounted-ucb.ts';
import { MossRule } from '../../src/indices/moss.ts';
import { SlidingWindowUcbRule } from '../../src/indices/sliding-window-ucb.ts';
import { Ucb1Rule } from '../../src/indices/ucb1.ts';
import { Exp3Kernel } from '../../src/kernels/exp3-kernel.ts';
import { Exp3SKernel } from '../../src/kernels/exp3-s-kernel.ts';
import { IndexKernel } from '../../src/kernels/index-kernel.ts';
import { KlIndexKernel } from '../../src/kernels/kl-index-kernel.ts';
import { ThompsonKernel } from '../../src/kernels/thompson-kernel.ts';
import { UniformKernel } from '../../src/kernels/uniform-kernel.ts';
import { AllTime } from '../../src/memory/all-time.ts';
import { Discounted } from '../../src/memory/discounted.ts';
import { Resetting } from '../../src/memory/resetting.ts';
import { Window } from '../../src/memory/window.ts';
import { RewardMap } from '../../src/reward-map.ts';
import { BernoulliRewards } from '../../src/rewards/bernoulli.ts';
import { BetaRewards } from '../../src/rewards/beta.ts';
import { GaussianRewards } from '../../src/rewards/gaussian.ts';
import { ParetoRewards } from '../../src/rewards/pareto.ts';
import { StudentRewards } from '../../src/rewards/student-t.ts';
import { UniformRewards } from '../../src/rewards/uniform.ts';

const classes = {
  AllTime,
  BernoulliRewards,
  BetaRewards,
  Discounted,
  DiscountedUcbRule,
  Exp3Kernel,
  Exp3SKernel,
  GaussianRewards,
  IndexKernel,
  KlIndexKernel,
  MossRule,
  ParetoRewards,
  Resetting,
  RewardMap,
  SaturatedMean,
  SlidingWindowUcbRule,
  StudentRewards,
  ThompsonKernel,
  Ucb1Rule,
  UniformKernel,
  UniformRewards,
  Window,
};

type AnyClass = new (...parameters: unknown[]) => object;

/** The object of a recipe, as JavaScript. */
export function construct<T>([name, ...ingredients]: Recipe): T {
  const made = classes[name as keyof typeof classes] as AnyClass | undefined;
  if (made === undefined) throw new Error(`cases.ts lists no class ${name}`);
  const parameters = ingredients.map((ingredient) =>
    Array.isArray(ingredient) ? construct(ingredient as unknown as Recipe) : ingredient,
  );
  return new made(...parameters) as T;
}

/** The type of a kernel: its class, and those of the parts that it was given. */
export function typeOfObject(object: object): ClassType {
  const filling = Object.values(object).filter(
    (part) => typeof part === 'object' && part.constructor.name in classes,
  );
  const name = object.constructor.name;
  return filling.length === 0 ? name : [name, ...filling.map(typeOfObject)];
}

const HORIZON = 1000;
const ALL: Recipe = ['RewardMap', 0, 1, false];
/** Clips both tails of the heavier laws. */
const UNIT: Recipe = ['RewardMap', -0.25, 1.5, true];
const HEAVY: Recipe = ['RewardMap', 0.1, 2, false];

function saturated(armCount: number, memory: string, base: number, window?: number): Recipe {
  const grid = { base, length: window ?? HORIZON, armCount, largestCount: window ?? 2 ** 31 - 1 };
  const { powers, limits, levels } = saturatedMean(armCount, grid, (cells) => new AllTime(cells));
  const cells = armCount * 2 * (levels + 1);
  const remembered: Recipe = window === undefined ? [memory, cells] : [memory, cells, window];
  return ['SaturatedMean', armCount, remembered, powers, limits, levels];
}

/** Shorter than the arms, not much longer, longer, and the whole horizon. */
const WINDOWS = [1, 2, 5, 64, 203, HORIZON];
/** Nothing kept, all but nothing, the least that is not taken for 0, usual ones, all but 1, and 1. */
const DISCOUNTS = [0, 1e-300, 2 ** -399, 1e-3, 0.5, 0.9951, 1 - 2 ** -40, 1];
const RATES = [0.01, 0.3, 1];

/** A kernel and what it sees of rewards. */
export interface KernelCase {
  readonly kernel: Recipe;
  readonly map: Recipe;
}

function indexKernels(armCount: number): KernelCase[] {
  const index = (estimator: Recipe, rule: Recipe, map = ALL): KernelCase => ({
    kernel: ['IndexKernel', armCount, estimator, rule],
    map,
  });
  const allTime: Recipe = ['AllTime', armCount];
  const moss = (memory: number): Recipe => ['MossRule', memory, armCount, Math.sqrt(1.1), 0];
  const robust = (memory: number): Recipe => ['MossRule', memory, armCount, 3.2, 1];
  return [
    index(allTime, ['Ucb1Rule']),
    index(allTime, moss(HORIZON)),
    index(allTime, moss(2 ** 31 - 1)),
    index(allTime, ['SlidingWindowUcbRule', HORIZON, 0.6, 1]),
    index(saturated(armCount, 'AllTime', 1.1), robust(HORIZON), HEAVY),
    index(saturated(armCount, 'AllTime', 2), robust(HORIZON), HEAVY),
    ...WINDOWS.flatMap((window) => [
      index(['Resetting', armCount, window], moss(window)),
      index(['Window', armCount, window], moss(window)),
      index(['Window', armCount, window], ['SlidingWindowUcbRule', window, 0.6, 2]),
      index(saturated(armCount, 'Resetting', 1.1, window), robust(window), HEAVY),
      index(saturated(armCount, 'Window', 1.1, window), robust(window), HEAVY),
      index(saturated(armCount, 'Window', 3, window), robust(window), HEAVY),
    ]),
    ...DISCOUNTS.map((discount) =>
      index(
        ['Discounted', armCount, discount],
        ['DiscountedUcbRule', discount < 1 ? 1 / (1 - discount) : HORIZON, 0.6],
      ),
    ),
  ];
}

/** Every kernel of `entry.ts` with several parameters. */
export function kernelCases(armCount: number): KernelCase[] {
  const allTime: Recipe = ['AllTime', armCount];
  const unit: Recipe[] = [
    ['KlIndexKernel', armCount, allTime, 0],
    ['KlIndexKernel', armCount, allTime, 3],
    ...RATES.flatMap((rate): Recipe[] => [
      ['Exp3Kernel', armCount, rate, 0],
      ['Exp3Kernel', armCount, rate, 2],
      ['Exp3Kernel', armCount, rate, 210],
      ['Exp3SKernel', armCount, rate, 1 / HORIZON],
      ['Exp3SKernel', armCount, rate, 1],
    ]),
    ['ThompsonKernel', armCount, allTime, false],
    ['ThompsonKernel', armCount, allTime, true],
    ['ThompsonKernel', armCount, ['Discounted', armCount, 0.9951], true],
    ...DISCOUNTS.map(
      (discount): Recipe => ['ThompsonKernel', armCount, ['Discounted', armCount, discount], false],
    ),
    ['UniformKernel', armCount],
  ];
  return [...indexKernels(armCount), ...unit.map((kernel) => ({ kernel, map: UNIT }))];
}

/** Every law, with how many replications it is played; the Pareto noise is the paper's. */
export const laws: readonly { sampler: Recipe; replications: number }[] = [
  { sampler: ['BernoulliRewards'], replications: 20 },
  { sampler: ['ParetoRewards', 0.4, 0.23], replications: 20 },
  { sampler: ['BetaRewards', 2.5], replications: 2 },
  { sampler: ['GaussianRewards', 0.5], replications: 2 },
  { sampler: ['StudentRewards', 2.5, 0.2], replications: 2 },
  { sampler: ['UniformRewards', 0.4], replications: 2 },
];

/** A recipe as it would be written: `Window(3, 203)`. */
export function describeRecipe([name, ...ingredients]: Recipe): string {
  const written = ingredients.map((ingredient: Ingredient) => {
    if (typeof ingredient !== 'object') return String(ingredient);
    return Array.isArray(ingredient) ? describeRecipe(ingredient as unknown as Recipe) : '[…]';
  });
  return `${name}(${written.join(', ')})`;
}
