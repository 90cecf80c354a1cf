import { Archive } from '../base/archive.ts';
import { bool, Floats, f64, fmax, fmin, Ints, i32, sqrt } from '../base/language.ts';
import { ln } from '../math/log.ts';
import { WindowGrid } from '../memory/window-grid.ts';
import { Random } from '../random/generator.ts';
import { IndexedKernel } from './kernel.ts';

/**
 * RAW-UCB: the index is the least, over windows of the last h rewards of an arm, of mean + √(2 α σ² ln t / h).
 *
 * Windows are those of a `WindowGrid`.
 *
 * All bounds of an arm rise with √ln t, and none falls before the arm learns. So what the index was then is
 * less than it is now, and the bound of the window that decided then is more: the windows are looked at again
 * only where these two do not decide between arms. What is picked is the same.
 */
export class RawUcbKernel implements IndexedKernel {
  armCount: i32;
  alpha: f64;
  sigma: f64;
  grid: f64;
  /** The largest window has at most so many rewards. */
  most: f64;
  blocks: WindowGrid;
  /** The arrays of `blocks`, which every pick reads. */
  windowCount: i32;
  windows: Floats;
  means: Floats;
  full: Ints;
  /** The factor of √ln t for each window. */
  slopes: Floats;
  counts: Floats;
  slot: i32 = 0;
  scale: f64 = 0.0;
  /** The index when it was last computed, and the window that decided. */
  known: Floats;
  deciding: Ints;
  /** The two largest ceilings when they were last compared. */
  top: f64 = 0.0;
  second: f64 = 0.0;

  constructor(armCount: i32, alpha: f64, sigma: f64, grid: f64, most: f64) {
    const blocks: WindowGrid = new WindowGrid(armCount, grid, most);
    const windowCount: i32 = blocks.windowCount;
    this.armCount = armCount;
    this.alpha = alpha;
    this.sigma = sigma;
    this.grid = grid;
    this.most = most;
    this.blocks = blocks;
    this.windowCount = windowCount;
    this.windows = blocks.windows;
    this.means = blocks.means;
    this.full = blocks.full;
    this.slopes = new Floats(windowCount);
    this.counts = new Floats(armCount);
    this.known = new Floats(armCount);
    this.deciding = new Ints(armCount);
    for (let i: i32 = 0; i < windowCount; i++) {
      this.slopes[i] = sigma * sqrt((2.0 * alpha) / this.windows[i]);
    }
    this.known.fill(Infinity);
  }

  /** √ln t, t the slots so far. */
  computedScale(): f64 {
    const t: f64 = this.slot;
    return sqrt(ln(fmax(t, 1.0)));
  }

  /** The least bound of an arm, and the window that has it, now. */
  refresh(arm: i32): void {
    const from: i32 = arm * this.windowCount;
    const full: i32 = this.full[arm];
    const scale: f64 = this.scale;
    let deciding: i32 = 0;
    let least: f64 = Infinity;
    for (let i: i32 = 0; i < full; i++) {
      const bound: f64 = this.means[from + i] + scale * this.slopes[i];
      if (bound < least) {
        least = bound;
        deciding = i;
      }
    }
    this.known[arm] = least;
    this.deciding[arm] = deciding;
  }

  /** What the index of an arm is at most. */
  // @inline
  ceiling(arm: i32): f64 {
    if (this.full[arm] === 0) return Infinity;
    const deciding: i32 = this.deciding[arm];
    return this.means[arm * this.windowCount + deciding] + this.scale * this.slopes[deciding];
  }

  pick(_random: Random): i32 {
    let best: i32 = this.highest();
    while (!this.leads(best)) best = this.highest();
    return best;
  }

  /** The arm of the largest ceiling, the lowest among equals. */
  highest(): i32 {
    let best: i32 = 0;
    let top: f64 = this.ceiling(0);
    let second: f64 = -Infinity;
    for (let arm: i32 = 1; arm < this.armCount; arm++) {
      const ceiling: f64 = this.ceiling(arm);
      if (ceiling > top) {
        second = top;
        top = ceiling;
        best = arm;
      } else second = fmax(second, ceiling);
    }
    this.top = top;
    this.second = second;
    return best;
  }

  /** Whether the index of that arm is the largest: above all other ceilings, or as high as its own. */
  leads(best: i32): bool {
    if (this.known[best] > this.second) return true;
    this.refresh(best);
    return this.known[best] === this.top;
  }

  pickAmong(_random: Random, arms: Ints): i32 {
    let best: i32 = arms[0];
    let top: f64 = this.index(best);
    for (let i: i32 = 1; i < arms.length; i++) {
      const index: f64 = this.index(arms[i]);
      if (index > top) {
        best = arms[i];
        top = index;
      }
    }
    return best;
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

  advance(_arm: i32): void {
    this.slot += 1;
    this.scale = this.computedScale();
  }

  passEmpty(slots: i32): i32 {
    this.slot += slots;
    this.scale = this.computedScale();
    return slots;
  }

  learn(_slot: i32, arm: i32, _ticket: f64, reward: f64): bool {
    this.counts[arm] += 1.0;
    this.blocks.add(arm, reward);
    this.refresh(arm);
    return true;
  }

  weight(_slot: i32): f64 {
    return 1.0;
  }

  count(arm: i32): f64 {
    return this.counts[arm];
  }

  /** The window that decides, in rewards; NaN where there is none. */
  window(arm: i32): f64 {
    if (this.full[arm] === 0) return NaN;
    this.refresh(arm);
    return this.windows[this.deciding[arm]];
  }

  /** The mean in the window that decides. */
  mean(arm: i32): f64 {
    if (this.full[arm] === 0) return NaN;
    this.refresh(arm);
    return this.means[arm * this.windowCount + this.deciding[arm]];
  }

  index(arm: i32): f64 {
    this.refresh(arm);
    return this.known[arm];
  }

  /** With `extra` more rewards in every window, of the same mean. */
  indexWithExtra(arm: i32, extra: f64): f64 {
    const from: i32 = arm * this.windowCount;
    let least: f64 = Infinity;
    for (let i: i32 = 0; i < this.full[arm]; i++) {
      const narrower: f64 = sqrt(this.windows[i] / (this.windows[i] + extra));
      least = fmin(least, this.means[from + i] + this.scale * this.slopes[i] * narrower);
    }
    return least;
  }

  welcome(_arm: i32): void {}

  reset(): void {
    this.slot = 0;
    this.scale = 0.0;
    this.blocks.reset();
    this.counts.fill(0.0);
    this.known.fill(Infinity);
  }

  transfer(archive: Archive): void {
    this.slot = archive.slot(this.slot);
    archive.wholes('counts', this.counts, this.armCount, this.slot);
    this.blocks.transfer(archive);
    this.scale = this.computedScale();
    for (let arm: i32 = 0; arm < this.armCount; arm++) this.refresh(arm);
  }
}
