/** A world that a log might have been drawn from. */
import type { Delays } from '../contract/delays.ts';
import type { Log } from '../contract/log.ts';
import type { MeanPath } from '../contract/path.ts';
import type { Surroundings, World } from '../contract/world.ts';
import { type NoiseFacts, worldNoise } from './noise.ts';
import { within } from './path.ts';

/** What is known of a log beside its rows. */
export interface WorldFacts extends NoiseFacts {
  readonly delays?: Pick<Delays, 'curve' | 'rewardedShare'> | undefined;
  /** Rewards wait for the next full multiple of this, by the log's clock. */
  readonly batch?: number | undefined;
}

/** When, among whom, and how late, as in the log. */
export function surroundingsOf(log: Log, { delays, batch }: WorldFacts = {}): Surroundings {
  return {
    time: log.time,
    eligible: log.eligible,
    sets: log.sets,
    ...(delays === undefined ? {} : { delays: lateness(log, delays) }),
    ...(batch === undefined ? {} : { batch }),
  };
}

/** Rewards that never come are those that the log has no number for: a 0 is a reward, and comes as late as others. */
function lateness(
  log: Log,
  { curve, rewardedShare }: Pick<Delays, 'curve' | 'rewardedShare'>,
): Pick<Delays, 'curve' | 'rewardedShare'> {
  const isMissing = log.reward.subarray(0, log.rows).some(Number.isNaN);
  return isMissing && rewardedShare !== undefined ? { curve, rewardedShare } : { curve };
}

/** Beyond these shares of rewards, policies made for a range need not see how far: where tails are heavy. */
const OUTER_SHARE = 0.005;

/** Rewards that shares are counted in, evenly spaced where there are more. */
const MOST_SORTED = 1_000_000;

/** The range that policies are told: that of the log, or where tails are heavy that of nearly all rewards. */
export function rangeOf(log: Log, isHeavy: boolean): readonly [number, number] {
  if (log.rewards.kind !== 'real') return [0, 1];
  const spacing = isHeavy ? Math.ceil(log.rows / MOST_SORTED) : 1;
  const rewards = log.reward
    .subarray(0, log.rows)
    .filter((reward, row) => row % spacing === 0 && !Number.isNaN(reward));
  const [low, high] = isHeavy ? innerRange(rewards) : wholeRange(rewards);
  return low < high ? [low, high] : [low, low + 1];
}

/** The least and the largest reward of a log. */
export function seenRange({ reward, rows }: Log): readonly [number, number] {
  return wholeRange(reward.subarray(0, rows).filter((value) => !Number.isNaN(value)));
}

function innerRange(rewards: Float64Array): [number, number] {
  const outer = Math.floor(OUTER_SHARE * rewards.length);
  rewards.sort();
  return [rewards[outer], rewards[rewards.length - 1 - outer]];
}

function wholeRange(rewards: Float64Array): [number, number] {
  let [low, high] = [rewards[0], rewards[0]];
  for (const reward of rewards) {
    low = Math.min(low, reward);
    high = Math.max(high, reward);
  }
  return [low, high];
}

/** The world of a log whose means went along a path. */
export function worldOf(log: Log, path: MeanPath, facts: WorldFacts = {}): World {
  const { noise, deviation } = worldNoise(log, path, facts);
  const isUnit = log.rewards.kind !== 'real';
  return {
    path: isUnit ? within(path, 0, 1) : path,
    noise,
    surroundings: surroundingsOf(log, facts),
    rewardRange: rangeOf(log, (facts.tails ?? []).length > 0),
    deviation,
  };
}
