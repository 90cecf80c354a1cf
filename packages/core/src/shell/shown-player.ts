/** Players whose policy needs more than the indices of its kernel: exploration, or indices among arms. */
import type { Showing } from '../definitions/showing.ts';
import type { Floats, Ints } from '../portable/base/language.ts';
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

  constructor(kernel: Kernel, indexed: IndexedKernel, shows: Showing, arms: Ints) {
    this.#kernel = kernel;
    this.#indexed = indexed;
    this.#waiting = shows.waiting?.(kernel);
    this.#shows = shows;
    this.#arms = arms;
  }

  rankInto(numbers: Floats): void {
    const among = this.#shows.indexAmong?.(this.#kernel, this.#arms);
    for (const arm of this.#arms) numbers[arm] = among?.of(arm) ?? this.#indexed.index(arm);
    if (among === undefined) return;
    const top = numbers.reduce((most, index) => Math.max(most, index), Number.NEGATIVE_INFINITY);
    // Within the tolerance rounding must not decide.
    for (const arm of this.#arms) if (numbers[arm] >= top - among.tolerance) numbers[arm] = top;
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
    super.look();
    this.seat.explored = this.#exploring?.explore(this.seat.random, this.#arms) ?? -1;
  }
}

function isRanking(kernel: Kernel): kernel is Kernel & RankingKernel {
  return 'rankInto' in kernel;
}

/** A kernel of ours that ranks its arms without help; undefined if its policy explores, or has other indices. */
export function rankingOf(shows: Showing, kernel: Kernel): RankingKernel | undefined {
  if (shows.indexAmong !== undefined || shows.exploring !== undefined) return undefined;
  return isRanking(kernel) ? kernel : undefined;
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
  const ranking = rankingOf(shows, kernel);
  if (ranking !== undefined) return new FleetPlayer<RankingKernel>(ranking, seat, watchesMeans);
  const indexed = shows.indexed?.(kernel);
  if (indexed === undefined) return undefined;
  const arms = Int32Array.from({ length: seat.armCount }, (_, arm) => arm);
  const shown = new ShownKernel(kernel, indexed, shows, arms);
  return new ShownPlayer(shown, seat, watchesMeans, shows.exploring?.(kernel), arms);
}
