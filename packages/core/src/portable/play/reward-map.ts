import { bool, f64, fmax, fmin } from '../base/language.ts';

/**
 * What a policy sees of a reward: (x − center) / scale, clipped to [0, 1] for policies that are made
 * for that interval.
 */
export class RewardMap {
  center: f64;
  scale: f64;
  clips: bool;
  /** Most policies see rewards at their place and scale, and need not wait for a division. */
  moves: bool;
  /** False if `apply` returns every reward as it is, so that a caller can do without it. */
  changes: bool;

  constructor(center: f64, scale: f64, clips: bool) {
    this.center = center;
    this.scale = scale;
    this.clips = clips;
    this.moves = center !== 0.0 || scale !== 1.0;
    this.changes = this.moves || clips;
  }

  /** The reward as the kernel sees it. */
  // @inline
  apply(reward: f64): f64 {
    const seen: f64 = this.moves ? (reward - this.center) / this.scale : reward;
    return this.clips ? fmax(0.0, fmin(1.0, seen)) : seen;
  }

  /** Whether `apply` changes more than place and scale. */
  loses(reward: f64): bool {
    const seen: f64 = (reward - this.center) / this.scale;
    return this.clips && (seen < 0.0 || seen > 1.0);
  }
}
