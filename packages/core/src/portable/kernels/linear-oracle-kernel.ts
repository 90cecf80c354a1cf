import { Archive } from '../base/archive.ts';
import { bool, choose, Floats, f64, fmax, Ints, i32 } from '../base/language.ts';
import { product } from '../linear/triangles.ts';
import { ThetaPath } from '../means/theta-path.ts';
import { Random } from '../random/generator.ts';
import { ContextualKernel } from './contextual-kernel.ts';

/** Picks the action of the largest mean, the first among equals, by the hidden parameters. */
export class LinearOracleKernel implements ContextualKernel {
  path: ThetaPath;
  now: i32 = 0;

  constructor(path: ThetaPath) {
    this.path = path;
  }

  pick(_random: Random, features: Floats, stride: i32, blocks: Ints, count: i32): i32 {
    let best: i32 = 0;
    let top: f64 = this.value(blocks[0], features, 0);
    for (let i: i32 = 1; i < count; i++) {
      const mean: f64 = this.value(blocks[i], features, i * stride);
      best = choose<i32>(mean > top, i, best);
      top = fmax(mean, top);
    }
    return best;
  }

  propensity(): f64 {
    return 1.0;
  }

  ticket(): f64 {
    return 0.0;
  }

  acceptsTicket(_ticket: f64): bool {
    return true;
  }

  advance(_block: i32): void {
    this.now += 1;
  }

  hold(_block: i32, _features: Floats, _at: i32): void {}

  release(_block: i32, _features: Floats, _at: i32): void {}

  letGo(): void {}

  learn(_slot: i32, _block: i32, _features: Floats, _at: i32, _ticket: f64, _reward: f64): bool {
    return true;
  }

  weight(_slot: i32): f64 {
    return 1.0;
  }

  welcome(_block: i32): void {}

  reset(): void {
    this.now = 0;
  }

  transfer(archive: Archive): void {
    this.now = archive.slot(this.now);
  }

  value(block: i32, features: Floats, at: i32): f64 {
    const path: ThetaPath = this.path;
    return product(features, at, path.rows, path.at(this.now, block), path.dimension);
  }

  widthOf(_block: i32, _features: Floats, _at: i32): f64 {
    return 0.0;
  }

  coefficient(block: i32, column: i32): f64 {
    return this.path.rows[this.path.at(this.now, block) + column];
  }
}
