import { describe, expect, test } from 'vitest';
import { regretFigure } from '../drawing/figures/regret.ts';
import type { Comparison } from '../play/comparison.ts';
import { InlineExecutor } from '../play/executor.ts';
import { RESULT_FORMAT, RESULT_VERSION, type Result } from '../play/result.ts';
import { runComparisons } from '../play/run.ts';
import { planExperiment } from '../studies/experiment/plan.ts';
import { readExperiment } from '../studies/experiment/read.ts';
import { sweepsOf } from '../studies/experiment/sweeps.ts';
import { experimentReport } from '../studies/report/experiment-report.ts';
import { tuneEqually } from '../studies/tuning/equal-effort.ts';
import { comparisonRecord } from '../words/comparison-record.ts';
import { csvOf, curvesColumns, finalsColumns } from '../words/csv.ts';
import { policyNames } from '../words/policy-names.ts';
import { requestOf } from './comparison.ts';
import { experimentText } from './experiment-text.ts';
import { FIELDS } from './fields.ts';
import { readLabelled, writeLabelled } from './labels.ts';
import { playingPolicies } from './policies.ts';
import { readText, textOf } from './values.ts';

function plan(text: string) {
  return planExperiment(readExperiment(text, 'experiment.yaml')).comparisons;
}

describe('a label before a policy', () => {
  test.each([
    ['sw-moss', { spec: 'sw-moss' }],
    ['sw-moss:eta=0.6', { spec: 'sw-moss:eta=0.6' }],
    ['Ours=sw-moss:eta=0.6', { label: 'Ours', spec: 'sw-moss:eta=0.6' }],
    [' Our method (new) = sw-moss ', { label: 'Our method (new)', spec: 'sw-moss' }],
  ])('is read from %s', (written, policy) => {
    expect(readLabelled(written)).toEqual(policy);
    expect(readLabelled(writeLabelled(policy))).toEqual(policy);
  });

  test.each(['=sw-moss', 'a;b=sw-moss', `${'x'.repeat(61)}=sw-moss`, 'a\nb=sw-moss'])(
    'is refused in %j',
    (written) => {
      expect(() => readLabelled(written)).toThrow('the label before a policy must be');
    },
  );

  test('is typed in a flag, and written as it was', () => {
    const { value } = FIELDS.policies;
    const read = readText(value, 'Ours=sw-moss:eta=0.6,ucb1', '--policies');
    expect(textOf(value, read)).toBe('Ours=sw-moss:eta=0.6,ucb1');
    expect(() => readText(value, 'a;b=ucb1', '--policies')).toThrow('--policies: the label');
  });

  test('does not make a policy play twice', () => {
    expect(playingPolicies(['Ours=ucb1', 'ucb1', 'moss'], 'named')).toEqual({
      playing: ['Ours=ucb1', 'moss'],
      leftOut: [],
      repeated: ['ucb1'],
    });
  });
});

describe('labels of an experiment file', () => {
  test('stand before a policy or among its keys, with the values of a sweep', () => {
    const [comparison] = plan(`
environments: [{environment: paper-2, horizon: 60}]
policies: [Baseline=ucb1, {policy: sw-moss, eta: 0.6, label: Ours}, {policy: d-ucb, xi: [0.6, 1], label: Theirs}]`);
    expect(comparison.labels).toEqual(['Baseline', 'Ours', 'Theirs (xi 0.6)', 'Theirs (xi 1)']);
    expect(requestOf(comparison).policies?.[1]).toBe('Ours=sw-moss:eta=0.6');
    expect(plan(experimentText(comparison, { plugins: [] }))).toEqual([comparison]);
  });

  test.each([
    ['[A=ucb1, A=moss]', "policies[1] must have a unique label; 'A' is taken"],
    ['[{policy: ucb1, label: "a,b"}]', 'policies[0].label must be a text of at most 60'],
    ['[a;b=ucb1]', 'policies[0]: the label before a policy must be'],
  ])('are refused in %s', (policies, problem) => {
    expect(() => plan(`environments: [paper-2]\npolicies: ${policies}`)).toThrow(problem);
  });
});

test('labels stay with their policies if tuning gives two of them the same setting', async () => {
  const [comparison] = plan(`
environments: [{environment: brownian, fresh: true, horizon: 100}]
policies: [A=ucb1, {policy: ucb1, scale: 1, label: B}, {policy: ucb1, scale: 1.0001}]
replications: 2`);
  const run = (comparisons: Comparison[]) =>
    runComparisons(comparisons, { executor: new InlineExecutor() });
  const { comparison: tuned } = await tuneEqually(comparison, {
    trials: 4,
    trainingReplications: 2,
    run,
  });
  expect(tuned.policies[0]).toBe(tuned.policies[1]);
  const [{ policies }] = await run([tuned]);
  expect(policies.map(({ label }) => label)).toEqual(['A', 'B', undefined]);
});

describe('labels of policies and names of environments', async () => {
  const comparisons = await runComparisons(
    plan(`
environments: [{environment: sinusoid, name: Daily rhythm, horizon: [30, 60, 90]}]
policies: [ucb1, {policy: sw-moss, eta: [0.6, 1, 2], label: Ours}]
replications: 3
checkpoints: 2`),
    { executor: new InlineExecutor() },
  );
  const result: Result = {
    format: RESULT_FORMAT,
    version: RESULT_VERSION,
    name: 'test',
    software: { version: '0.0.0', commit: null },
    comparisons,
  };

  test('reach legends, tables of numbers and records', () => {
    const [{ policies }] = comparisons;
    expect(policyNames(policies)).toEqual([
      'UCB1',
      'Ours (eta 0.6)',
      'Ours (eta 1)',
      'Ours (eta 2)',
    ]);
    for (const columns of [finalsColumns(result), curvesColumns(result)]) {
      expect(columns.texts.label[0]).toBe('');
      expect(columns.texts.label).toContain('Ours (eta 0.6)');
    }
    expect(csvOf(finalsColumns(result))).toMatch(/^comparison,policy,label,replication,regret\n/);
    expect(comparisonRecord(comparisons[0]).policies[1]).toMatchObject({ label: 'Ours (eta 0.6)' });
  });

  test('leave tables of numbers as they are if nothing has a label', () => {
    const plain = comparisons.map((comparison) => ({
      ...comparison,
      policies: comparison.policies.map(({ label: _, ...policy }) => policy),
    }));
    expect(Object.keys(finalsColumns({ comparisons: plain }).texts)).toEqual([
      'comparison',
      'policy',
    ]);
  });

  test('reach titles and captions', () => {
    const { title, caption } = regretFigure(comparisons[0]);
    expect(title).toBe('Cumulative regret: Daily rhythm, horizon 30');
    expect(caption).toContain('Daily rhythm (3 arms, 30 slots');
    const { sweeps } = sweepsOf(result);
    expect(sweeps.map((sweep) => [sweep.title, sweep.lines[0].label])).toEqual([
      ...[30, 60, 90].map((horizon) => [
        `Regret against eta: Daily rhythm, horizon ${horizon}`,
        'Ours',
      ]),
      ['Regret against horizon: Daily rhythm', 'UCB1'],
    ]);
  });

  test('stand in the report, which also has what they stand for', () => {
    const page = experimentReport(result, [], { command: 'driftline run spec.yaml' });
    expect(page).toContain('<h2>Daily rhythm, horizon 30</h2>');
    expect(page).toContain('<li>Ours (eta 0.6) (sw-moss:eta=0.6)');
  });
});
