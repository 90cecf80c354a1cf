/** What to use, and how long to remember. */
import type { Answer } from './refusal.ts';

/** A policy with all that it is given. */
export interface Candidate {
  /** The policy's id. */
  readonly policy: string;
  /** What it is given; empty where nothing has to be. */
  readonly params: Readonly<Record<string, number>>;
  /** Both as they are written: `sw-ucb:window=800;scale=0.36`. */
  readonly spec: string;
}

/** How a candidate did in worlds like the log. */
export interface Scored extends Candidate {
  /** Regret as a share of what choosing blindly loses, on average over worlds, with its standard error. */
  readonly score: number;
  readonly error: number;
}

/** Memory lengths that are as good as the best: none loses a tenth more. */
export interface MemoryRange {
  readonly least: number;
  readonly most: number;
  /** The same by the log's clock, in milliseconds; absent where it has no such clock. */
  readonly leastTime?: number;
  readonly mostTime?: number;
}

/** The best that a policy of a kind can do if it has to be that kind. */
export interface BestOfKind extends Scored {
  readonly window: number;
  /** The same as a discount per slot, 1 − 1/window, where the policy may be told that instead. */
  readonly discount?: number;
  readonly range: MemoryRange;
}

/** The second question's answer. */
export interface Choice extends Scored {
  /** Of the worlds, in how many it is best or loses at most a tenth more than the best. */
  readonly share: number;
  readonly simulations: number;
  readonly horizon: number;
  /**
   * Why it is this one: nothing beats it clearly; it beats the policy that needs nothing; the log does not tell; or
   * arms move together, and to follow that does not help to know which is best.
   */
  readonly because: 'none-better' | 'beats-the-default' | 'unknown' | 'arms-move-together';
  /** For each kind that was asked for, or that is usual. */
  readonly for: readonly Answer<BestOfKind>[];
  /** The memory by one-step-ahead prediction, which checks the answer. */
  readonly quick?: { readonly window: number; readonly scale: number };
  /** All candidates, best first. */
  readonly candidates: readonly Scored[];
}
