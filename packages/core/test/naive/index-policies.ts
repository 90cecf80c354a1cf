/**
 * The naive form of every deterministic index policy under one name each.
 *
 * Every index is worked out from the raw history at every slot, straight from the formula quoted at
 * the head of the file of its family. The arm with the largest index is played, the lowest arm among
 * equals; an arm with nothing remembered has index +Infinity, which makes the start (each arm once,
 * in order, again after a reset) a consequence. Where nothing is remembered of several arms, the one that
 * has waited longest goes next, and an epoch that ends before all arms were played hands its place on.
 */
import { discountedRobustMossIndices } from './discounted-robust-moss.ts';
import { discountedUcbIndices } from './discounted-ucb.ts';
import { longestWaiting, type NaiveDecision, playsHandedOn, type Remembered } from './history.ts';
import { discountedImedIndices, imedIndices, slidingWindowImedIndices } from './imed.ts';
import { discountedKlUcbIndices, klUcbIndices, slidingWindowKlUcbIndices } from './kl-ucb.ts';
import { rawUcbIndices } from './raw-ucb.ts';
import {
  resettingRobustMossIndices,
  robustMossIndices,
  slidingWindowRobustMossIndices,
} from './robust-moss.ts';
import { memoryLength, type NaiveSettings } from './settings.ts';
import { slidingWindowUcbSharpIndices } from './sliding-window-ucb-sharp.ts';
import {
  mossIndices,
  resettingMossIndices,
  slidingWindowMossIndices,
  slidingWindowUcbIndices,
  ucb1Indices,
} from './ucb-and-moss.ts';

import { ucbTunedIndices } from './ucb-tuned.ts';

export type { NaiveDecision } from './history.ts';
export type { NaiveSettings } from './settings.ts';

/** One slot of a naive run. */
export interface NaiveSlot {
  /** The arm played. */
  readonly arm: number;
  /**
   * The winning index minus the best index of the other arms: 0 for an exact tie, Infinity when the
   * winner's index is +Infinity or there is no other arm.
   */
  readonly gap: number;
  /** The index of every arm. */
  readonly indices: number[];
}

type IndexFormula = (history: Remembered, armCount: number, settings: NaiveSettings) => number[];

const formulas: ReadonlyMap<string, IndexFormula> = new Map([
  ['ucb1', ucb1Indices],
  ['moss', mossIndices],
  ['r-moss', resettingMossIndices],
  ['sw-moss', slidingWindowMossIndices],
  ['d-ucb', discountedUcbIndices],
  ['rmoss', robustMossIndices],
  ['r-rmoss', resettingRobustMossIndices],
  ['sw-rmoss', slidingWindowRobustMossIndices],
  ['d-rmoss', discountedRobustMossIndices],
  ['sw-ucb', slidingWindowUcbIndices],
  ['sw-ucb-sharp', slidingWindowUcbSharpIndices],
  ['kl-ucb', klUcbIndices],
  ['sw-klucb', slidingWindowKlUcbIndices],
  ['d-klucb', discountedKlUcbIndices],
  ['ucb-tuned', ucbTunedIndices],
  ['raw-ucb', rawUcbIndices],
  ['imed', imedIndices],
  ['sw-imed', slidingWindowImedIndices],
  ['d-imed', discountedImedIndices],
]);

/** The ids that `naiveIndices` and `naiveTrace` know. */
export const naiveIndexIds: readonly string[] = [...formulas.keys()];

/**
 * The index of every arm at slot `history.length`, counted from 0.
 *
 * A reward that is undefined has not come (yet): its slot passes for windows, discounts, epochs and
 * t, but counts neither in n nor in the mean. A reward counts at the age of its own slot, whenever
 * it came.
 */
export function naiveIndices(
  id: string,
  history: readonly NaiveDecision[],
  armCount: number,
  settings: NaiveSettings,
): number[] {
  const formula = formulas.get(id);
  if (formula === undefined) {
    throw new RangeError(`id must be one of ${naiveIndexIds.join(', ')}; got ${id}`);
  }
  return formula(history, armCount, settings);
}

/** The plays that decide who has waited longest at slot `history.length`. */
export function naivePlays(
  id: string,
  history: readonly NaiveDecision[],
  armCount: number,
  settings: NaiveSettings,
): number[] {
  const plays = history.map(({ arm }) => arm);
  if (id !== 'r-moss' && id !== 'r-rmoss') return plays;
  const { slots } = memoryLength(armCount, settings);
  const epochs = Array.from({ length: Math.floor(plays.length / slots) + 1 }, (_, i) =>
    slots === Number.POSITIVE_INFINITY ? plays : plays.slice(i * slots, (i + 1) * slots),
  );
  return playsHandedOn(epochs, armCount);
}

/**
 * The slot that a table of indices leads to: its largest index wins, the lowest arm among equals; of those
 * with nothing remembered the one that has waited longest.
 */
export function chooseNaively(indices: number[], plays: readonly number[] = []): NaiveSlot {
  const best = Math.max(...indices);
  const leaders = [...indices.keys()].filter((arm) => indices[arm] === best);
  const arm = best === Number.POSITIVE_INFINITY ? longestWaiting(leaders, plays) : leaders[0];
  const rival = Math.max(...indices.filter((_, other) => other !== arm));
  return { arm, gap: best === Number.POSITIVE_INFINITY ? best : best - rival, indices };
}

/** Plays a policy on a full-information table, `rewards[slot][arm]`. */
export function naiveTrace(
  id: string,
  rewards: readonly (readonly number[])[],
  settings: NaiveSettings,
): NaiveSlot[] {
  const history: NaiveDecision[] = [];
  return rewards.map((rewardsOfSlot) => {
    const armCount = rewardsOfSlot.length;
    const slot = chooseNaively(
      naiveIndices(id, history, armCount, settings),
      naivePlays(id, history, armCount, settings),
    );
    history.push({ arm: slot.arm, reward: rewardsOfSlot[slot.arm] });
    return slot;
  });
}
