/**
 * What every policy, environment and law of rewards has to satisfy, ours and a user's own alike. The
 * checks are seeded, and each takes well under a second.
 *
 * @module @driftline/core/contract
 */
export { environmentContract } from './environment-contract.ts';
export { type ContractCheck, ContractViolation, policyContract } from './policy-contract.ts';
export { rewardLawContract } from './reward-law-contract.ts';
export type { Surroundings } from './surroundings.ts';
