import { Archive } from '../base/archive.ts';
import { bool, f64, i32 } from '../base/language.ts';

/**
 * Watch the rewards of each arm for a change of its mean. A detector alone is one with a single arm.
 */
export interface Detectors {
  /** Takes a reward of an arm, in the order in which they come; whether it raises an alarm. */
  update(arm: i32, reward: f64): bool;
  /** Forgets what came of an arm. */
  forget(arm: i32): void;
  /** Back to the start, for all arms. */
  reset(): void;
  /** Saves or restores everything that changes. */
  transfer(archive: Archive): void;
}
