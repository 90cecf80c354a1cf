/**
 * What every policy, environment and law of rewards has to satisfy, ours and a user's own alike. The
 * checks are seeded, and each takes well under a second.
 *
 * @module @driftline/core/contract
 */

export { type ContractCheck, ContractViolation } from './check.ts';
export { contextualPolicyContract } from './contextual-contract.ts';
export { environmentContract } from './environment-contract.ts';
export { policyContract } from './policy-contract.ts';
export { rewardLawContract } from './reward-law-contract.ts';
export type { Surroundings } from './surroundings.ts';
