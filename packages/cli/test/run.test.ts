import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shellWord } from '@driftline/engine/display';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, test } from 'vitest';
import { directoryWith, driftline, launcher, withoutCodes } from './driftline.ts';
import {
  chunkCount,
  differingFiles,
  filesIn,
  heldCount,
  interrupted,
  killed,
  type Moment,
  troublePlugin,
} from './run-folder.ts';

/** 15 chunks in each of two comparisons: enough moments to be killed at. */
const experiment = `environments:
  - paper-2
  - {environment: switching, parameters: {order: random}, fresh: true, noise: gaussian}
policies: [ucb1, {policy: sw-moss, eta: [0.6, 1, 2]}]
replications: 300
checkpoints: {count: 20, spacing: log}
outputs: {parquet: true}
`;
/** The same without what takes longest. */
const undrawn = experiment.replace('{parquet: true}', '{figures: false, report: false}');
const run = ['run', 'experiment.yaml', '--out'];

/** Five chunks with a policy that can be made to fail or to wait. */
const troubled = `environments: [paper-2]
policies: [troubled, ucb1]
plugins: [plugin.mjs]
replications: 100
outputs: {figures: false, report: false}
`;

/** Calls with what the plugin is to do in the environment of the program. */
function withTrouble<Value>(trouble: string, call: () => Value): Value {
  process.env.TROUBLE = trouble;
  try {
    return call();
  } finally {
    delete process.env.TROUBLE;
  }
}

/** A directory with the experiment and a finished result of it in `whole`. */
function finished(): string {
  const cwd = directoryWith({ 'experiment.yaml': experiment });
  expect(driftline([...run, 'whole', '--workers', '1'], { cwd }).code).toBe(0);
  return cwd;
}

describe('a run', () => {
  test('survives any number of SIGKILLs: the files are the same to the last byte', async () => {
    const cwd = finished();
    const out = join(cwd, 'killed');
    const moments: Moment[] = [
      { file: 'spec.yaml', placed: false },
      { file: 'spec.yaml', placed: true },
      { file: '.rows', count: 2, placed: true },
      { file: '.rows', count: 15, placed: false },
      // All is written, and about to be put into place.
      { file: 'ready.json', placed: false },
      { file: 'ready.json', placed: true },
      { file: 'curves.csv', placed: true },
      { file: '.png', count: 3, placed: false },
      { file: 'result.json', placed: false },
      // Nothing is left to do but to remove the chunks.
      { file: 'result.json', placed: true },
    ];
    for (const moment of moments) {
      const { code, stderr } = await killed([...run, 'killed', '--resume'], cwd, moment);
      expect({ moment, code, errors: /^error/m.test(stderr) }).toEqual({
        moment,
        code: null,
        errors: false,
      });
    }
    expect(chunkCount(out)).toBe(30);
    expect(driftline([...run, 'killed', '--resume'], { cwd }).code).toBe(0);
    expect(differingFiles(join(cwd, 'whole'), out)).toEqual([]);
    expect([...filesIn(out).keys()]).toEqual(
      expect.arrayContaining(['spec.yaml', 'result.json', 'curves.csv', 'finals.csv']),
    );
  });

  test('that is refused as too large takes nothing from an unfinished one', async () => {
    const tuned = `${undrawn}tuning: {trials: 600, trainingReplications: 2}\n`;
    const many = undrawn.replace('300', '1600000');
    const cwd = directoryWith({
      'experiment.yaml': undrawn,
      'tuned.yaml': tuned,
      'many.yaml': many,
    });
    await killed([...run, 'out'], cwd, { file: '.rows', count: 2, placed: true });
    const before = filesIn(join(cwd, 'out'));
    for (const [file, text] of [
      ['tuned.yaml', 'tuning must ask for at most 1000 trials of all policies together'],
      ['many.yaml', 'environments: too large: result.json with all 2 comparisons must take'],
    ]) {
      const { code, stderr } = driftline(['run', file, '--out', 'out', '--force'], { cwd });
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(text) });
      expect(filesIn(join(cwd, 'out'))).toEqual(before);
    }
    expect(chunkCount(join(cwd, 'out'))).toBe(2);
  });

  test('stops on Ctrl-C and says how to go on', async () => {
    const cwd = directoryWith({ 'plugin.mjs': troublePlugin, 'experiment.yaml': troubled });
    const out = join(cwd, 'stopped');
    const first = await withTrouble('hold', () =>
      interrupted(
        [...run, 'stopped', '--workers', '2'],
        cwd,
        () => heldCount(cwd) === 2,
        () => writeFileSync(join(cwd, 'go'), ''),
      ),
    );
    // Chunks are of 20 replications: two were saved, two were being played.
    expect(first).toEqual({
      code: 130,
      stdout: '',
      stderr: `stopped after 80 of 100 replications; finished work is kept. Continue with:\n  driftline run ${shellWord(join(cwd, 'experiment.yaml'))} --out ${shellWord(out)} --resume\n`,
    });
    expect(chunkCount(out)).toBe(4);
    expect(driftline([...run, 'stopped'], { cwd })).toMatchObject({
      code: 1,
      stderr:
        'error: stopped: holds an unfinished run; continue it with --resume, or replace it with --force\n',
    });
    writeFileSync(join(cwd, 'experiment.yaml'), troubled.replace('100', '101'));
    expect(driftline([...run, 'stopped', '--resume'], { cwd })).toMatchObject({
      code: 1,
      stderr:
        'error: stopped: was started from another experiment: its spec.yaml differs from line 4 on; choose another folder, or replace it with --force\n',
    });
    expect(chunkCount(out)).toBe(4);
    writeFileSync(join(cwd, 'experiment.yaml'), troubled);
    const resumed = driftline([...run, 'stopped', '--resume'], { cwd });
    expect(resumed.code).toBe(0);
    expect(resumed.stderr).toContain('continuing from 80 of 100 replications\n');
    const whole = driftline([...run, 'whole', '--workers', '2'], { cwd });
    expect(whole.code).toBe(0);
    expect(whole.stderr).not.toContain('going on');
    expect(differingFiles(join(cwd, 'whole'), out)).toEqual([]);
  });
});

test('equal-effort tuning is a second comparison, and resumes like the rest', async () => {
  const tuned = `environments: [{environment: paper-2, horizon: 1000}]
policies: [ucb1, sw-moss]
tuning: {trials: 4, trainingReplications: 8}
replications: 200
outputs: {figures: false, report: false}
`;
  const cwd = directoryWith({ 'experiment.yaml': tuned });
  const out = join(cwd, 'killed');
  // Of training, which has eight chunks, and of what is judged.
  for (const count of [1, 9]) {
    const moment = { file: '.rows', count, placed: true };
    expect((await killed([...run, 'killed', '--resume'], cwd, moment)).code).toBeNull();
  }
  expect(driftline([...run, 'killed', '--resume'], { cwd }).code).toBe(0);
  expect(driftline([...run, 'whole'], { cwd }).code).toBe(0);
  expect(differingFiles(join(cwd, 'whole'), out)).toEqual([]);
  const { comparisons } = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8'));
  // One comparison of each kind is nothing to rank over.
  expect(driftline([...run, 'whole', '--resume'], { cwd }).stdout).not.toContain('mean rank');
  expect(comparisons.map(({ name }: { name: string }) => name)).toEqual([
    'paper-2, horizon 1000',
    'paper-2, horizon 1000, equal-effort tuning',
  ]);
  const [{ tuning }] = JSON.parse(readFileSync(join(out, 'tuning.json'), 'utf8'));
  expect(tuning.trials).toBe(4);
  expect(comparisons[1].policies.map(({ spec }: { spec: string }) => spec)).toEqual(
    tuning.policies.map((policy: { tuned: string }) => policy.tuned),
  );
});

test('names the parameters that tuning left alone because they have no role', () => {
  const file = `environments: [{environment: paper-2, horizon: 500}]
policies: [ucb1, cusum-ucb]
tuning: {trials: 2, trainingReplications: 2}
replications: 2
outputs: {figures: false, report: false}
`;
  const cwd = directoryWith({ 'experiment.yaml': file });
  expect(driftline([...run, 'out'], { cwd }).stdout).toMatch(
    /no role: parameters of\s+cusum-ucb\s+\(samples,\s+epsilon\)\.\n/,
  );
  const [{ tuning }] = JSON.parse(readFileSync(join(cwd, 'out', 'tuning.json'), 'utf8'));
  expect(tuning.policies[1].untuned).toContainEqual({ parameter: 'samples', reason: 'no-role' });
});

test('says which policies took a number of changes from the variation, unless the file gives it', () => {
  const file = `environments: ['piecewise:changes=4']
policies: [m-ucb]
replications: 2
horizon: 10000
outputs: {figures: false, report: false}
`;
  const cwd = directoryWith({ 'experiment.yaml': file, 'given.yaml': `${file}changes: 4\n` });
  const note =
    /m-ucb computed 20\s+from\s+the\s+variation\.\s+To\s+set\s+it,\s+use\s+changes: N in the file\.\n/;
  expect(driftline([...run, 'out'], { cwd }).stdout).toMatch(note);
  expect(driftline(['run', 'given.yaml', '--out', 'given'], { cwd }).stdout).not.toMatch(/took/);
});

test('Ctrl-C while policies are tuned says so', async () => {
  const tuned = troubled
    .replace('[paper-2]', '[paper-2, paper-1]')
    .concat('tuning: {trials: 1, trainingReplications: 40}\n');
  const cwd = directoryWith({ 'plugin.mjs': troublePlugin, 'experiment.yaml': tuned });
  // Training of both environments is one list, and waits after 30 replications at the latest.
  const { code, stderr } = await withTrouble('hold', () =>
    interrupted([...run, 'stopped', '--workers', '1'], cwd, undefined, () =>
      writeFileSync(join(cwd, 'go'), ''),
    ),
  );
  expect(code).toBe(130);
  expect(stderr).toMatch(
    /^stopped while tuning, (after \d+ of 80 replications|before anything was played);/,
  );
});

describe('the result', () => {
  const small = 'environments: [paper-2]\npolicies: [ucb1, moss]\nhorizon: 400\nreplications: 9\n';
  const files = { 'small.yaml': `${small}outputs: {parquet: true, figures: false}\n` };

  test('is shown as tables, or as JSON', () => {
    const cwd = directoryWith(files);
    const table = driftline(['run', 'small.yaml', '--out', 'a'], { cwd });
    expect(table.code).toBe(0);
    expect(table.stdout).toMatch(/^paper-2: 3 arms, 400 slots/);
    expect(table.stdout).toMatch(/\nResult written to a\.\n$/);
    const json = driftline(['run', 'small.yaml', '--out', 'b', '--json'], { cwd });
    const record = JSON.parse(json.stdout);
    expect(record).toMatchObject({ name: 'small', out: 'b', comparisons: [{ name: 'paper-2' }] });
    const again = driftline(['run', 'small.yaml', '--out', 'b', '--json', '--resume'], { cwd });
    expect(again.stdout).toBe(json.stdout);
    expect(differingFiles(join(cwd, 'a'), join(cwd, 'b'))).toEqual([]);
  });

  test('several comparisons are ranked over', () => {
    const two = small.replace('[paper-2]', '[paper-2, {environment: paper-2, horizon: 900}]');
    const cwd = directoryWith({ 'two.yaml': `${two}outputs: {figures: false, report: false}\n` });
    const { stdout } = driftline(['run', 'two.yaml', '--out', 'a'], { cwd });
    const ranks = [...stdout.matchAll(/^ {2}(ucb1|moss) +([\d.]+) +([\d.]+) of 2 +\d of 2$/gm)];
    expect(ranks).toHaveLength(2);
    // Two policies in two comparisons: ranks 1 and 2 are given out twice, and two first places.
    expect(ranks.reduce((sum, row) => sum + Number(row[2]), 0)).toBe(3);
    expect(ranks.reduce((sum, row) => sum + Number(row[3]), 0)).toBe(2);
    expect(stdout).toMatch(
      /Holm's\s+correction\s+for\s+all\s+2\s+pairs\s+of\s+all\s+comparisons\)/,
    );
  });

  test('has the same numbers as CSV and as Parquet', async () => {
    const cwd = directoryWith(files);
    expect(driftline(['run', 'small.yaml', '--out', 'a'], { cwd }).code).toBe(0);
    const result = JSON.parse(readFileSync(join(cwd, 'a', 'result.json'), 'utf8'));
    const lines = readFileSync(join(cwd, 'a', 'finals.csv'), 'utf8')
      .trimEnd()
      .split('\n');
    expect(lines[0]).toBe('comparison,policy,replication,regret');
    const finals = lines.slice(1).map((line) => line.split(','));
    expect(finals.filter(([, policy]) => policy === 'moss').map((row) => Number(row[3]))).toEqual(
      result.comparisons[0].policies[1].finals,
    );
    const { buffer } = new Uint8Array(readFileSync(join(cwd, 'a', 'finals.parquet')));
    const rows = await parquetReadObjects({ file: buffer });
    expect(rows.map(({ regret }) => regret)).toEqual(finals.map((row) => Number(row[3])));
    expect(rows[10]).toMatchObject({ comparison: 'paper-2', policy: 'moss', replication: 1 });
    expect(readFileSync(join(cwd, 'a', 'curves.csv'), 'utf8')).toMatch(
      /^comparison,policy,slot,mean,low,high,q05,q95\npaper-2,ucb1,4,/,
    );
    expect(result.software.version).toMatch(/^\d+\.\d+\.\d+/);
  });

  test('is not overwritten without --force, and others’ files never', () => {
    const cwd = directoryWith(files);
    mkdirSync(join(cwd, 'mine'));
    writeFileSync(join(cwd, 'mine', 'thesis.tex'), 'years of work');
    const intoMine = ['run', 'small.yaml', '--out', 'mine'];
    expect(driftline(intoMine, { cwd })).toMatchObject({
      code: 1,
      stderr:
        "error: mine: holds 'thesis.tex', which is not part of a result; choose another folder, or add to it with --force\n",
    });
    expect(driftline([...intoMine, '--force'], { cwd }).code).toBe(0);
    expect(driftline(intoMine, { cwd })).toMatchObject({
      code: 1,
      stderr:
        'error: mine: already holds a result; choose another folder, or replace it with --force\n',
    });
    expect(driftline([...intoMine, '--force'], { cwd }).code).toBe(0);
    expect(readFileSync(join(cwd, 'mine', 'thesis.tex'), 'utf8')).toBe('years of work');
  });

  test('--resume says where there is nothing to go on with', () => {
    const cwd = directoryWith(files);
    const resume = ['run', 'small.yaml', '--out', 'typo', '--resume'];
    const said = 'nothing to resume in typo; starting from the beginning\n';
    const first = driftline(resume, { cwd });
    expect(first.code).toBe(0);
    expect(first.stderr).toContain(said);
    expect(driftline(resume, { cwd }).stderr).not.toContain('starting anew');
  });

  test('a path that is a file, or lies below one', () => {
    const cwd = directoryWith(files);
    expect(driftline(['run', 'small.yaml', '--out', 'small.yaml'], { cwd }).stderr).toBe(
      'error: small.yaml: is a file, not a folder\n',
    );
    expect(driftline(['run', 'small.yaml', '--out', 'small.yaml/x'], { cwd }).stderr).toBe(
      'error: small.yaml/x: a part of the path is not a directory\n',
    );
  });

  test('without --out it goes to a dated folder', () => {
    const cwd = directoryWith(files);
    const { stdout } = driftline(['run', 'small.yaml'], { cwd });
    const [folder] = readdirSync(join(cwd, 'results'));
    expect(folder).toMatch(/^small-\d{8}-\d{6}$/);
    expect(stdout).toContain(`Result written to ${join('results', folder)}.`);
  });

  test('every comparison has its whole table in a pipe', () => {
    const text =
      'environments: [paper-2, paper-heavy]\nhorizon: 60\nreplications: 3\npolicies: [ucb1, moss]\n';
    const cwd = directoryWith({ 'two.yaml': text });
    const { stdout } = driftline(['run', 'two.yaml', '--out', 'out'], { cwd });
    expect(stdout.match(/^ +policy +regret +95% interval +sd +5–95% +best arm$/gm)).toHaveLength(2);
  });

  test('words of a command are quoted for a shell', () => {
    expect(['a/b.yaml', 'my results', "it's"].map(shellWord)).toEqual([
      'a/b.yaml',
      "'my results'",
      "'it'\\''s'",
    ]);
  });
});

describe('when the machine fails', () => {
  const isRoot = process.getuid?.() === 0;
  const canMount =
    isRoot && spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

  test.skipIf(!canMount)('a full disk: needs root and unshare', () => {
    const cwd = directoryWith({ 'experiment.yaml': undrawn });
    mkdirSync(join(cwd, 'small'));
    // The mount ends with the shell, so what was saved is copied while it is there.
    const script = `mount -t tmpfs -o size=96k tmpfs small &&
      { "${process.execPath}" "${launcher}" run experiment.yaml --out small/out; code=$?; }
      cp -r small/out kept; exit $code`;
    const { status, stdout, stderr } = spawnSync('unshare', ['-m', 'sh', '-c', script], {
      cwd,
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(withoutCodes(stderr)).toBe(
      `error: small/out: no space left on the device\nFinished work is kept. Continue with:\n  driftline run ${shellWord(join(cwd, 'experiment.yaml'))} --out ${shellWord(join(cwd, 'small', 'out'))} --resume\n`,
    );
    expect(chunkCount(join(cwd, 'kept'))).toBeGreaterThan(0);
    expect([...filesIn(join(cwd, 'kept')).keys()].filter((name) => name.endsWith('.tmp'))).toEqual(
      [],
    );
    expect(driftline([...run, 'kept', '--resume'], { cwd }).code).toBe(0);
    expect(driftline([...run, 'whole'], { cwd }).code).toBe(0);
    expect(differingFiles(join(cwd, 'whole'), join(cwd, 'kept'))).toEqual([]);
  });

  test.skipIf(!canMount)(
    'a folder that cannot be written to is reported before anything is played',
    () => {
      const cwd = directoryWith({ 'experiment.yaml': undrawn.replace('300', '300000') });
      mkdirSync(join(cwd, 'readonly'));
      const script = `mount -t tmpfs -o ro tmpfs readonly &&
      "${process.execPath}" "${launcher}" run experiment.yaml --out readonly/out`;
      const { status, stderr } = spawnSync('unshare', ['-m', 'sh', '-c', script], {
        cwd,
        encoding: 'utf8',
      });
      expect({ status, stderr: withoutCodes(stderr) }).toEqual({
        status: 1,
        stderr: 'error: readonly/out: the file system is read-only\n',
      });
    },
  );
});

describe('plugins', () => {
  const directory = () =>
    directoryWith({ 'plugin.mjs': troublePlugin, 'experiment.yaml': troubled });

  test('play on workers like policies of ours', () => {
    const cwd = directory();
    expect(driftline([...run, 'one', '--workers', '1'], { cwd }).code).toBe(0);
    expect(driftline([...run, 'two', '--workers', '2'], { cwd }).code).toBe(0);
    expect(differingFiles(join(cwd, 'one'), join(cwd, 'two'))).toEqual([]);
    const { comparisons } = JSON.parse(readFileSync(join(cwd, 'one', 'result.json'), 'utf8'));
    const [troubled, plain] = comparisons[0].policies;
    expect(troubled.finals).toEqual(plain.finals);
  });

  test.each([
    [
      'lost',
      /^error: a worker stopped while it played replications \d+ to \d+: it exited with code 9\nFinished work is kept/,
    ],
    [
      'exit',
      /^error: plugin plugin\.mjs:\d+: policy 'troubled' in slot \d+ of replication \d+ .*: \w+ threw Error: process\.exit\(9\) was called; a plugin may not end the process\nFinished work is kept/,
    ],
    [
      'throw',
      /^error: plugin plugin\.mjs:\d+: policy 'troubled' in slot \d+ of replication \d+ .*: \w+ threw Error: no more slots\nFinished work is kept/,
    ],
  ])('a worker in trouble (%s): nothing that was saved is lost', (trouble, message) => {
    const cwd = directory();
    const failed = withTrouble(trouble, () => driftline([...run, 'out'], { cwd }));
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr).toMatch(message);
    const kept = chunkCount(join(cwd, 'out'));
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(5);
    expect(driftline([...run, 'out', '--resume'], { cwd }).code).toBe(0);
    expect(driftline([...run, 'whole'], { cwd }).code).toBe(0);
    expect(differingFiles(join(cwd, 'whole'), join(cwd, 'out'))).toEqual([]);
  });

  test('a run does not go on with another plugin', () => {
    const cwd = directory();
    withTrouble('throw', () => driftline([...run, 'out'], { cwd }));
    writeFileSync(join(cwd, 'plugin.mjs'), `${troublePlugin}\n// changed\n`);
    const refusal = (did: string) =>
      `error: out: was ${did} with another table of means, another plugin, or another version or commit of driftline; choose another folder, or replace it with --force\n`;
    expect(driftline([...run, 'out', '--resume'], { cwd }).stderr).toBe(refusal('started'));
    expect(driftline([...run, 'out', '--force'], { cwd }).code).toBe(0);
    writeFileSync(join(cwd, 'plugin.mjs'), troublePlugin);
    expect(driftline([...run, 'out', '--resume'], { cwd })).toMatchObject({
      stdout: '',
      stderr: refusal('played'),
    });
  });

  test('the examples play together, named by flags', () => {
    const examples = fileURLToPath(new URL('../../../examples/', import.meta.url));
    const cwd = directoryWith();
    const plugins = ['policy', 'environment', 'rewards'].map(
      (name) => `${examples}plugin-${name}.ts`,
    );
    const args = ['--policies', 'greedy-window:explore=0.2,ucb1', '--environment', 'rush-hour'];
    const compare = ['compare', '--plugin', ...plugins, ...args, '--noise', 'jackpot:size=2'];
    const record = (workers: string) =>
      driftline([...compare, '--replications', '45', '--json', '--workers', workers], { cwd })
        .stdout;
    const onTwo = record('2');
    expect(JSON.parse(onTwo)).toMatchObject({
      environment: 'rush-hour',
      policies: [{ id: 'greedy-window', params: { window: 200, explore: 0.2 } }, { id: 'ucb1' }],
    });
    expect(record('1')).toBe(onTwo);
  });

  test('are listed and shown', () => {
    const example = (name: string) =>
      fileURLToPath(new URL(`../../../examples/plugin-${name}.ts`, import.meta.url));
    const shown = (command: string[], name: string) =>
      driftline([...command, '--plugin', example(name)]).stdout;
    expect(shown(['policies'], 'policy')).toContain('  greedy-window ');
    expect(shown(['policies', 'greedy-window'], 'policy')).toContain('probability of any arm');
    expect(shown(['environments'], 'environment')).toContain('  rush-hour ');
    expect(shown(['environments', 'rush-hour'], 'environment')).toContain('True variation');
    expect(shown(['environments'], 'rewards')).toContain('  jackpot ');
    const cwd = directoryWith({ 'rewards.csv': '1,0\n1,0\n1,0\n' });
    const trace = ['trace', '--rewards', 'rewards.csv', '--policies', 'greedy-window'];
    expect(driftline([...trace, '--plugin', example('policy')], { cwd }).stdout).toMatch(
      /^slot,greedy-window\n1,\d\n/,
    );
  });
});
