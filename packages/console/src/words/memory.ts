/** From how fast something drifts to how much of it to remember. */
import { windowLength } from '@driftline/core/theory';

/** What a service accepts as memory, in decisions. */
const LEAST = 10;
const MOST = 1_000_000;

export interface Drift {
  /** How far the mean reward of an arm moves, as a share of the range of rewards: above 0, at most 1. */
  readonly amount: number;
  /** Within how many decisions it does. */
  readonly decisions: number;
}

interface MemoryAdvice {
  readonly decisions: number;
  /** A warning to show next to the number; empty if there is none. */
  readonly caveat: string;
}

/**
 * The window that Wei and Srivastava's theory gives, K^(1/3) (T/V)^(2/3): it depends on the variation per
 * decision alone, so it does not matter for how long the experiment will run.
 */
export function adviseMemory(armCount: number, { amount, decisions }: Drift): MemoryAdvice {
  const horizon = 1e9;
  const found = windowLength(armCount, horizon, horizon * (amount / decisions));
  const advised = Math.min(MOST, Math.max(LEAST, found));
  if (advised > decisions) {
    return {
      decisions: advised,
      caveat:
        'Rewards drift faster than the policy can learn: they change by this amount within less than the memory. Fewer arms or less noisy rewards would help.',
    };
  }
  return { decisions: advised, caveat: '' };
}
