/**
 * Asks a Driftline decision service which arm to use, and reports rewards. No dependencies; Node and browsers.
 *
 * @module @driftline/client
 */
export type { Decision, Json, Problem, RewardStatus } from './wire.ts';
