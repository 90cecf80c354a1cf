/**
 * Whether rows near each other are alike beyond what moves slowly: rows of one user, or rows that were written twice. All
 * tests and intervals take rewards for independent of each other given their means, and would call that drift.
 *
 * Deviations of an arm's rewards from its mean are multiplied with those of its last row, and with those of one some slots
 * before. What drifts is about the same within so few slots, so that both products have the same mean; what users bring is
 * gone by then. Distances are in slots: ten rows of one of many arms are far enough for real drift.
 */
import { Moments } from '../base/moments.ts';
import type { Log } from '../contract/log.ts';
import { armCountOf } from '../log/part.ts';

/** Slots within which rows are near. */
const NEAR = 10;
/** Slots that are far enough for users to have gone, and near enough for means to have stayed. */
const FAR = 30;
const FARTHEST = 60;
/** Standard errors, and the share of the variance, that neighbours have to have in common. */
const ERRORS = 4;
const LEAST_SHARE = 0.03;

/** Products of deviations from an arm's mean, near and far. */
class Products {
  readonly near = new Moments();
  readonly far = new Moments();

  /** Whether near ones are clearly larger, by a share of the variance that matters. */
  areApart(variance: number): boolean {
    const { near, far } = this;
    if (near.count === 0 || far.count === 0) return false;
    const error = Math.sqrt(near.variance / near.count + far.variance / far.count);
    const apart = near.mean - far.mean;
    return apart > ERRORS * error && apart > LEAST_SHARE * variance;
  }
}

/** One arm's last rows. */
class ArmNeighbours {
  readonly #mean: number;
  readonly #products: Products;
  /** By turns: deviations, and the slots that they are of. */
  readonly #deviations = new Float64Array(FARTHEST);
  readonly #slots = new Int32Array(FARTHEST);
  #count = 0;
  /** The first row that is not far enough yet. */
  #next = 0;

  constructor(mean: number, products: Products) {
    this.#mean = mean;
    this.#products = products;
  }

  add(slot: number, reward: number): void {
    const deviation = reward - this.#mean;
    while (this.#next < this.#count && this.#slots[this.#next % FARTHEST] <= slot - FAR)
      this.#next += 1;
    this.#pair(this.#count - 1, slot - NEAR, deviation, this.#products.near);
    this.#pair(this.#next - 1, slot - FARTHEST, deviation, this.#products.far);
    this.#deviations[this.#count % FARTHEST] = deviation;
    this.#slots[this.#count % FARTHEST] = slot;
    this.#count += 1;
  }

  /** A row with an earlier one of the arm, if there is one from a slot on. */
  #pair(earlier: number, from: number, deviation: number, products: Moments): void {
    if (earlier < 0 || this.#slots[earlier % FARTHEST] < from) return;
    products.add(deviation * this.#deviations[earlier % FARTHEST]);
  }
}

/** Whether neighbouring rows of arms are alike for another reason than slow movement. */
export function rowsAlike(log: Log): boolean {
  const means = Array.from({ length: armCountOf(log) }, () => new Moments());
  const eachRow = (take: (arm: number, reward: number, slot: number) => void) => {
    for (let row = 0; row < log.rows; row++) {
      if (log.arm[row] < means.length && !Number.isNaN(log.reward[row]))
        take(log.arm[row], log.reward[row], row);
    }
  };
  eachRow((arm, reward) => means[arm].add(reward));
  const products = new Products();
  const arms = means.map(({ mean }) => new ArmNeighbours(mean, products));
  eachRow((arm, reward, slot) => arms[arm].add(slot, reward));
  const rows = means.reduce((sum, { count }) => sum + count, 0);
  return products.areApart(means.reduce((sum, each) => sum + each.count * each.variance, 0) / rows);
}
