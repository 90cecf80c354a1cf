import { Archive } from '../base/archive.ts';
import { bool, Floats, f64, fmax, fmin, Ints, i32, sqrt } from '../base/language.ts';
import { ln } from '../math/log.ts';
import { roundUp } from '../math/round-up.ts';
import { Random } from '../random/generator.ts';
import { IndexedKernel } from './kernel.ts';

/** The window that follows one of `window` rewards on a grid. */
function nextWindow(window: f64, grid: f64): f64 {
  return fmax(roundUp(window * grid), window + 1.0);
}

/** How many windows of a grid have at most `most` rewards. */
export function windowsOf(grid: f64, most: f64): i32 {
  let windows: i32 = 0;
  for (let window: f64 = 1.0; window <= most; window = nextWindow(window, grid)) windows += 1;
  return windows;
}

/**
 * RAW-UCB: the index is the least, over windows of the last h rewards of an arm, of mean + √(2 α σ² ln t / h).
 *
 * Windows are those of a grid, 1, ⌈m⌉, ⌈m ⌈m⌉⌉ and so on. Each has the mean of its last full block of h
 * rewards, and a pending sum that becomes the next one; then that goes on from the pending sum of the window
 * before, so that blocks overlap and are never long in coming. With m = 1 every window is there, and its
 * block is always the last h rewards.
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
  windowCount: i32;
  windows: Floats;
  /** What √ln t is multiplied by for each window. */
  slopes: Floats;
  /** By arm and window: the mean of the last full block, the pending sum and its rewards. */
  means: Floats;
  pending: Floats;
  pendingCounts: Floats;
  /** How many windows of an arm have had a full block. */
  full: Ints;
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
    const windowCount: i32 = windowsOf(grid, most);
    const cells: i32 = armCount * windowCount;
    this.armCount = armCount;
    this.alpha = alpha;
    this.sigma = sigma;
    this.grid = grid;
    this.most = most;
    this.windowCount = windowCount;
    this.windows = new Floats(windowCount);
    this.slopes = new Floats(windowCount);
    this.means = new Floats(cells);
    this.pending = new Floats(cells);
    this.pendingCounts = new Floats(cells);
    this.full = new Ints(armCount);
    this.counts = new Floats(armCount);
    this.known = new Floats(armCount);
    this.deciding = new Ints(armCount);
    let window: f64 = 1.0;
    for (let i: i32 = 0; i < windowCount; i++) {
      this.windows[i] = window;
      this.slopes[i] = sigma * sqrt((2.0 * alpha) / window);
      window = nextWindow(window, grid);
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
    const from: i32 = arm * this.windowCount;
    this.counts[arm] += 1.0;
    // The windows that have begun: those with a full block, and the next.
    const full: i32 = this.full[arm];
    const begun: i32 = full < this.windowCount ? full + 1 : full;
    let before: f64 = 0.0;
    let beforeCount: f64 = 0.0;
    for (let i: i32 = 0; i < begun; i++) {
      const cell: i32 = from + i;
      const sum: f64 = this.pending[cell] + reward;
      const count: f64 = this.pendingCounts[cell] + 1.0;
      const isFull: bool = count >= this.windows[i];
      if (isFull) this.means[cell] = sum / count;
      this.pending[cell] = isFull ? before : sum;
      this.pendingCounts[cell] = isFull ? beforeCount : count;
      if (isFull && i === full) this.begin(arm, i + 1, sum, count);
      before = sum;
      beforeCount = count;
    }
    this.refresh(arm);
    return true;
  }

  /** A window has its first full block: the next one begins with that. */
  begin(arm: i32, window: i32, sum: f64, count: f64): void {
    this.full[arm] = window;
    if (window === this.windowCount) return;
    const cell: i32 = arm * this.windowCount + window;
    this.pending[cell] = sum;
    this.pendingCounts[cell] = count;
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
    this.full.fill(0);
    this.counts.fill(0.0);
    this.means.fill(0.0);
    this.pending.fill(0.0);
    this.pendingCounts.fill(0.0);
    this.known.fill(Infinity);
  }

  transfer(archive: Archive): void {
    this.slot = archive.slot(this.slot);
    const cells: i32 = this.armCount * this.windowCount;
    archive.wholes('counts', this.counts, this.armCount, this.slot);
    archive.integers('full', this.full, this.armCount, 0, this.windowCount);
    archive.reals('means', this.means, cells);
    archive.reals('pending', this.pending, cells);
    archive.wholes('pendingCounts', this.pendingCounts, cells, this.most);
    // A block that is full begins again, so that none has as many rewards as its window is long.
    for (let cell: i32 = 0; cell < cells; cell++) {
      const most: f64 = this.windows[cell % this.windowCount] - 1.0;
      this.pendingCounts[cell] = fmin(this.pendingCounts[cell], most);
    }
    this.scale = this.computedScale();
    for (let arm: i32 = 0; arm < this.armCount; arm++) this.refresh(arm);
  }
}
