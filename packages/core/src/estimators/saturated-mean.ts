import { Archive } from '../archive.ts';
import { EVERYTHING, Memory, NOTHING } from '../memory/memory.ts';
import { abs, bool, Floats, f64, Ints, i32 } from '../portable.ts';
import { Estimator } from './estimator.ts';

/**
 * The saturated mean of Robust MOSS: every remembered reward is clipped to ±B, and B follows the
 * present count, so that it moves both ways when a memory forgets.
 *
 * B takes values on a geometric grid only: level j holds for counts from a^j to below a^(j+1). So a
 * reward matters only through the pair of neighbouring limits that it falls between. Rewards are
 * sorted into bins between limits, apart by sign; at level j the clipped sum is the sum of the bins
 * up to j plus B_j times the signed count of the bins above. The whole history is never needed.
 *
 * `limits[j]` is B at level j and `powers[j]` is a^j. A reward beyond the last limit goes to one more
 * bin. A slot costs O(levels); memory is 2(levels + 1) cells an arm.
 */
export class SaturatedMean<M extends Memory> implements Estimator {
  armCount: i32;
  memory: M;
  powers: Floats;
  limits: Floats;
  levels: i32;
  cellsPerArm: i32;
  armOf: Ints;
  counts: Floats;
  level: Ints;
  /** The highest bin that an arm has used, so that empty ones need not be read. */
  top: Ints;

  constructor(armCount: i32, memory: M, powers: Floats, limits: Floats, levels: i32) {
    this.armCount = armCount;
    this.memory = memory;
    this.powers = powers;
    this.limits = limits;
    this.levels = levels;
    const cellsPerArm: i32 = 2 * (levels + 1);
    this.cellsPerArm = cellsPerArm;
    this.armOf = new Ints(armCount * cellsPerArm);
    this.counts = new Floats(armCount);
    this.level = new Ints(armCount);
    this.top = new Ints(armCount);
    for (let arm: i32 = 0; arm < armCount; arm++) {
      for (let i: i32 = 0; i < cellsPerArm; i++) this.armOf[arm * cellsPerArm + i] = arm;
    }
  }

  advance(): i32 {
    const cell: i32 = this.memory.advance();
    if (cell === NOTHING) return NOTHING;
    if (cell === EVERYTHING) {
      this.clear();
      return EVERYTHING;
    }
    const arm: i32 = this.armOf[cell];
    this.counts[arm] -= 1.0;
    this.settleLevel(arm);
    return arm;
  }

  learn(slot: i32, arm: i32, reward: f64): bool {
    const bin: i32 = this.binOf(abs(reward));
    const cell: i32 = arm * this.cellsPerArm + 2 * bin + (reward < 0.0 ? 1 : 0);
    if (!this.memory.learn(slot, cell, reward)) return false;
    this.counts[arm] += 1.0;
    if (bin > this.top[arm]) this.top[arm] = bin;
    this.settleLevel(arm);
    return true;
  }

  weight(slot: i32): f64 {
    return this.memory.weight(slot);
  }

  mass(arm: i32): f64 {
    return this.counts[arm];
  }

  unit(): f64 {
    return 1.0;
  }

  mean(arm: i32): f64 {
    const memory: M = this.memory;
    const level: i32 = this.level[arm];
    const top: i32 = this.top[arm];
    let cell: i32 = arm * this.cellsPerArm;
    let kept: f64 = 0.0;
    let clipped: f64 = 0.0;
    let bin: i32 = 0;
    for (; bin <= level && bin <= top; bin++) {
      kept += memory.sum(cell) + memory.sum(cell + 1);
      cell += 2;
    }
    for (; bin <= top; bin++) {
      clipped += memory.mass(cell) - memory.mass(cell + 1);
      cell += 2;
    }
    return (kept + this.limits[level] * clipped) / this.counts[arm];
  }

  /** The least level whose limit is not below `size`, or `levels` where none is. */
  binOf(size: f64): i32 {
    let low: i32 = 0;
    let high: i32 = this.levels;
    while (low < high) {
      const middle: i32 = (low + high) >> 1;
      if (size <= this.limits[middle]) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Powers are compared: floor(log m / log a) is wrong where m is a power of a. */
  settleLevel(arm: i32): void {
    const count: f64 = this.counts[arm];
    let level: i32 = this.level[arm];
    while (level + 1 < this.levels && this.powers[level + 1] <= count) level++;
    while (level > 0 && this.powers[level] > count) level--;
    this.level[arm] = level;
  }

  clear(): void {
    this.counts.fill(0.0);
    this.level.fill(0);
    this.top.fill(0);
  }

  reset(): void {
    this.memory.reset();
    this.clear();
  }

  transfer(archive: Archive): void {
    this.memory.transfer(archive);
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      let count: f64 = 0.0;
      let top: i32 = 0;
      for (let i: i32 = 0; i < this.cellsPerArm; i++) {
        const mass: f64 = this.memory.mass(arm * this.cellsPerArm + i);
        count += mass;
        if (mass > 0.0) top = i >> 1;
      }
      this.counts[arm] = count;
      this.top[arm] = top;
      this.level[arm] = 0;
      this.settleLevel(arm);
    }
  }
}
