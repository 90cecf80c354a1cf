/** The only list of contextual policies: a new one is its file and its line here. */

export { discountedLinearThompson } from './discounted-linear-thompson.ts';
export { discountedLinUcb } from './discounted-linucb.ts';
export { discountedLogistic } from './discounted-logistic.ts';
export { discountedRandomisedLinUcb } from './discounted-randomised-linucb.ts';
export { dLinUcb } from './dlinucb.ts';
export { linAuto } from './lin-auto.ts';
export { linearBanditOverBandit } from './linear-bandit-over-bandit.ts';
export { linearOracle } from './linear-oracle.ts';
export { linearOracleRestart } from './linear-oracle-restart.ts';
export { linearThompson } from './linear-thompson.ts';
export { linUcb } from './linucb.ts';
export { logisticThompson } from './logistic-thompson.ts';
export { restartingLinUcb } from './restarting-linucb.ts';
export { slidingWindowLinUcb } from './sliding-window-linucb.ts';
export { weightedLinUcb } from './weighted-linucb.ts';
