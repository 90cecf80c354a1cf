import { Archive } from '../base/archive.ts';
import { bool, choose, Floats, f64, i32 } from '../base/language.ts';
import { EVERYTHING, NOTHING } from '../memory/memory.ts';
import { AllTimeMoments } from './all-time-moments.ts';
import { Moments } from './moments.ts';

/** Forgets everything at fixed times: epochs are slots 0…p−1, p…2p−1, and so on. */
export class ResettingMoments implements Moments {
  blocks: i32;
  dimension: i32;
  period: i32;
  epoch: AllTimeMoments;
  now: i32 = 0;
  epochStart: i32 = 0;

  constructor(blocks: i32, dimension: i32, period: i32) {
    this.blocks = blocks;
    this.dimension = dimension;
    this.period = period;
    this.epoch = new AllTimeMoments(blocks, dimension);
  }

  onlyAdds(): bool {
    return true;
  }

  advance(): i32 {
    this.now += 1;
    if (this.now - this.epochStart < this.period) return NOTHING;
    this.epochStart = this.now;
    this.epoch.reset();
    return EVERYTHING;
  }

  learn(slot: i32, block: i32, features: Floats, at: i32, reward: f64): bool {
    return slot >= this.epochStart && this.epoch.learn(slot, block, features, at, reward);
  }

  weight(slot: i32): f64 {
    return choose<f64>(slot < this.epochStart, 0.0, 1.0);
  }

  writeGram(block: i32, target: Floats, at: i32): void {
    this.epoch.writeGram(block, target, at);
  }

  writeSquares(block: i32, target: Floats, at: i32): void {
    this.epoch.writeSquares(block, target, at);
  }

  isSolved(): bool {
    return false;
  }

  writeTarget(block: i32, target: Floats, at: i32): void {
    this.epoch.writeTarget(block, target, at);
  }

  squaredMass(block: i32): f64 {
    return this.epoch.squaredMass(block);
  }

  reset(): void {
    this.now = 0;
    this.epochStart = 0;
    this.epoch.reset();
  }

  transfer(archive: Archive): void {
    this.now = archive.slot(this.now);
    this.epochStart = this.now - (this.now % this.period);
    this.epoch.transfer(archive);
  }
}
