/**
 * What a policy of one's own is put together from: memories, estimators, indices, contests, kernels,
 * explorations, detectors, the parameters that many policies share, samplers, and elementary functions with
 * the same bits in every JavaScript engine.
 *
 * @module @driftline/core/parts
 */

export { definePolicy, type KnownPolicy } from '../definitions/policy.ts';
export {
  type Amount,
  AS_DISCOUNT,
  AS_FACTOR,
  AS_KL_LEVEL,
  AS_ONE_PLUS,
  AS_ROOT,
  AS_SHARE,
  AS_SLOTS,
} from '../definitions/roles.ts';
export type {
  ArmFact,
  ArmStanding,
  Drawn,
  Explanation,
  IndexAmong,
  KnownArm,
  Learner,
  MemoryShowing,
  Moment,
  Seen,
  Showing,
  SlotFact,
  Unit,
} from '../definitions/showing.ts';
// The words that portable code is written in.
export type { bool, Floats, f64, Ints, i32 } from '../portable/base/language.ts';
// Detectors for all arms at once.
export { Cusum } from '../portable/detectors/cusum.ts';
export type { Detectors } from '../portable/detectors/detectors.ts';
export { GaussianGlr } from '../portable/detectors/gaussian-glr.ts';
export { BernoulliGlr } from '../portable/detectors/glr.ts';
export { HalfDifference } from '../portable/detectors/half-difference.ts';
export { MeanSplit } from '../portable/detectors/mean-split.ts';
export { PageHinkley } from '../portable/detectors/page-hinkley.ts';
// Estimators beyond the sample mean, which every memory is by itself.
export { DiscountedSaturatedMean } from '../portable/estimators/discounted-saturated-mean.ts';
export { Dispersion } from '../portable/estimators/dispersion.ts';
export { SaturatedMean } from '../portable/estimators/saturated-mean.ts';
// Indices, and the rules that their widths follow.
export { type Bound, KlBound, UcbBound } from '../portable/indices/bounds.ts';
export type { Brackets } from '../portable/indices/brackets.ts';
export { DiscountedUcbRule } from '../portable/indices/discounted-ucb.ts';
export { FadingMossIndices } from '../portable/indices/fading-moss.ts';
export { GrowingUcbRule } from '../portable/indices/growing-ucb.ts';
export type { Indices } from '../portable/indices/indices.ts';
export { type KlLevel, TimeLevel, TotalLevel } from '../portable/indices/kl-level.ts';
export { MossIndices } from '../portable/indices/moss.ts';
export { RisingIndices, type RisingRule } from '../portable/indices/rising.ts';
export { UcbRule } from '../portable/indices/ucb.ts';
// Kernels: what picks and learns.
export { AutoKernel } from '../portable/kernels/auto-kernel.ts';
export { DetectingKernel } from '../portable/kernels/detecting-kernel.ts';
export { Exp3Kernel } from '../portable/kernels/exp3-kernel.ts';
export { Exp3SKernel } from '../portable/kernels/exp3-s-kernel.ts';
export {
  type Exploration,
  PeriodicExploration,
  UniformExploration,
} from '../portable/kernels/exploration.ts';
export { IndexKernel } from '../portable/kernels/index-kernel.ts';
export type {
  BoundingKernel,
  ExploringKernel,
  IndexedKernel,
  WaitingKernel,
} from '../portable/kernels/kernel.ts';
export { KlIndexKernel } from '../portable/kernels/kl-index-kernel.ts';
export { RestartingKernel } from '../portable/kernels/restarting-kernel.ts';
export { RewardScale } from '../portable/kernels/reward-scale.ts';
export { ThompsonKernel } from '../portable/kernels/thompson-kernel.ts';
export { Turns } from '../portable/kernels/turns.ts';
export { UniformKernel } from '../portable/kernels/uniform-kernel.ts';
// Functions that are alike in every JavaScript engine.
export { exp } from '../portable/math/exp.ts';
export { ln } from '../portable/math/log.ts';
export { pow } from '../portable/math/pow.ts';
export { sin } from '../portable/math/sin.ts';
// Memories: the ways to forget.
export { AllTime } from '../portable/memory/all-time.ts';
export { Discounted } from '../portable/memory/discounted.ts';
export type { Estimator } from '../portable/memory/estimator.ts';
export { GrowingWindow } from '../portable/memory/growing-window.ts';
export type { Memory } from '../portable/memory/memory.ts';
export { Resetting } from '../portable/memory/resetting.ts';
export { Window } from '../portable/memory/window.ts';
export { WindowGrowth } from '../portable/memory/window-growth.ts';
// Samplers.
export { beta } from '../portable/random/beta.ts';
export { gamma } from '../portable/random/gamma.ts';
export { normal } from '../portable/random/normal.ts';
export { generalizedPareto, symmetricPareto } from '../portable/random/pareto.ts';
export { studentT } from '../portable/random/student.ts';
// Contests: which arm leads.
export type { Contest, LineContest } from '../portable/tournament/contest.ts';
export { KineticTournament } from '../portable/tournament/kinetic-tournament.ts';
export { LineScan, Scan } from '../portable/tournament/scan.ts';
export { Tournament } from '../portable/tournament/tournament.ts';
export { prefixed } from '../shell/prefixed-archive.ts';
export { byDraw, type DrawingKernel } from '../showing/by-draw.ts';
export { byGivenMeans } from '../showing/by-given-means.ts';
export {
  type AlarmedKernel,
  byIndex,
  byIndexInTurn,
  byIndexUntilAlarm,
} from '../showing/by-index.ts';
export { byProbability, type ProbabilityKernel } from '../showing/by-probability.ts';
export { bySaturatedIndex, type SaturatingKernel } from '../showing/by-saturated-index.ts';
export { drawReason, equalWords, indexReason, leadersOf } from '../showing/reasons.ts';
export { contestOf, lineContestOf } from '../tuning/contest.ts';
// What follows from a policy's parameters.
export { resettingMemory, windowMemory } from '../tuning/memory.ts';
export {
  CHANGES,
  DISCOUNT,
  SCALE,
  tuneDiscount,
  tuneWindow,
  VARIATION,
  WINDOW,
} from '../tuning/tuning.ts';
