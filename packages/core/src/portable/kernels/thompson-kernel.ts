import { Archive } from '../base/archive.ts';
import { bool, choose, f64, Ints, i32, sqrt } from '../base/language.ts';
import { Memory } from '../memory/memory.ts';
import { beta } from '../random/beta.ts';
import { Random } from '../random/generator.ts';
import { normal } from '../random/normal.ts';
import { Kernel } from './kernel.ts';
import { Turns } from './turns.ts';

/**
 * Thompson sampling: draws a mean for each arm from its posterior and picks the largest. The posterior is
 * Beta(1 + S, 1 + F), from a Beta(1, 1) prior, where `precision` is 0; S and F are the rewards and what
 * they fell short of 1, as the memory keeps them. With another `precision` g it is normal with mean S/n
 * and variance 1/(g n), and an arm with nothing remembered goes first; where the memory has no room for
 * all arms, of several such arms the one that has waited longest.
 *
 * A reward between 0 and 1 counts as it is. With `coin` it is turned into 0 or 1 by a uniform number
 * that is drawn with the arm, because learning never draws.
 */
export class ThompsonKernel<M extends Memory> implements Kernel {
  armCount: i32;
  memory: M;
  coin: bool;
  precision: f64;
  tossed: f64 = 0.0;
  /** Whether arms take turns. */
  waits: bool;
  turns: Turns;

  constructor(armCount: i32, memory: M, coin: bool, precision: f64) {
    const waits: bool = precision !== 0.0 && !memory.holds(armCount);
    this.armCount = armCount;
    this.memory = memory;
    this.coin = coin;
    this.precision = precision;
    this.waits = waits;
    this.turns = new Turns(choose<i32>(waits, armCount, 0));
  }

  count(arm: i32): f64 {
    return this.memory.mass(arm) / this.memory.unit();
  }

  /** S, the remembered rewards of an arm. */
  successes(arm: i32): f64 {
    return this.memory.sum(arm);
  }

  /** F, by how much they fell short of 1. */
  failures(arm: i32): f64 {
    return this.count(arm) - this.memory.sum(arm);
  }

  /** Whether posteriors are Beta laws. */
  drawsBeta(): bool {
    return this.precision === 0.0;
  }

  draw(random: Random, arm: i32): f64 {
    if (!this.drawsBeta()) return this.drawNormal(random, arm);
    return beta(random, 1.0 + this.successes(arm), 1.0 + this.failures(arm));
  }

  drawNormal(random: Random, arm: i32): f64 {
    const count: f64 = this.count(arm);
    if (count === 0.0) return Infinity;
    return this.memory.sum(arm) / count + normal(random) / sqrt(this.precision * count);
  }

  pick(random: Random): i32 {
    let best: i32 = 0;
    let top: f64 = this.draw(random, 0);
    for (let arm: i32 = 1; arm < this.armCount; arm++) {
      const drawn: f64 = this.draw(random, arm);
      const ahead: bool = drawn > top || (drawn === Infinity && this.precedes(arm, best));
      best = choose<i32>(ahead, arm, best);
      top = choose<f64>(ahead, drawn, top);
    }
    this.toss(random);
    return best;
  }

  pickAmong(random: Random, arms: Ints): i32 {
    let best: i32 = arms[0];
    let top: f64 = this.draw(random, best);
    for (let i: i32 = 1; i < arms.length; i++) {
      const drawn: f64 = this.draw(random, arms[i]);
      const ahead: bool = drawn > top || (drawn === Infinity && this.precedes(arms[i], best));
      best = choose<i32>(ahead, arms[i], best);
      top = choose<f64>(ahead, drawn, top);
    }
    this.toss(random);
    return best;
  }

  /** Whether an arm goes before a lower one, nothing being remembered of either. */
  precedes(arm: i32, lower: i32): bool {
    return this.waits && this.turns.precedes(arm, lower);
  }

  toss(random: Random): void {
    if (this.coin) this.tossed = random.uniform();
  }

  propensity(): f64 {
    return NaN;
  }

  ticket(): f64 {
    return this.tossed;
  }

  acceptsTicket(ticket: f64): bool {
    return ticket >= 0.0 && ticket < 1.0;
  }

  advance(arm: i32): void {
    if (this.waits) this.turns.take(arm);
    this.memory.advance();
  }

  passEmpty(slots: i32): i32 {
    return this.memory.passAll(slots) ? slots : this.memory.pass(slots);
  }

  learn(slot: i32, arm: i32, ticket: f64, reward: f64): bool {
    const tossed: f64 = choose<f64>(ticket < reward, 1.0, 0.0);
    return this.memory.learn(slot, arm, choose<f64>(this.coin, tossed, reward));
  }

  weight(slot: i32): f64 {
    return this.memory.weight(slot);
  }

  welcome(arm: i32): void {
    if (this.waits) this.turns.join(arm);
  }

  reset(): void {
    this.memory.reset();
    this.turns.reset();
  }

  transfer(archive: Archive): void {
    this.memory.transfer(archive);
    if (this.waits) this.turns.transfer(archive);
  }
}
