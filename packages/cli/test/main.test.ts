import { spawnSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { commandList } from '../src/commands/list.ts';
import { isTooLarge } from '../src/main.ts';
import {
  directoryWith,
  driftline,
  driftlineWithCodes,
  launcher,
  shell,
  widthOf,
} from './driftline.ts';

const commands = commandList.map(({ name }) => name);
/** The overview and every command, as arguments. */
const helped = [[], ...commands.map((command) => [command])];
/** Pages and services are served until they are stopped, and a queue needs a database: they have tests of their own. */
const WITH_OWN_TESTS = ['lab', 'serve', 'keys', 'store', 'worker', 'jobs'];
const ending = helped.filter(([command]) => !WITH_OWN_TESTS.includes(command));

const helps = new Map<string, string>();

/** The help of a command, or of none: asked for once. */
function helpOf(command: readonly string[]): string {
  const key = command.join();
  const help = helps.get(key) ?? driftline([...command, '--help']).stdout;
  helps.set(key, help);
  return help;
}

/** A directory that has what the examples of some commands name: what the repository has. */
function likeTheRepository(): string {
  const repository = fileURLToPath(new URL('../../../', import.meta.url));
  const directory = directoryWith();
  symlinkSync(join(repository, 'examples'), join(directory, 'examples'));
  mkdirSync(join(directory, 'experiments'));
  const experiment = readFileSync(join(repository, 'experiments', 'eta.yaml'), 'utf8');
  // The same in less time.
  writeFileSync(
    join(directory, 'experiments', 'eta.yaml'),
    experiment.replace('replications: 200', 'replications: 4'),
  );
  return directory;
}

/** The examples of a help text, each on one line. */
function examplesIn(help: string): string[] {
  const lines = help.replaceAll(/ \\\n +/g, ' ').split('\n');
  return lines.filter((line) => line.startsWith('  driftline ')).map((line) => line.trim());
}

/** The same example with fewer replications or slots, where it would take long. */
function shortened(example: string): string {
  if (/^driftline (reproduce|compare)/.test(example)) {
    return `${example.replace(/ --replications \d+/, '')} --replications 4`;
  }
  if (example.startsWith('driftline advise')) {
    // The checkout is a long log, where each value takes seconds: all that are told by default are of the weather.
    const values = example.includes('checkout') ? ' --values ucb1' : '';
    return `${example} --quick --horizon 300${values}`;
  }
  if (!example.startsWith('driftline worst-case')) return example;
  return example.includes('--growth')
    ? example.replace('--horizon 1000000', '--horizon 3000')
    : `${example} --evaluations 10 --replications 4`;
}

/** The examples of a help text that are to be tried: the overview repeats some of the commands' own. */
function examplesToTry([command]: readonly string[]): string[] {
  const examples = examplesIn(helpOf(command === undefined ? [] : [command]));
  if (command !== undefined) return examples;
  return examples.filter((example) => {
    const [, called] = example.split(' ');
    return !examplesIn(helpOf([called])).includes(example);
  });
}

describe('help', () => {
  test('the overview has a line for each command', () => {
    const { code, stdout, stderr } = driftline(['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const command of commands) expect(stdout).toMatch(new RegExp(`^  ${command} +\\S`, 'm'));
    expect(stdout).toContain('Examples:');
  });

  test.each(commandList)('the line of $name is short, and stands below its group', (entry) => {
    expect(entry.summary.length).toBeLessThanOrEqual(60);
    const [, below = ''] = helpOf([]).split(`\n${entry.group}\n`);
    expect(below.split('\n\n')[0]).toContain(`  ${entry.name} `);
  });

  test.each(helped)('fits 80 columns and has examples: %s', (...command) => {
    expect(widthOf(helpOf(command))).toBeLessThanOrEqual(80);
    expect(examplesIn(helpOf(command)).length).toBeGreaterThanOrEqual(2);
  });

  test.each(ending)('examples work: %s', (...command) => {
    const examples = examplesToTry(command);
    expect(examples.length).toBeGreaterThanOrEqual(2);
    const directory = likeTheRepository();
    for (const example of examples) {
      const { code, stdout, stderr } = shell(shortened(example), directory);
      expect({ example, code, errors: stderr.match(/^error.*/m) }).toEqual({
        example,
        code: 0,
        errors: null,
      });
      expect(stdout).not.toBe('');
    }
    // What examples write goes where git does not look.
    expect(readdirSync(directory).filter((name) => name !== 'results')).toEqual([
      'examples',
      'experiments',
    ]);
  });

  test.each(commands)('flags that several commands have are described alike: %s', (command) => {
    const help = helpOf([command]);
    expect(help).not.toMatch(/;\s+default:/);
    if (/^ +--plugin/m.test(help)) {
      expect(help).toMatch(
        /--plugin <FILE(\.\.\.> +modules|> +module) with policies, environments or\s+laws/,
      );
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
      ['compare', '--polices', 'moss'],
      "error: unknown option '--polices'\n(Did you mean --policies?)\nSee 'driftline compare --help'.\n",
    ],
    [
      ['compare', 'sw-moss'],
      "error: unexpected argument 'sw-moss'; put policies after --policies and an environment after --environment\nSee 'driftline compare --help'.\n",
    ],
    [
      ['trace', 'sw-moss', '--rewards', 'x.csv'],
      "error: unexpected argument 'sw-moss'; put policies after --policies\nSee 'driftline trace --help'.\n",
    ],
    [
      ['help', 'compre'],
      "error: unknown command 'compre'\n(Did you mean compare?)\nSee 'driftline --help'.\n",
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
      "error: --reward-range must be two numbers, the lower first; got 1,0\nSee 'driftline trace --help'.\n",
    ],
    [
      ['trace', '--rewards', 'x.csv', '--policies', 'moss,'],
      "error: --policies: a list must be names separated by single commas, with ';' between parameters; got 'moss,'\nSee 'driftline trace --help'.\n",
    ],
    [
      ['run', 'bounds', '--resume'],
      "error: --resume needs --out, the folder of the run to continue\nSee 'driftline run --help'.\n",
    ],
    [
      ['compare', '--policies', 'moss', '--out', 'reproduce'],
      "error: the command must have one of --environment, --means and --rewards\nSee 'driftline compare --help'.\n",
    ],
    [
      ['check', 'x.ts', '--limit', '214749'],
      "error: --limit must be a number > 0 and <= 100000; got 214749\nSee 'driftline check --help'.\n",
    ],
    [
      ['environments', '--out', 'means.csv'],
      "error: --out needs the name of an environment before it, such as paper-2\nSee 'driftline environments --help'.\n",
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
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.17.1' } })`;
  const nodeFlags = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`];

  test('takes the Node that is installed next to it in place of an old one', () => {
    expect(driftlineWithCodes(['--version'], { nodeFlags })).toEqual(driftline(['--version']));
    expect(driftlineWithCodes(['nothing'], { nodeFlags }).code).toBe(2);
  });

  test('says to an old Node what to do if there is no other', () => {
    const directory = directoryWith({ 'package.json': '{"type":"module"}' });
    const copy = join(directory, 'driftline.js');
    copyFileSync(launcher, copy);
    const run = spawnSync(process.execPath, [...nodeFlags, copy], { encoding: 'utf8' });
    expect(run).toMatchObject({
      status: 1,
      stdout: '',
      stderr:
        'error: driftline needs Node 22.18 or later, this is 22.17.1; install one from https://nodejs.org and run it again [cannot-start]\n',
    });
  });

  test('says that the program is not built, or not whole', () => {
    const directory = directoryWith({ 'package.json': '{"type":"module"}' });
    mkdirSync(join(directory, 'bin'));
    const copy = join(directory, 'bin', 'driftline.js');
    copyFileSync(launcher, copy);
    const run = () => spawnSync(process.execPath, [copy], { encoding: 'utf8' });
    expect(run()).toMatchObject({
      status: 1,
      stderr:
        'error: driftline is not built yet; run npm run build at the top of the repository [cannot-start]\n',
    });
    mkdirSync(join(directory, 'dist'));
    writeFileSync(join(directory, 'dist', 'main.js'), "import './gone.js';\n");
    const broken = run();
    expect(broken.status).toBe(1);
    expect(broken.stderr).toMatch(
      /^error: a part of driftline is missing: .*gone\.js.* \[cannot-start\]\n$/,
    );
  });
});

test('what does not fit into memory is reported plainly', () => {
  const size = ['--arms', '1000', '--horizon', '1000000'];
  expect(driftline(['environments', 'stationary', ...size])).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'error: arms times horizon must be at most 134217728; got 1000 times 1000000; use a shorter horizon or fewer arms\n',
  });
});

test('a reader that stops early is no error', () => {
  const rows = '0.25,0.75\n'.repeat(100_000);
  const directory = directoryWith({ 'rewards.csv': rows });
  const command = 'driftline trace --rewards rewards.csv --policies moss | head -n 2';
  const outcome = shell(`set -o pipefail; ${command}`, directory);
  expect(outcome).toEqual({ code: 0, stdout: 'slot,moss\n1,0\n', stderr: '' });
});

test.each([
  [['policies', 'sw-mos'], 1, / \[unknown-policy\]\n$/],
  [['policies', '--jsn'], 2, /^error: unknown option '--jsn' \[wrong-usage\]\n\(Did you mean/],
  [['trace', '--horizon', '2.5'], 2, /got 2\.5 \[parameter-out-of-range\]\nSee /],
  [['run', 'gone.yaml'], 1, /^error: gone\.yaml: .* \[file-not-found\]\n$/],
])('%j says the code of its error at the end of the line', (args, code, text) => {
  const outcome = driftlineWithCodes(args);
  expect(outcome.code).toBe(code);
  expect(outcome.stderr).toMatch(text);
});

test('output that cannot be written says its code, too', () => {
  const full = openSync('/dev/full', 'w');
  const outcome = driftlineWithCodes(['policies'], { stdio: ['ignore', full, 'pipe'] });
  closeSync(full);
  expect(outcome).toMatchObject({
    code: 1,
    stderr: 'error: standard output: no space left on the device [disk-full]\n',
  });
});

test('texts and arrays that JavaScript can not hold are too large, not a failure of driftline', () => {
  const errorOf = (act: () => unknown) => {
    try {
      return act();
    } catch (error) {
      return error;
    }
  };
  expect(isTooLarge(errorOf(() => 'long'.padEnd(2 ** 29)))).toBe(true);
  expect(isTooLarge(errorOf(() => new Array(2 ** 32)))).toBe(true);
  expect(isTooLarge(new RangeError('toFixed() digits argument must be between 0 and 100'))).toBe(
    false,
  );
});
