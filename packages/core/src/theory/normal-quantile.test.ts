import { expect, test } from 'vitest';
import { normalQuantile } from './normal-quantile.ts';

// From tables with ten digits.
test.each([
  [0.5, 0],
  [0.9, 1.2815515655],
  [0.975, 1.9599639845],
  [0.995, 2.5758293035],
  [0.9995, 3.2905267315],
])('the quantile of %f is %f', (probability, quantile) => {
  expect(normalQuantile(probability)).toBeCloseTo(quantile, 9);
});
