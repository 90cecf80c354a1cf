/**
 * Whether rows near each other are alike beyond what moves slowly: rows of one user, or rows that were written twice. All
 * tests and intervals take rewards for independent of each other given their means, and would call that drift.
 *
 * Deviations of an arm's rewards from its mean are multiplied with those of its next row, and with those some rows on.
 * What drifts is about the same over so few rows, so that both products have the same mean; what users bring is gone by then.
 */
import { Moments } from '../base/moments.ts';
import type { Log } from '../contract/log.ts';
import { armCountOf } from '../log/part.ts';

/** Rows of the arm that are far enough for users to have gone, and near enough for means to have stayed. */
const FAR = 10;
/** Standard errors, and the share of the variance, that neighbours have to have in common. */
const ERRORS = 4;
const LEAST_SHARE = 0.03;

/** One arm's last rows, and what its products have come to. */
class ArmNeighbours {
  readonly #mean: number;
  readonly #last = new Float64Array(FAR);
  #count = 0;

  constructor(mean: number) {
    this.#mean = mean;
  }

  /** What the next row has in common with this one, less what one further on has; undefined for the first ones. */
  add(reward: number): number | undefined {
    const deviation = reward - this.#mean;
    const far = this.#last[this.#count % FAR];
    const near = this.#last[(this.#count + FAR - 1) % FAR];
    this.#last[this.#count % FAR] = deviation;
    this.#count += 1;
    return this.#count > FAR ? deviation * (near - far) : undefined;
  }
}

/** Whether neighbouring rows of arms are alike for another reason than slow movement. */
export function rowsAlike(log: Log): boolean {
  const means = Array.from({ length: armCountOf(log) }, () => new Moments());
  const eachRow = (take: (arm: number, reward: number) => void) => {
    for (let row = 0; row < log.rows; row++) {
      if (log.arm[row] < means.length && !Number.isNaN(log.reward[row]))
        take(log.arm[row], log.reward[row]);
    }
  };
  eachRow((arm, reward) => means[arm].add(reward));
  const arms = means.map(({ mean }) => new ArmNeighbours(mean));
  const products = new Moments();
  eachRow((arm, reward) => {
    const product = arms[arm].add(reward);
    if (product !== undefined) products.add(product);
  });
  const rows = means.reduce((sum, { count }) => sum + count, 0);
  const variance = means.reduce((sum, each) => sum + each.count * each.variance, 0) / rows;
  const error = Math.sqrt(products.variance / Math.max(1, products.count));
  return products.mean > ERRORS * error && products.mean > LEAST_SHARE * variance;
}
