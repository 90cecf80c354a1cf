import { bool, Floats, f64, i32, sqrt } from '../base/language.ts';
import { Brackets } from '../indices/brackets.ts';
import { ln } from '../math/log.ts';
import { RankingKernel } from './fleet.ts';

/**
 * Counts and sums of rewards that players share with their neighbors: after each slot every player's numbers become a
 * weighted mean of its own and its neighbors'. Both fade by `discount` per slot.
 */
export class Consensus {
  armCount: i32;
  playerCount: i32;
  /** Players × players: the weight that each gives to each. */
  weights: Floats;
  discount: f64;
  /** Players × arms. */
  counts: Floats;
  sums: Floats;
  mixed: Floats;
  /** Slots so far, faded like the counts. */
  slots: f64 = 0.0;
  /** Players that have learned from this slot. */
  heard: i32 = 0;

  constructor(armCount: i32, playerCount: i32, weights: Floats, discount: f64) {
    this.armCount = armCount;
    this.playerCount = playerCount;
    this.weights = weights;
    this.discount = discount;
    this.counts = new Floats(playerCount * armCount);
    this.sums = new Floats(playerCount * armCount);
    this.mixed = new Floats(playerCount * armCount);
  }

  /** A player's reward. After the last player's, all of them exchange their numbers. */
  add(player: i32, arm: i32, reward: f64): void {
    const place: i32 = player * this.armCount + arm;
    this.counts[place] += 1.0;
    this.sums[place] += reward;
    this.heard += 1;
    if (this.heard < this.playerCount) return;
    this.heard = 0;
    this.slots = this.discount * this.slots + 1.0;
    this.counts = this.exchanged(this.counts);
    this.sums = this.exchanged(this.sums);
  }

  /** The numbers after an exchange. The memory of those before serves the next one. */
  exchanged(values: Floats): Floats {
    const mixed: Floats = this.mixed;
    const arms: i32 = this.armCount;
    for (let player: i32 = 0; player < this.playerCount; player++) {
      for (let arm: i32 = 0; arm < arms; arm++) {
        let sum: f64 = 0.0;
        for (let other: i32 = 0; other < this.playerCount; other++) {
          sum += this.weights[player * this.playerCount + other] * values[other * arms + arm];
        }
        mixed[player * arms + arm] = this.discount * sum;
      }
    }
    this.mixed = values;
    return mixed;
  }

  reset(): void {
    this.counts.fill(0.0);
    this.sums.fill(0.0);
    this.slots = 0.0;
    this.heard = 0;
  }
}

/** A player's view of the numbers that all players share. */
export class ConsensusKernel implements RankingKernel {
  consensus: Consensus;
  player: i32;
  sigma: f64;
  gamma: f64;

  constructor(consensus: Consensus, player: i32, sigma: f64, gamma: f64) {
    this.consensus = consensus;
    this.player = player;
    this.sigma = sigma;
    this.gamma = gamma;
  }

  mean(arm: i32): f64 {
    const place: i32 = this.player * this.consensus.armCount + arm;
    return this.consensus.sums[place] / this.consensus.counts[place];
  }

  index(arm: i32): f64 {
    const count: f64 = this.consensus.counts[this.player * this.consensus.armCount + arm];
    if (count === 0.0) return Infinity;
    const players: f64 = this.consensus.playerCount;
    const level: f64 = ln(this.consensus.slots + 1.0);
    const spread: f64 = (count + sqrt(level)) / (players * count);
    return this.mean(arm) + this.sigma * sqrt((2.0 * this.gamma * spread * level) / count);
  }

  rankInto(numbers: Floats, _brackets: Brackets): void {
    for (let arm: i32 = 0; arm < numbers.length; arm++) numbers[arm] = this.index(arm);
  }

  turnOf(_arm: i32): f64 {
    return 0.0;
  }

  advance(_arm: i32): void {}

  learn(_slot: i32, arm: i32, _ticket: f64, reward: f64): bool {
    this.consensus.add(this.player, arm, reward);
    return true;
  }

  reset(): void {
    this.consensus.reset();
  }
}
