import { describe, expect, test } from 'vitest';
import { readExperiment } from './read.ts';
import { sameExperiment, selfContained } from './self-contained.ts';

const pathOf = (named: string) => (named.startsWith('/') ? named : `/home/me/${named}`);
const within = (text: string, plugins: string[] = []) =>
  selfContained(text, { name: 'eta', plugins, pathOf });

describe('an experiment that asks for the same wherever it lies', () => {
  test('is as written but for paths and name', () => {
    const text = `# What the window does.
environments:
  - paper-2   # the second
  - {means: tables/a.csv, noise: beta} # a table
  - means: 'it''s.csv'
    noise: beta
plugins:
  - mine.ts
  - other.ts # too
policies: [ucb1]`;
    expect(within(text, ['/home/me/mine.ts', '/home/me/other.ts', '/opt/flag.ts'])).toBe(
      `# What the window does.
environments:
  - paper-2   # the second
  - {means: "/home/me/tables/a.csv", noise: beta} # a table
  - means: "/home/me/it's.csv"
    noise: beta
plugins:
  ["/home/me/mine.ts", "/home/me/other.ts", "/opt/flag.ts"] # too
policies: [ucb1]
name: eta
`,
    );
  });

  test('stays as it is where nothing is left open', () => {
    const text = 'name: mine\nenvironments: [paper-2]\npolicies: [ucb1]\n';
    expect(within(text)).toBe(text);
    const placed = within('environments: [{rewards: r.csv}]\npolicies: [ucb1]', ['/p.ts']);
    expect(within(placed, ['/p.ts'])).toBe(placed);
    expect(placed).toContain('plugins: ["/p.ts"]\n');
  });

  test.each([
    ['a map in braces', '{environments: [{means: a.csv, noise: beta}], policies: [ucb1]}'],
    ['a text in lines', 'environments:\n- means: >-\n    a.csv\n  noise: beta\npolicies: [ucb1]\n'],
    ['an end', 'environments: [{means: a.csv, noise: beta}]\npolicies: [ucb1]\n...\n'],
  ])('also with %s', (_, text) => {
    const { experiment } = readExperiment(within(text, ['/p.ts']), 'spec.yaml');
    expect(experiment).toMatchObject({ name: 'eta', plugins: ['/p.ts'], policies: ['ucb1'] });
    for (const entry of experiment.environments) {
      expect(entry).toMatchObject({ means: '/home/me/a.csv' });
    }
  });
});

test('experiments are the same whatever they are called, and wherever their files lie', () => {
  const text = 'environments: [{means: a.csv, noise: beta}]\nplugins: [p.ts]\npolicies: [ucb1]\n';
  expect(sameExperiment(text, within(text, ['/elsewhere/p.ts']))).toBe(true);
  expect(sameExperiment(text, `# a note\n${text}`)).toBe(true);
  expect(sameExperiment(text, text.replace('a.csv', 'b.csv'))).toBe(false);
  expect(sameExperiment(text, `${text}seed: 2\n`)).toBe(false);
  expect(sameExperiment(text, 'torn: [')).toBe(false);
});
