import { bool, choose, Floats, f64, Ints, i32, List } from '../base/language.ts';
import { Brackets } from '../indices/brackets.ts';
import { NO_ARM } from '../kernels/exploration.ts';
import { Learner } from '../play/step.ts';
import { Random } from '../random/generator.ts';
import { roleOfPlayer, seedStream } from '../random/streams.ts';
import { Coordination } from './coordination.ts';
import { FleetSeat } from './fleet-seat.ts';

/** The part of a kernel that a player needs. */
export interface RankingKernel {
  /** The estimate of an arm's mean. */
  mean(arm: i32): f64;
  /** Numbers in the order of the indices of all arms, +∞ if nothing is remembered. `brackets` is kept between slots. */
  rankInto(numbers: Floats, brackets: Brackets): void;
  /** Among equal indices the least goes first. */
  turnOf(arm: i32): f64;
  /** Takes a slot for an arm. */
  advance(arm: i32): void;
  /** Takes the reward of a slot. */
  learn(slot: i32, arm: i32, ticket: f64, reward: f64): bool;
  /** Returns to the state before the first slot. */
  reset(): void;
}

/** The arms and rewards of all players in one slot: the fleet puts arms on it, and its payer puts rewards on it. */
export class FleetTable {
  armCount: i32;
  playerCount: i32;
  /** True if players on the same arm earn nothing. */
  collides: bool;
  /** True if a player learns the reward of its arm in a collision, too. Otherwise it learns the reward that it earned. */
  senses: bool;
  /** The arm of each player. */
  arms: Ints;
  /** The number of players on each arm. */
  visitors: Ints;
  /** The reward of each player as its kernel sees it. */
  seen: Floats;

  constructor(armCount: i32, playerCount: i32, collides: bool, senses: bool) {
    this.armCount = armCount;
    this.playerCount = playerCount;
    this.collides = collides;
    this.senses = senses;
    this.arms = new Ints(playerCount);
    this.visitors = new Ints(armCount);
    this.seen = new Floats(playerCount);
    this.arms.fill(NO_ARM);
  }

  /** True if a player shares its arm, so that it earns nothing. */
  // @inline
  isCrowded(arm: i32): bool {
    return this.collides && this.visitors[arm] > 1;
  }

  /** Returns to the state before the first slot. */
  reset(): void {
    this.arms.fill(NO_ARM);
    this.visitors.fill(0);
  }
}

/** One player: its own kernel, and its seat. */
export class FleetPlayer<K extends RankingKernel> {
  kernel: K;
  seat: FleetSeat;
  /** True if the rule needs the means of arms, too. */
  watchesMeans: bool;

  constructor(kernel: K, seat: FleetSeat, watchesMeans: bool) {
    this.kernel = kernel;
    this.seat = seat;
    this.watchesMeans = watchesMeans;
  }

  /** Computes the indices of this slot. */
  look(): void {
    const kernel: K = this.kernel;
    const seat: FleetSeat = this.seat;
    seat.turnPage();
    kernel.rankInto(seat.indices, seat.brackets);
    for (let arm: i32 = 0; arm < seat.armCount; arm++) seat.turns[arm] = kernel.turnOf(arm);
    if (!this.watchesMeans) return;
    for (let arm: i32 = 0; arm < seat.armCount; arm++) seat.means[arm] = kernel.mean(arm);
  }

  /** Returns to the state before the first slot, with the random numbers of a replication. */
  begin(seed: f64, replication: i32): void {
    const seat: FleetSeat = this.seat;
    seedStream(seat.random, seed, replication, roleOfPlayer(seat.player));
    seat.reset();
    this.kernel.reset();
  }
}

/**
 * Several players as one that the step of `play/step.ts` can play: `pick` lets every player choose before any of them
 * is paid, and `advance` and `learn` reach every kernel. Arms and rewards are on the table. The step itself passes on
 * those of the first player.
 */
export class Fleet<K extends RankingKernel, C extends Coordination> implements Learner {
  players: List<FleetPlayer<K>>;
  coordination: C;
  table: FleetTable;

  constructor(players: List<FleetPlayer<K>>, coordination: C, table: FleetTable) {
    this.players = players;
    this.coordination = coordination;
    this.table = table;
  }

  /** Returns every player to the state before the first slot. */
  begin(seed: f64, replication: i32): void {
    for (let j: i32 = 0; j < this.table.playerCount; j++) {
      this.players.at(j).begin(seed, replication);
    }
    this.table.reset();
  }

  pick(_random: Random): i32 {
    const table: FleetTable = this.table;
    this.noteCollisions();
    table.visitors.fill(0);
    for (let j: i32 = 0; j < table.playerCount; j++) {
      const arm: i32 = this.armOf(this.players.at(j));
      table.arms[j] = arm;
      table.visitors[arm] += 1;
    }
    return table.arms[0];
  }

  /** A collision counts for the rule if the rule chose the arm, and not if the policy explored it. */
  noteCollisions(): void {
    const table: FleetTable = this.table;
    for (let j: i32 = 0; j < table.playerCount; j++) {
      const seat: FleetSeat = this.players.at(j).seat;
      const arm: i32 = table.arms[j];
      seat.collided = arm !== NO_ARM && seat.explored === NO_ARM && table.isCrowded(arm);
    }
  }

  /** The arm that a player chooses for the next slot. */
  armOf(player: FleetPlayer<K>): i32 {
    const seat: FleetSeat = player.seat;
    player.look();
    const explores: bool = seat.explored !== NO_ARM;
    if (!explores) seat.chair = this.coordination.choose(seat);
    seat.returns = explores;
    seat.slot += 1;
    return choose<i32>(explores, seat.explored, seat.chair);
  }

  ticket(): f64 {
    return 0.0;
  }

  advance(_arm: i32): void {
    for (let j: i32 = 0; j < this.table.playerCount; j++) {
      this.players.at(j).kernel.advance(this.table.arms[j]);
    }
  }

  learn(slot: i32, _arm: i32, ticket: f64, _reward: f64): bool {
    const table: FleetTable = this.table;
    let counted: bool = true;
    for (let j: i32 = 0; j < table.playerCount; j++) {
      const kernel: K = this.players.at(j).kernel;
      if (!kernel.learn(slot, table.arms[j], ticket, table.seen[j])) counted = false;
    }
    return counted;
  }
}
