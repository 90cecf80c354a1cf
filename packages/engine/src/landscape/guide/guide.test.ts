import { describe, expect, it } from 'vitest';
import { around, type HandMade, handMade } from '../../../test/hand-made.ts';
import type { ComparisonResult } from '../../result.ts';
import { COSTS_FORMAT, COSTS_VERSION, type Costs, measureCosts } from '../costs.ts';
import { landscapeOf } from '../suite.ts';
import { guideOf } from './guide.ts';
import { guideMarkdown } from './markdown.ts';

const blind: HandMade = { finals: around(100, 4) };

function suiteOf(...policies: Readonly<Record<string, HandMade>>[]): ComparisonResult[] {
  return policies.map((each, i) =>
    handMade(`world ${i + 1}`, { ...each, uniform: blind }, { situation: `Kind ${i + 1}` }),
  );
}

function guide(comparisons: ComparisonResult[], tuned: string[] = [], costs?: Costs) {
  const landscape = landscapeOf({ comparisons }, tuned);
  if (landscape === undefined) throw new Error('there must be a landscape');
  // Spaces that do not break are spaces.
  return guideMarkdown('test', guideOf(landscape, { comparisons }, costs)).replaceAll(
    '\u00a0',
    ' ',
  );
}

describe('the safe choice', () => {
  it('is the least worst case of each class, in the comparison where it is', () => {
    const text = guide(
      suiteOf(
        {
          even: { finals: around(40) },
          rash: { finals: around(10) },
          wise: { finals: around(20), told: ['variation'] },
        },
        {
          even: { finals: around(42) },
          rash: { finals: around(90) },
          wise: { finals: around(30), told: ['variation'] },
        },
      ),
    );
    expect(text).toContain(
      'Where nothing is known of the drift, even is the safest: in no comparison does it lose more than 42 % of what blind choice loses.',
    );
    expect(text).toContain(
      'Of those that use the variation V or the number of changes Υ, wise is the safest',
    );
    expect(text).toContain('In the worst case knowing the drift helps: even loses up to 42 %.');
    // On average the rash one loses 50 %, the even one 41 %: the safest is also the best on average.
    expect(text).not.toContain('On average over situations');
    expect(text).toMatch(
      /Told nothing of the drift \(2 policies\), even has the least worst case: 42 % \[.*\] of what blind choice loses, in “world 2”\./,
    );
    expect(text).toContain(
      '| Kind 1 | rash 10 % [9.9, 10.1] | none | rash 10 % [9.9, 10.1] | 40 %',
    );
    expect(text).toContain('| Kind 2 | wise 30 %');
    expect(text).toContain(
      'is told nothing, even, loses 41 % of what blind choice loses; the best that is told V or Υ, wise, 25 %: 16.0 points [',
    );
    expect(text).toContain('] less, beyond doubt.');
  });

  it('says so where policies can’t be told apart', () => {
    // The same values in another order: means are equal, differences are not 0 but average to it.
    const finals = around(40, 10);
    const text = guide(
      suiteOf(
        { one: { finals }, two: { finals: finals.toReversed() } },
        { one: { finals }, two: { finals: finals.toReversed() } },
      ),
    );
    expect(text).toContain('this worst case can’t be told apart from that of two');
    expect(text).toMatch(/\| Kind 1 \| one 40 % .* \| two \| one 40 %/);
    expect(text).toMatch(
      /It also has the least mean rank among them, 1\.\d of 3; over worlds like these it can’t be told apart from two \(Nemenyi\)\./,
    );
    expect(text).not.toContain('## What knowing');
    expect(text).not.toContain('Told V or Υ');
  });

  it('is never a policy with a mark, which is named with its mark instead', () => {
    const text = guide(
      suiteOf(
        { sure: { finals: around(40) }, odd: { finals: around(10), standing: 'unconfirmed' } },
        { sure: { finals: around(40) }, odd: { finals: around(10), standing: 'unconfirmed' } },
      ),
    );
    expect(text).toContain('sure is the safest');
    expect(text).toContain(
      'odd (unconfirmed) has 10 %, but a policy with such a mark is not recommended.',
    );
    expect(text).toContain('at these horizons: odd (unconfirmed).');
  });

  it('says what safety costs, where another loses less on average', () => {
    const text = guide(
      suiteOf(
        { even: { finals: around(40) }, rash: { finals: around(10) } },
        { even: { finals: around(42) }, rash: { finals: around(50) } },
      ),
    );
    expect(text).toContain(
      'On average over situations rash loses least of these: 30 %, against 41 % for even; but up to 50 %, in “world 2”.',
    );
  });

  it('is never an oracle', () => {
    const text = guide(
      suiteOf(
        { sure: { finals: around(40) }, seer: { finals: around(1), needs: 'means' } },
        { sure: { finals: around(40) }, seer: { finals: around(1), needs: 'means' } },
      ),
    );
    expect(text).toContain('1 policy in 2 comparisons');
    expect(text).not.toContain('seer');
  });
});

describe('what else the guide says', () => {
  const plain = suiteOf(
    { calm: { finals: around(40) }, wild: { finals: around(150) } },
    { calm: { finals: around(-20) }, wild: { finals: around(99, 10) } },
  );

  it('whom to avoid, where, and who is not certain', () => {
    const text = guide(plain);
    expect(text).toContain(
      'these lose more than blind choice beyond doubt somewhere:\n\n- wild: 150 % in “world 1”',
    );
    expect(text).toContain('| Kind 2 | calm −20 % [−20.4, −19.6]');
    const tame = suiteOf({ calm: { finals: around(40) } }, { calm: { finals: around(99, 10) } });
    expect(guide(tame)).toContain('no policy loses more than blind choice beyond doubt');
    expect(guide(tame)).toContain('everywhere, with published tuning: calm.');
  });

  it('what tuning is worth, and that it may harm', () => {
    const tuned = suiteOf(
      { calm: { finals: around(20) }, wild: { finals: around(160) } },
      { calm: { finals: around(-20) }, wild: { finals: around(99, 10) } },
    ).map((comparison) => ({ ...comparison, name: `${comparison.name}, tuned` }));
    const text = guide([...plain, ...tuned], ['world 1, tuned', 'world 2, tuned']);
    expect(text).toContain(
      'Equal-effort tuning changed 2 policies: over the suite it lowers the loss of 1 beyond doubt and raises that of 1. It helps most calm, from 10 % to 0.0 %. It harms most wild, from 124 % to 130 %',
    );
    const same = plain.map((comparison) => ({ ...comparison, name: `${comparison.name}, tuned` }));
    expect(guide([...plain, ...same], ['world 1, tuned', 'world 2, tuned'])).toContain(
      'Equal-effort tuning changed nothing.',
    );
  });

  it('what a slot costs, on which machine', () => {
    const cost = (policy: string, nsPerSlot: number) => ({
      policy,
      arms: 3,
      nsPerSlot,
      lowest: nsPerSlot,
      highest: nsPerSlot,
    });
    const costs: Costs = {
      format: COSTS_FORMAT,
      version: COSTS_VERSION,
      machine: 'an abacus',
      compiled: true,
      setting: { environment: 'paper-2', horizon: 5000, window: 203 },
      costs: [cost('calm', 20), cost('wild', 300)],
    };
    const text = guide(plain, [], costs);
    expect(text).toContain(
      'With 3 arms a slot takes from 20 ns (calm) to 300 ns (wild), reward and bookkeeping included; more than ten times the least: wild.',
    );
    expect(text).toContain('The safe choice, calm, takes 20 ns.');
    expect(text).toContain('Measured on an abacus');
    expect(guide(plain)).not.toContain('costs');
  });
});

it('costs are measured with few arms and with many, by the clock that is given', () => {
  let time = 0;
  const costs = measureCosts(['ucb1'], { now: () => (time += 5), machine: 'test' });
  expect(costs.costs.map(({ policy, arms }) => `${policy} ${arms}`)).toEqual(['ucb1 3', 'ucb1 10']);
  for (const { nsPerSlot, lowest, highest } of costs.costs) {
    expect(lowest).toBeGreaterThan(0);
    expect(nsPerSlot).toBeGreaterThanOrEqual(lowest);
    expect(highest).toBeGreaterThanOrEqual(nsPerSlot);
  }
});
