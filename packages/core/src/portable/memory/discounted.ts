import { Archive } from '../base/archive.ts';
import { bool, choose, Floats, f64, fmax, i32, powerOfTwo } from '../base/language.ts';
import { pow } from '../math/pow.ts';
import { EVERYTHING, Memory, NOTHING } from './memory.ts';

const LARGEST_UNIT: f64 = powerOfTwo(500);
const SHRINK: f64 = powerOfTwo(-500);
/** Lighter than this a reward that comes late is forgotten: beside a new one it is lost in rounding. */
const LEAST_LATE: f64 = powerOfTwo(-52);
/** No count becomes less. */
const LEAST_WEIGHT: f64 = powerOfTwo(-400);
/** Tolerance on 1/(1 − γ). Below it γ counts as 0: only the last slot is remembered. */
const ROUNDING: f64 = 1e-9;

/**
 * Forgets gradually: a reward weighs discount^age.
 *
 * The paper multiplies every count by γ in every slot. Here the unit grows by 1/γ instead and a new
 * reward weighs one unit, which is the same ratio and touches no other cell. When the unit passes
 * 2^500 all is scaled back by that power of two, which is exact; a count stays at the least once it
 * has come down to 2^-400 of a reward, far from denormals and from any weight that could matter (where
 * γ^cells is less than that, it is forgotten). A reward still to come is given up sooner, below 2^-52, after
 * 36/(1 − γ) slots, so that not too many are waited for. The mean follows the paper's own recursion,
 * mean ← mean + (x − mean)/n. Two numbers per cell.
 */
export class Discounted implements Memory {
  cells: i32;
  discount: f64;
  /** The discount, or 0 where it is too small to count. */
  factor: f64;
  /** Whether a reward is down to the least before as many slots have passed as there are cells. */
  fades: bool;
  growth: f64;
  masses: Floats;
  means: Floats;
  scale: f64 = 1.0;
  now: i32 = 0;

  constructor(cells: i32, discount: f64) {
    this.cells = cells;
    this.discount = discount;
    const isOneSlot: bool = cells > 1 && discount < ROUNDING;
    this.factor = isOneSlot || discount < LEAST_WEIGHT ? 0.0 : discount;
    this.fades = pow(discount, cells) < LEAST_WEIGHT;
    this.growth = 1.0 / discount;
    this.masses = new Floats(cells);
    this.means = new Floats(cells);
  }

  // @inline
  advance(): i32 {
    this.now += 1;
    if (this.factor === 0.0) {
      this.clear();
      return EVERYTHING;
    }
    this.scale *= this.growth;
    if (this.scale < LARGEST_UNIT) return NOTHING;
    this.rescale();
    return EVERYTHING;
  }

  rescale(): void {
    this.scale *= SHRINK;
    for (let cell: i32 = 0; cell < this.cells; cell++) {
      if (this.masses[cell] > 0.0) this.shrink(cell);
    }
  }

  /** With all arms but the latest at the least, nothing would distinguish them: what fades so soon is forgotten. */
  shrink(cell: i32): void {
    const mass: f64 = this.masses[cell] * SHRINK;
    if (this.fades && mass < LEAST_WEIGHT) {
      this.masses[cell] = 0.0;
      this.means[cell] = 0.0;
    } else this.masses[cell] = fmax(mass, LEAST_WEIGHT);
  }

  pass(slots: i32): i32 {
    return this.passBelow(slots, Infinity);
  }

  /** The same as long as the unit does not exceed `most`. Each slot rounds the unit, so that no power replaces them. */
  passBelow(slots: i32, most: f64): i32 {
    const isDue: bool = this.factor !== 0.0 || this.isEmpty();
    let passed: i32 = choose<i32>(isDue, slots, 0);
    if (this.factor !== 0.0) {
      const growth: f64 = this.growth;
      let next: f64 = this.scale * growth;
      passed = 0;
      while (passed < slots && next < LARGEST_UNIT && next <= most) {
        this.scale = next;
        next *= growth;
        passed += 1;
      }
    }
    this.now += passed;
    return passed;
  }

  isEmpty(): bool {
    for (let cell: i32 = 0; cell < this.cells; cell++) if (this.masses[cell] > 0.0) return false;
    return true;
  }

  passAll(_slots: i32): bool {
    return false;
  }

  touchedCount(): i32 {
    return this.cells;
  }

  touched(i: i32): i32 {
    return i;
  }

  // @inline
  learn(slot: i32, cell: i32, reward: f64): bool {
    const weight: f64 = this.weight(slot);
    if (weight === 0.0) return false;
    const mass: f64 = this.scale * weight;
    this.masses[cell] += mass;
    this.means[cell] += (reward - this.means[cell]) / (this.masses[cell] / mass);
    return true;
  }

  weight(slot: i32): f64 {
    const age: i32 = this.now - 1 - slot;
    if (age === 0) return 1.0;
    const weight: f64 = pow(this.factor, age);
    return weight < LEAST_LATE ? 0.0 : weight;
  }

  // @inline
  mass(cell: i32): f64 {
    return this.masses[cell];
  }

  // @inline
  unit(): f64 {
    return this.scale;
  }

  sum(cell: i32): f64 {
    return this.means[cell] * (this.masses[cell] / this.scale);
  }

  // @inline
  mean(cell: i32): f64 {
    return this.means[cell];
  }

  /** The weights of all slots add up to 1/(1 − discount), which stands for the length of a window. */
  holds(arms: i32): bool {
    const needed: f64 = arms;
    return needed * (1.0 - this.discount) <= 1.0 + ROUNDING;
  }

  clear(): void {
    this.masses.fill(0.0);
    this.means.fill(0.0);
  }

  reset(): void {
    this.now = 0;
    this.scale = 1.0;
    this.clear();
  }

  transfer(archive: Archive): void {
    this.now = archive.slot(this.now);
    this.scale = archive.within('scale', this.scale, 1.0, LARGEST_UNIT);
    // A reward weighs a unit at most, and there is one for each slot; the rest is for rounding.
    const most: f64 = this.scale * (this.now + 1.0);
    archive.bounded('masses', this.masses, this.cells, 0.0, most);
    archive.reals('means', this.means, this.cells);
  }
}
