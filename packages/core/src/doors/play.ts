/**
 * For programs that play policies on environments themselves, as the engine does: bare kernels, the loop
 * of a replication, the streams of randomness, and what a kernel shows.
 *
 * @module @driftline/core/play
 */
export { NUMBERS_REVISION } from '../base/numbers-revision.ts';
export { type Benchmark, usualSmoothing } from '../means/replay.ts';
export type { TellingKernel } from '../portable/kernels/kernel.ts';
export { Course } from '../portable/means/course.ts';
export { Wave } from '../portable/means/wave.ts';
export { PlayRecord, play, Replication } from '../portable/play/play.ts';
export { RewardMap } from '../portable/play/reward-map.ts';
export { ROLE_MEANS, ROLE_SAMPLE, seedStream } from '../portable/random/streams.ts';
export { isTelling, restartsOf, viewArm } from '../shell/arm-view.ts';
export { detectorDefinition } from '../shell/detector.ts';
export { type EnvironmentShape, environmentShape, variationWarning } from '../shell/environment.ts';
export { kernelMethods, missingKernelMethods } from '../shell/kernel-methods.ts';
export type { KernelState } from '../shell/kernel-state.ts';
export type { PendingEntry } from '../shell/pending.ts';
export { type PickView, viewPick } from '../shell/pick-view.ts';
export type { KnownParameters } from '../shell/policy-options.ts';
export { type PreparedPolicy, preparePolicy, type SharedOptions } from '../shell/registry.ts';
