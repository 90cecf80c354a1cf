import type { IndexAmong, Showing } from '../definitions/showing.ts';
import type { Floats, Ints } from '../portable/base/language.ts';
import type {
  ExploringKernel,
  IndexedKernel,
  Kernel,
  WaitingKernel,
} from '../portable/kernels/kernel.ts';
import type { Random } from '../portable/random/generator.ts';
import type { Pick } from './pick.ts';

/** Whom the shell chooses among, and with what a kernel does not know. */
interface IndexContest {
  /** All arms that may be taken, in ascending order: exploration is among these. */
  readonly arms: Ints;
  /** Those whose indices count. */
  readonly contest: Ints;
  /** Rewards of pending decisions in the width of each arm; undefined where they are left out. */
  readonly extra: Floats | undefined;
  readonly randomTies: boolean;
}

/**
 * Chooses for a kernel with what it does not know: ties that are broken at random, `extra` rewards of pending
 * decisions in the width, and arms that are out of the contest. It has room for all arms, made once, so that a choice
 * among many makes nothing new.
 */
export class IndexChoice {
  readonly #shows: Showing;
  readonly #kernel: Kernel;
  readonly #indexed: IndexedKernel;
  /** Where arms take turns that nothing else distinguishes. */
  readonly #waiting: WaitingKernel | undefined;
  /** Where some slots are given to exploration. */
  readonly #exploring: ExploringKernel | undefined;
  readonly #indices: Floats;
  readonly #best: Ints;
  #bestCount = 0;
  /** Rewards of pending decisions in the width of each arm: room for whoever chooses. */
  readonly extra: Floats;
  /** Who was best last, and mostly is again: the others then need not be looked at closely. */
  #favourite = 0;

  private constructor(shows: Showing, kernel: Kernel, indexed: IndexedKernel, armCount: number) {
    this.#shows = shows;
    this.#kernel = kernel;
    this.#indexed = indexed;
    this.#waiting = shows.waiting?.(kernel);
    this.#exploring = shows.exploring?.(kernel);
    this.#indices = new Float64Array(armCount);
    this.#best = new Int32Array(armCount);
    this.extra = new Float64Array(armCount);
  }

  /** How the shell may choose for a kernel; undefined where it has no index. */
  static of(shows: Showing, kernel: Kernel, armCount: number): IndexChoice | undefined {
    const indexed = shows.indexed?.(kernel);
    return indexed === undefined ? undefined : new IndexChoice(shows, kernel, indexed, armCount);
  }

  /** Exploration goes before the index. */
  choose(random: Random, { arms, contest, extra, randomTies }: IndexContest): Pick {
    const among = this.#shows.indexAmong?.(this.#kernel, contest);
    const top =
      among === undefined
        ? this.#computeIndices(contest, extra)
        : this.#computeAmong(among, contest, extra);
    this.#findBest(contest, extra, top - (among?.tolerance ?? 0));
    if (!randomTies) this.#bestCount = Math.min(1, this.#bestCount);
    this.#favourite = this.#best[0];
    const exploring = this.#exploring;
    const explored = exploring?.explore(random, arms) ?? -1;
    const share = exploring?.explorationShare() ?? 0;
    if (explored >= 0 && share === 0) {
      return { arm: explored, ticket: 0, probability: (arm) => (arm === explored ? 1 : 0) };
    }
    const leader = this.#best[this.#bestCount > 1 ? random.below(this.#bestCount) : 0];
    return {
      arm: explored >= 0 ? explored : leader,
      ticket: 0,
      probability: (arm) =>
        share / arms.length + (this.#isBest(arm) ? (1 - share) / this.#bestCount : 0),
    };
  }

  /** The index of each arm in the contest, at its place; −∞ where it surely is not the largest, which is returned. */
  #computeIndices(contest: Ints, extra: Floats | undefined): number {
    const kernel = this.#kernel;
    const indices = this.#indices;
    const { mayReach } = this.#shows;
    let top = Number.NEGATIVE_INFINITY;
    if (mayReach !== undefined) top = this.#favouriteIndex(contest, extra);
    for (let i = 0; i < contest.length; i++) {
      const arm = contest[i];
      if (mayReach !== undefined && !mayReach(kernel, arm, extra?.[arm] ?? 0, top)) {
        indices[i] = Number.NEGATIVE_INFINITY;
        continue;
      }
      const index = this.#indexOf(arm, extra);
      indices[i] = index;
      if (index > top) top = index;
    }
    return top;
  }

  /** A number that the largest index is not below. */
  #favouriteIndex(contest: Ints, extra: Floats | undefined): number {
    return contest.includes(this.#favourite)
      ? this.#indexOf(this.#favourite, extra)
      : Number.NEGATIVE_INFINITY;
  }

  #indexOf(arm: number, extra: Floats | undefined): number {
    return extra === undefined
      ? this.#indexed.index(arm)
      : this.#indexed.indexWithExtra(arm, extra[arm]);
  }

  #computeAmong(among: IndexAmong, contest: Ints, extra: Floats | undefined): number {
    let top = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < contest.length; i++) {
      const index = among.of(contest[i], extra?.[contest[i]]);
      this.#indices[i] = index;
      if (index > top) top = index;
    }
    return top;
  }

  /**
   * The arms of the largest index, `least` or more. Where arms wait for their turn, the one that has waited longest
   * goes alone. Else of arms never seen those with the fewest pending decisions go first, so that a burst does not go
   * to one arm.
   */
  #findBest(contest: Ints, extra: Floats | undefined, least: number): void {
    const waiting = this.#waiting;
    let soonest = Number.POSITIVE_INFINITY;
    let count = 0;
    for (let i = 0; i < contest.length; i++) {
      const index = this.#indices[i];
      if (index < least) continue;
      const arm = contest[i];
      const pending = index === Number.POSITIVE_INFINITY ? (extra?.[arm] ?? 0) : 0;
      const turn = (waiting?.turnOf(arm) ?? 0) || pending;
      if (turn > soonest) continue;
      if (turn < soonest) count = 0;
      soonest = turn;
      this.#best[count] = arm;
      count += 1;
    }
    this.#bestCount = count;
  }

  #isBest(arm: number): boolean {
    for (let i = 0; i < this.#bestCount; i++) if (this.#best[i] === arm) return true;
    return false;
  }
}
