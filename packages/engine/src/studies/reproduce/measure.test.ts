import { describe, expect, it } from 'vitest';
import { Measurer, type Regrets, spreadDifference } from './measure.ts';
import type { PhaseSplit } from './phases.ts';

function comparison(name: string, finals: Readonly<Record<string, readonly number[]>>): Regrets {
  const policies = Object.entries(finals).map(([spec, values]) => ({ spec, finals: values }));
  return { name, policies };
}

describe('spreadDifference', () => {
  const wide = Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? 10 : -10) + (i % 7));
  const narrow = wide.map((value) => value / 10 + 400);

  it('finds a narrower law whatever its mean', () => {
    const difference = spreadDifference(narrow, wide);
    // The ratio of the standard deviations is 10 by construction, and so is that of each resample.
    expect(difference.mean).toBeLessThan(-8);
    expect(difference.high).toBeLessThan(0);
    expect(difference.low).toBeLessThanOrEqual(difference.mean);
    expect(difference.pValue).toBeLessThan(0.01);
  });

  it('finds none between equal regrets, and never says impossible', () => {
    expect(spreadDifference(wide, wide)).toMatchObject({ mean: 0, low: 0, high: 0, pValue: 1 });
    expect(spreadDifference(narrow, wide).pValue).toBeGreaterThan(0);
  });

  it('gives the same numbers each time', () => {
    expect(spreadDifference(wide, narrow)).toEqual(spreadDifference(wide, narrow));
  });
});

describe('Measurer', () => {
  const measurer = new Measurer(
    [comparison('panel', { a: [1, 2, 3, 4], b: [2, 4, 6, 8] }), comparison('study', { c: [0, 1] })],
    [
      {
        comparison: 'panel',
        delay: 200,
        policies: ['a', 'b'],
        finals: {
          'after a switch': [
            [1, 1],
            [0, 0],
          ],
          'between switches': [
            [5, 5],
            [7, 9],
          ],
        },
        slots: { 'after a switch': 1, 'between switches': 1 },
      } satisfies PhaseSplit,
    ],
  );
  const side = (spec: string, name = 'panel') => ({ comparison: name, spec });

  it('pairs replications', () => {
    const measured = measurer.measure({
      less: side('a'),
      more: side('b'),
      measure: { kind: 'regret' },
    });
    expect(measured.mean).toBe(-2.5);
    expect(measured.values).toEqual({ less: 2.5, more: 5 });
    expect(measured.replications).toBe(4);
  });

  it('takes the replications that both sides have', () => {
    const measured = measurer.measure({
      less: side('c', 'study'),
      more: side('a'),
      measure: { kind: 'regret' },
    });
    expect(measured.replications).toBe(2);
    expect(measured.mean).toBe(-1);
  });

  it('measures phases', () => {
    const measured = measurer.measure({
      less: side('a'),
      more: side('b'),
      measure: { kind: 'phase', phase: 'between switches', delay: 200 },
    });
    expect(measured.mean).toBe(-3);
  });

  it('says what is missing', () => {
    const missing = { less: side('z'), more: side('b'), measure: { kind: 'regret' } } as const;
    expect(() => measurer.measure(missing)).toThrow('no z in panel');
  });
});
