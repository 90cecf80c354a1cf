/**
 * Driftline's core: policies, environments, randomness and theory for nonstationary stochastic
 * bandits. It depends on nothing and runs in any JavaScript engine, with the same bits in each.
 *
 * @module @driftline/core
 */

export type { Archive } from './archive.ts';
export { type ArmView, isTelling, restartsOf, viewArm } from './arm-view.ts';
export { Course } from './course.ts';
export { createDecider, Decider, type DeciderOptions, type DeciderSnapshot } from './decider.ts';
export { readDecimal, shortened } from './decimal.ts';
export type {
  LateRewards,
  PolicyDefinition,
  PolicyParameter,
  PolicySettings,
  PolicyStanding,
  RewardAssumption,
  TuningRequest,
} from './definition.ts';
export {
  createDetector,
  Detector,
  type DetectorSnapshot,
  detectorDefinition,
} from './detector.ts';
export type { DetectorDefinition, DetectorParameter } from './detectors/definition.ts';
export type { Detectors } from './detectors/detectors.ts';
export { detectorDefinitions } from './detectors/list.ts';
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
} from './environment.ts';
export { freshParameter } from './environments/definition.ts';
export { environmentDefinitions } from './environments/list.ts';
export { Wave } from './environments/wave.ts';
export { type ErrorCode, errorCodes } from './error-codes.ts';
export { CodedError, ContractError, ParameterError, SnapshotError } from './errors.ts';
export type {
  ExploringKernel,
  IndexedKernel,
  Kernel,
  TellingKernel,
  WaitingKernel,
} from './kernel.ts';
export { kernelMethods, missingKernelMethods } from './kernel-methods.ts';
export type { KernelState } from './kernel-state.ts';
export { isBounded, LARGEST_MAGNITUDE, SMALLEST_MAGNITUDE } from './magnitude.ts';
export { exp } from './math/exp.ts';
export { ln } from './math/log.ts';
export { pow } from './math/pow.ts';
export { sin } from './math/sin.ts';
export { nearest, suggestion } from './nearest.ts';
export { NUMBERS_REVISION } from './numbers-revision.ts';
export type { PendingEntry } from './pending.ts';
export { type PickView, viewPick } from './pick-view.ts';
export { PlayRecord, play, Replication } from './play.ts';
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
export { Policy, type Selection } from './policy.ts';
export type { KnownParameters, ParameterValue, PolicyOptions } from './policy-options.ts';
export type { PolicySnapshot } from './policy-snapshot.ts';
export { beta } from './random/beta.ts';
export { gamma } from './random/gamma.ts';
export { Random } from './random/generator.ts';
export { normal } from './random/normal.ts';
export { generalizedPareto, symmetricPareto } from './random/pareto.ts';
export { randomStream, restoreRandom, saveRandom } from './random/source.ts';
export {
  ROLE_MEANS,
  ROLE_POLICY,
  ROLE_REWARDS,
  ROLE_SAMPLE,
  seedStream,
} from './random/streams.ts';
export { studentT } from './random/student.ts';
export {
  createPolicy,
  createPolicyFromSpec,
  type PreparedPolicy,
  policyDefinition,
  policyDefinitions,
  preparePolicy,
  type SharedOptions,
} from './registry.ts';
export { RewardMap } from './reward-map.ts';
export { createRewardLaw, type RewardLawSpec } from './rewards/create.ts';
export type { RewardLawDefinition, RewardSampler } from './rewards/law.ts';
export { rewardLawDefinitions } from './rewards/list.ts';
export { type ParsedSpec, parseSpec, splitList, writeSpec } from './spec.ts';
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
} from './spec-values.ts';
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
export { saturationLevel, saturationLimit } from './theory/saturation.ts';
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
export { trace } from './trace.ts';
export type { Warning, WarningCode } from './warnings.ts';
