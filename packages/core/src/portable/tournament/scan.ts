import { choose, Floats, f64, fmax, i32 } from '../base/language.ts';
import { Contest, LineContest } from './contest.ts';

/** Looks at all numbers: the fastest way where they are few. */
export class Scan implements Contest {
  size: i32;
  keys: Floats;

  constructor(size: i32) {
    this.size = size;
    this.keys = new Floats(size);
  }

  // @inline
  set(place: i32, key: f64): void {
    this.keys[place] = key;
  }

  // @inline
  winner(): i32 {
    const keys: Floats = this.keys;
    const size: i32 = this.size;
    let best: i32 = 0;
    let top: f64 = keys[0];
    for (let place: i32 = 1; place < size; place++) {
      const key: f64 = keys[place];
      best = choose<i32>(key > top, place, best);
      top = fmax(key, top);
    }
    return best;
  }

  fill(key: f64): void {
    this.keys.fill(key);
  }

  rebuild(): void {}
}

/** Looks at all lines. */
export class LineScan implements LineContest {
  size: i32;
  means: Floats;
  slopes: Floats;

  constructor(size: i32) {
    this.size = size;
    this.means = new Floats(size);
    this.slopes = new Floats(size);
  }

  // @inline
  set(place: i32, mean: f64, slope: f64, _scale: f64): void {
    this.means[place] = mean;
    this.slopes[place] = slope;
  }

  // @inline
  winner(scale: f64): i32 {
    const means: Floats = this.means;
    const slopes: Floats = this.slopes;
    const size: i32 = this.size;
    let best: i32 = 0;
    let top: f64 = means[0] + scale * slopes[0];
    for (let place: i32 = 1; place < size; place++) {
      const index: f64 = means[place] + scale * slopes[place];
      best = choose<i32>(index > top, place, best);
      top = fmax(index, top);
    }
    return best;
  }

  fill(mean: f64, slope: f64): void {
    this.means.fill(mean);
    this.slopes.fill(slope);
  }

  rebuild(_scale: f64): void {}
}
