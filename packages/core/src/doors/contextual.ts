/**
 * Decisions with contexts: what is known of each request goes into the choice.
 *
 * @module @driftline/core/contextual
 */
export { contextualPolicyCatalogue } from '../contextual-policies/catalogue.ts';
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
export {
  type Codes,
  createEncoder,
  type Encoder,
  type EncoderOptions,
  type OnFeatureWarning,
} from '../shell/contextual/encoder.ts';
