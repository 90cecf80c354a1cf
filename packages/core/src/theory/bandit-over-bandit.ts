/**
 * The tuning of bandit-over-bandit (Cheung, Simchi-Levi & Zhu 2019): how long its blocks are, which
 * windows it chooses among, and how much it explores them.
 */
import { ln } from '../portable/math/log.ts';
import { pow } from '../portable/math/pow.ts';
import { checkProblem } from './problem.ts';

/** The greatest integer not above `x`, forgiving the rounding of a power that is one. */
function snappedFloor(x: number): number {
  return Math.floor(x + Math.max(1e-9, x * 1e-15));
}

/** The block H = ⌊K^(2/3) √T⌋, at least 1 and at most T. */
export function bobBlockLength(armCount: number, horizon: number): number {
  checkProblem(armCount, horizon, 0);
  const length = snappedFloor(pow(armCount, 2 / 3) * Math.sqrt(horizon));
  return Math.min(horizon, Math.max(1, length));
}

/** The windows ⌊H^(j/Δ)⌋ for j = 0 … Δ = ⌈ln H⌉: from 1 to H, each about e times the one before. */
export function bobWindows(blockLength: number): number[] {
  checkProblem(1, blockLength, 0);
  const most = Math.ceil(ln(blockLength));
  if (most === 0) return [1];
  return Array.from({ length: most + 1 }, (_, j) => snappedFloor(pow(blockLength, j / most)));
}

/** Exp3's rate over M windows and N = ⌈T/H⌉ blocks, min{1, √(M ln M / ((e−1) N))}. */
export function bobRate(windowCount: number, horizon: number, blockLength: number): number {
  checkProblem(windowCount, horizon, 0);
  const blocks = Math.ceil(horizon / blockLength);
  return Math.min(1, Math.sqrt((windowCount * ln(windowCount)) / ((Math.E - 1) * blocks)));
}
