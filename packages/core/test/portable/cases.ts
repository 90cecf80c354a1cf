/** Kernels and reward laws to be played on both sides. */
import { identifier, isRecipe, type Recipe, recipeOf } from '../../src/compiled/recipe.ts';
import { BernoulliRewards } from '../../src/laws/bernoulli.ts';
import { BetaRewards } from '../../src/laws/beta.ts';
import { lawCatalogue } from '../../src/laws/catalogue.ts';
import { createRewardLaw } from '../../src/laws/create.ts';
import { ExactRewards } from '../../src/laws/exact.ts';
import { GaussianRewards } from '../../src/laws/gaussian.ts';
import { ParetoRewards } from '../../src/laws/pareto.ts';
import { StudentRewards } from '../../src/laws/student-t.ts';
import { UniformRewards } from '../../src/laws/uniform.ts';
import { asChannels } from '../../src/means/channel-means.ts';
import { policyCatalogue } from '../../src/policies/catalogue.ts';
import { Cusum } from '../../src/portable/detectors/cusum.ts';
import type { Detectors } from '../../src/portable/detectors/detectors.ts';
import { BernoulliGlr } from '../../src/portable/detectors/glr.ts';
import { HalfDifference } from '../../src/portable/detectors/half-difference.ts';
import { MeanSplit } from '../../src/portable/detectors/mean-split.ts';
import { PageHinkley } from '../../src/portable/detectors/page-hinkley.ts';
import { DiscountedSaturatedMean } from '../../src/portable/estimators/discounted-saturated-mean.ts';
import { KlBound, UcbBound } from '../../src/portable/indices/bounds.ts';
import { DiscountedUcbRule } from '../../src/portable/indices/discounted-ucb.ts';
import { FadingMossIndices } from '../../src/portable/indices/fading-moss.ts';
import { GrowingUcbRule } from '../../src/portable/indices/growing-ucb.ts';
import { TimeLevel, TotalLevel } from '../../src/portable/indices/kl-level.ts';
import { MossIndices } from '../../src/portable/indices/moss.ts';
import { RisingIndices } from '../../src/portable/indices/rising.ts';
import { UcbRule } from '../../src/portable/indices/ucb.ts';
import { AdSwitchKernel } from '../../src/portable/kernels/ad-switch-kernel.ts';
import { AdaptEveKernel } from '../../src/portable/kernels/adapt-eve-kernel.ts';
import { ArmSwitchKernel } from '../../src/portable/kernels/arm-switch-kernel.ts';
import { AutoKernel } from '../../src/portable/kernels/auto-kernel.ts';
import { BanditOverBanditKernel } from '../../src/portable/kernels/bandit-over-bandit-kernel.ts';
import { ChangePointKernel } from '../../src/portable/kernels/change-point-kernel.ts';
import { DetectingKernel } from '../../src/portable/kernels/detecting-kernel.ts';
import { DseeKernel } from '../../src/portable/kernels/dsee-kernel.ts';
import { Exp3Kernel } from '../../src/portable/kernels/exp3-kernel.ts';
import { Exp3RKernel } from '../../src/portable/kernels/exp3-r-kernel.ts';
import { Exp3SKernel } from '../../src/portable/kernels/exp3-s-kernel.ts';
import { PeriodicExploration, UniformExploration } from '../../src/portable/kernels/exploration.ts';
import { FewaKernel } from '../../src/portable/kernels/fewa-kernel.ts';
import { ImedKernel } from '../../src/portable/kernels/imed-kernel.ts';
import { ImprovedUcbKernel } from '../../src/portable/kernels/improved-ucb-kernel.ts';
import { IndexKernel } from '../../src/portable/kernels/index-kernel.ts';
import type { Kernel } from '../../src/portable/kernels/kernel.ts';
import { KlIndexKernel } from '../../src/portable/kernels/kl-index-kernel.ts';
import { MasterKernel } from '../../src/portable/kernels/master-kernel.ts';
import { MetaKernel } from '../../src/portable/kernels/meta-kernel.ts';
import { OracleKernel } from '../../src/portable/kernels/oracle-kernel.ts';
import { RawUcbKernel } from '../../src/portable/kernels/raw-ucb-kernel.ts';
import { RestartingKernel } from '../../src/portable/kernels/restarting-kernel.ts';
import { RisingKernel } from '../../src/portable/kernels/rising-kernel.ts';
import { SwaKernel } from '../../src/portable/kernels/swa-kernel.ts';
import { ThompsonKernel } from '../../src/portable/kernels/thompson-kernel.ts';
import { UniformKernel } from '../../src/portable/kernels/uniform-kernel.ts';
import type { RewardSampler } from '../../src/portable/laws/sampler.ts';
import type { Course } from '../../src/portable/means/course.ts';
import { AllTime } from '../../src/portable/memory/all-time.ts';
import { Discounted } from '../../src/portable/memory/discounted.ts';
import { GrowingWindow } from '../../src/portable/memory/growing-window.ts';
import type { Memory } from '../../src/portable/memory/memory.ts';
import { Resetting } from '../../src/portable/memory/resetting.ts';
import { RewardLog } from '../../src/portable/memory/reward-log.ts';
import { Window } from '../../src/portable/memory/window.ts';
import { WindowGrowth } from '../../src/portable/memory/window-growth.ts';
import { RewardMap } from '../../src/portable/play/reward-map.ts';
import { createEnvironment } from '../../src/shell/environment.ts';
import { preparePolicy } from '../../src/shell/prepare-policy.ts';
import { contestOf, lineContestOf, MOST_SCANNED } from '../../src/tuning/contest.ts';
import {
  LARGEST_COUNT,
  type SaturableMemory,
  saturatedMean,
} from '../../src/tuning/saturation-grid.ts';

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
/** Rewards of some hundreds, many below 0. */
const TINY_UNITS = new RewardMap(0.4, 0.002, false);

/** Shorter than the arms, not much longer, longer, and the whole horizon. */
const WINDOWS = [1, 2, 5, 64, 203, HORIZON];
const FEW_WINDOWS = [2, 203, HORIZON];
/** Nothing kept, all but nothing, the least that is not taken for 0, usual ones, all but 1, and 1. */
const DISCOUNTS = [0, 1e-300, 2 ** -399, 1e-3, 0.5, 0.9951, 1 - 2 ** -40, 1];
const FEW_DISCOUNTS = [0, 2 ** -399, 0.9951, 1];
const RATES = [0.01, 0.3, 1];
const FEW_RATES = [0.3];

/** Next to each other, at the start, and after the last slot. */
const BREAKS = Int32Array.from([1, 40, 41, 500, 5000]);

function courseOf(armCount: number): Course {
  return createEnvironment('sinusoid:period=300', { armCount, horizon: 700 }).means.course();
}

/** A kernel and what it sees of rewards. */
export interface KernelCase {
  readonly kernel: Kernel;
  readonly map: RewardMap;
}

function saturated(
  armCount: number,
  base: number,
  length: number,
  remember: (cells: number) => SaturableMemory,
) {
  const largestCount = remember(1) instanceof AllTime ? LARGEST_COUNT : length;
  return saturatedMean(armCount, { base, length, armCount, largestCount }, remember);
}

function mossKernels(armCount: number, windows: readonly number[]): KernelCase[] {
  const moss = (memory: number) => new MossIndices(contestOf(armCount), memory, Math.sqrt(1.1), 0);
  const robust = (base: number, length: number, remember: (cells: number) => SaturableMemory) => ({
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

function fadingMossKernels(armCount: number, discounts: readonly number[]): KernelCase[] {
  const fading = (discount: number, base: number, memory: number) => {
    const length = Math.min(1 / (1 - discount), HORIZON);
    const grid = { base, length, armCount, largestCount: length };
    const { powers, limits, levels } = saturatedMean(1, grid, (cells) => new AllTime(cells));
    const estimator = new DiscountedSaturatedMean(
      armCount,
      new Discounted(armCount, discount),
      contestOf(armCount),
      powers,
      limits,
      levels,
    );
    // Its width of UCB's kind has a contest of its own where arms are many.
    if (memory === 0 && armCount > MOST_SCANNED) {
      const rule = new DiscountedUcbRule(length, 1.7);
      const indices = new RisingIndices(lineContestOf(armCount), rule);
      return new IndexKernel(armCount, estimator, indices);
    }
    return new IndexKernel(armCount, estimator, new FadingMossIndices(armCount, memory, 1.3, 1));
  };
  return discounts
    .flatMap((discount) => [fading(discount, 1.1, 203), fading(discount, 3, 0)])
    .map((kernel) => ({ kernel, map: HEAVY }));
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
  const growingUcb = (lambda: number, alpha: number, horizon: number) =>
    new IndexKernel(
      armCount,
      new GrowingWindow(armCount, new WindowGrowth(lambda, alpha, horizon)),
      new RisingIndices(
        lineContestOf(armCount),
        new GrowingUcbRule(new WindowGrowth(lambda, alpha, horizon)),
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
    // The window is all at first, grows while it slides, stays, and grows no more after its horizon.
    ...[growingUcb(1, 0.5, HORIZON), growingUcb(12.3, 0.5, 600), growingUcb(3, 0, 600)],
  ];
  const kernelsOf = [...kernels, new DseeKernel(armCount, 2, 0.6, 12 * armCount, 1, 0.5)];
  return kernelsOf.map((kernel) => ({ kernel, map: ALL }));
}

/** Detectors with some that raise many alarms, and each kind of exploration. */
function detectingKernels(armCount: number): KernelCase[] {
  const byChance = (detectors: Detectors, alpha: number) =>
    new DetectingKernel(
      armCount,
      detectors,
      new UcbBound(0.5),
      new UniformExploration(alpha),
      true,
      true,
    );
  const byKl = (detectors: Detectors, exploration: PeriodicExploration, local: boolean) =>
    new DetectingKernel(armCount, detectors, new KlBound(), exploration, local, false);
  const periodic = (rate: number, roundsUp: boolean, fromRestart: boolean) =>
    new PeriodicExploration(armCount, rate, true, roundsUp, fromRestart);
  const none = () => new PeriodicExploration(armCount, 0, false, false, true);
  const halves = (half: number, threshold: number, rate: number) =>
    new DetectingKernel(
      armCount,
      new HalfDifference(armCount, half, threshold),
      new UcbBound(2),
      new PeriodicExploration(armCount, rate, false, false, true),
      false,
      false,
    );
  const raw = [
    byChance(new Cusum(armCount, 20, 0.1, 5), 0.08),
    byChance(new Cusum(armCount, 1, 0, 0.5), 0),
    byChance(new PageHinkley(armCount, 20, 0.1, 5), 0.08),
    byChance(new PageHinkley(armCount, 0, 0, 0.5), 1),
    halves(20, 6, 0.2),
    halves(1, 0.4, 0),
    halves(HORIZON, 1, 1),
  ];
  const unit = [
    byKl(new BernoulliGlr(armCount, HORIZON, 1, 0.3), periodic(0.1, false, false), true),
    byKl(new BernoulliGlr(armCount, HORIZON, 1, 0.5), periodic(0.1, false, false), false),
    byKl(new BernoulliGlr(armCount, 10, 0.9, 0.4), periodic(0.1, true, true), false),
    byKl(new MeanSplit(armCount, HORIZON, 0.001), none(), false),
    byKl(new MeanSplit(armCount, 10, 0.5), none(), false),
  ];
  return [
    ...raw.map((kernel) => ({ kernel, map: ALL })),
    ...unit.map((kernel) => ({ kernel, map: UNIT })),
  ];
}

/** Every type of kernel that has so many arms: those of the list below, and what other policies bring. */
export function kernelCases(armCount: number): KernelCase[] {
  const listed = listedCases(armCount);
  const types = new Set(listed.map(({ kernel }) => identifier(recipe(kernel))));
  return [
    ...listed,
    ...usualCases(armCount).filter(({ kernel }) => !types.has(identifier(recipe(kernel)))),
  ];
}

/** The kernel of every policy as it is tuned, on much variation and on none. */
function usualCases(armCount: number): KernelCase[] {
  const means = asChannels(
    createEnvironment('sinusoid:period=300', { armCount, horizon: HORIZON }).means.table(),
  );
  return policyCatalogue.list.flatMap(({ id }) =>
    [3, 0].map((variation) => {
      const options = { armCount, horizon: HORIZON, variation, means };
      const { kernel, rewardMap } = preparePolicy(id, options);
      return { kernel, map: rewardMap };
    }),
  );
}

/** Auto with a declared range, and with one that it learns from rewards of several sizes. */
function autoKernels(armCount: number): KernelCase[] {
  const make = (learnsRange: boolean) =>
    new AutoKernel(armCount, HORIZON, 6, 0.6, 0.5, 4, 2, 20, 0.02, 0.001, learnsRange);
  return [
    { kernel: make(false), map: UNIT },
    ...[ALL, HEAVY, TINY_UNITS].map((map) => ({ kernel: make(true), map })),
  ];
}

/** Types of kernel with several parameters each; with many arms, with fewer. */
function listedCases(armCount: number): KernelCase[] {
  const many = armCount > MOST_SCANNED;
  const windows = many ? FEW_WINDOWS : WINDOWS;
  const discounts = many ? FEW_DISCOUNTS : DISCOUNTS;
  const allTime = () => new AllTime(armCount);
  const fading = (discount: number) => new Discounted(armCount, discount);
  const unit: Kernel[] = [
    new AdaptEveKernel(armCount, new PageHinkley(armCount, 0, 0.05, 20), 100),
    new AdaptEveKernel(armCount, new PageHinkley(armCount, 0, 0.01, 1), 7),
    new KlIndexKernel(armCount, allTime(), new TimeLevel(Infinity, 0)),
    new KlIndexKernel(armCount, allTime(), new TimeLevel(Infinity, 3)),
    ...windows.map(
      (window) =>
        new KlIndexKernel(armCount, new Window(armCount, window), new TimeLevel(window, 0)),
    ),
    ...discounts.map((discount) => new KlIndexKernel(armCount, fading(discount), new TotalLevel())),
    new ImedKernel(armCount, allTime()),
    new ImprovedUcbKernel(armCount, 1),
    new ImprovedUcbKernel(armCount, 60),
    new RawUcbKernel(armCount, 1.4, 0.5, 2, 2 ** 31 - 1),
    new RawUcbKernel(armCount, 4, 1, 1, 100),
    new FewaKernel(armCount, 0.06, 1, 0.5, 1.1, 2 ** 31 - 1),
    new FewaKernel(armCount, 0.5, 0.2, 1, 1, 100),
    new SwaKernel(armCount, 0.2, HORIZON, false),
    new SwaKernel(armCount, 0.5, 1, true),
    ...[HORIZON, 50].map((limit) => {
      const log = () => new RewardLog(armCount, limit);
      return new RisingKernel(armCount, 0.25, 4, 0.1, 1, log(), log());
    }),
    ...windows.map((window) => new ImedKernel(armCount, new Window(armCount, window))),
    ...discounts.map((discount) => new ImedKernel(armCount, fading(discount))),
    ...(many ? FEW_RATES : RATES).flatMap((rate) => [
      new Exp3Kernel(armCount, rate, 0),
      new Exp3Kernel(armCount, rate, 2),
      new Exp3Kernel(armCount, rate, 210),
      new Exp3RKernel(armCount, rate, 1, 0.1),
      new Exp3RKernel(armCount, rate, 5, 0.6),
      new Exp3SKernel(armCount, rate, 1 / HORIZON),
      new Exp3SKernel(armCount, rate, 1),
    ]),
    new ThompsonKernel(armCount, allTime(), false, 0),
    new ThompsonKernel(armCount, allTime(), true, 0),
    new ThompsonKernel(armCount, allTime(), false, 4),
    new ThompsonKernel(armCount, fading(0.9951), true, 0),
    ...discounts.map((discount) => new ThompsonKernel(armCount, fading(discount), false, 0)),
    ...windows.flatMap((window) => [
      new ThompsonKernel(armCount, new Window(armCount, window), false, 0),
      new ThompsonKernel(armCount, new Window(armCount, window), true, 1),
    ]),
    new AdSwitchKernel(armCount, HORIZON, 1),
    new AdSwitchKernel(armCount, 20, 0.2),
    new BanditOverBanditKernel(armCount, 1, Int32Array.of(1), 0, 0.6),
    new BanditOverBanditKernel(armCount, 65, Int32Array.of(1, 2, 8, 22, 65), 0.4, 0.6),
    new MasterKernel(armCount, HORIZON, 1e-3, 1),
    new MasterKernel(armCount, 100, 0.5, 0.003),
    new MetaKernel(armCount, HORIZON, 1, 1),
    new MetaKernel(armCount, 100, 0.05, 0.1),
    new MetaKernel(armCount, HORIZON, 0.3, 0),
    new ArmSwitchKernel(armCount, HORIZON, 12, 1),
    new ArmSwitchKernel(armCount, 100, 0.05, 0.3),
    new ArmSwitchKernel(armCount, 2, 0.3, 0),
    new ChangePointKernel(armCount, 0.01, 20, false),
    new ChangePointKernel(armCount, 0, 3, false),
    new ChangePointKernel(armCount, 0.2, 1, true),
    new ChangePointKernel(armCount, 1e-4, 9, true),
    new UniformKernel(armCount),
    new OracleKernel(courseOf(armCount)),
    new RestartingKernel(
      armCount,
      new KlIndexKernel(armCount, allTime(), new TimeLevel(Infinity, 0)),
      BREAKS,
    ),
    new RestartingKernel(
      armCount,
      new IndexKernel(
        armCount,
        allTime(),
        new RisingIndices(lineContestOf(armCount), new UcbRule(Infinity, 2, 1, HORIZON)),
      ),
      BREAKS,
    ),
  ];
  return [
    ...mossKernels(armCount, windows),
    ...fadingMossKernels(armCount, discounts),
    ...ucbKernels(armCount, windows, discounts),
    ...detectingKernels(armCount),
    ...autoKernels(armCount),
    ...unit.map((kernel) => ({ kernel, map: UNIT })),
  ];
}

/** A law, and how many replications it is played. */
export interface LawCase {
  readonly sampler: RewardSampler;
  readonly replications: number;
}

/** Laws with several parameters, those first that are played most; the first Pareto law is the paper's. */
const listedLaws: readonly LawCase[] = [
  { sampler: new BernoulliRewards(), replications: 9 },
  { sampler: new ParetoRewards(0.4, 0.23), replications: 9 },
  { sampler: new ParetoRewards(0, 0.23), replications: 2 },
  { sampler: new ParetoRewards(-0.3, 0.4), replications: 2 },
  { sampler: new ParetoRewards(1.5, 0.1), replications: 2 },
  { sampler: new BetaRewards(2.5), replications: 2 },
  { sampler: new ExactRewards(), replications: 2 },
  { sampler: new GaussianRewards(0.5), replications: 2 },
  { sampler: new StudentRewards(2.5, 0.2), replications: 2 },
  { sampler: new UniformRewards(0.4), replications: 2 },
];

/** Every law: those of the list, and what others there are. */
export const laws: readonly LawCase[] = [
  ...listedLaws,
  ...lawCatalogue.ids
    .map((id) => createRewardLaw(id).sampler)
    .filter((other) => listedLaws.every(({ sampler }) => sampler.constructor !== other.constructor))
    .map((sampler) => ({ sampler, replications: 2 })),
];

/** A recipe as it would be written: `Window(3, 203)`. */
export function describeRecipe({ of, ingredients }: Recipe): string {
  const written = ingredients.map((ingredient) => {
    if (typeof ingredient !== 'object') return String(ingredient);
    return isRecipe(ingredient) ? describeRecipe(ingredient) : '[…]';
  });
  return `${of.name}(${written.join(', ')})`;
}
