import { bool, choose, f64, fmax, fmin } from './portable.ts';

/**
 * What a policy sees of a reward: (x − center) / scale, clipped to [0, 1] for policies that are made
 * for that interval.
 */
export class RewardMap {
  center: f64;
  scale: f64;
  clips: bool;

  constructor(center: f64, scale: f64, clips: bool) {
    this.center = center;
    this.scale = scale;
    this.clips = clips;
  }

  /** The reward as the kernel sees it. */
  apply(reward: f64): f64 {
    const seen: f64 = (reward - this.center) / this.scale;
    return choose<f64>(this.clips, fmax(0.0, fmin(1.0, seen)), seen);
  }

  /** Whether `apply` changes more than place and scale. */
  loses(reward: f64): bool {
    const seen: f64 = (reward - this.center) / this.scale;
    return this.clips && (seen < 0.0 || seen > 1.0);
  }
}
