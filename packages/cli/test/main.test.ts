import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { directoryWith, driftline, launcher, shell, widthOf } from './driftline.ts';

const commands = [
  'reproduce',
  'worst-case',
  'compare',
  'run',
  'report',
  'check',
  'trace',
  'policies',
  'environments',
  'bounds',
];

/** What the examples of some commands name. */
const files = {
  'rewards.csv': '1,0\n0,1\n1,1\n0,0\n1,0\n0,1\n',
  'table.csv': '0.9,0.1\n0.8,0.2\n0.7,0.3\n',
  'experiment.yaml': 'environments: [paper-2]\nhorizon: 100\npolicies: [ucb1]\n',
  'plugin.ts': `export const rewardLaws = [{
    id: 'certain',
    name: 'Certain',
    summary: 'The mean itself.',
    parameters: [],
    rewardRange: [0, 1],
    sampler: () => ({ draw: (mean: number) => mean }),
    variance: () => 0,
  }];`,
};

/** The examples of a help text, each on one line. */
function examplesIn(help: string): string[] {
  const lines = help.replaceAll(/ \\\n +/g, ' ').split('\n');
  return lines.filter((line) => line.startsWith('  driftline ')).map((line) => line.trim());
}

/** The same example with fewer replications or slots, where it would take long. */
function shortened(example: string): string {
  if (example.startsWith('driftline reproduce')) {
    return `${example.replace(/ --replications \d+/, '')} --replications 4`;
  }
  if (!example.startsWith('driftline worst-case')) return example;
  return example.includes('--growth')
    ? example.replace('--horizon 1000000', '--horizon 3000')
    : `${example} --evaluations 10 --replications 4`;
}

describe('help', () => {
  test('the overview has a line for each command', () => {
    const { code, stdout, stderr } = driftline(['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const command of commands) expect(stdout).toMatch(new RegExp(`^  ${command} +\\S`, 'm'));
    expect(stdout).toContain('Examples:');
  });

  test.each([[], ...commands.map((command) => [command])])('fits 80 columns: %s', (...command) => {
    const { stdout } = driftline([...command, '--help']);
    expect(widthOf(stdout)).toBeLessThanOrEqual(80);
  });

  test.each([[], ...commands.map((command) => [command])])('examples work: %s', (...command) => {
    const examples = examplesIn(driftline([...command, '--help']).stdout);
    expect(examples.length).toBeGreaterThanOrEqual(2);
    const directory = directoryWith(files);
    for (const example of examples) {
      const { code, stdout, stderr } = shell(shortened(example), directory);
      expect({ example, code, errors: stderr.match(/^error.*/m) }).toEqual({
        example,
        code: 0,
        errors: null,
      });
      expect(stdout).not.toBe('');
    }
  });

  test('help COMMAND is COMMAND --help', () => {
    expect(driftline(['help', 'bounds'])).toEqual(driftline(['bounds', '--help']));
  });

  test('--version is that of the package', () => {
    const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
    const { version } = JSON.parse(manifest) as { version: string };
    expect(driftline(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('usage errors end with 2 and say what is wrong', () => {
  test.each([
    [['trac'], "error: unknown command 'trac'\n(Did you mean trace?)\nSee 'driftline --help'.\n"],
    [
      ['policies', '--jsn'],
      "error: unknown option '--jsn'\n(Did you mean --json?)\nSee 'driftline policies --help'.\n",
    ],
    [
      ['policies', 'moss', 'ucb1'],
      "error: too many arguments for 'policies'. Expected 1 argument but got 2: moss, ucb1.\nSee 'driftline policies --help'.\n",
    ],
    [
      ['bounds', '--arms', '3', '--horizon', '10'],
      "error: required option '--variation <V>' not specified\nSee 'driftline bounds --help'.\n",
    ],
    [
      ['bounds', '--arms', '3', '--horizon', '10', '--variation', '-1'],
      "error: --variation must be a number >= 0; got -1\nSee 'driftline bounds --help'.\n",
    ],
    [
      ['trace', '--rewards', 'x.csv', '--policies', 'moss', '--horizon', '2.5'],
      "error: --horizon must be an integer >= 1 and <= 2147483647; got 2.5\nSee 'driftline trace --help'.\n",
    ],
    [
      ['trace', '--rewards', 'x.csv', '--policies', 'moss', '--reward-range', '1,0'],
      "error: --reward-range must be two numbers LO,HI, the lower first; got 1,0\nSee 'driftline trace --help'.\n",
    ],
    [
      ['trace', '--rewards', 'x.csv', '--policies', 'moss,'],
      "error: --policies: a list must be names separated by single commas, with ';' between parameters; got 'moss,'\nSee 'driftline trace --help'.\n",
    ],
    [
      ['environments', '--out', 'means.csv'],
      "error: --out needs the name of an environment\nSee 'driftline environments --help'.\n",
    ],
  ])('%j', (args, stderr) => {
    expect(driftline(args)).toEqual({ code: 2, stdout: '', stderr });
  });

  test('no command at all', () => {
    const { code, stdout, stderr } = driftline([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^Usage: driftline/);
  });
});

describe('the launcher', () => {
  test('tells an old Node what to do', () => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.11.0' } })`;
    const nodeFlags = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`];
    expect(driftline(['--version'], { nodeFlags })).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'error: driftline needs Node 22.12 or later, this is 22.11.0; install one from https://nodejs.org and run it again\n',
    });
  });

  test('tells that the program is not built, or not whole', () => {
    const directory = directoryWith({ 'package.json': '{"type":"module"}' });
    mkdirSync(join(directory, 'bin'));
    const copy = join(directory, 'bin', 'driftline.js');
    copyFileSync(launcher, copy);
    const run = () => spawnSync(process.execPath, [copy], { encoding: 'utf8' });
    expect(run()).toMatchObject({
      status: 1,
      stderr: 'error: driftline is not built yet; run npm run build at the top of the repository\n',
    });
    mkdirSync(join(directory, 'dist'));
    writeFileSync(join(directory, 'dist', 'main.js'), "import './gone.js';\n");
    const broken = run();
    expect(broken.status).toBe(1);
    expect(broken.stderr).toMatch(/^error: a part of driftline is missing: .*gone\.js.*\n$/);
  });
});

test('what does not fit into memory is told plainly', () => {
  expect(driftline(['environments', 'sinusoid', '--arms', '1000', '--horizon', '1000000'])).toEqual(
    {
      code: 1,
      stdout: '',
      stderr:
        'error: arms times horizon must be at most 134217728; got 1000 times 1000000: use a shorter horizon\n',
    },
  );
});

test('a reader that stops early is no error', () => {
  const rows = '0.25,0.75\n'.repeat(100_000);
  const directory = directoryWith({ 'rewards.csv': rows });
  const command = 'driftline trace --rewards rewards.csv --policies moss | head -n 2';
  const outcome = shell(`set -o pipefail; ${command}`, directory);
  expect(outcome).toEqual({ code: 0, stdout: 'slot,moss\n1,0\n', stderr: '' });
});
