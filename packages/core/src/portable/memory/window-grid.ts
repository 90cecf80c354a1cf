import { Archive } from '../base/archive.ts';
import { bool, Floats, f64, fmax, fmin, Ints, i32 } from '../base/language.ts';
import { roundUp } from '../math/round-up.ts';

/** The window that follows one of `window` rewards on a grid. */
function nextWindow(window: f64, grid: f64): f64 {
  return fmax(roundUp(window * grid), window + 1.0);
}

/** The number of windows of a grid that have at most `most` rewards. */
export function windowsOf(grid: f64, most: f64): i32 {
  let windows: i32 = 0;
  for (let window: f64 = 1.0; window <= most; window = nextWindow(window, grid)) windows += 1;
  return windows;
}

/**
 * Means of each arm over windows of a grid, 1, ⌈m⌉, ⌈m ⌈m⌉⌉ and so on, as RAW-UCB and FEWA use them.
 *
 * Each window has the mean of its last full block of h rewards, and a pending sum that becomes the next block. A new
 * pending sum starts with the pending sum of the next shorter window, so blocks overlap and a new one is never far
 * away. With m = 1 there is a window of every length, and its block is always the last h rewards.
 */
export class WindowGrid {
  armCount: i32;
  grid: f64;
  /** The largest window has at most so many rewards. */
  most: f64;
  windowCount: i32;
  windows: Floats;
  /** By arm and window: the mean of the last full block, the pending sum and its rewards. */
  means: Floats;
  pending: Floats;
  pendingCounts: Floats;
  /** The number of windows of an arm that have had a full block. */
  full: Ints;

  constructor(armCount: i32, grid: f64, most: f64) {
    const windowCount: i32 = windowsOf(grid, most);
    const cells: i32 = armCount * windowCount;
    this.armCount = armCount;
    this.grid = grid;
    this.most = most;
    this.windowCount = windowCount;
    this.windows = new Floats(windowCount);
    this.means = new Floats(cells);
    this.pending = new Floats(cells);
    this.pendingCounts = new Floats(cells);
    this.full = new Ints(armCount);
    let window: f64 = 1.0;
    for (let i: i32 = 0; i < windowCount; i++) {
      this.windows[i] = window;
      window = nextWindow(window, grid);
    }
  }

  /** Adds the newest reward of an arm. */
  add(arm: i32, reward: f64): void {
    const from: i32 = arm * this.windowCount;
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
  }

  /** Starts the next window with the first full block of the one before. */
  begin(arm: i32, window: i32, sum: f64, count: f64): void {
    this.full[arm] = window;
    if (window === this.windowCount) return;
    const cell: i32 = arm * this.windowCount + window;
    this.pending[cell] = sum;
    this.pendingCounts[cell] = count;
  }

  reset(): void {
    this.full.fill(0);
    this.means.fill(0.0);
    this.pending.fill(0.0);
    this.pendingCounts.fill(0.0);
  }

  transfer(archive: Archive): void {
    const cells: i32 = this.armCount * this.windowCount;
    archive.integers('full', this.full, this.armCount, 0, this.windowCount);
    archive.reals('means', this.means, cells);
    archive.reals('pending', this.pending, cells);
    archive.wholes('pendingCounts', this.pendingCounts, cells, this.most);
    // A full block starts again, so a pending sum has fewer rewards than its window.
    for (let cell: i32 = 0; cell < cells; cell++) {
      const most: f64 = this.windows[cell % this.windowCount] - 1.0;
      this.pendingCounts[cell] = fmin(this.pendingCounts[cell], most);
    }
  }
}
