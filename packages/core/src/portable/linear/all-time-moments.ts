import { Archive } from '../base/archive.ts';
import { bool, Floats, f64, i32 } from '../base/language.ts';
import { NOTHING } from '../memory/memory.ts';
import { Moments } from './moments.ts';
import { Sums } from './sums.ts';

/** Forgets nothing. */
export class AllTimeMoments implements Moments {
  blocks: i32;
  dimension: i32;
  sums: Sums;
  /** Rewards of each block. */
  counts: Floats;

  constructor(blocks: i32, dimension: i32) {
    this.blocks = blocks;
    this.dimension = dimension;
    this.sums = new Sums(blocks, dimension);
    this.counts = new Floats(blocks);
  }

  onlyAdds(): bool {
    return true;
  }

  advance(): i32 {
    return NOTHING;
  }

  learn(_slot: i32, block: i32, features: Floats, at: i32, reward: f64): bool {
    this.sums.add(block, features, at, 1.0, reward);
    this.counts[block] += 1.0;
    return true;
  }

  weight(_slot: i32): f64 {
    return 1.0;
  }

  writeGram(block: i32, target: Floats, at: i32): void {
    this.sums.grams.write(block, target, at, 1.0);
  }

  writeSquares(block: i32, target: Floats, at: i32): void {
    this.sums.grams.write(block, target, at, 1.0);
  }

  isSolved(): bool {
    return false;
  }

  writeTarget(block: i32, target: Floats, at: i32): void {
    this.sums.writeTarget(block, target, at, 1.0);
  }

  squaredMass(block: i32): f64 {
    return this.counts[block];
  }

  /** Forgets a block. */
  forget(block: i32): void {
    this.sums.clearBlock(block);
    this.counts[block] = 0.0;
  }

  reset(): void {
    this.sums.clear();
    this.counts.fill(0.0);
  }

  transfer(archive: Archive): void {
    archive.wholes('counts', this.counts, this.blocks, archive.slot(0));
    this.sums.transfer(archive);
  }
}
