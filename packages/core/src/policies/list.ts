/**
 * The only list of policies: a new one is its file and its line here. It is also the door to each policy
 * by itself, for programs that bundle only what they use.
 *
 * @module @driftline/core/policies
 */
export { adSwitch } from './ad-switch.ts';
export { adaptEve } from './adapt-eve.ts';
export { adaptiveResetting } from './adaptive-resetting.ts';
export { armSwitch } from './arm-switch.ts';
export { auto } from './auto.ts';
export { banditOverBandit } from './bandit-over-bandit.ts';
export { changePointThompson } from './change-point-thompson.ts';
export { cusumUcb } from './cusum-ucb.ts';
export { detectionAugmented } from './detection-augmented.ts';
export { discountedImed } from './discounted-imed.ts';
export { discountedKlUcb } from './discounted-kl-ucb.ts';
export { discountedRobustMoss } from './discounted-robust-moss.ts';
export { discountedThompson } from './discounted-thompson.ts';
export { discountedUcb } from './discounted-ucb.ts';
export { exp3 } from './exp3.ts';
export { exp3R } from './exp3-r.ts';
export { exp3S } from './exp3-s.ts';
export { fewa } from './fewa.ts';
export { glrKlUcb } from './glr-kl-ucb.ts';
export { imed } from './imed.ts';
export { improvedUcb } from './improved-ucb.ts';
export { kalman } from './kalman.ts';
export { klUcb } from './kl-ucb.ts';
export { lastBlock } from './last-block.ts';
export { lmDsee } from './lm-dsee.ts';
export { master } from './master.ts';
export { meta } from './meta.ts';
export { monitoredResetting } from './monitored-resetting.ts';
export { monitoredUcb } from './monitored-ucb.ts';
export { moss } from './moss.ts';
export { myopic } from './myopic.ts';
export { oracle } from './oracle.ts';
export { oracleRestart } from './oracle-restart.ts';
export { pageHinkleyUcb } from './page-hinkley-ucb.ts';
export { rawUcb } from './raw-ucb.ts';
export { resettingExp3 } from './resetting-exp3.ts';
export { resettingMoss } from './resetting-moss.ts';
export { resettingRobustMoss } from './resetting-robust-moss.ts';
export { risingUcb } from './rising-ucb.ts';
export { robustMoss } from './robust-moss.ts';
export { slidingWindowAverage } from './sliding-window-average.ts';
export { slidingWindowImed } from './sliding-window-imed.ts';
export { slidingWindowKlUcb } from './sliding-window-kl-ucb.ts';
export { slidingWindowLastBlock } from './sliding-window-last-block.ts';
export { slidingWindowMoss } from './sliding-window-moss.ts';
export { slidingWindowRobustMoss } from './sliding-window-robust-moss.ts';
export { slidingWindowThompson } from './sliding-window-thompson.ts';
export { slidingWindowUcb } from './sliding-window-ucb.ts';
export { slidingWindowUcbSharp } from './sliding-window-ucb-sharp.ts';
export { thompson } from './thompson.ts';
export { ucbTuned } from './ucb-tuned.ts';
export { ucb1 } from './ucb1.ts';
export { uniform } from './uniform.ts';
export { whittle } from './whittle.ts';
