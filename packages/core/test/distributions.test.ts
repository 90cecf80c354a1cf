import { describe, expect, it } from 'vitest';
import {
  incompleteBeta,
  incompleteGamma,
  kolmogorovDistance,
  lnGamma,
  normalDistribution,
  normalSurvival,
  studentDistribution,
} from './distributions.ts';

/** References from mpmath with 40 digits. */
describe('distribution functions', () => {
  it.each([
    [0.5, 0.1, 0.345279153981423],
    [0.5, 3, 0.9856941215645704],
    [5, 2, 0.05265301734371116],
    [5, 12, 0.992399609318933],
    [0.05, 1e-5, 0.5776462182056965],
    [300, 310, 0.7224887541718611],
    [300, 260, 0.00816671622181907],
  ])('P(%d, %d)', (a, x, expected) => {
    expect(Math.abs(incompleteGamma(a, x) - expected)).toBeLessThan(1e-12);
  });

  it.each([
    [3, 4, 0.3, 0.25569],
    [3, 4, 0.9, 0.99873],
    [0.5, 0.5, 0.01, 0.06376856085851985],
    [0.05, 0.2, 0.999, 0.9490482023394463],
    [200, 300, 0.41, 0.6776281647721789],
    [1, 1, 0.25, 0.25],
  ])('I(%d, %d) at %d', (a, b, x, expected) => {
    expect(Math.abs(incompleteBeta(a, b, x) - expected)).toBeLessThan(1e-12);
  });

  it.each([
    [0.05, 2.9688792010517306],
    [0.5, 0.5723649429247001],
    [1, 0],
    [3.5, 1.2009736023470743],
    [20, 39.339884187199495],
    [500, 2605.115850361734],
  ])('ln Γ(%d)', (x, expected) => {
    expect(Math.abs(lnGamma(x) - expected)).toBeLessThan(1e-14 * Math.max(1, expected));
  });

  it.each([
    [-5, 2.866515718791939e-7],
    [-1, 0.15865525393145705],
    [0.3, 0.6179114221889527],
    [2.5, 0.9937903346742238],
  ])('the normal law below %d', (x, expected) => {
    expect(Math.abs(normalDistribution(x) - expected)).toBeLessThan(1e-13);
  });

  it.each([
    [2, 0.02275013194817921],
    [4, 3.1671241833119924e-5],
    [6, 9.86587645037698e-10],
  ])('the normal law above %d', (x, expected) => {
    expect(normalSurvival(x) / expected).toBeCloseTo(1, 12);
  });

  it.each([
    [1, 1, 0.75],
    [2.5, -3, 0.03628804777451592],
    [30, 2, 0.9726874775185085],
  ])("Student's law of %d degrees below %d", (degrees, x, expected) => {
    expect(Math.abs(studentDistribution(degrees)(x) - expected)).toBeLessThan(1e-12);
  });

  it('measure the largest gap of a sample', () => {
    // Steps at 0.1 and 0.2 against the line: the gap is 0.8, just after the second.
    const distance = kolmogorovDistance(Float64Array.of(0.2, 0.1), (x) => x);
    expect(distance).toBeCloseTo(0.8 * Math.SQRT2, 12);
  });
});
