/** Kernels and reward laws to be played on both sides. */
import { isRecipe, type Recipe, recipeOf } from '../../src/compiled/recipe.ts';
import { LARGEST_COUNT, saturatedMean } from '../../src/estimators/saturation-grid.ts';
import { DiscountedUcbRule } from '../../src/indices/discounted-ucb.ts';
import { MossIndices } from '../../src/indices/moss.ts';
import { RisingIndices } from '../../src/indices/rising.ts';
import { UcbRule } from '../../src/indices/ucb.ts';
import type { Kernel } from '../../src/kernel.ts';
import { Exp3Kernel } from '../../src/kernels/exp3-kernel.ts';
import { Exp3SKernel } from '../../src/kernels/exp3-s-kernel.ts';
import { IndexKernel } from '../../src/kernels/index-kernel.ts';
import { KlIndexKernel } from '../../src/kernels/kl-index-kernel.ts';
import { ThompsonKernel } from '../../src/kernels/thompson-kernel.ts';
import { UniformKernel } from '../../src/kernels/uniform-kernel.ts';
import { AllTime } from '../../src/memory/all-time.ts';
import { Discounted } from '../../src/memory/discounted.ts';
import type { Memory } from '../../src/memory/memory.ts';
import { Resetting } from '../../src/memory/resetting.ts';
import { Window } from '../../src/memory/window.ts';
import { RewardMap } from '../../src/reward-map.ts';
import { BernoulliRewards } from '../../src/rewards/bernoulli.ts';
import { BetaRewards } from '../../src/rewards/beta.ts';
import { GaussianRewards } from '../../src/rewards/gaussian.ts';
import type { RewardSampler } from '../../src/rewards/law.ts';
import { ParetoRewards } from '../../src/rewards/pareto.ts';
import { StudentRewards } from '../../src/rewards/student-t.ts';
import { UniformRewards } from '../../src/rewards/uniform.ts';
import { contestOf, lineContestOf, MOST_SCANNED } from '../../src/tournament/by-size.ts';

/** The recipe of an object that must have one. */
export function recipe(object: object): Recipe {
  const found = recipeOf(object);
  if (found === undefined) throw new Error(`${object.constructor.name} has no recipe`);
  return found;
}

const HORIZON = 1000;
const ALL = new RewardMap(0, 1, false);
/** Clips both tails of the heavier laws. */
const UNIT = new RewardMap(-0.25, 1.5, true);
const HEAVY = new RewardMap(0.1, 2, false);

/** Shorter than the arms, not much longer, longer, and the whole horizon. */
const WINDOWS = [1, 2, 5, 64, 203, HORIZON];
const FEW_WINDOWS = [2, 203, HORIZON];
/** Nothing kept, all but nothing, the least that is not taken for 0, usual ones, all but 1, and 1. */
const DISCOUNTS = [0, 1e-300, 2 ** -399, 1e-3, 0.5, 0.9951, 1 - 2 ** -40, 1];
const FEW_DISCOUNTS = [0, 2 ** -399, 0.9951, 1];
const RATES = [0.01, 0.3, 1];
const FEW_RATES = [0.3];

/** A kernel and what it sees of rewards. */
export interface KernelCase {
  readonly kernel: Kernel;
  readonly map: RewardMap;
}

function saturated(
  armCount: number,
  base: number,
  length: number,
  remember: (cells: number) => Memory,
) {
  const largestCount = remember(1) instanceof AllTime ? LARGEST_COUNT : length;
  return saturatedMean(armCount, { base, length, armCount, largestCount }, remember);
}

function mossKernels(armCount: number, windows: readonly number[]): KernelCase[] {
  const moss = (memory: number) => new MossIndices(contestOf(armCount), memory, Math.sqrt(1.1), 0);
  const robust = (base: number, length: number, remember: (cells: number) => Memory) => ({
    kernel: new IndexKernel(
      armCount,
      saturated(armCount, base, length, remember),
      new MossIndices(contestOf(armCount), length, 3.2, 1),
    ),
    map: HEAVY,
  });
  const plain = (memory: Memory, length: number) => ({
    kernel: new IndexKernel(armCount, memory, moss(length)),
    map: ALL,
  });
  return [
    plain(new AllTime(armCount), HORIZON),
    plain(new AllTime(armCount), LARGEST_COUNT),
    robust(1.1, HORIZON, (cells) => new AllTime(cells)),
    robust(2, HORIZON, (cells) => new AllTime(cells)),
    ...windows.flatMap((window) => [
      plain(new Resetting(armCount, window), window),
      plain(new Window(armCount, window), window),
      robust(1.1, window, (cells) => new Resetting(cells, window)),
      robust(1.1, window, (cells) => new Window(cells, window)),
      robust(3, window, (cells) => new Window(cells, window)),
    ]),
  ];
}

function ucbKernels(
  armCount: number,
  windows: readonly number[],
  discounts: readonly number[],
): KernelCase[] {
  const ucb = (memory: Memory, rule: UcbRule) =>
    new IndexKernel(armCount, memory, new RisingIndices(lineContestOf(armCount), rule));
  const discounted = (discount: number) =>
    new IndexKernel(
      armCount,
      new Discounted(armCount, discount),
      new RisingIndices(
        lineContestOf(armCount),
        new DiscountedUcbRule(discount < 1 ? 1 / (1 - discount) : HORIZON, 0.6),
      ),
    );
  const kernels = [
    ucb(new AllTime(armCount), new UcbRule(Infinity, 2, 1, HORIZON)),
    // Fewer slots expected than are played.
    ucb(new AllTime(armCount), new UcbRule(HORIZON, 0.6, 1, 100)),
    ...windows.map((window) =>
      ucb(new Window(armCount, window), new UcbRule(window, 0.6, 2, HORIZON)),
    ),
    ...discounts.map(discounted),
  ];
  return kernels.map((kernel) => ({ kernel, map: ALL }));
}

/** Every type of kernel that has so many arms, with several parameters; with many arms, with fewer. */
export function kernelCases(armCount: number): KernelCase[] {
  const many = armCount > MOST_SCANNED;
  const windows = many ? FEW_WINDOWS : WINDOWS;
  const discounts = many ? FEW_DISCOUNTS : DISCOUNTS;
  const allTime = () => new AllTime(armCount);
  const fading = (discount: number) => new Discounted(armCount, discount);
  const unit: Kernel[] = [
    new KlIndexKernel(armCount, allTime(), 0),
    new KlIndexKernel(armCount, allTime(), 3),
    ...(many ? FEW_RATES : RATES).flatMap((rate) => [
      new Exp3Kernel(armCount, rate, 0),
      new Exp3Kernel(armCount, rate, 2),
      new Exp3Kernel(armCount, rate, 210),
      new Exp3SKernel(armCount, rate, 1 / HORIZON),
      new Exp3SKernel(armCount, rate, 1),
    ]),
    new ThompsonKernel(armCount, allTime(), false),
    new ThompsonKernel(armCount, allTime(), true),
    new ThompsonKernel(armCount, fading(0.9951), true),
    ...discounts.map((discount) => new ThompsonKernel(armCount, fading(discount), false)),
    new UniformKernel(armCount),
  ];
  return [
    ...mossKernels(armCount, windows),
    ...ucbKernels(armCount, windows, discounts),
    ...unit.map((kernel) => ({ kernel, map: UNIT })),
  ];
}

/** Every law, with how many replications it is played; the first Pareto noise is the paper's. */
export const laws: readonly { sampler: RewardSampler; replications: number }[] = [
  { sampler: new BernoulliRewards(), replications: 9 },
  { sampler: new ParetoRewards(0.4, 0.23), replications: 9 },
  { sampler: new ParetoRewards(0, 0.23), replications: 2 },
  { sampler: new ParetoRewards(-0.3, 0.4), replications: 2 },
  { sampler: new ParetoRewards(1.5, 0.1), replications: 2 },
  { sampler: new BetaRewards(2.5), replications: 2 },
  { sampler: new GaussianRewards(0.5), replications: 2 },
  { sampler: new StudentRewards(2.5, 0.2), replications: 2 },
  { sampler: new UniformRewards(0.4), replications: 2 },
];

/** A recipe as it would be written: `Window(3, 203)`. */
export function describeRecipe({ of, ingredients }: Recipe): string {
  const written = ingredients.map((ingredient) => {
    if (typeof ingredient !== 'object') return String(ingredient);
    return isRecipe(ingredient) ? describeRecipe(ingredient) : '[…]';
  });
  return `${of.name}(${written.join(', ')})`;
}
