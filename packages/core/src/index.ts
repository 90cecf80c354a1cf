/**
 * Driftline's core: policies, environments, randomness and theory for nonstationary stochastic
 * bandits. It depends on nothing and runs in any JavaScript engine, with the same bits in each.
 *
 * @module @driftline/core
 */

export type { ErrorCode } from './base/error-codes.ts';
export { CodedError, ContractError, ParameterError, SnapshotError } from './base/errors.ts';
export type { Warning, WarningCode } from './base/warnings.ts';
export { Catalogue } from './definitions/catalogue.ts';
export type { DetectorDefinition } from './definitions/detector.ts';
export {
  type EnvironmentDefinition,
  type EnvironmentSettings,
  freshParameter,
} from './definitions/environment.ts';
export type { RewardLawDefinition } from './definitions/law.ts';
export { RewardLaw } from './definitions/law.ts';
export type {
  PolicyDefinition,
  PolicyParameter,
  PolicySettings,
  TuningRequest,
} from './definitions/policy.ts';
export { detectorCatalogue } from './detectors/catalogue.ts';
export { environmentCatalogue } from './environments/catalogue.ts';
export { lawCatalogue } from './laws/catalogue.ts';
export { createRewardLaw } from './laws/create.ts';
export { MeanTable } from './means/mean-table.ts';
export type { Means } from './means/means.ts';
export { Replay, type ReplayOptions } from './means/replay.ts';
export { policyCatalogue } from './policies/catalogue.ts';
export type { Archive } from './portable/base/archive.ts';
export type { Kernel } from './portable/kernels/kernel.ts';
export type { RewardSampler } from './portable/laws/sampler.ts';
export { Random } from './portable/random/generator.ts';
export { ROLE_POLICY, ROLE_REWARDS } from './portable/random/streams.ts';
export { randomStream, restoreRandom, saveRandom } from './random/source.ts';
export type { ArmView } from './shell/arm-view.ts';
export { createPolicy, createPolicyFromSpec } from './shell/create-policy.ts';
export {
  createDecider,
  Decider,
  type DeciderOptions,
  type DeciderSnapshot,
} from './shell/decider.ts';
export { createDetector, Detector, type DetectorSnapshot } from './shell/detector.ts';
export {
  createEnvironment,
  Environment,
  type EnvironmentOptions,
  environmentFromMeans,
  environmentFromRewards,
} from './shell/environment.ts';
export { Policy } from './shell/policy.ts';
export type { OptionsOf, PolicyOptions } from './shell/policy-options.ts';
export type { PolicySnapshot } from './shell/policy-snapshot.ts';
export { type HistoryEvent, retire, revise } from './shell/revise.ts';
export type { Selection, SelectOptions } from './shell/selection.ts';
export { trace } from './shell/trace.ts';
export { type NumberParameter, SpecValues } from './spec/spec-values.ts';
