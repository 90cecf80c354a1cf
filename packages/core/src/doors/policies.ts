/**
 * Every policy's definition by itself, for programs that bundle only what they use.
 *
 * @module @driftline/core/policies
 */
export { adSwitch } from '../policies/ad-switch.ts';
export { adaptEve } from '../policies/adapt-eve.ts';
export { adaptiveResetting } from '../policies/adaptive-resetting.ts';
export { banditOverBandit } from '../policies/bandit-over-bandit.ts';
export { changePointThompson } from '../policies/change-point-thompson.ts';
export { cusumUcb } from '../policies/cusum-ucb.ts';
export { detectionAugmented } from '../policies/detection-augmented.ts';
export { discountedKlUcb } from '../policies/discounted-kl-ucb.ts';
export { discountedRobustMoss } from '../policies/discounted-robust-moss.ts';
export { discountedThompson } from '../policies/discounted-thompson.ts';
export { discountedUcb } from '../policies/discounted-ucb.ts';
export { exp3 } from '../policies/exp3.ts';
export { exp3R } from '../policies/exp3-r.ts';
export { exp3S } from '../policies/exp3-s.ts';
export { glrKlUcb } from '../policies/glr-kl-ucb.ts';
export { klUcb } from '../policies/kl-ucb.ts';
export { lmDsee } from '../policies/lm-dsee.ts';
export { master } from '../policies/master.ts';
export { monitoredUcb } from '../policies/monitored-ucb.ts';
export { moss } from '../policies/moss.ts';
export { oracle } from '../policies/oracle.ts';
export { oracleRestart } from '../policies/oracle-restart.ts';
export { pageHinkleyUcb } from '../policies/page-hinkley-ucb.ts';
export { resettingExp3 } from '../policies/resetting-exp3.ts';
export { resettingMoss } from '../policies/resetting-moss.ts';
export { resettingRobustMoss } from '../policies/resetting-robust-moss.ts';
export { robustMoss } from '../policies/robust-moss.ts';
export { slidingWindowKlUcb } from '../policies/sliding-window-kl-ucb.ts';
export { slidingWindowMoss } from '../policies/sliding-window-moss.ts';
export { slidingWindowRobustMoss } from '../policies/sliding-window-robust-moss.ts';
export { slidingWindowThompson } from '../policies/sliding-window-thompson.ts';
export { slidingWindowUcb } from '../policies/sliding-window-ucb.ts';
export { slidingWindowUcbSharp } from '../policies/sliding-window-ucb-sharp.ts';
export { thompson } from '../policies/thompson.ts';
export { ucb1 } from '../policies/ucb1.ts';
export { uniform } from '../policies/uniform.ts';
