import { Archive } from '../base/archive.ts';
import { bool, choose, f64, Ints, i32 } from '../base/language.ts';
import { Detectors } from '../detectors/detectors.ts';
import { Random } from '../random/generator.ts';
import { Kernel } from './kernel.ts';
import { TunedUcb } from './tuned-ucb.ts';

/** No learner is at this place, or no trial is held. */
const NONE: i32 = -1;

/**
 * UCB-Tuned that puts itself to the trial after an alarm: a challenger that knows nothing takes the other
 * of two places, and for `trial` rewards a UCB-Tuned over the two decides who picks. The one with the
 * larger mean reward stays, the incumbent among equals. Detectors watch between trials only.
 *
 * The ticket of a decision is the place of who picked, which alone learns from the reward.
 */
export class AdaptEveKernel<D extends Detectors> implements Kernel {
  armCount: i32;
  detectors: D;
  trial: i32;
  first: TunedUcb;
  second: TunedUcb;
  judge: TunedUcb;
  /** The slot since which each place is taken. */
  since: Ints;
  incumbent: i32 = 0;
  /** The first slot of the trial. */
  trialStart: i32 = NONE;
  slot: i32 = 0;
  chosen: i32 = 0;

  constructor(armCount: i32, detectors: D, trial: i32) {
    this.armCount = armCount;
    this.detectors = detectors;
    this.trial = trial;
    this.first = new TunedUcb(armCount);
    this.second = new TunedUcb(armCount);
    this.judge = new TunedUcb(2);
    this.since = new Ints(2);
    this.since[1] = NONE;
  }

  learner(place: i32): TunedUcb {
    return place === 0 ? this.first : this.second;
  }

  choosePlace(): i32 {
    this.chosen = this.trialStart === NONE ? this.incumbent : this.judge.leader();
    return this.chosen;
  }

  pick(_random: Random): i32 {
    return this.learner(this.choosePlace()).leader();
  }

  pickAmong(_random: Random, arms: Ints): i32 {
    return this.learner(this.choosePlace()).leaderAmong(arms);
  }

  propensity(): f64 {
    return 1.0;
  }

  ticket(): f64 {
    return this.chosen;
  }

  acceptsTicket(ticket: f64): bool {
    return ticket >= 0.0 && ticket <= 1.0;
  }

  advance(_arm: i32): void {
    this.slot += 1;
  }

  passEmpty(slots: i32): i32 {
    this.slot += slots;
    return slots;
  }

  learn(slot: i32, arm: i32, ticket: f64, reward: f64): bool {
    const place: i32 = choose<i32>(ticket < 1.0, 0, 1);
    const since: i32 = this.since[place];
    if (since === NONE || slot < since) return false;
    this.learner(place).learn(arm, reward);
    if (this.trialStart === NONE) {
      if (this.detectors.update(arm, reward)) this.beginTrial();
    } else if (slot >= this.trialStart) {
      this.judge.learn(place, reward);
      if (this.judge.total >= this.trial) this.endTrial();
    }
    return true;
  }

  beginTrial(): void {
    const challenger: i32 = 1 - this.incumbent;
    this.learner(challenger).forget();
    this.since[challenger] = this.slot;
    this.trialStart = this.slot;
    this.judge.forget();
    this.detectors.reset();
  }

  endTrial(): void {
    const winner: i32 = this.winner();
    this.incumbent = winner;
    this.since[1 - winner] = NONE;
    this.trialStart = NONE;
  }

  winner(): i32 {
    const judge: TunedUcb = this.judge;
    const incumbent: i32 = this.incumbent;
    const challenger: i32 = 1 - incumbent;
    // With lost rewards one of the two may have none: then nothing speaks against the incumbent.
    if (judge.counts[incumbent] === 0.0 || judge.counts[challenger] === 0.0) return incumbent;
    const old: f64 = judge.sums[incumbent] / judge.counts[incumbent];
    const young: f64 = judge.sums[challenger] / judge.counts[challenger];
    return choose<i32>(young > old, challenger, incumbent);
  }

  /** Who picked in a slot is not known here: as long as one of the two was there, it counts. */
  weight(slot: i32): f64 {
    const first: i32 = this.since[0];
    const second: i32 = this.since[1];
    const known: bool = (first !== NONE && slot >= first) || (second !== NONE && slot >= second);
    return choose<f64>(known, 1.0, 0.0);
  }

  welcome(_arm: i32): void {}

  reset(): void {
    this.slot = 0;
    this.incumbent = 0;
    this.trialStart = NONE;
    this.since[0] = 0;
    this.since[1] = NONE;
    this.first.forget();
    this.second.forget();
    this.judge.forget();
    this.detectors.reset();
  }

  transfer(archive: Archive): void {
    this.slot = archive.slot(this.slot);
    archive.cells('since', this.since, 2, this.slot + 1);
    this.incumbent = archive.integer('incumbent', this.incumbent, 0, 1);
    this.trialStart = archive.integer('trialStart', this.trialStart, NONE, this.slot);
    this.first.transfer(archive, 'firstCounts', 'firstSums', 'firstSquares');
    this.second.transfer(archive, 'secondCounts', 'secondSums', 'secondSquares');
    this.judge.transfer(archive, 'trialCounts', 'trialSums', 'trialSquares');
    this.detectors.transfer(archive);
  }
}
