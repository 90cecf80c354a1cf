/**
 * Driftline's core: policies, environments, randomness and theory for nonstationary stochastic
 * bandits. It depends on nothing and runs in any JavaScript engine, with the same bits in each.
 *
 * @module @driftline/core
 */

export { readDecimal, shortened } from './base/decimal.ts';
export { type ErrorCode, errorCodes } from './base/error-codes.ts';
export { CodedError, ContractError, ParameterError, SnapshotError } from './base/errors.ts';
export { isBounded, LARGEST_MAGNITUDE, SMALLEST_MAGNITUDE } from './base/magnitude.ts';
export { nearest, suggestion } from './base/nearest.ts';
export { NUMBERS_REVISION } from './base/numbers-revision.ts';
export type { Warning, WarningCode } from './base/warnings.ts';
export type { DetectorDefinition, DetectorParameter } from './definitions/detector.ts';
export { freshParameter } from './definitions/environment.ts';
export type { RewardLawDefinition, RewardSampler } from './definitions/law.ts';
export type {
  LateRewards,
  PolicyDefinition,
  PolicyParameter,
  PolicySettings,
  PolicyStanding,
  RewardAssumption,
  TuningRequest,
} from './definitions/policy.ts';
export { detectorDefinitions } from './detectors/list.ts';
export { environmentDefinitions } from './environments/list.ts';
export { createRewardLaw, type RewardLawSpec } from './laws/create.ts';
export { rewardLawDefinitions } from './laws/list.ts';
export { adSwitch } from './policies/ad-switch.ts';
export { adaptEve } from './policies/adapt-eve.ts';
export { adaptiveResetting } from './policies/adaptive-resetting.ts';
export { banditOverBandit } from './policies/bandit-over-bandit.ts';
export { changePointThompson } from './policies/change-point-thompson.ts';
export { cusumUcb } from './policies/cusum-ucb.ts';
export { detectionAugmented } from './policies/detection-augmented.ts';
export { discountedKlUcb } from './policies/discounted-kl-ucb.ts';
export { discountedRobustMoss } from './policies/discounted-robust-moss.ts';
export { discountedThompson } from './policies/discounted-thompson.ts';
export { discountedUcb } from './policies/discounted-ucb.ts';
export { exp3 } from './policies/exp3.ts';
export { exp3R } from './policies/exp3-r.ts';
export { exp3S } from './policies/exp3-s.ts';
export { glrKlUcb } from './policies/glr-kl-ucb.ts';
export { klUcb } from './policies/kl-ucb.ts';
export { lmDsee } from './policies/lm-dsee.ts';
export { master } from './policies/master.ts';
export { monitoredUcb } from './policies/monitored-ucb.ts';
export { moss } from './policies/moss.ts';
export { oracle } from './policies/oracle.ts';
export { oracleRestart } from './policies/oracle-restart.ts';
export { pageHinkleyUcb } from './policies/page-hinkley-ucb.ts';
export { resettingExp3 } from './policies/resetting-exp3.ts';
export { resettingMoss } from './policies/resetting-moss.ts';
export { resettingRobustMoss } from './policies/resetting-robust-moss.ts';
export { robustMoss } from './policies/robust-moss.ts';
export { slidingWindowKlUcb } from './policies/sliding-window-kl-ucb.ts';
export { slidingWindowMoss } from './policies/sliding-window-moss.ts';
export { slidingWindowRobustMoss } from './policies/sliding-window-robust-moss.ts';
export { slidingWindowThompson } from './policies/sliding-window-thompson.ts';
export { slidingWindowUcb } from './policies/sliding-window-ucb.ts';
export { slidingWindowUcbSharp } from './policies/sliding-window-ucb-sharp.ts';
export { thompson } from './policies/thompson.ts';
export { ucb1 } from './policies/ucb1.ts';
export { uniform } from './policies/uniform.ts';
export type { Archive } from './portable/base/archive.ts';
export type { Detectors } from './portable/detectors/detectors.ts';
export { saturationLevel, saturationLimit } from './portable/estimators/saturation.ts';
export type {
  ExploringKernel,
  IndexedKernel,
  Kernel,
  TellingKernel,
  WaitingKernel,
} from './portable/kernels/kernel.ts';
export { exp } from './portable/math/exp.ts';
export { ln } from './portable/math/log.ts';
export { pow } from './portable/math/pow.ts';
export { sin } from './portable/math/sin.ts';
export { Course } from './portable/means/course.ts';
export { Wave } from './portable/means/wave.ts';
export { PlayRecord, play, Replication } from './portable/play/play.ts';
export { RewardMap } from './portable/play/reward-map.ts';
export { beta } from './portable/random/beta.ts';
export { gamma } from './portable/random/gamma.ts';
export { Random } from './portable/random/generator.ts';
export { normal } from './portable/random/normal.ts';
export { generalizedPareto, symmetricPareto } from './portable/random/pareto.ts';
export {
  ROLE_MEANS,
  ROLE_POLICY,
  ROLE_REWARDS,
  ROLE_SAMPLE,
  seedStream,
} from './portable/random/streams.ts';
export { studentT } from './portable/random/student.ts';
export { randomStream, restoreRandom, saveRandom } from './random/source.ts';
export { type ArmView, isTelling, restartsOf, viewArm } from './shell/arm-view.ts';
export {
  createDecider,
  Decider,
  type DeciderOptions,
  type DeciderSnapshot,
} from './shell/decider.ts';
export {
  createDetector,
  Detector,
  type DetectorSnapshot,
  detectorDefinition,
} from './shell/detector.ts';
export {
  type Benchmark,
  createEnvironment,
  Environment,
  type EnvironmentDefinition,
  type EnvironmentOptions,
  type EnvironmentSettings,
  type EnvironmentShape,
  type EnvironmentSpec,
  environmentFromMeans,
  environmentFromRewards,
  environmentShape,
  type Means,
  MeanTable,
  Replay,
  type ReplayOptions,
  RewardLaw,
  RewardTable,
  usualSmoothing,
  variationWarning,
} from './shell/environment.ts';
export { kernelMethods, missingKernelMethods } from './shell/kernel-methods.ts';
export type { KernelState } from './shell/kernel-state.ts';
export type { PendingEntry } from './shell/pending.ts';
export { type PickView, viewPick } from './shell/pick-view.ts';
export { Policy, type Selection } from './shell/policy.ts';
export type { KnownParameters, ParameterValue, PolicyOptions } from './shell/policy-options.ts';
export type { PolicySnapshot } from './shell/policy-snapshot.ts';
export {
  createPolicy,
  createPolicyFromSpec,
  type PreparedPolicy,
  policyDefinition,
  policyDefinitions,
  preparePolicy,
  type SharedOptions,
} from './shell/registry.ts';
export { trace } from './shell/trace.ts';
export { type ParsedSpec, parseSpec, splitList, writeSpec } from './spec/spec.ts';
export {
  acceptedNumbers,
  type ChoiceParameter,
  type GivenValue,
  givenText,
  type ListParameter,
  type NumberParameter,
  type SpecParameter,
  SpecValues,
  type TableParameter,
} from './spec/spec-values.ts';
export { bobBlockLength, bobRate, bobWindows } from './theory/bandit-over-bandit.ts';
export {
  type DiscountedUcbBound,
  discountedUcbBound,
  type LowerBoundRate,
  lowerBoundRate,
  mossBound,
  resettingMossBound,
  slidingWindowMossBound,
  type UpperBound,
  ucb1Bound,
} from './theory/bounds.ts';
export { masterThresholds } from './theory/master.ts';
export { leastZeta, psi, psiConditionHolds } from './theory/psi.ts';
export {
  changeExponent,
  discountFactor,
  discountForChanges,
  discountOfWindow,
  epochCount,
  exp3Rate,
  exp3rDelta,
  exp3rInterval,
  exp3rRate,
  exp3sRate,
  exp3sRateForChanges,
  exp3sShare,
  rawWindowLength,
  rexp3EpochLength,
  rexp3Rate,
  thompsonWindow,
  windowForChanges,
  windowLength,
  windowOfDiscount,
} from './theory/tuning.ts';
