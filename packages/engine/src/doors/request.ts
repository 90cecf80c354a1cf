/**
 * What can be asked of a comparison: the one table of fields, reading and writing them, and the comparison
 * that a request makes. For whoever asks: flags, experiment files, links, pages.
 *
 * @module @driftline/engine/request
 */
export { type ContextFiles, comparisonOf, requestOf } from '../request/comparison.ts';
export { ExperimentError } from '../request/experiment-error.ts';
export { experimentText, requestText } from '../request/experiment-text.ts';
export {
  type ComparisonRequest,
  type EnvironmentKind,
  FIELDS,
  type Field,
  type FieldContent,
  type FieldId,
  type FieldValue,
  fieldEntries,
  fieldName,
  isFieldOf,
  type NumberValue,
} from '../request/fields.ts';
export { flagParts, flagWords } from '../request/flags.ts';
export { given } from '../request/given.ts';
export { NO_MEANS, ONLY_ORACLES, playingPolicies, withReference } from '../request/policies.ts';
export {
  type AskedTable,
  type Asker,
  kindAsked,
  type Mistake,
  recordedPlay,
  sourceOf,
} from '../request/rules.ts';
export { checkData, readText, shownData, textOf } from '../request/values.ts';
