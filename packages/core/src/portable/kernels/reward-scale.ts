import { Archive } from '../base/archive.ts';
import { bool, Floats, f64, fmax, fmin, Ints, i32 } from '../base/language.ts';
import { NO_ARM } from './exploration.ts';

/** The largest reward that is accepted, and the exponent of the first power of two above it. */
const LARGEST_REWARD: f64 = 1e100;
const MOST_EXPONENT: i32 = 333;
/** There are never more rewards. */
const MOST_REWARDS: f64 = 2147483647.0;

/** Two to the power of `exponent`. */
function powerOfTwo(exponent: i32): f64 {
  let power: f64 = 1.0;
  for (let i: i32 = 0; i < exponent; i++) power *= 2.0;
  return power;
}

/**
 * Learns the range of rewards: [0, 2ᵏ], or [−2ᵏ, 2ᵏ] if rewards below 0 occur. It begins as [0, 1] and only grows.
 *
 * One reward may be outside the range. It is held and counts as the nearest end. When a second one comes, the range
 * grows to the narrowest one that also contains one of the two. So a single outlier costs nothing, and the range
 * depends on the rewards rather than on their order, unless one is above the range and the other one below 0.
 *
 * A growth turns a reward that was seen as x into factor·x + shift. The factor is a power of two, so that no sum loses
 * a digit by it.
 */
export class RewardScale {
  armCount: i32;
  /** The upper end is 2 to the power of this. */
  exponent: i32 = 0;
  low: f64 = 0.0;
  high: f64 = 1.0;
  /** One over the width of the range. */
  unit: f64 = 1.0;
  /** The reward outside the range and its arm; NO_ARM if there is none. */
  held: f64 = 0.0;
  heldArm: i32 = NO_ARM;
  /** What fading has left of it; 0 after an alarm. */
  heldWeight: f64 = 0.0;
  /** All rewards of each arm so far and their sums, which do not fade. */
  counts: Floats;
  sums: Floats;
  /** Of the last growth. */
  factor: f64 = 1.0;
  shift: f64 = 0.0;

  constructor(armCount: i32) {
    this.armCount = armCount;
    this.counts = new Floats(armCount);
    this.sums = new Floats(armCount);
  }

  // @inline
  contains(reward: f64): bool {
    return reward >= this.low && reward <= this.high;
  }

  /** A reward in units of the range. */
  // @inline
  seen(reward: f64): f64 {
    return fmax(0.0, fmin(1.0, (reward - this.low) * this.unit));
  }

  /** The reward that is seen as `seen`. */
  rewardOf(seen: f64): f64 {
    return this.low + seen / this.unit;
  }

  // @inline
  take(arm: i32, seen: f64): void {
    this.counts[arm] += 1.0;
    this.sums[arm] += seen;
  }

  hold(arm: i32, reward: f64): void {
    this.held = reward;
    this.heldArm = arm;
    this.heldWeight = 1.0;
  }

  release(): void {
    this.held = 0.0;
    this.heldArm = NO_ARM;
    this.heldWeight = 0.0;
  }

  /** The exponent of the narrowest range that contains this one and a reward. */
  exponentFor(reward: f64): i32 {
    const size: f64 = fmax(reward, -reward);
    let exponent: i32 = this.exponent;
    for (let high: f64 = this.high; high < size; high *= 2.0) exponent += 1;
    return exponent;
  }

  /** The number of times that this range would have to double to contain a reward. */
  doublings(reward: f64): i32 {
    const mirrors: bool = reward < 0.0 && this.low === 0.0;
    return this.exponentFor(reward) - this.exponent + (mirrors ? 1 : 0);
  }

  /** Grows to the narrower of the ranges that also contain the held reward or this one. */
  grow(reward: f64): void {
    const nearer: f64 = this.doublings(this.held) <= this.doublings(reward) ? this.held : reward;
    const low: f64 = this.low;
    const unit: f64 = this.unit;
    this.set(this.exponentFor(nearer), this.low < 0.0 || nearer < 0.0);
    this.factor = this.unit / unit;
    this.shift = (low - this.low) * this.unit;
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      this.sums[arm] = this.factor * this.sums[arm] + this.shift * this.counts[arm];
    }
  }

  set(exponent: i32, mirrored: bool): void {
    this.exponent = exponent;
    this.high = powerOfTwo(exponent);
    this.low = mirrored ? -this.high : 0.0;
    this.unit = 1.0 / (this.high - this.low);
  }

  reset(): void {
    this.set(0, false);
    this.release();
    this.counts.fill(0.0);
    this.sums.fill(0.0);
  }

  /** Snapshots of 0.1 have none of this, and `counts` and `sums` are what the policy remembers. */
  transfer(archive: Archive, counts: Floats, sums: Floats): void {
    if (!archive.has('rewardExponent')) {
      for (let arm: i32 = 0; arm < this.armCount; arm++) {
        this.counts[arm] = counts[arm];
        this.sums[arm] = sums[arm];
      }
      return;
    }
    const mirrored: i32 = this.low < 0.0 ? 1 : 0;
    const arm: Ints = new Ints(1);
    arm[0] = this.heldArm;
    const exponent: i32 = archive.integer('rewardExponent', this.exponent, 0, MOST_EXPONENT);
    this.set(exponent, archive.integer('rewardMirrored', mirrored, 0, 1) === 1);
    this.held = archive.within('heldReward', this.held, -LARGEST_REWARD, LARGEST_REWARD);
    archive.cells('heldArm', arm, 1, this.armCount);
    this.heldArm = arm[0];
    this.heldWeight = archive.within('heldWeight', this.heldWeight, 0.0, 1.0);
    archive.bounded('allCounts', this.counts, this.armCount, 0.0, 2.0 * MOST_REWARDS);
    archive.bounded('allSums', this.sums, this.armCount, 0.0, 4.0 * MOST_REWARDS);
    // Whatever a snapshot says, the rewards that are still to come fit in.
    for (let place: i32 = 0; place < this.armCount; place++) {
      this.counts[place] = fmin(this.counts[place], MOST_REWARDS);
      this.sums[place] = fmin(this.sums[place], 2.0 * MOST_REWARDS);
    }
  }
}
