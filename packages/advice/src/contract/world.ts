/** Worlds fitted to a log, the courses of play in them, and what comes of playing. */
import type { Delays } from './delays.ts';
import type { MeanPath, RewardNoise } from './path.ts';

/** What the rows of a log say beside arms and rewards: when, among whom, and how late. */
export interface Surroundings {
  /** Of each slot of the log, not descending. */
  readonly time: Float64Array;
  readonly eligible: Uint16Array | undefined;
  readonly sets: readonly Uint16Array[];
  /** Absent where rewards come at once. */
  readonly delays?: Pick<Delays, 'curve' | 'rewardedShare'>;
  /** Rewards wait for the next full multiple of this, by the log's clock; absent where they do not. */
  readonly batch?: number;
}

/** What a log might have been drawn from. */
export interface World {
  /** Over the slots of the log. */
  readonly path: MeanPath;
  readonly noise: RewardNoise;
  readonly surroundings: Surroundings;
  /** What policies are told that rewards lie in. */
  readonly rewardRange: readonly [number, number];
  /** The standard deviation of rewards about the path. */
  readonly deviation: number;
}

/**
 * A course through a world with everything resolved to its own slots, so that play needs no more: to and fro along
 * the log with arms permuted now and then where a horizon is played, or the log's own slots where a value is asked.
 */
export interface WorldCourse {
  readonly path: MeanPath;
  /** The set of each slot; undefined where all arms may be taken throughout. */
  readonly eligible: Uint16Array | undefined;
  readonly sets: readonly Uint16Array[];
  /** The slot after whose decision the reward of a slot is learned; undefined where it is its own. Never: −1. */
  readonly due: Int32Array | undefined;
}

/** Which stream of randomness a play draws from: the same for all candidates, so that they meet the same luck. */
export interface Luck {
  readonly seed: number;
  readonly replication: number;
}

/** What came of a play. */
export interface PlayOutcome {
  /** The arm of each slot, where it was asked for. */
  readonly arms: Uint16Array | undefined;
  /** Sums over slots, in means: of the best eligible arm, of the arms played, and of the eligible arms' average. */
  readonly best: number;
  readonly earned: number;
  readonly uniform: number;
}

/** How a play is asked for. */
export interface PlayRequest {
  /** As written: `adr`, `sw-ucb:window=800;scale=0.36`. */
  readonly policy: string;
  readonly course: WorldCourse;
  readonly noise: RewardNoise;
  readonly rewardRange: readonly [number, number];
  readonly luck: Luck;
  readonly keepArms: boolean;
}

/** Plays a policy through a course. Pure: the outcome depends on the request alone. */
export type Play = (request: PlayRequest, onSlots?: (slots: number) => void) => PlayOutcome;
