/**
 * Naive RAW-UCB: Seznec, Menard, Lazaric and Valko 2020, and the grid of its author's EFF_RAWUCB.
 *
 * With t the slots so far, the index of an arm is the least over windows h of
 *
 *   (mean of its last h rewards) + sqrt(2 alpha sigma^2 ln t / h)
 *
 * for h = 1, 2, ... all its rewards where m = 1. On a grid h is 1, ceil(m), ceil(m ceil(m)), ..., and each
 * window has a block of h rewards in a row: rewards gather until there are h, which are the block until the
 * next h have gathered; these begin with those that have gathered for the window before. The first to gather
 * for a window are the first block of the window before.
 */
import { meanOf, type Remembered, rewardsOf } from './history.ts';
import type { NaiveSettings } from './settings.ts';

/** The blocks of rewards that the windows of an arm have, shortest window first. */
export function blocksOf(rewards: readonly number[], grid: number): number[][] {
  if (grid === 1) return rewards.map((_, i) => rewards.slice(rewards.length - 1 - i));
  const windows = [1];
  const blocks: number[][] = [];
  const gathered: number[][] = [[]];
  for (const reward of rewards) {
    const now = gathered.map((some) => [...some, reward]);
    now.forEach((some, i) => {
      const isFull = some.length === windows[i];
      if (isFull && i + 1 === windows.length) {
        // Nothing but exact multiples comes so near to a whole number.
        windows.push(Math.max(windows[i] + 1, Math.ceil(grid * windows[i] - 1e-9)));
        gathered.push(some);
      }
      if (isFull) blocks[i] = some;
      gathered[i] = isFull ? (now[i - 1] ?? []) : some;
    });
  }
  return blocks;
}

/** The RAW-UCB index of every arm at slot `history.length`. */
export function rawUcbIndices(
  history: Remembered,
  armCount: number,
  settings: NaiveSettings,
): number[] {
  const { alpha = 1.4, sigma = 0.5, grid = 1.1, scale = 1 } = settings;
  const logarithm = Math.log(Math.max(1, history.length));
  return Array.from({ length: armCount }, (_, arm) => {
    const rewards = rewardsOf(history, arm).map((reward) => reward / scale);
    const bounds = blocksOf(rewards, grid).map(
      (block) => meanOf(block) + Math.sqrt((2 * alpha * sigma ** 2 * logarithm) / block.length),
    );
    return Math.min(...bounds, Number.POSITIVE_INFINITY);
  });
}
