import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import type { Comparison } from '../comparison.ts';
import { InlineExecutor } from '../executor.ts';
import { RESULT_FORMAT, RESULT_VERSION, type Result } from '../result.ts';
import { runComparisons } from '../run.ts';
import { experimentReport } from './experiment-report.ts';
import { answerSentence } from './findings.ts';

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
    comparisons: await runComparisons(comparisons, { executor: new InlineExecutor(comparisons) }),
  };
}

const figure = (name: string) => ({
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
    const figures = [figure('one-regret'), figure('one-two-regret'), figure('sweep')];
    const page = experimentReport(result, figures, { command: 'driftline run <x>' });
    const { document } = parseHTML(page);
    const holders = [...document.querySelectorAll('figure')].map(
      (element) => `${element.closest('section')?.id} ${element.id}`,
    );
    expect(holders).toEqual([
      'comparison-1-one figure-one-regret',
      'comparison-2-one-two figure-one-two-regret',
      'figures figure-sweep',
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
});

describe('answerSentence', () => {
  it('says when policies can’t be told apart', async () => {
    const result = await resultOf(comparison('twins', ['ucb1', 'ucb1:scale=1']));
    expect(answerSentence(result.comparisons[0])).toContain('can’t be told apart');
  });

  it('names the one that loses least where the data do', async () => {
    const result = await resultOf(comparison('far', ['uniform', 'ucb1']));
    const [uniform, ucb1] = result.comparisons[0].policies;
    // Uniform play loses 0.4 a slot, 24 in all, with a standard deviation below 4 a replication.
    expect(uniform.regret.mean).toBeGreaterThan(ucb1.regret.mean);
    expect(answerSentence(result.comparisons[0])).toMatch(/^UCB1 loses least: /);
  });
});
