import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDecider } from '@driftline/core';
import { whichPolicy, whichPolicyLines } from '@driftline/engine/display';
import { describe, expect, test } from 'vitest';
import { readLandscape, TREE_IN_GUIDE, whichSection } from '../../../tools/landscape/sources.ts';
import { directoryWith, driftline } from './driftline.ts';
import { workspace } from './markdown.ts';
import { filesIn } from './run-folder.ts';

const experiment = `environments:
  - {environment: 'piecewise:changes=0', name: calm, situation: Calm, fresh: true, horizon: 200}
  - {environment: 'sinusoid:period=100', name: waves, situation: Waves, horizon: 200}
  - {rewards: recorded.csv, name: recorded, situation: Recorded, smoothing: 5}
policies: [ucb1, sw-moss, exp3, uniform, oracle]
replications: 6
checkpoints: 4
tuning: {trials: 2, trainingReplications: 2}
outputs: {guide: {subject: ucb1, rivals: [exp3], tunedRivals: [sw-moss], core: [Calm, Waves]}, costs: true}
`;
const committedGuide = readFileSync(join(workspace, 'experiments/landscape/guide.md'), 'utf8');
const headingsOf = (page: string) => page.match(/^## .*$/gm) ?? [];
const recorded = `a,b\n${Array.from({ length: 60 }, (_, i) => `${i % 3 === 0 ? 1 : 0},1`).join('\n')}\n`;
const files = { 'mini.yaml': experiment, 'recorded.csv': recorded };

test('a suite leaves scores, guide and costs, and all is drawn anew from the folder alone', () => {
  const cwd = directoryWith(files);
  const out = join(cwd, 'out');
  expect(driftline(['run', 'mini.yaml', '--out', 'out'], { cwd }).code).toBe(0);
  const before = filesIn(out);
  rmSync(join(cwd, 'mini.yaml'));
  rmSync(join(out, 'figures'), { recursive: true });
  const texts = ['guide.md', 'scores.csv', 'report.html'];
  for (const name of texts) writeFileSync(join(out, name), 'spilt coffee');
  expect(driftline(['report', 'out'], { cwd }).code).toBe(0);
  // Whoever spilt it: they are not what was written, so they are kept.
  expect([...filesIn(join(out, 'kept-1')).keys()].sort()).toEqual(texts.toSorted());
  rmSync(join(out, 'kept-1'), { recursive: true });
  const after = filesIn(out);
  expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
  for (const [name, data] of before) expect(after.get(name)?.equals(data), name).toBe(true);
  expect([...before.keys()]).toEqual(
    expect.arrayContaining([
      'figures/landscape-default-tuning.svg',
      'figures/landscape-equal-effort-tuning.svg',
      'figures/worst-case-default-tuning.svg',
      'figures/worst-case-equal-effort-tuning.png',
    ]),
  );
  const [guide, scores, report] = texts.map((name) => String(before.get(name)));
  expect(guide).toContain('3 policies in 3 comparisons of 3 situations, 6 replications each.');
  // Names to read come with what to type.
  expect(guide).toMatch(/\| (?:UCB1 \(ucb1\)|SW-MOSS \(sw-moss\)|Exp3 \(exp3\)) \|/);
  // What it says to type works as it stands.
  const calls = [...guide.matchAll(/`createDecider\('([\w-]+)', (\{.*?\})\)`/g)];
  expect(calls.length).toBeGreaterThanOrEqual(3);
  for (const [, id, options] of calls) {
    // Keys need quotes in JSON; values are numbers.
    const read = JSON.parse(options.replace(/(\w+):/g, '"$1":'));
    expect(createDecider(id, read).decide().arm).toBeGreaterThanOrEqual(0);
  }
  const [, line = ''] = /```\nnpx driftline (compare .*)\n```/.exec(guide) ?? [];
  const words = line.split(' ').map((word) => word.replaceAll('"', ''));
  expect(driftline([...words, '--replications', '2'], { cwd }).code).toBe(0);
  expect(guide).toContain('## UCB1 compared with others');
  expect(guide).toContain('Difference from SW-MOSS, tuned');
  expect(report).toContain('UCB1 compared with others: every comparison');
  expect(report).toContain('Which policy when');
  // Four policies in three comparisons and the oracle in two, as written and tuned.
  expect(scores.trimEnd().split('\n')).toHaveLength(1 + 2 * (3 * 4 + 2));
  expect(headingsOf(guide).map((heading) => heading.replace('UCB1', 'Auto'))).toEqual(
    headingsOf(committedGuide).filter((heading) => heading !== '## Which policy?'),
  );
  const costs = JSON.parse(String(before.get('costs.json')));
  expect(costs).toMatchObject({ format: 'driftline-costs', version: 1 });
  expect(costs.costs).toHaveLength(2 * 5);
});

describe('the committed guide', () => {
  const calls = [...committedGuide.matchAll(/createDecider\('([\w-]+)', (\{.*?\})\)/g)];

  test('has the tree "Which policy?" as it is printed (else run npm run docs:landscape)', () => {
    expect(TREE_IN_GUIDE.exec(committedGuide)?.[0]).toBe(
      whichSection(whichPolicy, whichPolicyLines(whichPolicy)),
    );
  });

  test.each(calls.map(([call, id, options]) => ({ call, id, options })))('$call runs', (each) => {
    const options = JSON.parse(each.options.replace(/(\w+):/g, '"$1":'));
    expect(createDecider(each.id, options).decide().arm).toBeGreaterThanOrEqual(0);
  });

  test('has the averages of the committed scores in every situation', () => {
    const { scores } = readLandscape();
    const [, table = ''] = /With default tuning:\n\n([\s\S]*?)\n\n/.exec(committedGuide) ?? [];
    const rows = table.split('\n').slice(2);
    expect(rows).toHaveLength(16);
    for (const row of rows) {
      const [situation, , , auto] = row.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, ''));
      const own = scores.filter(
        (score) =>
          score.policy === 'auto' && score.tuning === 'published' && score.situation === situation,
      );
      const mean = own.reduce((sum, { score }) => sum + score, 0) / own.length;
      expect(auto.replace('−', '-'), situation).toMatch(
        new RegExp(`^${(100 * mean).toFixed(1).replace('.', '\\.')}%`),
      );
    }
  });
});

test('costs that this version does not read are refused', () => {
  const cwd = directoryWith({
    ...files,
    'plain.yaml': experiment
      .replace(/tuning: .*\n/, '')
      .replace(/outputs: .*/, 'outputs: {guide: true, figures: false}'),
  });
  expect(driftline(['run', 'plain.yaml', '--out', 'out'], { cwd }).code).toBe(0);
  expect(existsSync(join(cwd, 'out', 'costs.json'))).toBe(false);
  writeFileSync(join(cwd, 'out', 'costs.json'), '{"format":"driftline-costs","version":9}');
  expect(driftline(['report', 'out'], { cwd }).stderr).toBe(
    'error: out/costs.json: must hold costs of version 1; remove the file to draw without them\n',
  );
});
