import { bool, Floats, f64, Ints, i32 } from '../base/language.ts';
import { Brackets } from '../indices/brackets.ts';
import { NO_ARM } from '../kernels/exploration.ts';
import { Random } from '../random/generator.ts';

/**
 * Everything that a rule knows of one player: its number among the players, the indices of its policy, and the state
 * that the rule keeps between slots.
 */
export class FleetSeat {
  armCount: i32;
  /** The number of the player, from 0. */
  player: i32;
  playerCount: i32;
  random: Random;
  /** The indices of this slot and of the slot before, or numbers in their order. */
  indices: Floats;
  before: Floats;
  /** Among equal indices the arm of the least turn goes first, and among equal turns the lowest arm. */
  turns: Floats;
  means: Floats;
  brackets: Brackets;
  /** Arms in the order of their indices, as far as `sortTop` went. */
  order: Ints;
  /** Arms among which a rule draws. */
  candidates: Ints;
  /** The arm that the policy has to explore in this slot, whatever the rule is. */
  explored: i32 = NO_ARM;
  /** The arm that the rule chose last. */
  chair: i32 = NO_ARM;
  /** True if the last choice of the rule ended in a collision. */
  collided: bool = false;
  /** True if the player explored in the slot before, so that another one may have taken its chair. */
  returns: bool = false;
  /** True if the player keeps its chair after a collision. */
  fixed: bool = false;
  /** The rank that the player aims at, from 1. 0 before it is drawn. */
  rank: i32 = 0;
  /** Slots so far. */
  slot: i32 = 0;

  constructor(armCount: i32, player: i32, playerCount: i32) {
    this.armCount = armCount;
    this.player = player;
    this.playerCount = playerCount;
    this.random = new Random(0, 0, 0, 1);
    this.indices = new Floats(armCount);
    this.before = new Floats(armCount);
    this.turns = new Floats(armCount);
    this.means = new Floats(armCount);
    this.brackets = new Brackets(armCount);
    this.order = new Ints(armCount);
    this.candidates = new Ints(armCount);
  }

  /** Makes room for the indices of the next slot. */
  turnPage(): void {
    const older: Floats = this.before;
    this.before = this.indices;
    this.indices = older;
  }

  /** True if an arm goes before another one. */
  precedes(arm: i32, other: i32): bool {
    const index: f64 = this.indices[arm];
    const rival: f64 = this.indices[other];
    if (index !== rival) return index > rival;
    const turn: f64 = this.turns[arm];
    const rivalTurn: f64 = this.turns[other];
    return turn !== rivalTurn ? turn < rivalTurn : arm < other;
  }

  /** Puts the first arms by index into `order`: most arms are compared with the last of them only. */
  sortTop(count: i32): void {
    const order: Ints = this.order;
    let sorted: i32 = 0;
    for (let arm: i32 = 0; arm < this.armCount; arm++) {
      if (sorted === count && !this.precedes(arm, order[count - 1])) continue;
      let place: i32 = sorted < count ? sorted : count - 1;
      while (place > 0 && this.precedes(arm, order[place - 1])) {
        order[place] = order[place - 1];
        place -= 1;
      }
      order[place] = arm;
      if (sorted < count) sorted += 1;
    }
  }

  /** One of the first candidates, all equally likely. A single one takes no draw. */
  draw(count: i32): i32 {
    return this.candidates[count === 1 ? 0 : this.random.below(count)];
  }

  /** Returns to the state before the first slot. */
  reset(): void {
    this.indices.fill(Infinity);
    this.brackets.forget();
    this.explored = NO_ARM;
    this.chair = NO_ARM;
    this.collided = false;
    this.returns = false;
    this.fixed = false;
    this.rank = 0;
    this.slot = 0;
  }
}
