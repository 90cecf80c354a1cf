import type { IndexAmong, Showing } from '../definitions/showing.ts';
import type { Ints } from '../portable/base/language.ts';
import type { ExploringKernel, Kernel, WaitingKernel } from '../portable/kernels/kernel.ts';
import type { Random } from '../portable/random/generator.ts';

/** A kernel under what its policy states of it. */
interface IndexChoice {
  /** The indices, where some arms are in the contest. */
  among(arms: Ints): IndexAmong;
  /** Where arms take turns that nothing else distinguishes. */
  readonly waiting: WaitingKernel | undefined;
  /** Where some slots are given to exploration. */
  readonly exploring: ExploringKernel | undefined;
}

/** How the shell may choose for a kernel; undefined where it has no index. */
export function indexChoiceOf(shows: Showing, kernel: Kernel): IndexChoice | undefined {
  const indexed = shows.indexed?.(kernel);
  if (indexed === undefined) return undefined;
  const apart: IndexAmong = {
    of: (arm, extra) =>
      extra === undefined ? indexed.index(arm) : indexed.indexWithExtra(arm, extra),
    tolerance: 0,
  };
  return {
    waiting: shows.waiting?.(kernel),
    exploring: shows.exploring?.(kernel),
    among: (arms) => shows.indexAmong?.(kernel, arms) ?? apart,
  };
}

/**
 * The arms of the largest index among `contest`, where pending decisions narrow the width by
 * `extra[arm]` more rewards. Where arms wait for their turn, the one that has waited longest goes alone. Else
 * of arms never seen those with the fewest pending decisions go first, so that a burst does not go to one arm.
 */
function largestIndices(
  choice: IndexChoice,
  contest: Ints,
  extra: readonly number[] | undefined,
): number[] {
  const { of, tolerance } = choice.among(contest);
  const indices = Array.from(contest, (arm) => of(arm, extra?.[arm]));
  const least = indices.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY) - tolerance;
  const best: number[] = [];
  let soonest = Number.POSITIVE_INFINITY;
  indices.forEach((index, i) => {
    if (index < least) return;
    const arm = contest[i];
    const pending = index === Number.POSITIVE_INFINITY ? (extra?.[arm] ?? 0) : 0;
    const turn = (choice.waiting?.turnOf(arm) ?? 0) || pending;
    if (turn < soonest) best.length = 0;
    soonest = Math.min(turn, soonest);
    if (turn === soonest) best.push(arm);
  });
  return best;
}

/** Whom the shell chooses among, and with what a kernel does not know. */
interface IndexContest {
  /** All arms that may be taken, in ascending order: exploration is among these. */
  readonly arms: Ints;
  /** Those whose indices count. */
  readonly contest: Ints;
  /** Rewards of pending decisions in the width of each arm; undefined where they are left out. */
  readonly extra: readonly number[] | undefined;
  readonly randomTies: boolean;
}

/** An arm, and how likely the policy was to take this or another one. */
export interface Pick {
  readonly arm: number;
  /** What has to come back with the reward. */
  readonly ticket: number;
  /** NaN where the policy cannot state it. */
  probability(arm: number): number;
}

/**
 * The choice with what a kernel does not know: ties that are broken at random, `extra` rewards of
 * pending decisions in the width, and arms that are out of the contest. Exploration goes before the index.
 */
export function chooseByIndex(choice: IndexChoice, random: Random, among: IndexContest): Pick {
  const { arms, contest, extra, randomTies } = among;
  const largest = largestIndices(choice, contest, extra);
  const best = randomTies ? largest : largest.slice(0, 1);
  const { exploring } = choice;
  const explored = exploring?.explore(random, arms) ?? -1;
  const share = exploring?.explorationShare() ?? 0;
  if (explored >= 0 && share === 0) {
    return { arm: explored, ticket: 0, probability: (arm) => (arm === explored ? 1 : 0) };
  }
  const leader = best.length > 1 ? best[random.below(best.length)] : best[0];
  return {
    arm: explored >= 0 ? explored : leader,
    ticket: 0,
    probability: (arm) =>
      share / arms.length + (best.includes(arm) ? (1 - share) / best.length : 0),
  };
}
