/**
 * The decision service: an application asks which arm to use, acts, and reports the reward, perhaps much later.
 *
 * @module @driftline/service
 */
export type { Writer } from './writer/operations.ts';
