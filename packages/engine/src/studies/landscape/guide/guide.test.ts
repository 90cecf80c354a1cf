import { describe, expect, it } from 'vitest';
import { around, type HandMade, handMade } from '../../../../test/hand-made.ts';
import type { ComparisonResult } from '../../../play/result.ts';
import { COSTS_FORMAT, COSTS_VERSION, type Costs, measureCosts } from '../costs.ts';
import { landscapeOf } from '../suite.ts';
import type { GuideFocus } from './focus.ts';
import { guideOf } from './guide.ts';
import { guideMarkdown } from './markdown.ts';

const blind: HandMade = { finals: around(100, 4) };

function suiteOf(...policies: Readonly<Record<string, HandMade>>[]): ComparisonResult[] {
  return policies.map((each, i) =>
    handMade(`environment ${i + 1}`, { ...each, uniform: blind }, { situation: `Kind ${i + 1}` }),
  );
}

function guide(
  comparisons: ComparisonResult[],
  tuned: string[] = [],
  costs?: Costs,
  focus: GuideFocus = {},
) {
  const landscape = landscapeOf({ comparisons }, tuned);
  if (landscape === undefined) throw new Error('there must be a landscape');
  // Spaces that do not break are spaces.
  return guideMarkdown('test', guideOf(landscape, { comparisons }, { costs, focus })).replaceAll(
    '\u00a0',
    ' ',
  );
}

/** What comes before the second part of a guide, and what comes from there on. */
function halvesOf(text: string): [screen: string, rest: string] {
  const place = text.indexOf('## Uncertainty of the recommendations');
  return [text.slice(0, place), text.slice(place)];
}

/** The cells of a row of a table below the screen, found by how it begins. */
function rowOf(text: string, start: string): string[] {
  return cellsOf(halvesOf(text)[1], start);
}

function cellsOf(text: string, start: string): string[] {
  const line = text.split('\n').find((each) => each.startsWith(`| ${start} |`));
  if (line === undefined) throw new Error(`there must be a row “${start}” in ${text}`);
  return line.split(' | ').slice(1);
}

describe('which to take', () => {
  it('has two answers where one leads on average and another at worst, with what each loses', () => {
    const text = guide(
      suiteOf(
        {
          even: { finals: around(40) },
          rash: { finals: around(10) },
          wise: { finals: around(20), given: ['variation'] },
        },
        {
          even: { finals: around(42) },
          rash: { finals: around(50) },
          wise: { finals: around(30), given: ['variation'] },
        },
      ),
    );
    expect(rowOf(text, 'You do not know how the means drift, and want the lowest average')).toEqual(
      [
        'rash',
        'nothing',
        '30.0% [30.0, 30.0]',
        expect.stringMatching(
          /^50\.0% \[.*\] in “environment 2”\. Outside Kind 2 10\.0% \[.*\] \|$/,
        ),
      ],
    );
    expect(
      rowOf(text, 'You do not know how the means drift, and want the lowest worst case')[0],
    ).toBe('even');
    expect(rowOf(text, 'You know V or Υ and use it').slice(0, 2)).toEqual(['wise', 'V']);
    expect(text).toMatch(
      /On average, wise, the best policy that uses V or Υ, is 5\.0 points \[.*\] below rash, the best policy without them\. .* pays here\./,
    );
    expect(rowOf(text, 'Kind 1')).toEqual([
      'rash 10.0% [9.9, 10.1]',
      'the same',
      '10.0% [9.9, 10.1]',
      expect.stringMatching(/^40\.0%/),
    ]);
    expect(rowOf(text, 'Kind 2').slice(0, 2)).toEqual([
      expect.stringMatching(/^wise \(given V\) 30\.0% \[.*\]$/),
      expect.stringMatching(/^even 42\.0%/),
    ]);
  });

  it('has one answer where who leads on average cannot be distinguished from who leads at worst', () => {
    // The same values in another order: means are equal, differences are not 0 but average to it.
    const finals = around(40, 10);
    const text = guide(
      suiteOf(
        { one: { finals }, two: { finals: finals.toReversed() } },
        { one: { finals }, two: { finals: finals.toReversed() } },
      ),
    );
    const [who, , average, worst] = rowOf(text, 'You do not know how the means drift');
    expect(who).toBe('one');
    expect(average).toMatch(/\]\. Not significantly different: two$/);
    expect(worst).toContain(
      '. Not significantly different: two (40.0% on average). Outside Kind 1 40.0%',
    );
    expect(rowOf(text, 'Kind 1')[0]).toMatch(/^one 40\.0% .*\. Not significantly different: two$/);
    expect(text).toMatch(/ leads \(1\.\d of 3, not significantly different from 1 other\)\./);
    expect(text).not.toContain('You know V or Υ');
  });

  it('names the situation without which another would lead', () => {
    const environment = (steady: number, other: number) => ({
      steady: { finals: around(steady) },
      other: { finals: around(other) },
    });
    const text = guide(suiteOf(environment(30, 10), environment(30, 12), environment(30, 80)));
    expect(text).toContain(
      'One situation can change a choice. If you do not know how the means drift, other (without Kind 3) would have a lower average than steady. If you do not know how the means drift, other (without Kind 3) would have a lower worst case than steady.',
    );
    expect(guide(suiteOf(environment(30, 50), environment(30, 52), environment(30, 80)))).toContain(
      'Without any single situation, each choice still leads',
    );
  });

  it('says where what knowing is worth hangs on one situation', () => {
    const environment = (calm: number, wise: number) => ({
      calm: { finals: around(calm) },
      wise: { finals: around(wise), given: ['variation'] as const },
    });
    expect(guide(suiteOf(environment(20, 25), environment(20, 22), environment(60, 20)))).toMatch(
      /knowing them pays here\. But without Kind 3 it is 3\.5 points \[.*\] above\./,
    );
    expect(guide(suiteOf(environment(30, 20), environment(30, 20), environment(30, 20)))).toMatch(
      /knowing them pays here\.\n/,
    );
  });

  it('is never a policy with a mark, which is named with it, and only then explained', () => {
    const odd: HandMade = { finals: around(10), standing: 'unconfirmed' };
    const old: HandMade = { finals: around(60), standing: 'historical' };
    const environment = { sure: { finals: around(40) }, odd, old };
    const text = guide(suiteOf(environment, environment));
    expect(rowOf(text, 'You do not know how the means drift')[0]).toBe('sure');
    expect(text).toContain(
      'If you do not know how the means drift, odd (unconfirmed) has 10.0% at worst, but policies with such a mark are not recommended.',
    );
    expect(rowOf(text, 'Kind 1')[0]).toMatch(/^sure 40\.0% .*\. odd \(unconfirmed\) 10\.0%$/);
    expect(text).toContain('“unconfirmed” that we could not confirm its rule');
    // It loses more than the safe choice, so it is named among those to avoid.
    expect(text).toContain('“historical” that');
    const tied = { sure: { finals: around(40) }, near: { ...old, finals: around(30) } };
    const other = { sure: { finals: around(40) }, near: { ...old, finals: around(50) } };
    expect(guide(suiteOf(other, tied))).not.toContain('“unconfirmed”');
    expect(guide(suiteOf(other, other)).match(/“historical”/g)).toHaveLength(1);
  });

  it('is never an oracle', () => {
    const environment = {
      sure: { finals: around(40) },
      seer: { finals: around(1), needs: 'means' },
    } as const;
    const text = guide(suiteOf(environment, environment));
    expect(text).toContain('1 policy in 2 comparisons of 2 situations, 12 replications each.');
    expect(text).not.toContain('seer');
  });
});

describe('the first screen', () => {
  const costsOf = (of: Readonly<Record<string, number>>): Costs => ({
    format: COSTS_FORMAT,
    version: COSTS_VERSION,
    machine: 'an abacus',
    compiled: true,
    setting: { environment: 'paper-2', horizon: 5000, window: 203 },
    costs: Object.entries(of).map(([policy, nsPerSlot]) => ({
      policy,
      arms: 2,
      nsPerSlot,
      lowest: nsPerSlot,
      highest: nsPerSlot,
    })),
  });
  const kinds = [
    { all: { finals: around(20) }, calm: { finals: around(10) }, quick: { finals: around(60) } },
    { all: { finals: around(20) }, calm: { finals: around(90) }, quick: { finals: around(60) } },
    { all: { finals: around(20) }, calm: { finals: around(12) }, quick: { finals: around(60) } },
  ];

  it('has a line for what another one is better at, and for who costs little', () => {
    const [screen] = halvesOf(
      guide(suiteOf(...kinds), [], costsOf({ all: 500, calm: 400, quick: 49 })),
    );
    expect(screen.split('\n').length).toBeLessThanOrEqual(40);
    expect(cellsOf(screen, 'You do not know how the means drift')).toEqual([
      'all',
      "`createDecider('all', { armCount: 2 })`",
      '20.0% on average, 20% at worst (“environment 1”)',
      '500 |',
    ]);
    expect(cellsOf(screen, 'You know the situation: Kind 1 and Kind 3')).toEqual([
      'calm',
      "`createDecider('calm', { armCount: 2 })`",
      '11.0% there (all 20.0%)',
      '400 |',
    ]);
    expect(
      cellsOf(
        screen,
        'You do not know how the means drift, and a slot may take only a tenth of the time',
      ),
    ).toEqual([
      'quick',
      "`createDecider('quick', { armCount: 2 })`",
      '60.0% on average, 60% at worst (“environment 1”). On average 40.0 points above all',
      '49 |',
    ]);
    expect(screen).toContain('The other situations have a row above.');
    expect(screen).toContain(
      'npx driftline compare --policies all,calm,quick,uniform --environment stationary --horizon 100 --arms 2\n',
    );
  });

  it('plays by the law that was asked for, with what policies were given of the drift', () => {
    const [played, ...others] = suiteOf(...kinds);
    const commandOf = (
      rewards: string,
      facts: readonly ('changes' | 'volatility')[],
      spec = '',
    ) => {
      const { environment } = played;
      const source = { kind: 'named', spec: 'stationary', rewards } as const;
      const params = { changes: 4, volatility: 0.25 };
      const policies = played.policies.map((policy, i) =>
        i === 0 ? { ...policy, spec: `${policy.spec}${spec}`, given: facts, params } : policy,
      );
      const asked = { ...played, environment: { ...environment, source }, policies };
      return /npx driftline.*/.exec(guide([asked, ...others]))?.[0];
    };
    expect(commandOf('gaussian:sd=2', ['changes'])).toMatch(/--noise gaussian:sd=2 .*--changes 4/);
    expect(commandOf('exact', ['changes', 'volatility'])).toMatch(
      /--noise exact (?!.*changes).*--volatility 0\.25/,
    );
    expect(commandOf('exact', ['variation' as never])).not.toMatch(/changes|volatility/);
    expect(commandOf('exact', ['changes'], ':changes=4')).not.toMatch(/--changes/);
  });

  it('names nobody besides where nobody is better or much cheaper', () => {
    const [screen] = halvesOf(
      guide(suiteOf(kinds[1], kinds[1]), [], costsOf({ all: 500, calm: 400, quick: 51 })),
    );
    expect(screen).not.toContain('You know the situation');
    expect(screen).not.toContain('a tenth of the time');
    expect(screen).toContain('In 2 of 2 situations, all has');
  });

  it('has the settings that won, and no command where the environment has no name', () => {
    const written = kinds.map((each, i) => handMade(`e${i}`, { ...each, uniform: blind }));
    const tuned = kinds.map((_, i) =>
      handMade(`e${i}, tuned`, {
        all: { finals: around(20) },
        calm: { finals: around(5), id: "calm:window=7;scale=0.5;word=it's" },
        quick: { finals: around(60) },
        uniform: blind,
      }),
    );
    const names = tuned.map(({ name }) => name);
    const [screen] = halvesOf(guide([...written, ...tuned], names));
    expect(cellsOf(screen, 'You can tune on similar paths').slice(0, 2)).toEqual([
      'calm',
      "`createDecider('calm', { armCount: 2, window: 7, scale: 0.5, word: 'it\\'s' })`",
    ]);
    const recorded = kinds.map((each, i) =>
      handMade(`e${i}`, { ...each, uniform: blind }, { recorded: true }),
    );
    expect(guide(recorded)).not.toContain('npx driftline');
  });
});

describe('sentences that keep a reader from a wrong conclusion', () => {
  const suite = (name: string, finals: number, id: string) =>
    [1, 2].map((place) =>
      handMade(`${name} ${place}`, {
        calm: { finals: around(30) },
        wide: { finals: around(finals), id: place === 1 ? 'wide' : id },
        uniform: blind,
      }),
    );

  it('states that a tuned policy has its default setting in the example, and what that earns', () => {
    const tuned = suite('tuned', 20, 'wide:scale=0.5');
    const text = guide(
      [...suite('written', 40, 'wide'), ...tuned],
      tuned.map(({ name }) => name),
    );
    expect(text).toContain(
      'The call of wide after tuning shows no setting, because its default won in “written 1”. Other settings won elsewhere: with the default everywhere, wide has 40.0% on average.',
    );
    expect(guide(suite('written', 40, 'wide'))).not.toContain('shows no setting');
  });

  it('states next to a recommendation of auto how it was designed, and its held-out result', () => {
    const kinds = [{ auto: { finals: around(20) }, other: { finals: around(50) } }];
    const text = guide(suiteOf(...kinds, ...kinds));
    expect(text).toContain('The constants of auto were chosen on the environments of Driftline’s');
    expect(text).toMatch(/held-out situations it has 7\.9% on average, and adr, .* 12\.5%/);
    const others = [{ one: { finals: around(20) }, other: { finals: around(50) } }];
    expect(guide(suiteOf(...others, ...others))).not.toContain('held-out');
  });
});

describe('the tree of policies', () => {
  const policies = ['auto', 'imed', 'ucb1', 'sw-moss', 'sw-rmoss', 'exp3s', 'd-klucb'];
  const situations = [
    'Stationary',
    'Moving together',
    'Heavy tails',
    'Weather',
    'Late rewards',
    'Many arms',
  ];
  const suite = (ids: readonly string[]) =>
    situations.map((situation) => {
      const played = ids.map((id, i) => [id, { finals: around(20 + 10 * i) }]);
      return handMade(
        situation.toLowerCase(),
        { ...Object.fromEntries(played), uniform: blind },
        { situation },
      );
    });

  it('comes first, with the numbers of the result', () => {
    const text = guide(suite(policies));
    expect(text.indexOf('## Which policy?')).toBeLessThan(text.indexOf('## Recommendations'));
    expect(text).toContain(
      "  yes  createDecider('imed', { armCount: 3 })\n       30.0% if nothing changes or all arms move together (auto 20.0%)\n",
    );
    expect(text).toContain('20.0% there, lowest of all policies');
  });

  it('is left out if the experiment lacks one of its policies', () => {
    expect(guide(suite(policies.slice(0, -1)))).not.toContain('## Which policy?');
  });
});

describe('one policy against others', () => {
  // A spread within replications that pairing takes away.
  const environment = (mine: number, other: number, third: number) => ({
    mine: { finals: around(mine, 20) },
    other: { finals: around(other, 20) },
    third: { finals: around(third, 20) },
  });
  const suite = suiteOf(
    environment(10, 20, 10),
    environment(30, 25, 10),
    environment(20, 60, 10),
    environment(20, 60, 10),
  );
  const focus = {
    subject: 'mine',
    rivals: ['other', 'third'],
    core: ['Kind 1', 'Kind 2', 'Kind 3'],
  };

  it('is given on average, over the core, by situation and by comparison', () => {
    const text = guide(suite, [], undefined, focus);
    expect(text).toContain('## mine compared with others\n');
    expect(text).toMatch(
      /The core is Kind 1, Kind 2 and Kind 3\. At its worst, mine has 30\.0% \[.*\] in “environment 2”\.\n/,
    );
    const small = guide(suite, [], undefined, { ...focus, core: ['Kind 1', 'Kind 3'] });
    expect(small).toMatch(
      /has 30\.0% \[.*\] in “environment 2”, and within the core 20\.0% \[.*\] in “environment 3”\.\n/,
    );
    const [loses, other, third] = rowOf(text, 'all 4 situations');
    expect(loses).toMatch(/^20\.0% \[/);
    expect(other).toMatch(/^−21\.3 \[−21\.\d, −21\.\d\] better$/);
    expect(third).toMatch(/^10\.0 \[.*\] worse \|$/);
    expect(rowOf(text, 'core, 3 situations')[1]).toMatch(/^−15\.0 \[/);
    expect(rowOf(text, 'core without Kind 3')[1]).toMatch(/^−2\.5 \[.*\] better$/);
    const [, every] = text.split('every comparison\n');
    expect(cellsOf(every, 'environment 2')[1]).toMatch(/^5\.0 \[.*\] worse$/);
    expect(text).toMatch(/\| other \| Kind 2 \(situation\) \| 5\.0 points \[.*\] \| yes \|\n/);
    expect(text).toMatch(
      /\| other \| environment 2 \(comparison\) \| 5\.0 points \[.*\] \| yes \|\n/,
    );
    expect(text).not.toMatch(/\| other \| Kind [134] /);
    expect(text).toMatch(/\| third \| Kind 4 \(situation\) \| 10\.0 points/);
  });

  it('says what only the correction keeps from being worse', () => {
    // Differences of 0.7 ± 1 have t = 2.3 with 11 degrees, p = 0.04; those of ±1 have p = 1.
    const near = (more: number) =>
      around(30).map((value, i) => value + more + (i % 2 === 0 ? 1 : -1));
    const kind = (more: number) => ({
      mine: { finals: near(more) },
      other: { finals: around(30) },
      third: { finals: around(50) },
    });
    const text = guide(suiteOf(kind(0.7), kind(0), kind(0)), [], undefined, focus);
    expect(text).toMatch(
      /\| other \| Kind 1 \(situation\) \| 0\.7 points \[.*\] \| only before correction \|\n/,
    );
    expect(cellsOf(text.split('By situation')[1], 'Kind 1')[1]).toMatch(/\]$/);
  });

  it('is about who is recommended where no subject is named, and about nobody without rivals', () => {
    expect(guide(suite, [], undefined, { rivals: ['other'] })).toContain(
      '## third compared with others',
    );
    expect(guide(suite, [], undefined, { subject: 'mine' })).not.toContain('compared with others');
    expect(guide(suite)).not.toContain('compared with others');
  });

  it('holds default tuning against tuned rivals', () => {
    const tuned = suiteOf(...suite.map(() => environment(1, 15, 10))).map((comparison) => ({
      ...comparison,
      name: `${comparison.name}, tuned`,
    }));
    const text = guide(
      [...suite, ...tuned],
      tuned.map(({ name }) => name),
      undefined,
      {
        subject: 'mine',
        tunedRivals: ['other'],
      },
    );
    expect(text).toContain('| Difference from other, tuned |');
    expect(rowOf(text, 'all 4 situations')).toEqual([
      expect.stringMatching(/^20\.0%/),
      expect.stringMatching(/^5\.0 \[.*\] worse \|$/),
    ]);
  });
});

describe('what else the guide says', () => {
  const plain = suiteOf(
    { calm: { finals: around(40) }, wild: { finals: around(150) } },
    { calm: { finals: around(-20) }, wild: { finals: around(99, 10) } },
  );
  const renamed = (comparisons: ComparisonResult[]) =>
    comparisons.map((comparison) => ({ ...comparison, name: `${comparison.name}, tuned` }));
  const tunedNames = ['environment 1, tuned', 'environment 2, tuned'];

  it('what to avoid, where, and who is not certain', () => {
    const text = guide(plain);
    expect(text).toMatch(
      /\| wild \| 150\.0% \[.*\] \| environment 1 \| significantly more regret \|\n/,
    );
    expect(text).toContain(
      'In every situation, these policies have significantly more regret than calm, which has the lowest worst case: wild.',
    );
    const tame = suiteOf({ calm: { finals: around(40) } }, { calm: { finals: around(99, 10) } });
    expect(guide(tame)).toContain('No policy has significantly more regret than random choice');
    expect(guide(tame)).toMatch(
      /\| calm \| 99\.0% \[.*\] \| environment 2 \| not significantly different \|\n/,
    );
  });

  it('what tuning is worth, and that it may harm', () => {
    const tuned = renamed(
      suiteOf(
        { calm: { finals: around(20) }, wild: { finals: around(160) } },
        { calm: { finals: around(-20) }, wild: { finals: around(99, 10) } },
      ),
    );
    const text = guide([...plain, ...tuned], tunedNames);
    expect(text).toMatch(
      /changed 2 policies\. It significantly lowers the average relative regret of 1 and raises that of 1\. The largest improvement is that of calm: 10\.0 points \[.*\], from 10\.0% to 0\.0%\. The largest deterioration is that of wild: 5\.0 points \[.*\], from 124\.5% to 129\.5%/,
    );
    expect(text).toMatch(/the best policy that tuning changed, is 10\.0 points \[.*\] below calm/);
    expect(guide([...plain, ...renamed(plain)], tunedNames)).toContain(
      'Equal-effort tuning changed nothing.',
    );
  });

  it('after tuning the best that it changed, and that who has nothing to set does without', () => {
    const tuned = renamed(
      suiteOf(
        { calm: { finals: around(40) }, wild: { finals: around(60) } },
        { calm: { finals: around(-20) }, wild: { finals: around(50) } },
      ),
    );
    const text = guide([...plain, ...tuned], tunedNames);
    expect(text).toMatch(/\| You can tune on similar paths \| wild \| training paths \|/);
    expect(text).toMatch(
      /wild, the best policy that tuning changed, is 45\.0 points \[.*\] above calm, the best policy without tuning\. Tuning does not pay here\./,
    );
  });

  it('that after tuning a policy need not be given what training found for it', () => {
    const environment = (given: HandMade['given']) => {
      const wise: HandMade = { finals: around(20), ...(given === undefined ? {} : { given }) };
      return { calm: { finals: around(40) }, wise };
    };
    const written = suiteOf(environment(['variation']), environment(['variation']));
    const free = renamed(suiteOf(environment([]), environment([])));
    const bound = renamed(suiteOf(environment([]), environment(['variation'])));
    const givenAfter = (tuned: ComparisonResult[]) =>
      rowOf(guide([...written, ...tuned], tunedNames), 'You can tune on similar paths')[1];
    expect(givenAfter(free)).toBe('training paths');
    expect(givenAfter(bound)).toBe('training paths; V');
  });

  it('what a slot costs, on which machine, with as many arms as were played', () => {
    const cost = (policy: string, arms: number, nsPerSlot: number) => ({
      policy,
      arms,
      nsPerSlot,
      lowest: nsPerSlot,
      highest: nsPerSlot,
    });
    const costs = (arms: readonly number[]): Costs => ({
      format: COSTS_FORMAT,
      version: COSTS_VERSION,
      machine: 'an abacus',
      compiled: true,
      setting: { environment: 'paper-2', horizon: 5000, window: 203 },
      costs: arms.flatMap((each) => [cost('calm', each, 20), cost('wild', each, 300)]),
    });
    // Two arms were played everywhere.
    const text = guide(plain, [], costs([2, 10]));
    expect(text).toContain(
      'takes from 20 ns (calm) to 300 ns (wild) with 2 arms. These policies take more than 10 times the shortest time:\n\n- wild\n',
    );
    expect(text).toContain('| ns per slot, K = 2 |');
    expect(text).not.toContain('10 arms');
    expect(text).toContain('Measured on an abacus');
    expect(guide(plain, [], costs([3, 10]))).toContain(
      'with 3 arms (no number of arms that was played was measured).',
    );
    expect(guide(plain)).not.toContain('Time per slot');
  });

  it('whether policies were given what the path had', () => {
    const environment = { wise: { finals: around(20), given: ['variation'] } } as const;
    const exact = suiteOf(environment, environment);
    expect(guide(exact)).toContain('1 policy was given the exact V or Υ of the path');
    const stated = exact.map((comparison) => ({
      ...comparison,
      environment: { ...comparison.environment, variation: { stated: 4, true: 8 } },
    }));
    expect(guide(stated)).toContain('1 policy was given V or Υ as the experiment states them');
  });
});

it('costs are measured with few arms and with many, by the clock that is given', () => {
  let time = 0;
  const costs = measureCosts(['ucb1'], { now: () => (time += 25), machine: 'test' });
  expect(costs.costs.map(({ policy, arms }) => `${policy} ${arms}`)).toEqual(['ucb1 3', 'ucb1 10']);
  for (const { nsPerSlot, lowest, highest } of costs.costs) {
    expect(lowest).toBeGreaterThan(0);
    expect(nsPerSlot).toBeGreaterThanOrEqual(lowest);
    expect(highest).toBeGreaterThanOrEqual(nsPerSlot);
  }
});

it('names from anyone are text, not HTML, links or lines of their own', () => {
  const name = '\u001b[2J<img src=x onerror=alert(1)>[a](javascript:b)\n# heading';
  const markdown = guideMarkdown(name, {
    introduction: name,
    parts: [{ heading: name, sentences: [name, name], items: [name] }],
  });
  const typed = guideMarkdown('x', {
    introduction: '',
    parts: [
      {
        heading: 'x',
        sentences: [],
        tables: [{ label: 'x', columns: ['a'], typed: [0], rows: [[`\u001b\`|\n${name}`]] }],
        command: `\u001b\`\`\`\n${name}`,
      },
    ],
  });
  expect(typed).not.toContain('\u001b');
  expect(typed.match(/```/g)).toHaveLength(2);
  expect(typed).toContain("| `'\\| [2J<img src=x");
  expect(markdown).not.toMatch(/<|\]\(|^# heading/m);
  expect(markdown).not.toContain('\u001b');
  expect(markdown.match(/&lt;img src=x/g)).toHaveLength(6);
});
