import { describe, expect, it } from 'vitest';
import { environmentOf, givenVariation, policyOf } from '../../play/play-chunk.ts';
import { BUDGET_MULTIPLES, budgetName, reproductionPlan, trueBudget } from './plan.ts';

describe('reproductionPlan', () => {
  const plan = reproductionPlan({ replications: 500, seed: 1 });
  const named = (name: string) => {
    const found = plan.find((comparison) => comparison.name === name);
    if (found === undefined) throw new Error(`no ${name}`);
    return found;
  };

  it('plays the panels as often as asked and the studies at most 200 times', () => {
    expect(plan.map(({ replications }) => replications).slice(0, 4)).toEqual([500, 500, 500, 200]);
    const few = reproductionPlan({ replications: 12, seed: 1 });
    expect(new Set(few.map(({ replications }) => replications))).toEqual(new Set([12]));
  });

  it('gives policies the budgets of the paper', () => {
    const given = (name: string) => givenVariation(named(name), environmentOf(named(name), 0));
    expect(given('environment-1')).toBe(8.09);
    expect(given('environment-2')).toBe(3);
    expect(given('heavy-tailed')).toBe(3);
    expect(given('environment-1-redrawn')).toBe(8.09);
    expect(given('true-budget-environment-2')).toBeCloseTo(4.499, 3);
  });

  it('has the paper’s horizon, arms and constants', () => {
    for (const name of ['environment-1', 'environment-2', 'heavy-tailed']) {
      const { armCount, horizon } = environmentOf(named(name), 0).means;
      expect([armCount, horizon]).toEqual([3, 5000]);
    }
    const heavy = named('heavy-tailed');
    const { params } = policyOf(heavy, 'sw-rmoss', environmentOf(heavy, 0));
    expect(params).toMatchObject({ a: 1.1, zeta: 2.2, window: 203 });
  });

  it('misstates the budget by factors of two around the stated one', () => {
    const given = BUDGET_MULTIPLES.map((multiple) => named(budgetName(multiple)).variation);
    expect(given).toEqual([0.375, 0.75, 1.5, 3, 6, 12, 24]);
    expect(trueBudget()).toBeGreaterThan(3);
  });

  it('can be played: every policy accepts its parameters', () => {
    for (const comparison of plan) {
      const environment = environmentOf(comparison, 0);
      for (const spec of comparison.policies) {
        expect(policyOf(comparison, spec, environment).params).toBeDefined();
      }
    }
  });

  it('has names of its own for all comparisons', () => {
    expect(new Set(plan.map(({ name }) => name)).size).toBe(plan.length);
  });
});
