/** docs/result-files.md names every file, column and key that commands write into result folders. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { directoryWith, driftline } from './driftline.ts';
import { pageText } from './markdown.ts';
import { filesIn } from './run-folder.ts';

const page = pageText('docs/result-files.md');
const fixture = fileURLToPath(new URL('../../engine/test/fixtures/result-0.1', import.meta.url));

/** The words in code quotes of a line or cell. */
function quoted(text: string): string[] {
  return Array.from(text.matchAll(/`([^`]+)`/g), ([, word]) => word!);
}

/** The keys or columns in the first cells of the tables below a heading. */
function firstCells(section: string): string[] {
  return Array.from(section.matchAll(/^\| (`[^|]+) \|/gm), ([, cell]) => quoted(cell!)).flat();
}

/** The paths that the page has for a file: those of its section, and those below its sub-headings. */
function documented(file: string): string[] {
  const section = page.split(/^## /m).find((text) => quoted(text.split('\n')[0]!).includes(file));
  if (section === undefined) return [];
  const [own = '', ...parts] = section.split(/^### /m);
  const below = parts.flatMap((part) =>
    quoted(part.split('\n')[0]!).flatMap((prefix) =>
      firstCells(part).map((path) => `${prefix}.${path}`),
    ),
  );
  return [...firstCells(own), ...below];
}

/** All paths of plain data that end in a value; empty objects and arrays have none. */
function pathsIn(data: unknown, path = ''): Set<string> {
  if (typeof data !== 'object' || data === null) return new Set([path]);
  const inner = Object.entries(data).flatMap(([key, value]) => {
    const step = Array.isArray(data) ? '[]' : path === '' ? key : `.${key}`;
    return [...pathsIn(value, path + step)];
  });
  return new Set(inner);
}

/** Whether a documented path, in which `*` stands for any key, means this one. */
function isMeant(path: string, asDocumented: string): boolean {
  const pattern = asDocumented
    .split('*')
    .map((part) => part.replace(/[.[\]\\]/g, '\\$&'))
    .join('[^[\\]]+?');
  return new RegExp(`^${pattern}(\\[\\])*$`).test(path);
}

function undocumentedPaths(file: string, paths: Iterable<string>): string[] {
  const known = documented(file);
  return [...paths]
    .filter((path) => !known.some((each) => isMeant(path, each)))
    .map((path) => `${file}: ${path}`);
}

/** The files that the first table of the page names; a name that ends in a slash stands for a folder. */
const FILES = firstCells(page.split('## Files by command')[1]!.split(/^## /m)[0]!);

function isNamed(name: string): boolean {
  return FILES.some(
    (file) =>
      name === file ||
      (file.endsWith('/') && name.startsWith(file)) ||
      (file === 'means-POLICY.csv' && /^means-.+\.csv$/.test(name)),
  );
}

/** Everything in a folder that the page does not have. */
function undocumentedIn(folder: string): string[] {
  const files = filesIn(folder);
  return [...files].flatMap(([name, bytes]) => {
    if (!isNamed(name)) return [name];
    if (name.endsWith('.json'))
      return undocumentedPaths(name, pathsIn(JSON.parse(bytes.toString())));
    if (name.endsWith('.csv') && !name.startsWith('means-'))
      return undocumentedPaths(name, bytes.toString().split('\n')[0]!.split(','));
    return [];
  });
}

const EXPERIMENT = `
name: small
replications: 3
horizon: 40
checkpoints: {count: 3, spacing: linear}
environments:
  - {environment: paper-2, situation: Smooth, variation: [2, 3, 4]}
  - {environment: piecewise, situation: Jumps, fresh: true, changes: 3, burst: 2, floor: 0.1}
  - {environment: brownian, name: Walk, volatility: 0.01}
  - {rewards: rewards.csv, against: smoothed, smoothing: 2, unit: 2}
  - {means: rewards.csv, noise: bernoulli}
policies: [auto, sw-moss, "Known=d-ucb:window=30", uniform, oracle, pht-ucb]
rewardRange: [0, 1]
delay: exponential:5
pending: width
tuning: {trials: 2, trainingReplications: 2}
outputs: {guide: true, parquet: true, figures: false, report: false}
`;
const REWARDS = Array.from({ length: 50 }, (_, i) => `${(i % 7) / 7},${(i % 5) / 5}\n`).join('');

describe('every file, column and key is documented', () => {
  const worstCase = ['worst-case', '--policies', 'sw-moss', '--arms', '2', '--variation', '1'];
  test.each([
    ['run', ['run', 'small.yaml', '--out', 'out']],
    [
      'compare',
      [
        'compare',
        '--environment',
        'paper-2',
        '--horizon',
        '40',
        '--policies',
        'sw-rmoss:zeta=0.1',
      ].concat(['--replications', '1', '--out', 'out']),
    ],
    [
      'compare --players',
      ['compare', '--environment', 'paper-2', '--horizon', '40', '--players', '2'].concat([
        '--policies',
        'Own=mctopm:of=ucb1',
        '--replications',
        '3',
        '--out',
        'out',
      ]),
    ],
    ['reproduce', ['reproduce', '--replications', '2', '--out', 'out']],
    [
      'worst-case',
      [
        ...worstCase,
        '--horizon',
        '40',
        '--evaluations',
        '4',
        '--replications',
        '2',
        '--out',
        'out',
      ],
    ],
    ['worst-case --growth', [...worstCase, '--horizon', '1000', '--growth', '--out', 'out']],
  ])('%s', (_command, args) => {
    const cwd = directoryWith({ 'small.yaml': EXPERIMENT, 'rewards.csv': REWARDS });
    const { code, stderr } = driftline(args, { cwd });
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    expect(undocumentedIn(join(cwd, 'out'))).toEqual([]);
  });

  test('a folder of version 0.1.0, with costs', () => {
    expect(undocumentedIn(fixture)).toEqual([]);
  });
});

test('a file, a column and a key that the page lacks are found', () => {
  const folder = directoryWith({
    'extra.json': '{}',
    'finals.csv': 'comparison,extra\n',
    'costs.json': JSON.stringify({ format: '', costs: [{ extra: 1 }] }),
  });
  expect(undocumentedIn(folder).sort()).toEqual([
    'costs.json: costs[].extra',
    'extra.json',
    'finals.csv: extra',
  ]);
});
