import { describe, expect, it } from 'vitest';
import type { ClaimDefinition } from './claims.ts';
import { claimDefinitions, PARAMETERS } from './claims.ts';
import { decidingOrdering, judgeClaims } from './judge.ts';
import type { Measured, Ordering } from './measure.ts';
import { reproductionPlan } from './plan.ts';
import { splitRequests } from './record.ts';
import { readingSentences, summarySentence, tallySentence } from './words.ts';

const regret = { kind: 'regret' } as const;

/** An ordering between sides named after the comparison that they are in. */
function ordering(less: string, more: string, comparison = 'published'): Ordering {
  return {
    less: { comparison, spec: less },
    more: { comparison, spec: more },
    measure: regret,
  };
}

function claim(parameter: string): ClaimDefinition {
  return {
    id: 'made-up',
    title: 'R-MOSS loses less',
    place: 'nowhere',
    quote: 'so it is',
    measured: 'R_T',
    published: [ordering('r-moss', 'd-ucb'), ordering('sw-moss', 'd-ucb')],
    alternatives: [
      { parameter, value: 'other', orderings: [ordering('r-moss', 'd-ucb', 'other')] },
    ],
  };
}

/** Made-up measurements: a mean difference for each comparison, with a standard error of 1. */
function measurements(means: Readonly<Record<string, number>>) {
  return ({ less }: Ordering): Measured => {
    const mean = means[less.comparison];
    return {
      mean,
      standardError: 1,
      low: mean - 2,
      high: mean + 2,
      pValue: Math.abs(mean) > 3 ? 1e-6 : 0.5,
      replications: 10,
      values: { less: 0, more: -mean },
    };
  };
}

function verdictFor(means: Readonly<Record<string, number>>, parameter = 'γ') {
  return judgeClaims([claim(parameter)], measurements(means))[0].verdict;
}

describe('judgeClaims', () => {
  it('reaches every verdict from numbers alone', () => {
    expect(verdictFor({ published: -9, other: -9 }).kind).toBe('holds');
    expect(verdictFor({ published: -9, other: 0.1 }).kind).toBe('holds');
    expect(verdictFor({ published: -9, other: 9 })).toMatchObject({
      kind: 'depends',
      dependsOn: ['γ'],
    });
    expect(verdictFor({ published: 9, other: 9 }).kind).toBe('not reproduced');
    expect(verdictFor({ published: 0.1, other: 0.1 }).kind).toBe('undecided');
    expect(verdictFor({ published: 9, other: -9 }).kind).toBe('depends');
  });

  it('takes a value that the paper states for a part of the claim', () => {
    const verdict = verdictFor({ published: 9, other: -9 }, PARAMETERS.zeta);
    expect(verdict).toMatchObject({ kind: 'not reproduced', turnsWith: [PARAMETERS.zeta] });
  });

  it('corrects p-values for all orderings of our reading', () => {
    const borderline = ({ less }: Ordering): Measured => ({
      ...measurements({ published: -4, other: -4 })(ordering(less.spec, 'd-ucb')),
      pValue: 0.03,
    });
    // Two orderings at 0.03 each: 0.06 after correction, which decides nothing.
    const [judged] = judgeClaims([claim('γ')], borderline);
    expect(judged.published.orderings.map(({ correctedP }) => correctedP)).toEqual([0.06, 0.06]);
    expect(judged.published.outcome).toBe('undecided');
    expect(judged.verdict.kind).toBe('depends');
  });

  it('is put into words', () => {
    const [judged] = judgeClaims([claim('γ')], measurements({ published: -9, other: 9 }));
    expect(tallySentence(judged.published)).toBe('Both differences are as the paper says.');
    expect(readingSentences(judged)).toEqual(['γ: does not hold with other.']);
    expect(summarySentence([judged])).toContain('1 depends on what the paper leaves open');
  });

  it('shows the ordering that is farthest from the claim', () => {
    const measure = ({ less }: Ordering): Measured => ({
      ...measurements({ published: -9, other: -9 })(ordering(less.spec, 'd-ucb')),
      mean: less.spec === 'sw-moss' ? 4 : -9,
    });
    const [judged] = judgeClaims([claim('γ')], measure);
    expect(decidingOrdering(judged.published).ordering.less.spec).toBe('sw-moss');
  });
});

describe('claimDefinitions', () => {
  const comparisons = reproductionPlan({ replications: 3, seed: 1 });
  const splits = splitRequests(comparisons).flatMap(({ comparison, delays }) =>
    delays.map((delay) => `${comparisons[comparison].name}/${delay}`),
  );
  const all = claimDefinitions();

  it('are measured on what is played', () => {
    for (const { published, alternatives } of all) {
      for (const { less, more, measure } of [
        published,
        ...alternatives.map((r) => r.orderings),
      ].flat()) {
        for (const { comparison, spec } of [less, more]) {
          const found = comparisons.find(({ name }) => name === comparison);
          expect(found?.policies, `${spec} in ${comparison}`).toContain(spec);
          if (measure.kind === 'phase') expect(splits).toContain(`${comparison}/${measure.delay}`);
        }
      }
    }
  });

  it('have ids of their own, and other readings that differ from ours', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const { published, alternatives } of all) {
      for (const { orderings } of alternatives) expect(orderings).not.toEqual(published);
    }
  });

  it('pair policies on one environment with one seed', () => {
    const specs = new Map(
      comparisons.map(({ name, environment }) => [
        name,
        environment.kind === 'named' ? environment.spec : name,
      ]),
    );
    for (const { published, alternatives } of all) {
      for (const { less, more } of [published, ...alternatives.map((r) => r.orderings)].flat()) {
        expect(specs.get(less.comparison)).toBe(specs.get(more.comparison));
      }
    }
    expect(new Set(comparisons.map(({ seed }) => seed)).size).toBe(1);
  });
});
