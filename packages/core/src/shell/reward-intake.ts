/** The rewards of a policy: how it sees them, and what its user should know of them. */
import { demandFinite, demandModest } from '../base/reward-check.ts';
import { rewardOutOfRangeWarning, smallRewardsWarning, type WarningLog } from '../base/warnings.ts';
import type { RewardMap } from '../portable/play/reward-map.ts';
import { SmallRewards } from './small-rewards.ts';

/** Maps rewards for a policy, and warns of those that do not fit its range. */
export class RewardIntake {
  readonly #policy: string;
  readonly #map: RewardMap;
  readonly #warnings: WarningLog;
  /** Undefined if a range is declared, or if the policy takes rewards of any size. */
  readonly #small: SmallRewards | undefined;

  /** @param isOpen - whether the policy takes [0, 1] for granted because no range is declared */
  constructor(policy: string, map: RewardMap, isOpen: boolean, warnings: WarningLog) {
    this.#policy = policy;
    this.#map = map;
    this.#warnings = warnings;
    this.#small = isOpen ? new SmallRewards() : undefined;
  }

  /** The range that rewards are clipped to; null if they are not. */
  get range(): [number, number] | null {
    const { center, scale, clips } = this.#map;
    return clips ? [center, center + scale] : null;
  }

  /**
   * A reward as the policy sees it.
   *
   * @throws ParameterError for anything but a finite number that can be summed up
   */
  seen(reward: number): number {
    demandFinite(reward);
    const seen = this.#map.apply(reward);
    demandModest(reward, seen);
    return seen;
  }

  /** Takes note of a reward that was learned. */
  note(reward: number): void {
    if (this.#map.loses(reward)) this.#warnOfRange(reward);
    const largest = this.#small?.add(reward);
    if (largest === undefined) return;
    this.#warnings.addOnce('rewards-small', () => smallRewardsWarning(this.#policy, largest));
  }

  #warnOfRange(reward: number): void {
    const { center, scale } = this.#map;
    this.#warnings.addOnce('reward-out-of-range', () =>
      rewardOutOfRangeWarning(this.#policy, reward, center, center + scale),
    );
  }
}
