/** The only list of contextual policies: a new one is its file and its line here. */

export { discountedLinearThompson } from './discounted-linear-thompson.ts';
export { discountedLinUcb } from './discounted-linucb.ts';
export { linearOracle } from './linear-oracle.ts';
export { linearOracleRestart } from './linear-oracle-restart.ts';
export { linearThompson } from './linear-thompson.ts';
export { linUcb } from './linucb.ts';
export { restartingLinUcb } from './restarting-linucb.ts';
export { slidingWindowLinUcb } from './sliding-window-linucb.ts';
export { weightedLinUcb } from './weighted-linucb.ts';
