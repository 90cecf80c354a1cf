import { MeanTable } from '@driftline/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { candidateOf, type Problem } from './family.ts';
import { families } from './list.ts';

const problems: fc.Arbitrary<Problem> = fc.record({
  armCount: fc.integer({ min: 2, max: 6 }),
  horizon: fc.integer({ min: 2, max: 400 }),
  variation: fc.oneof(
    fc.constantFrom(0, 0.1, 1, 3, 50),
    fc.double({ min: 0, max: 20, noNaN: true }),
  ),
});

const gene = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }));

describe.each(families.map((family) => [family.id, family] as const))('%s', (_, family) => {
  test('keeps the budget and [0, 1] for any genes', () => {
    const candidates = problems.chain((problem) => {
      const length = family.geneCount(problem);
      return fc
        .array(gene, { minLength: length, maxLength: length })
        .map((genes) => ({ problem, candidate: candidateOf(family, genes, problem) }));
    });
    fc.assert(
      fc.property(candidates, ({ problem, candidate }) => {
        const { values, variation } = candidate;
        expect(values).toHaveLength(problem.armCount * problem.horizon);
        expect(values.every((mean) => mean >= 0 && mean <= 1)).toBe(true);
        const truth = new MeanTable(values, problem.armCount).totalVariation();
        expect(truth).toBe(variation);
        expect(truth).toBeLessThanOrEqual(problem.variation);
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  test('uses the budget where its shape asks for more', () => {
    const problem = { armCount: 3, horizon: 500, variation: 0.05 };
    const genes = new Array<number>(family.geneCount(problem))
      .fill(0)
      .map((_, i) => (0.3 + i * 0.37) % 1);
    const { variation } = candidateOf(family, genes, problem);
    expect(variation).toBeGreaterThan(0.05 * (1 - 1e-5));
  });

  test('has starts with as many genes as it takes', () => {
    const problem = { armCount: 4, horizon: 100, variation: 1 };
    for (const start of family.starts(problem)) {
      expect(start).toHaveLength(family.geneCount(problem));
      expect(start.every((value) => value >= 0 && value <= 1)).toBe(true);
    }
  });
});

test("the switching family holds the paper's instance: epoch τ and gap √(K/τ)", () => {
  const problem = { armCount: 3, horizon: 5000, variation: 3 };
  const [family] = families;
  const { parameters, values } = candidateOf(family, [0.5, 0.5, 0, 0, 0.5], problem);
  // τ = ⌈3^(1/3) (5000/3)^(2/3)⌉ = 203; 24 switches of √(3/203) = 0.1216 come to 2.92 < 3.
  expect(parameters.epoch).toBe(203);
  expect(parameters.gap).toBeCloseTo(Math.sqrt(3 / 203), 12);
  const means = new MeanTable(values, 3);
  expect([0, 202, 203, 406].map((slot) => means.bestArm(slot))).toEqual([0, 0, 1, 2]);
});

test('the parameters of a piecewise environment are those of its means', () => {
  const family = families[2];
  const problem = { armCount: 2, horizon: 50, variation: 0.3 };
  const genes = Array.from({ length: family.geneCount(problem) }, (_, i) => (i * 0.613) % 1);
  const { parameters, values } = candidateOf(family, genes, problem);
  const last = Object.keys(parameters).length - 1;
  const [a, b] = parameters[`means ${last}`] as readonly number[];
  expect(values[98]).toBeCloseTo(a, 12);
  expect(values[99]).toBeCloseTo(b, 12);
});
