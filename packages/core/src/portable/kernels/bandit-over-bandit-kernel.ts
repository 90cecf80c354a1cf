import { Archive } from '../base/archive.ts';
import { bool, choose, Floats, f64, fmax, fmin, Ints, i32 } from '../base/language.ts';
import { UcbRule } from '../indices/ucb.ts';
import { Random } from '../random/generator.ts';
import { Exp3Kernel } from './exp3-kernel.ts';
import { Kernel } from './kernel.ts';
import { Turns } from './turns.ts';

const NONE: i32 = -1;

/**
 * In each block of slots a UCB on a window, started afresh; Exp3 chooses the window of each block and
 * learns from the mean reward that the block had.
 *
 * The window of a block is read from the number that its first reward brings back. Before that nothing
 * is known of any arm, so that it does not matter yet. A block ends with the reward of its last slot, or
 * with the next slot where that reward is late.
 *
 * Of arms with nothing remembered the one that has waited longest goes next, where the window has no room
 * for all arms, or the block before ended before each was played; else the lowest.
 */
export class BanditOverBanditKernel implements Kernel {
  armCount: i32;
  blockLength: i32;
  windows: Ints;
  exploration: f64;
  xi: f64;
  chooser: Exp3Kernel;
  rule: UcbRule;

  now: i32 = 0;
  blockStart: i32 = 0;
  /** Which window the block has, or NONE yet, and the probability that it had. */
  chosen: i32 = NONE;
  chosenProbability: f64 = 1.0;
  /** The rewards of the block that came, in the window or not. */
  blockCount: f64 = 0.0;
  blockSum: f64 = 0.0;
  /** The arm and the reward of each slot of the block; no arm where no reward came. */
  armAt: Ints;
  rewardAt: Floats;
  /** Of each arm in the window. */
  counts: Floats;
  sums: Floats;
  drawn: f64 = 0.0;
  turns: Turns;

  constructor(armCount: i32, blockLength: i32, windows: Ints, exploration: f64, xi: f64) {
    this.armCount = armCount;
    this.blockLength = blockLength;
    this.windows = windows;
    this.exploration = exploration;
    this.xi = xi;
    this.chooser = new Exp3Kernel(windows.length, exploration, 0);
    const slots: f64 = blockLength;
    this.rule = new UcbRule(Infinity, xi, 1.0, slots);
    this.armAt = new Ints(blockLength);
    this.rewardAt = new Floats(blockLength);
    this.counts = new Floats(armCount);
    this.sums = new Floats(armCount);
    this.turns = new Turns(armCount);
    this.armAt.fill(NONE);
  }

  pick(random: Random): i32 {
    this.draw(random);
    const scale: f64 = this.scale();
    let best: i32 = 0;
    let top: f64 = this.indexOf(0, scale);
    for (let arm: i32 = 1; arm < this.armCount; arm++) {
      const index: f64 = this.indexOf(arm, scale);
      const ahead: bool = index > top || (index === Infinity && this.precedes(arm, best));
      best = choose<i32>(ahead, arm, best);
      top = choose<f64>(ahead, index, top);
    }
    return best;
  }

  pickAmong(random: Random, arms: Ints): i32 {
    this.draw(random);
    const scale: f64 = this.scale();
    let best: i32 = arms[0];
    let top: f64 = this.indexOf(best, scale);
    for (let i: i32 = 1; i < arms.length; i++) {
      const index: f64 = this.indexOf(arms[i], scale);
      const ahead: bool = index > top || (index === Infinity && this.precedes(arms[i], best));
      best = choose<i32>(ahead, arms[i], best);
      top = choose<f64>(ahead, index, top);
    }
    return best;
  }

  /** Whether an arm goes before a lower one, nothing being remembered of either. */
  precedes(arm: i32, lower: i32): bool {
    const short: bool = this.chosen !== NONE && this.windows[this.chosen] < this.armCount;
    return (short || this.turns.handedOn()) && this.turns.precedes(arm, lower);
  }

  /** A number for the window, as long as there is none for the block that the next slot is in. */
  draw(random: Random): void {
    this.drawn = 0.0;
    if (this.chosen === NONE || this.now - this.blockStart === this.blockLength) {
      this.drawn = random.uniform();
    }
  }

  /** √(ξ ln min(t, τ)), t counting from the beginning of the block. */
  scale(): f64 {
    if (this.chosen === NONE) return 0.0;
    const slot: i32 = this.now - this.blockStart;
    const last: i32 = this.windows[this.chosen] - 1;
    return this.rule.scale(choose<i32>(slot < last, slot, last), 1.0);
  }

  indexOf(arm: i32, scale: f64): f64 {
    const count: f64 = this.counts[arm];
    if (count === 0.0) return Infinity;
    return this.sums[arm] / count + scale * this.rule.slope(count);
  }

  /** Given what was learned the arm is certain: chance decides on windows only. */
  propensity(): f64 {
    return 1.0;
  }

  ticket(): f64 {
    return this.drawn;
  }

  acceptsTicket(ticket: f64): bool {
    return ticket >= 0.0 && ticket < 1.0;
  }

  advance(arm: i32): void {
    if (this.now - this.blockStart === this.blockLength) this.endBlock();
    this.turns.take(arm);
    const place: i32 = this.now - this.blockStart;
    this.now += 1;
    if (this.chosen === NONE) return;
    const leaving: i32 = place - this.windows[this.chosen];
    if (leaving >= 0) this.remove(leaving);
  }

  /** Rewards are in [0, 1] and a block begins with nothing, so that taking away loses no digits. */
  remove(place: i32): void {
    const arm: i32 = this.armAt[place];
    if (arm === NONE) return;
    const count: f64 = fmax(this.counts[arm] - 1.0, 0.0);
    this.counts[arm] = count;
    this.sums[arm] = choose<f64>(count === 0.0, 0.0, this.sums[arm] - this.rewardAt[place]);
  }

  passEmpty(slots: i32): i32 {
    if (this.chosen !== NONE || this.blockCount > 0.0) return 0;
    const position: i32 = this.now - this.blockStart;
    const left: i32 = this.blockLength - position;
    const isFree: bool = this.turns.isFresh();
    const passed: i32 = isFree || slots < left ? slots : left;
    this.now += passed;
    // A block in which nothing happens ends as it began.
    if (isFree) this.blockStart = this.now - 1 - ((position - 1 + passed) % this.blockLength);
    return passed;
  }

  learn(slot: i32, arm: i32, ticket: f64, reward: f64): bool {
    if (slot < this.blockStart) return false;
    if (this.chosen === NONE) this.chooseWindow(ticket);
    const place: i32 = slot - this.blockStart;
    this.armAt[place] = arm;
    this.rewardAt[place] = reward;
    this.blockCount += 1.0;
    this.blockSum += reward;
    if (this.now - slot <= this.windows[this.chosen]) {
      this.counts[arm] += 1.0;
      this.sums[arm] += reward;
    }
    if (place === this.blockLength - 1) this.endBlock();
    return true;
  }

  /** The window that a uniform number stands for. */
  chooseWindow(uniform: f64): void {
    const last: i32 = this.windows.length - 1;
    let rest: f64 = uniform;
    let window: i32 = 0;
    let probability: f64 = this.chooser.probability(0);
    while (rest >= probability && window < last) {
      rest -= probability;
      window += 1;
      probability = this.chooser.probability(window);
    }
    this.chosen = window;
    this.chosenProbability = probability;
  }

  endBlock(): void {
    if (this.blockCount > 0.0 && this.chosen !== NONE) {
      const mean: f64 = fmin(1.0, this.blockSum / this.blockCount);
      this.chooser.learn(0, this.chosen, this.chosenProbability, mean);
    }
    this.turns.endEpoch();
    this.beginBlock(this.now);
  }

  beginBlock(start: i32): void {
    this.blockStart = start;
    this.chosen = NONE;
    this.chosenProbability = 1.0;
    this.blockCount = 0.0;
    this.blockSum = 0.0;
    this.armAt.fill(NONE);
    this.rewardAt.fill(0.0);
    this.counts.fill(0.0);
    this.sums.fill(0.0);
  }

  weight(slot: i32): f64 {
    return choose<f64>(slot < this.blockStart, 0.0, 1.0);
  }

  welcome(_arm: i32): void {}

  reset(): void {
    this.now = 0;
    this.chooser.reset();
    this.turns.reset();
    this.beginBlock(0);
  }

  transfer(archive: Archive): void {
    this.now = archive.slot(this.now);
    this.chooser.transfer(archive);
    const length: i32 = this.blockLength;
    const earliest: i32 = choose<i32>(this.now > length, this.now - length, 0);
    this.blockStart = archive.integer('blockStart', this.blockStart, earliest, this.now);
    this.chosen = archive.integer('chosen', this.chosen, NONE, this.windows.length - 1);
    const least: f64 = this.chooser.mixture.leastProbability();
    this.chosenProbability = archive.within(
      'chosenProbability',
      this.chosenProbability,
      least,
      1.0,
    );
    this.blockCount = archive.within('blockCount', this.blockCount, 0.0, length);
    this.blockSum = archive.within('blockSum', this.blockSum, 0.0, length);
    archive.cells('armAt', this.armAt, this.blockLength, this.armCount);
    archive.reals('rewardAt', this.rewardAt, this.blockLength);
    archive.wholes('counts', this.counts, this.armCount, length);
    archive.reals('sums', this.sums, this.armCount);
    this.turns.transfer(archive);
  }
}
