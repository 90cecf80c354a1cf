/**
 * How much later Auto's test alarms than one that asks all splits, as it asks the corners of the hulls only:
 * `node experiments/auto/all-splits.ts`, after `npm run build`, plays 3000 streams with one change in seconds.
 * Half of them are coins, half values with a dispersion of 0.05; the threshold is that of three arms. The seed
 * is fixed. That the test finds just the alarms of all corners is shown in packages/core/test.
 */
import { type Random, randomStream } from '@driftline/core';
import { naiveExcesses, naiveScan } from '../../packages/core/test/naive/auto.ts';

const SEED = 91;
const STREAMS = 3000;
const AFTER = 200;
const BASE = 6 + Math.log(3);
const DISPERSION = 0.05;

function rewardOf(coins: boolean, mean: number, random: Random): number {
  if (coins) return random.uniform() < mean ? 1 : 0;
  // Uniform around the mean, with a variance of w²/3.
  const width = Math.sqrt(3 * DISPERSION * mean * (1 - mean));
  return Math.max(0, Math.min(1, mean + width * (2 * random.uniform() - 1)));
}

/** The rewards until each test's first alarm: of all splits, and of corners. */
function alarmsOf(run: number): { all: number; corners: number } {
  const random = randomStream(SEED, run);
  const coins = run % 2 === 0;
  const change = 20 + random.below(200);
  const [before, after] = [random.uniform(), random.uniform()];
  const dispersion = coins ? 1 : DISPERSION;
  const rewards: number[] = [];
  let all = Number.POSITIVE_INFINITY;
  while (rewards.length < change + AFTER) {
    rewards.push(rewardOf(coins, rewards.length < change ? before : after, random));
    const passes = naiveExcesses(rewards, dispersion, BASE).some(({ excess }) => excess >= 0);
    if (!passes) continue;
    all = Math.min(all, rewards.length);
    if (naiveScan(rewards, dispersion, BASE, 0).alarm === undefined) continue;
    return { all, corners: rewards.length };
  }
  return { all, corners: Number.POSITIVE_INFINITY };
}

const found = Array.from({ length: STREAMS }, (_, run) => alarmsOf(run));
const alarmed = found.filter(({ all }) => all < Number.POSITIVE_INFINITY);
const late = alarmed.filter(({ all, corners }) => corners > all);
const most = Math.max(0, ...late.map(({ all, corners }) => corners - all));
console.log(`${STREAMS} streams: ${alarmed.length} with an alarm of all splits.`);
console.log(`Corners alarm later in ${late.length}, by at most ${most} rewards.`);
