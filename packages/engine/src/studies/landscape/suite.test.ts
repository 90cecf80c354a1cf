import { policyCatalogue } from '@driftline/core';
import { describe, expect, it } from 'vitest';
import { around, handMade } from '../../../test/hand-made.ts';
import { withoutOracles } from '../../play/contestants.ts';
import { givenOf, takesHorizon } from '../../play/given.ts';
import { momentsOf, studentQuantile } from '../../play/statistics.ts';
import { situationSummaries, summariesOf, worseThanBlind } from './analysis.ts';
import { scoresCsv } from './scores-csv.ts';
import { landscapeOf, linearisedRatio } from './suite.ts';

describe('linearisedRatio', () => {
  it('has the ratio as its mean and the delta method as its standard error', () => {
    const [x, y] = [
      [1, 2, 4, 3],
      [4, 5, 9, 6],
    ];
    const estimate = momentsOf(linearisedRatio(x, y)).estimate();
    expect(estimate.mean).toBeCloseTo(10 / 24, 14);
    // By hand: residuals x − r y with r = 5/12 are −2/3, −1/12, 1/4, 1/2, their squares sum to 0.763889.
    const standardError = Math.sqrt(0.763889 / 3 / 4) / 6;
    expect(estimate.standardError).toBeCloseTo(standardError, 6);
    expect(estimate.high - estimate.mean).toBeCloseTo(studentQuantile(0.975, 3) * standardError, 5);
  });

  it('has no uncertainty where a policy always loses the same share', () => {
    const y = [3, 8, 5];
    const values = linearisedRatio(
      y.map((value) => value / 4),
      y,
    );
    for (const value of values) expect(value).toBeCloseTo(0.25, 14);
  });
});

describe('givenOf', () => {
  const setting = { given: {}, armCount: 3, horizon: 5000, variation: 3, changes: 4 };

  it('finds what a policy makes use of, and nothing for one that is given how long to remember', () => {
    const given = (id: string, more = {}) =>
      givenOf(policyCatalogue.find(id), { ...setting, ...more });
    expect(given('sw-moss')).toEqual(['variation']);
    expect(given('sw-moss', { given: { window: 200 } })).toEqual([]);
    expect(given('d-klucb')).toEqual(['changes']);
    expect(given('d-klucb', { changes: undefined })).toEqual(['variation']);
    expect(given('ucb1')).toEqual([]);
    expect(given('moss')).toEqual([]);
    expect(given('glr-klucb')).toEqual([]);
  });

  it('finds who can’t do without the horizon', () => {
    const takes = (id: string) => {
      const { policies } = handMade('a', { x: { finals: around(1), id } });
      return takesHorizon(policies[0], 3);
    };
    expect(['moss', 'sw-moss', 'ucb1', 'sw-moss:window=9', 'not-ours'].map(takes)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('agrees with the parameters that each policy of ours declares', () => {
    for (const definition of policyCatalogue.list) {
      const ids = definition.parameters.map(({ id }) => id);
      const givable = ids.includes('variation') || ids.includes('changes');
      expect([definition.id, givenOf(definition, setting).length > 0]).toEqual([
        definition.id,
        givable,
      ]);
    }
  });
});

const blind = { finals: around(100, 4) };
const two = [
  handMade('a', { good: { finals: around(20) }, bad: { finals: around(50) }, uniform: blind }),
  handMade('b', { good: { finals: around(30) }, bad: { finals: around(140) }, uniform: blind }),
];

describe('landscapeOf', () => {
  it('scores against uniform play, and finds the worst case and where it is', () => {
    const suite = landscapeOf({ comparisons: two }, [])?.written;
    if (suite === undefined) throw new Error('there must be a suite');
    const [good, bad, uniform] = summariesOf(suite);
    expect(good.worst.score.mean).toBeCloseTo(0.3, 3);
    expect(suite.columns[good.worst.column].name).toBe('b');
    expect(good.overall.mean).toBeCloseTo(0.25, 3);
    expect(bad.worst.score.mean).toBeCloseTo(1.4, 3);
    expect(uniform.worst.score.mean).toBeCloseTo(1, 14);
    expect(uniform.worst.score.high - uniform.worst.score.low).toBeLessThan(1e-12);
    expect(suite.rows.map(({ kind }) => kind)).toEqual(['contestant', 'contestant', 'blind']);
    expect(worseThanBlind(suite)).toMatchObject([{ row: 1, column: 1 }]);
  });

  it('lets each situation count once', () => {
    const again = handMade('c', {
      good: { finals: around(60) },
      bad: { finals: around(50) },
      uniform: blind,
    });
    const named = [
      ...two.map((comparison) => ({ ...comparison, situation: 'Calm' })),
      { ...again, situation: 'Storm' },
    ];
    const suite = landscapeOf({ comparisons: named }, [])?.written;
    if (suite === undefined) throw new Error('there must be a suite');
    expect(summariesOf(suite)[0].overall.mean).toBeCloseTo((0.25 + 0.6) / 2, 3);
    const [calm, storm] = situationSummaries(suite);
    expect(calm).toMatchObject({ situation: 'Calm', columns: [0, 1], order: [0, 1] });
    expect(storm).toMatchObject({ situation: 'Storm', columns: [2], order: [1, 0] });
    expect([calm.isDistinguished(0, 1), storm.isDistinguished(1, 0)]).toEqual([true, true]);
  });

  it('goes below 0 where a policy earns more than the benchmark', () => {
    const comparisons = [
      ...two,
      handMade(
        'r',
        { good: { finals: around(-40) }, bad: { finals: around(10) }, uniform: blind },
        { recorded: true },
      ),
    ];
    const suite = landscapeOf({ comparisons }, [])?.written;
    expect(suite?.cells[0][2]?.score.mean).toBeCloseTo(-0.4, 3);
    expect(suite?.ranking.policies[0].ranks).toEqual([1, 1, 1]);
  });

  it('is not there without uniform play, with other policies, or with one comparison', () => {
    const without = ['a', 'b'].map((name) => handMade(name, { good: { finals: around(20) } }));
    expect(landscapeOf({ comparisons: without }, [])).toBeUndefined();
    expect(landscapeOf({ comparisons: [] }, [])).toBeUndefined();
    expect(landscapeOf({ comparisons: [two[0]] }, [])).toBeUndefined();
    const other = handMade('c', {
      other: { finals: around(1) },
      bad: { finals: around(1) },
      uniform: blind,
    });
    expect(landscapeOf({ comparisons: [...two, other] }, [])).toBeUndefined();
  });

  it('leaves out comparisons in which blind choice does not lose beyond doubt', () => {
    const flat = handMade('flat', {
      good: { finals: around(1) },
      bad: { finals: around(1) },
      uniform: { finals: around(0.1, 4) },
    });
    const found = landscapeOf({ comparisons: [...two, flat] }, []);
    expect(found?.unscored).toEqual(['flat']);
    expect(found?.written.columns.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('shows oracles where they played, and ranks them nowhere', () => {
    const knowing = handMade('k', {
      seer: { finals: around(0, 0), needs: 'means' },
      good: { finals: around(20) },
      bad: { finals: around(50) },
      uniform: blind,
    });
    const suite = landscapeOf({ comparisons: [knowing, two[1]] }, [])?.written;
    expect(suite?.rows.map(({ label, kind }) => `${label} ${kind}`)).toEqual([
      'good contestant',
      'bad contestant',
      'uniform blind',
      'seer oracle',
    ]);
    expect(suite?.cells[3][0]?.score.mean).toBe(0);
    expect(suite?.cells[3][1]).toBeUndefined();
    expect(suite?.ranking.policies.map(({ label }) => label)).toEqual(['good', 'bad', 'uniform']);
    expect(withoutOracles(knowing).differences).toHaveLength(3);
  });

  it('sets tuned comparisons apart and keeps the names that were written', () => {
    const tuned = two.map((comparison) => ({ ...comparison, name: `${comparison.name}, tuned` }));
    const found = landscapeOf({ comparisons: [...two, ...tuned] }, ['a, tuned', 'b, tuned']);
    expect(found?.tuned?.columns.map(({ name, comparison }) => `${name} ${comparison}`)).toEqual([
      'a 2',
      'b 3',
    ]);
    const lines = found === undefined ? [] : scoresCsv(found).trimEnd().split('\n');
    expect(lines).toHaveLength(1 + 2 * 2 * 3);
    expect(lines[1]).toMatch(
      /^good,a,a,2,100,published,20,19\.\d+,20\.\d+,0\.2,0\.19\d*,0\.20\d*,1$/,
    );
    expect(lines[12]).toMatch(/^uniform,b,b,2,100,equal-effort,100,.*,1,1,1,2$/);
  });
});
