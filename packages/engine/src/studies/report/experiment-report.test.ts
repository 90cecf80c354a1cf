import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { answerSentence } from '../../drawing/report/findings.ts';
import type { Comparison } from '../../play/comparison.ts';
import { InlineExecutor } from '../../play/executor.ts';
import { RESULT_FORMAT, RESULT_VERSION, type Result } from '../../play/result.ts';
import { runComparisons } from '../../play/run.ts';
import { landscapeOf } from '../landscape/suite.ts';
import { tuneEqually } from '../tuning/equal-effort.ts';
import { experimentReport } from './experiment-report.ts';

function comparison(name: string, policies: string[]): Comparison {
  return {
    name,
    environment: { kind: 'named', spec: 'stationary:means=0.9/0.1', horizon: 60 },
    policies,
    variation: 1,
    replications: 10,
    seed: 5,
    checkpoints: { count: 5, spacing: 'linear' },
  };
}

async function resultOf(...comparisons: Comparison[]): Promise<Result> {
  return {
    format: RESULT_FORMAT,
    version: RESULT_VERSION,
    name: 'Mine & <yours>',
    software: { version: '0', commit: null },
    comparisons: await runComparisons(comparisons, { executor: new InlineExecutor() }),
  };
}

const figure = (name: string, place?: number) => ({
  ...(place === undefined ? {} : { comparison: place }),
  name,
  title: name,
  caption: 'R_T',
  svg: '<svg><title>t</title></svg>',
});

describe('experimentReport', () => {
  it('puts each figure to its comparison', async () => {
    const result = await resultOf(
      comparison('one', ['ucb1', 'moss']),
      comparison('one two', ['ucb1']),
    );
    // The names say nothing: means of one table over several horizons have all the same beginning.
    const figures = [figure('one-means', 0), figure('one-means-2', 1), figure('one-sweep')];
    const page = experimentReport(result, figures, { command: 'driftline run <x>' });
    const { document } = parseHTML(page);
    const holders = [...document.querySelectorAll('figure')].map(
      (element) => `${element.closest('section')?.id} ${element.id}`,
    );
    expect(holders).toEqual([
      'comparison-1-one figure-one-means',
      'comparison-2-one-two figure-one-means-2',
      'figures figure-one-sweep',
    ]);
    expect(page).toContain('driftline run &lt;x&gt;');
    expect(document.querySelector('h1')?.textContent).toBe('Mine & <yours>');
  });

  it('shows the numbers of the result, the least regret first', async () => {
    const result = await resultOf(comparison('one', ['uniform', 'ucb1']));
    const { document } = parseHTML(experimentReport(result, [], { command: 'c' }));
    const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent ?? '');
    const [uniform, ucb1] = result.comparisons[0].policies;
    const [least, most] = [uniform, ucb1].toSorted((a, b) => a.regret.mean - b.regret.mean);
    expect(rows[0]).toContain(least.regret.mean.toFixed(1));
    expect(rows[1]).toContain(most.regret.mean.toFixed(1));
    expect(rows[1]).toContain(`+${(most.regret.mean - least.regret.mean).toFixed(1)}`);
  });

  it.each([
    [0.06, 'no', 'but the difference from Uniform is not significant'],
    [0.04, 'yes', 'UCB1 loses least'],
  ])(
    'distinguishes by the corrected p-value %f, as the sentence does',
    async (correctedP, word, said) => {
      const result = await resultOf(comparison('one', ['uniform', 'ucb1']));
      const [one] = result.comparisons;
      const differences = one.differences.map((difference) => ({ ...difference, correctedP }));
      const changed = { ...result, comparisons: [{ ...one, differences }] };
      const { document } = parseHTML(experimentReport(changed, [], { command: 'c' }));
      const titles = [...document.querySelectorAll('thead th')].map((cell) => cell.textContent);
      const cells = [...document.querySelectorAll('tbody tr')].map(
        (row) => row.children[titles.indexOf('Significant')].textContent,
      );
      expect(cells).toEqual(['–', word]);
      expect(document.querySelector('.answer')?.textContent).toContain(said);
      const reading = document.querySelector('aside')?.textContent ?? '';
      expect(reading).toContain('not corrected');
      expect(reading).toContain('Holm’s correction for the one pair of policies at the level 0.05');
      expect(reading).not.toContain('covers 0');
    },
  );

  it('counts the pairs of policies that compete, without oracles', async () => {
    const result = await resultOf(comparison('one', ['uniform', 'ucb1', 'moss', 'oracle']));
    const { document } = parseHTML(experimentReport(result, [], { command: 'c' }));
    expect(document.querySelector('aside')?.textContent).toContain(
      'Holm’s correction for all 3 pairs of policies',
    );
  });
});

describe('the settings', () => {
  const settingsOf = async (changes: Partial<Comparison>, spec = 'piecewise:fresh=1') => {
    const result = await resultOf({
      name: 'one',
      environment: { kind: 'named', spec, horizon: 3000 },
      policies: ['sw-moss', 'sw-moss:variation=2', 'm-ucb', 'ucb1'],
      replications: 2,
      seed: 5,
      checkpoints: { count: 5, spacing: 'linear' },
      ...changes,
    });
    const { document } = parseHTML(experimentReport(result, [], { command: 'c' }));
    const titles = [...document.querySelectorAll('dt')];
    const row = (wanted: string) =>
      titles.find((title) => title.textContent === wanted)?.nextElementSibling?.textContent;
    return { row, variation: result.comparisons[0].environment.variation };
  };

  it('are those of the first replication where each is given its own variation', async () => {
    const { row, variation } = await settingsOf({});
    expect(variation.own).toBe(true);
    expect(row('Variation')).toMatch(
      /^\d\.\d+ in the first replication, as Besbes, Gur & Zeevi \(2014\) define it: the largest change of any mean from each slot to the next, summed; policies are given that of each replication$/,
    );
    expect(row('Parameters')).toContain('SW-MOSS in the first replication: ');
    expect(row('Parameters')).toContain('M-UCB in the first replication: ');
    // Neither follows from the means.
    expect(row('Parameters')).toContain('SW-MOSS (V\u202f=\u202f2): ');
    expect(row('Parameters')).toContain('UCB1: ');
    expect(row('Changes')).toMatch(
      /^No number of changes was given: M-UCB computed \d+ from the variation in the first replication. To set it, use --changes N, or changes: N in an experiment file$/,
    );
  });

  it('are the same in all replications where the variation is given, stated or shared', async () => {
    const all = [
      await settingsOf({ variation: 3 }),
      await settingsOf({}, 'brownian:fresh=1'),
      await settingsOf({}, 'piecewise'),
    ];
    for (const { row, variation } of all) {
      expect(variation).not.toHaveProperty('own');
      expect(row('Variation')).toMatch(/; policies are given \d/);
      expect(row('Parameters')).not.toContain('first replication');
      expect(row('Changes')).toMatch(/M-UCB computed \d+ from the variation\. To set it/);
    }
  });

  it('say nothing of changes that were given', async () => {
    const { row } = await settingsOf({ changes: 4 });
    expect(row('Changes')).toBeUndefined();
  });
});

describe('ranks and tuning', () => {
  const textOf = (page: string, selector: string) =>
    [...parseHTML(page).document.querySelectorAll(selector)].map((found) =>
      (found.textContent ?? '').trim(),
    );

  it('are not shown for a single comparison', async () => {
    const result = await resultOf(comparison('one', ['ucb1', 'moss']));
    const page = experimentReport(result, [], { command: 'c' });
    expect(textOf(page, '#ranks, #tuning')).toEqual([]);
  });

  it('rank over several comparisons, with groups and the order in each', async () => {
    const policies = ['uniform', 'ucb1', 'ucb1:scale=1'];
    const result = await resultOf(comparison('one', policies), {
      ...comparison('two', policies),
      seed: 6,
    });
    const page = experimentReport(result, [], { command: 'c' });
    const [first, second, third] = textOf(page, '#ranks > .scroll tbody tr');
    // The twins have the same regret in every replication, so they share ranks 1 and 2.
    expect(first).toContain('UCB1');
    expect(second).toContain('UCB1 (s\u202f=\u202f1)');
    expect(first).toContain('1.50');
    // Two comparisons are too few for Nemenyi's test to distinguish anything.
    for (const row of [first, second, third]) expect(row).toMatch(/\d\.\d\da/);
    const orders = textOf(page, '#ranks details tbody tr');
    expect(orders).toHaveLength(2);
    // Within a comparison uniform play is distinguished, the twins are not.
    for (const order of orders) expect(order).toMatch(/UniformUCB1 and UCB1 \(s\u202f=\u202f1\)$/);
  });

  it('show what was tried, what won, and rank both under the same names', async () => {
    const written = comparison('one', ['uniform', 'sw-moss', 'ucb1']);
    const { comparison: tuned, record } = await tuneEqually(written, {
      trials: 6,
      trainingReplications: 4,
      run: (trials) => runComparisons(trials, { executor: new InlineExecutor() }),
    });
    const result = await resultOf(written, { ...tuned, name: 'one, tuned' });
    const tuning = [{ comparison: 'one, tuned', tuning: record }];
    const page = experimentReport(result, [], { command: 'c', tuning });
    expect(textOf(page, '#ranks h3').slice(0, 2)).toEqual([
      'As written in the experiment',
      'After equal-effort tuning',
    ]);
    const names = textOf(page, '#ranks tbody th');
    expect(names.slice(0, 3).sort()).toEqual(names.slice(3).sort());
    expect(names).toHaveLength(6);
    const [uniform, window, ucb1] = textOf(page, '#tuning tbody tr');
    expect(uniform).toContain('nothing');
    expect(window).toMatch(/memory .* slots .* by τ; width 0\.1 to 2 times that written, by s/);
    expect(window).toContain('η: another parameter sets the same');
    const cells = textOf(page, '#tuning tbody td.number');
    expect(cells).toEqual(['1', '6', '6']);
    for (const [row, { winner, tuned: spec }] of [
      [window, record.policies[1]],
      [ucb1, record.policies[2]],
    ] as const) {
      const value = /=([\d.]+)/.exec(spec)?.[1] ?? '';
      expect(row).toContain(winner === 0 ? 'as written' : `= ${value}`);
    }
    expect(textOf(page, '#tuning p')[0]).toContain(record.training);
  });
});

describe('scores over a suite', () => {
  it('stand first, with the guide, where they are asked for', async () => {
    const policies = ['uniform', 'ucb1', 'oracle'];
    const result = await resultOf(comparison('one', policies), {
      ...comparison('two', policies),
      seed: 6,
    });
    const without = parseHTML(experimentReport(result, [], { command: 'c' })).document;
    expect(without.querySelector('#guide, #scores')).toBeNull();
    const landscape = landscapeOf(result, []);
    if (landscape === undefined) throw new Error('there must be a landscape');
    const drawn = [{ ...figure('landscape'), suite: true as const }, figure('sweep')];
    const page = experimentReport(result, drawn, { command: 'c', landscape });
    const { document } = parseHTML(page);
    expect([...document.querySelectorAll('section')].slice(0, 3).map(({ id }) => id)).toEqual([
      'guide',
      'scores',
      'ranks',
    ]);
    expect(document.querySelector('#figure-landscape')?.closest('section')?.id).toBe('scores');
    expect(document.querySelector('#figure-sweep')?.closest('section')?.id).toBe('figures');
    const rows = [...document.querySelectorAll('#scores tbody tr')].map(
      ({ textContent }) => textContent,
    );
    expect(rows[0]).toMatch(/UCB1.*nothing1\.0/s);
    expect(rows[1]).toMatch(/Uniform.*2\.0.*100/s);
    expect(document.querySelector('#ranks')?.textContent).not.toContain('Oracle');
  });
});

describe('what the settings say', () => {
  const settingsOf = async (changes: Partial<Comparison>) => {
    const result = await resultOf({ ...comparison('one', ['ucb1', 'dts']), ...changes });
    const { document } = parseHTML(experimentReport(result, [], { command: 'c' }));
    return document.body.textContent ?? '';
  };
  const gaussian = {
    kind: 'named',
    spec: 'stationary:means=0.9/0.1',
    horizon: 60,
    rewards: 'gaussian:sd=2',
  } as const;

  it('names the law with its parameters, and the rewards that are mapped', async () => {
    expect(await settingsOf({ environment: gaussian })).toContain(
      'gaussian with sd 2; rewards from -1 to 1 are mapped to [0, 1] for DTS; rewards outside are clipped',
    );
    expect(await settingsOf({})).not.toContain('are mapped to');
  });

  it('one replication has no interval', async () => {
    const text = await settingsOf({ replications: 1 });
    expect(text).toContain('1 replication, seed 5');
    expect(text).not.toMatch(/1 replications/);
    const result = await resultOf({ ...comparison('one', ['ucb1', 'moss']), replications: 1 });
    const { document } = parseHTML(experimentReport(result, [], { command: 'c' }));
    for (const row of document.querySelectorAll('tbody tr')) {
      expect(row.textContent).not.toContain('[');
      expect(row.textContent).toContain('–');
    }
  });
});

describe('answerSentence', () => {
  it('says when policies lose the same', async () => {
    const result = await resultOf(comparison('twins', ['ucb1', 'ucb1:scale=1']));
    expect(answerSentence(result.comparisons[0])).toMatch(/^UCB1 and UCB1 .* lose the same: /);
  });

  it('names the one that loses least where the data do', async () => {
    const result = await resultOf(comparison('far', ['uniform', 'ucb1']));
    const [uniform, ucb1] = result.comparisons[0].policies;
    // Uniform play loses 0.4 per slot, 24 in all, with a standard deviation below 4 per replication.
    expect(uniform.regret.mean).toBeGreaterThan(ucb1.regret.mean);
    expect(answerSentence(result.comparisons[0])).toMatch(/^UCB1 loses least: /);
  });

  it('says where files named in the experiment are looked for', async () => {
    const result = await resultOf(comparison('one', ['ucb1']));
    const note = 'Paths in it start at the folder';
    const settings = { command: 'driftline run spec.yaml' };
    const named = experimentReport(result, [], {
      ...settings,
      specText: 'environments: [{means: m.csv}]',
    });
    expect(named).toContain(note);
    const plain = experimentReport(result, [], {
      ...settings,
      specText: 'environments: [paper-2]',
    });
    expect(plain).not.toContain(note);
  });
});
