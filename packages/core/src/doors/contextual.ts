/**
 * Decisions with contexts: what is known of each request goes into the choice.
 *
 * @module @driftline/core/contextual
 */
export { contextualPolicyCatalogue } from '../contextual-policies/catalogue.ts';
export {
  type ContextForm,
  type ContextualPolicyDefinition,
  type ContextualSettings,
  type ContextualShowing,
  type ContextualTuningRequest,
  defineContextualPolicy,
  type KnownContextualPolicy,
} from '../definitions/contextual.ts';
export type {
  CategoryFeature,
  ContextOf,
  CycleFeature,
  FeatureDefinition,
  FlagFeature,
  HashFeature,
  NumberFeature,
  PlainVectors,
} from '../definitions/features.ts';
export type { ContextualKernel } from '../portable/kernels/contextual-kernel.ts';
export {
  ContextualDecider,
  type ContextualDeciderSnapshot,
  createContextualDecider,
  createContextualPolicy,
} from '../shell/contextual/contextual-decider.ts';
export type {
  ActionsAsked,
  ActionsOptions,
  ArmsOptions,
  ContextualOptions,
  Declaration,
  GivenOf,
} from '../shell/contextual/contextual-options.ts';
export { ContextualPolicy } from '../shell/contextual/contextual-policy.ts';
export {
  type ContextualEvent,
  retireContextual,
  reviseContextual,
} from '../shell/contextual/contextual-revise.ts';
export type { ContextualSelection } from '../shell/contextual/contextual-selection.ts';
export type { ContextualSnapshot } from '../shell/contextual/contextual-snapshot.ts';
export type { ActionView, Coefficient } from '../shell/contextual/contextual-view.ts';
export {
  type Codes,
  createEncoder,
  type Encoder,
  type EncoderOptions,
  type OnFeatureWarning,
} from '../shell/contextual/encoder.ts';
