/**
 * For programs that play policies on environments themselves, as the engine does: bare kernels, the loop
 * of a replication, and the streams of randomness.
 *
 * @module @driftline/core/play
 */
export { CodedError, ContractError, ParameterError, SnapshotError } from '../base/errors.ts';
export { NUMBERS_REVISION } from '../base/numbers-revision.ts';
export { ignoreWarning } from '../base/warnings.ts';
export { contextualEnvironmentCatalogue } from '../contextual-environments/catalogue.ts';
export { contextualPolicyCatalogue } from '../contextual-policies/catalogue.ts';
export type { Listed } from '../definitions/catalogue.ts';
export type {
  ContextForm,
  ContextualPolicyDefinition,
} from '../definitions/contextual.ts';
export type {
  Bounds,
  ContextualEnvironmentDefinition,
  FieldSettings,
} from '../definitions/contextual-environment.ts';
export { contextualIds } from '../definitions/contextual-ids.ts';
export type { FleetDefinition, FleetSettings } from '../definitions/fleet.ts';
export {
  AS_DISCOUNT,
  type Described,
  type GivenFact,
  givenFacts,
  inRole,
  roleOf,
  takesFact,
} from '../definitions/roles.ts';
export { environmentCatalogue } from '../environments/catalogue.ts';
export { fleetBenchmark, jainIndex } from '../fleets/benchmark.ts';
export { fleetCatalogue } from '../fleets/catalogue.ts';
export { lawCatalogue } from '../laws/catalogue.ts';
export { createRewardLaw } from '../laws/create.ts';
export { asChannels, type ChannelMeans, type Channels } from '../means/channel-means.ts';
export { type FieldFacts, offerOf } from '../means/contextual-means.ts';
export { restedCourse } from '../means/courses.ts';
export { MeanTable } from '../means/mean-table.ts';
export type { LawFacts } from '../means/means.ts';
export { type Benchmark, Replay, usualSmoothing } from '../means/replay.ts';
export { type RestedBenchmark, RestedMeans } from '../means/rested-means.ts';
export { policyCatalogue } from '../policies/catalogue.ts';
export type { List } from '../portable/base/language.ts';
export { ContextualSeat } from '../portable/contexts/contextual-seat.ts';
export type { Coordination } from '../portable/fleet/coordination.ts';
export type { Fleet, FleetPlayer, FleetTable, RankingKernel } from '../portable/fleet/fleet.ts';
export {
  FleetBenchmark,
  FleetRecord,
  FleetReplication,
} from '../portable/fleet/fleet-replication.ts';
export type { FleetSeat } from '../portable/fleet/fleet-seat.ts';
export { exp } from '../portable/math/exp.ts';
export { ln } from '../portable/math/log.ts';
export { pow } from '../portable/math/pow.ts';
export type { Chains } from '../portable/means/chains.ts';
export { ContextSource, SOURCE_FIXED, SOURCE_ROWS } from '../portable/means/context-source.ts';
export { Course } from '../portable/means/course.ts';
export type { Field } from '../portable/means/field.ts';
export type { Offer } from '../portable/means/offer.ts';
export { ThetaPath } from '../portable/means/theta-path.ts';
export { Wave } from '../portable/means/wave.ts';
export { PlayRecord, play, Replication } from '../portable/play/play.ts';
export { RewardMap } from '../portable/play/reward-map.ts';
export { type Learner, type Ledger, type Payer, playSlot } from '../portable/play/step.ts';
export { Random } from '../portable/random/generator.ts';
export {
  ROLE_CONTEXTS,
  ROLE_DELAYS,
  ROLE_MEANS,
  ROLE_POLICY,
  ROLE_REWARDS,
  ROLE_SAMPLE,
  seedStream,
} from '../portable/random/streams.ts';
export { randomStream } from '../random/source.ts';
export { ContextualPolicy } from '../shell/contextual/contextual-policy.ts';
export {
  type ContextualEnvironmentOptions,
  type ContextualShape,
  contextualEnvironmentShape,
  createContextualEnvironment,
} from '../shell/contextual/environment.ts';
export {
  type ContextualFacts,
  type PreparedContextualPolicy,
  prepareContextualPolicy,
} from '../shell/contextual/prepare.ts';
export { createPolicyFromSpec } from '../shell/create-policy.ts';
export {
  createEnvironment,
  Environment,
  type EnvironmentShape,
  environmentFromRewards,
  environmentShape,
  variationWarning,
} from '../shell/environment.ts';
export { kernelMethods, missingKernelMethods } from '../shell/kernel-methods.ts';
export type { KernelState } from '../shell/kernel-state.ts';
export type { PendingEntry } from '../shell/pending.ts';
export type { MassEntry } from '../shell/pending-mass.ts';
export type { Policy } from '../shell/policy.ts';
export {
  type FleetOptions,
  findFleet,
  MOST_PLAYERS,
  type PreparedFleet,
  prepareFleet,
  refuseFleet,
} from '../shell/prepare-fleet.ts';
export {
  factsTaken,
  type PreparedPolicy,
  preparePolicy,
  type SharedOptions,
} from '../shell/prepare-policy.ts';
export { demandFloor, type Selection } from '../shell/selection.ts';
export { type RewardTimes, ShellStep, type SlotPolicy } from '../shell/shell-step.ts';
export { parseSpec } from '../spec/spec.ts';
