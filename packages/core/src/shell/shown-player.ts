/** Players whose policy needs more than the indices of its kernel: exploration, turns, or indices among arms. */
import type { IndexAmong, Showing } from '../definitions/showing.ts';
import type { Ints } from '../portable/base/language.ts';
import { FleetPlayer, type RankingKernel } from '../portable/fleet/fleet.ts';
import type { FleetSeat } from '../portable/fleet/fleet-seat.ts';
import type {
  ExploringKernel,
  IndexedKernel,
  Kernel,
  WaitingKernel,
} from '../portable/kernels/kernel.ts';

/** A kernel as a player sees it, by the statements of its policy. */
class ShownKernel implements RankingKernel {
  readonly #kernel: Kernel;
  readonly #indexed: IndexedKernel;
  readonly #waiting: WaitingKernel | undefined;
  readonly #shows: Showing;
  readonly #arms: Ints;
  #among: IndexAmong | undefined;
  #top = Number.NEGATIVE_INFINITY;

  constructor(kernel: Kernel, indexed: IndexedKernel, shows: Showing, arms: Ints) {
    this.#kernel = kernel;
    this.#indexed = indexed;
    this.#waiting = shows.waiting?.(kernel);
    this.#shows = shows;
    this.#arms = arms;
  }

  /** Prepares the indices of the next slot. */
  prepare(): void {
    const among = this.#shows.indexAmong?.(this.#kernel, this.#arms);
    this.#among = among;
    if (among === undefined) return;
    this.#top = this.#arms.reduce(
      (top, arm) => Math.max(top, among.of(arm)),
      Number.NEGATIVE_INFINITY,
    );
  }

  index(arm: number): number {
    const among = this.#among;
    if (among === undefined) return this.#indexed.index(arm);
    const index = among.of(arm);
    // Within the tolerance rounding must not decide.
    return index >= this.#top - among.tolerance ? this.#top : index;
  }

  mean(arm: number): number {
    return this.#indexed.mean(arm);
  }

  turnOf(arm: number): number {
    return this.#waiting?.turnOf(arm) ?? 0;
  }

  advance(arm: number): void {
    this.#kernel.advance(arm);
  }

  learn(slot: number, arm: number, ticket: number, reward: number): boolean {
    return this.#kernel.learn(slot, arm, ticket, reward);
  }

  reset(): void {
    this.#kernel.reset();
  }
}

/** A player that asks before each slot whether its policy explores. */
class ShownPlayer extends FleetPlayer<ShownKernel> {
  readonly #exploring: ExploringKernel | undefined;
  readonly #arms: Ints;

  constructor(
    kernel: ShownKernel,
    seat: FleetSeat,
    watchesMeans: boolean,
    exploring: ExploringKernel | undefined,
    arms: Ints,
  ) {
    super(kernel, seat, watchesMeans);
    this.#exploring = exploring;
    this.#arms = arms;
  }

  override look(): void {
    this.kernel.prepare();
    super.look();
    this.seat.explored = this.#exploring?.explore(this.seat.random, this.#arms) ?? -1;
  }
}

/** Whether a kernel needs nothing but its own indices and turns. */
function ranksItself(shows: Showing, kernel: Kernel): WaitingKernel | undefined {
  const waiting = shows.waiting?.(kernel);
  const plain = shows.indexAmong === undefined && shows.exploring === undefined;
  return plain && waiting === kernel && shows.indexed?.(kernel) === kernel ? waiting : undefined;
}

/**
 * A player with the kernel of an index policy.
 *
 * @returns undefined if the policy has no index
 */
export function playerOf(
  shows: Showing,
  kernel: Kernel,
  seat: FleetSeat,
  watchesMeans: boolean,
): FleetPlayer<RankingKernel> | undefined {
  const ranking = ranksItself(shows, kernel);
  if (ranking !== undefined) return new FleetPlayer<RankingKernel>(ranking, seat, watchesMeans);
  const indexed = shows.indexed?.(kernel);
  if (indexed === undefined) return undefined;
  const arms = Int32Array.from({ length: seat.armCount }, (_, arm) => arm);
  const shown = new ShownKernel(kernel, indexed, shows, arms);
  return new ShownPlayer(shown, seat, watchesMeans, shows.exploring?.(kernel), arms);
}
