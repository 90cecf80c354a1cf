/** Whether propensities can be what they are said to be. */

/** The mean of 1/(K p) is 1 where p is the probability of the arm taken among K. */
interface Doubt {
  /** Rows without one. */
  readonly missing: number;
  readonly mean: number;
  readonly isOff: boolean;
}

const LEAST_MEAN = 0.8;
const MOST_MEAN = 1.25;
/** Rare arms make the mean uncertain: it must be off by so many of its standard errors. */
const ERRORS = 3;

export function propensityDoubt(
  rows: number,
  propensityAt: (row: number) => number,
  armsAt: (row: number) => number,
): Doubt {
  let [missing, sum, squares] = [0, 0, 0];
  for (let row = 0; row < rows; row++) {
    const propensity = propensityAt(row);
    if (Number.isNaN(propensity)) missing += 1;
    const weight = 1 / (armsAt(row) * propensity);
    sum += weight;
    squares += weight * weight;
  }
  const mean = sum / rows;
  const error = Math.sqrt(Math.max(0, squares / rows - mean * mean) / rows);
  const isOff = (mean < LEAST_MEAN || mean > MOST_MEAN) && Math.abs(mean - 1) > ERRORS * error;
  return { missing, mean, isOff };
}
