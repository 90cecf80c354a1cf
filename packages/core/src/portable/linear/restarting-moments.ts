import { Archive } from '../base/archive.ts';
import { bool, choose, Floats, f64, Ints, i32 } from '../base/language.ts';
import { ThetaPath } from '../means/theta-path.ts';
import { EVERYTHING, NOTHING } from '../memory/memory.ts';
import { AllTimeMoments } from './all-time-moments.ts';
import { Moments } from './moments.ts';

/** Forgets a block in each slot in which its hidden parameters change, which only a simulation knows. */
export class RestartingMoments implements Moments {
  blocks: i32;
  dimension: i32;
  path: ThetaPath;
  epoch: AllTimeMoments;
  /** The slot of the last change of each block. */
  starts: Ints;
  now: i32 = 0;

  constructor(blocks: i32, dimension: i32, path: ThetaPath) {
    this.blocks = blocks;
    this.dimension = dimension;
    this.path = path;
    this.epoch = new AllTimeMoments(blocks, dimension);
    this.starts = new Ints(blocks);
  }

  /** A block is forgotten alone, so factors are made from sums. */
  onlyAdds(): bool {
    return false;
  }

  advance(): i32 {
    this.now += 1;
    const row: i32 = this.path.row(this.now);
    if (row === 0 || this.path.starts[row] !== this.now) return NOTHING;
    for (let block: i32 = 0; block < this.blocks; block++) {
      if (this.changes(row, block)) {
        this.starts[block] = this.now;
        this.epoch.forget(block);
      }
    }
    return EVERYTHING;
  }

  /** Whether the parameters of a block differ from those of the row before. */
  changes(row: i32, block: i32): bool {
    const path: ThetaPath = this.path;
    const own: i32 = (row * this.blocks + block) * this.dimension;
    const before: i32 = own - this.blocks * this.dimension;
    for (let i: i32 = 0; i < this.dimension; i++) {
      if (path.rows[own + i] !== path.rows[before + i]) return true;
    }
    return false;
  }

  learn(slot: i32, block: i32, features: Floats, at: i32, reward: f64): bool {
    return slot >= this.starts[block] && this.epoch.learn(slot, block, features, at, reward);
  }

  /** Blocks change at different slots, so this is the weight in a block that has not changed. */
  weight(slot: i32): f64 {
    let earliest: i32 = this.now;
    for (let block: i32 = 0; block < this.blocks; block++) {
      earliest = choose<i32>(this.starts[block] < earliest, this.starts[block], earliest);
    }
    return choose<f64>(slot < earliest, 0.0, 1.0);
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
    this.starts.fill(0);
    this.epoch.reset();
  }

  transfer(archive: Archive): void {
    this.now = archive.slot(this.now);
    const last: i32 = this.path.row(this.now);
    this.starts.fill(0);
    for (let row: i32 = 1; row <= last; row++) {
      for (let block: i32 = 0; block < this.blocks; block++) {
        if (this.changes(row, block)) this.starts[block] = this.path.starts[row];
      }
    }
    this.epoch.transfer(archive);
  }
}
