import { Archive } from '../base/archive.ts';
import { bool, choose, Floats, f64, fmax, fmin, Ints, i32, sqrt } from '../base/language.ts';
import { ln } from '../math/log.ts';
import { WindowGrid } from '../memory/window-grid.ts';
import { Random } from '../random/generator.ts';
import { Kernel } from './kernel.ts';

const NONE: i32 = -1;

/**
 * FEWA: goes through the windows of a `WindowGrid`, shortest first. Each window keeps the arms whose mean in it is at
 * least the largest one less 2c, c = √(2σ² (α ln t − ln δ) / h). As soon as a kept arm has no block in the next
 * window, the least played of these arms is picked.
 */
export class FewaKernel implements Kernel {
  armCount: i32;
  alpha: f64;
  delta: f64;
  sigma: f64;
  grid: f64;
  /** The largest window has at most so many rewards. */
  most: f64;
  blocks: WindowGrid;
  /** 2c of each window, divided by √(α ln t − ln δ). */
  slopes: Floats;
  counts: Floats;
  /** The slots taken for an arm, also those of rewards that have not come. */
  plays: Floats;
  slot: i32 = 0;
  scale: f64 = 0.0;
  /** The arms that the last filter kept, in ascending order. */
  kept: Ints;
  keptCount: i32 = 0;
  /** The number of windows that the last filter compared. */
  compared: i32 = 0;
  /** The window that dropped an arm in the last filter; −1 for a kept one. */
  dropped: Ints;

  constructor(armCount: i32, alpha: f64, delta: f64, sigma: f64, grid: f64, most: f64) {
    const blocks: WindowGrid = new WindowGrid(armCount, grid, most);
    this.armCount = armCount;
    this.alpha = alpha;
    this.delta = delta;
    this.sigma = sigma;
    this.grid = grid;
    this.most = most;
    this.blocks = blocks;
    this.slopes = new Floats(blocks.windowCount);
    this.counts = new Floats(armCount);
    this.plays = new Floats(armCount);
    this.kept = new Ints(armCount);
    this.dropped = new Ints(armCount);
    for (let i: i32 = 0; i < blocks.windowCount; i++) {
      this.slopes[i] = 2.0 * sigma * sqrt(2.0 / blocks.windows[i]);
    }
    this.scale = this.computedScale();
  }

  /** √(α ln t − ln δ), t the slots so far. */
  computedScale(): f64 {
    const t: f64 = this.slot;
    return sqrt(fmax(this.alpha * ln(fmax(t, 1.0)) - ln(this.delta), 0.0));
  }

  pick(_random: Random): i32 {
    return this.filterAll();
  }

  /** The arm to pick among all arms. Changes nothing but what the last filter found. */
  filterAll(): i32 {
    this.keptCount = this.armCount;
    for (let arm: i32 = 0; arm < this.armCount; arm++) this.kept[arm] = arm;
    return this.filter();
  }

  pickAmong(_random: Random, arms: Ints): i32 {
    this.keptCount = arms.length;
    for (let i: i32 = 0; i < arms.length; i++) this.kept[i] = arms[i];
    return this.filter();
  }

  /** Filters the arms in `kept` window by window, until one is to be picked. */
  filter(): i32 {
    const windowCount: i32 = this.blocks.windowCount;
    this.compared = 0;
    this.dropped.fill(NONE);
    let shared: i32 = this.sharedWindows();
    while (this.keptCount > 1 && this.compared < shared) {
      const before: i32 = this.keptCount;
      this.compare(this.compared);
      this.compared += 1;
      if (this.keptCount < before) shared = this.sharedWindows();
    }
    return this.leastPlayed(this.keptCount > 1 && shared < windowCount);
  }

  /** The number of windows in which every kept arm has a block. */
  sharedWindows(): i32 {
    let shared: i32 = this.blocks.windowCount;
    for (let i: i32 = 0; i < this.keptCount; i++) {
      const full: i32 = this.blocks.full[this.kept[i]];
      shared = choose<i32>(full < shared, full, shared);
    }
    return shared;
  }

  /** The least played of the kept arms, the lowest among equals; with `lacking` only arms without a block in the next window. */
  leastPlayed(lacking: bool): i32 {
    let best: i32 = NONE;
    let least: f64 = Infinity;
    for (let i: i32 = 0; i < this.keptCount; i++) {
      const arm: i32 = this.kept[i];
      const takes: bool = !lacking || this.blocks.full[arm] <= this.compared;
      if (takes && this.plays[arm] < least) {
        best = arm;
        least = this.plays[arm];
      }
    }
    return best;
  }

  /** Keeps the arms whose mean in a window is near enough to the largest. */
  compare(window: i32): void {
    const means: Floats = this.blocks.means;
    const kept: Ints = this.kept;
    const windowCount: i32 = this.blocks.windowCount;
    let top: f64 = -Infinity;
    let bottom: f64 = Infinity;
    for (let i: i32 = 0; i < this.keptCount; i++) {
      const mean: f64 = means[kept[i] * windowCount + window];
      top = fmax(top, mean);
      bottom = fmin(bottom, mean);
    }
    const least: f64 = top - this.scale * this.slopes[window];
    if (bottom < least) this.drop(window, least);
  }

  /** Drops the kept arms whose mean in a window is below `least`. */
  drop(window: i32, least: f64): void {
    let count: i32 = 0;
    for (let i: i32 = 0; i < this.keptCount; i++) {
      const arm: i32 = this.kept[i];
      const stays: bool = this.blocks.means[arm * this.blocks.windowCount + window] >= least;
      this.kept[count] = arm;
      count += choose<i32>(stays, 1, 0);
      this.dropped[arm] = choose<i32>(stays, NONE, window);
    }
    this.keptCount = count;
  }

  propensity(): f64 {
    return 1.0;
  }

  ticket(): f64 {
    return 0.0;
  }

  acceptsTicket(_ticket: f64): bool {
    return true;
  }

  advance(arm: i32): void {
    this.slot += 1;
    this.scale = this.computedScale();
    if (arm >= 0) this.plays[arm] += 1.0;
  }

  passEmpty(slots: i32): i32 {
    this.slot += slots;
    this.scale = this.computedScale();
    return slots;
  }

  learn(_slot: i32, arm: i32, _ticket: f64, reward: f64): bool {
    this.counts[arm] += 1.0;
    this.blocks.add(arm, reward);
    return true;
  }

  weight(_slot: i32): f64 {
    return 1.0;
  }

  /** True if the last filter dropped an arm. */
  isDropped(arm: i32): bool {
    return this.dropped[arm] !== NONE;
  }

  /** The window that decided about an arm in the last filter: the one that dropped it, or the last one compared. */
  decidingWindow(arm: i32): i32 {
    if (this.isDropped(arm)) return this.dropped[arm];
    return this.compared === 0 ? 0 : this.compared - 1;
  }

  /** The mean in that window; NaN without a block. */
  mean(arm: i32): f64 {
    const window: i32 = this.decidingWindow(arm);
    const known: bool = window < this.blocks.full[arm];
    return known ? this.blocks.means[arm * this.blocks.windowCount + window] : NaN;
  }

  /** The c of that window. */
  width(arm: i32): f64 {
    return (this.scale * this.slopes[this.decidingWindow(arm)]) / 2.0;
  }

  welcome(_arm: i32): void {}

  reset(): void {
    this.slot = 0;
    this.scale = this.computedScale();
    this.blocks.reset();
    this.counts.fill(0.0);
    this.plays.fill(0.0);
  }

  transfer(archive: Archive): void {
    this.slot = archive.slot(this.slot);
    archive.wholes('counts', this.counts, this.armCount, this.slot);
    archive.wholes('plays', this.plays, this.armCount, this.slot);
    this.blocks.transfer(archive);
    this.scale = this.computedScale();
  }
}
