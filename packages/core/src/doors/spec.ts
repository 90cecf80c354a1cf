/**
 * Reading and writing what people write: specs, numbers, parameters, and the nearest name to a wrong one.
 *
 * @module @driftline/core/spec
 */
export { csvCell, csvCellText } from '../base/csv-cell.ts';
export { readDecimal, shortened } from '../base/decimal.ts';
export { errorCodes } from '../base/error-codes.ts';
export { isBounded, LARGEST_MAGNITUDE, SMALLEST_MAGNITUDE } from '../base/magnitude.ts';
export { nearest, suggestion } from '../base/nearest.ts';
export type { DetectorParameter } from '../definitions/detector.ts';
export { fleetIds } from '../definitions/fleet-ids.ts';
export type {
  LateRewards,
  MemoryKind,
  PolicyFamily,
  PolicyStanding,
  RewardAssumption,
} from '../definitions/policy.ts';
export type { ParameterRole } from '../definitions/roles.ts';
export type { RewardLawSpec } from '../laws/create.ts';
export type { EnvironmentSpec } from '../shell/environment.ts';
export type { ParameterValue } from '../shell/policy-options.ts';
export { type ParsedSpec, parseSpec, splitList, writeSpec } from '../spec/spec.ts';
export {
  acceptedNumbers,
  type ChoiceParameter,
  type GivenValue,
  givenText,
  type ListParameter,
  type SpecParameter,
  type TableParameter,
} from '../spec/spec-values.ts';
