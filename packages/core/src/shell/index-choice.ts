import type { Showing } from '../definitions/showing.ts';
import type { Ints } from '../portable/base/language.ts';
import type {
  ExploringKernel,
  IndexedKernel,
  Kernel,
  WaitingKernel,
} from '../portable/kernels/kernel.ts';
import type { Random } from '../portable/random/generator.ts';

/** A kernel under what its policy states of it. */
interface IndexChoice {
  readonly indexed: IndexedKernel;
  /** Where arms take turns that nothing else distinguishes. */
  readonly waiting: WaitingKernel | undefined;
  /** Where some slots are given to exploration. */
  readonly exploring: ExploringKernel | undefined;
}

/** How the shell may choose for a kernel; undefined where it has no index. */
export function indexChoiceOf(shows: Showing, kernel: Kernel): IndexChoice | undefined {
  const indexed = shows.indexed?.(kernel);
  if (indexed === undefined) return undefined;
  return { indexed, waiting: shows.waiting?.(kernel), exploring: shows.exploring?.(kernel) };
}

/**
 * The arms of the largest index among `contest`, where pending decisions narrow the width by
 * `extra[arm]` more rewards. Where arms wait for their turn, the one that has waited longest goes alone. Else
 * of arms never seen those with the fewest pending decisions go first, so that a burst does not go to one arm.
 */
function largestIndices(
  { indexed, waiting }: IndexChoice,
  contest: ArrayLike<number>,
  extra: readonly number[] | undefined,
): number[] {
  const best: number[] = [];
  let top = Number.NEGATIVE_INFINITY;
  let soonest = 0;
  for (let i = 0; i < contest.length; i++) {
    const arm = contest[i];
    const index =
      extra === undefined ? indexed.index(arm) : indexed.indexWithExtra(arm, extra[arm]);
    const pending = index === Number.POSITIVE_INFINITY ? (extra?.[arm] ?? 0) : 0;
    const turn = (waiting?.turnOf(arm) ?? 0) || pending;
    if (index > top || (index === top && turn < soonest)) {
      top = index;
      soonest = turn;
      best.length = 0;
    }
    if (index === top && turn === soonest) best.push(arm);
  }
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
