/**
 * Asks a Driftline decision service which arm to use, and reports rewards. No dependencies; Node and browsers.
 *
 * @module @driftline/client
 */
export type { Choice } from './choice.ts';
export {
  ClientError,
  type ClientErrorCode,
  type ClientProblem,
  type ClientProblemCode,
} from './client-problem.ts';
export { type DecideOptions, Driftline, type DriftlineOptions } from './driftline.ts';
export type { Outcome } from './outcome.ts';
export type { RewardStorage } from './storage.ts';
export type { Surroundings } from './surroundings.ts';
export type { Answer } from './transport.ts';
export type { Undelivered } from './undelivered.ts';
export type { Decision, Json, Problem, RewardStatus } from './wire.ts';
