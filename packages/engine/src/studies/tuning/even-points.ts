/** Points that fill a unit cube evenly, however few they are and however many sides it has. */

/** The number below 1 with y^m + y^(m + 1) = 1: 1/golden ratio for m = 1. */
function generalizedGolden(m: number): number {
  if (m === 1) return (Math.sqrt(5) - 1) / 2;
  let y = 0.8;
  // Newton's method doubles the digits in each step, and products alone give the same bits everywhere.
  for (let step = 0; step < 20; step++) {
    let power = 1;
    for (let i = 1; i < m; i++) power *= y;
    y -= (power * y * (1 + y) - 1) / (power * (m + (m + 1) * y));
  }
  return y;
}

/**
 * Points that fill the unit cube evenly. The first coordinates are a regular grid. The others are multiples of powers
 * of a generalized golden ratio, less their whole parts (Roberts 2018, the sequence R_m): multiples of the golden ratio
 * itself in the square.
 *
 * @param count - number of points
 * @param dimensions - coordinates of each
 */
export function evenPoints(count: number, dimensions: number): number[][] {
  const base = generalizedGolden(Math.max(1, dimensions - 1));
  const rates: number[] = [];
  for (let rate = base; rates.length < dimensions - 1; rate *= base) rates.push(rate);
  return Array.from({ length: count }, (_, i) =>
    [(i + 0.5) / count, ...rates.map((rate) => ((i + 1) * rate) % 1)].slice(0, dimensions),
  );
}
