/** Several at work on one folder, and folders that change under those at work. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ResultFolder } from '@driftline/engine/node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { directoryWith, driftline, launcher, shell, withoutCodes } from './driftline.ts';
import {
  chunkCount,
  differingFiles,
  filesIn,
  type Held,
  held,
  heldCount,
  interrupted,
  troublePlugin,
} from './run-folder.ts';

/** Three chunks of which the second is held. */
const first = `environments: [paper-2]
policies: [troubled]
plugins: [plugin.mjs]
replications: 60
seed: 1
outputs: {figures: false, report: false}
`;
const second = first.replace('seed: 1', 'seed: 2');
const files = { 'plugin.mjs': troublePlugin, 'first.yaml': first, 'second.yaml': second };
const onwards = 'continuing from 20 of 60 replications\n';

/** An experiment, held in `out` after a chunk. */
function heldIn(cwd: string, name: string, ...flags: string[]): Promise<Held> {
  const args = ['run', `${name}.yaml`, '--out', 'out', '--workers', '1', ...flags];
  return held(args, cwd, () => chunkCount(join(cwd, 'out')) === 1);
}

/** The first experiment at work; `go` lets it go on. */
async function atWork(): Promise<{ cwd: string; out: string; run: Held; go: () => void }> {
  const cwd = directoryWith(files);
  const run = await heldIn(cwd, 'first');
  return { cwd, out: join(cwd, 'out'), run, go: () => writeFileSync(join(cwd, 'go'), '') };
}

describe('a run at work in a folder', () => {
  test('has it for itself, whoever else comes; a copy of it is free', async () => {
    const { cwd, out, run, go } = await atWork();
    const before = [...filesIn(out).keys()].sort();
    const others = [
      'run first.yaml --out out',
      'worst-case --policies ucb1 --arms 2 --horizon 50 --variation 1 --out out --force',
      'report out',
    ];
    for (const other of others) {
      const { code, stdout, stderr } = driftline(other.split(' '), { cwd });
      expect({ other, code, stdout }).toEqual({ other, code: 1, stdout: '' });
      expect(stderr).toMatch(
        /^error: out: is in use by process \d+ on \S+, since \S+: driftline run first\.yaml --out out --workers 1\nWait until it is done, stop it, or choose another folder\n$/,
      );
      expect(stderr).toContain(`process ${run.pid} `);
    }
    expect([...filesIn(out).keys()].sort()).toEqual(before);
    cpSync(out, join(cwd, 'copy'), { recursive: true });
    const copied = driftline(['run', 'first.yaml', '--out', 'copy', '--resume'], { cwd });
    expect(copied).toMatchObject({ code: 0, stderr: onwards });
    go();
    expect((await run.ended).code).toBe(0);
    expect(differingFiles(out, join(cwd, 'copy'))).toEqual([]);
  });

  test('leaves it to the next when it is killed; chunks of another plan are not used', async () => {
    const { cwd, out, run } = await atWork();
    run.kill();
    expect((await run.ended).code).toBeNull();
    const chunk = join(out, 'driftline-unfinished', 'chunks', 'playing/0/0/0.rows');
    const other = readFileSync(chunk);
    rmSync(chunk);
    const next = await heldIn(cwd, 'second', '--force');
    next.kill();
    await next.ended;
    // As a run that does not look would have left it.
    writeFileSync(chunk, other);
    const resumed = driftline(['run', 'second.yaml', '--out', 'out', '--resume'], { cwd });
    expect(resumed).toMatchObject({ code: 0, stderr: '' });
    expect(driftline(['run', 'second.yaml', '--out', 'alone'], { cwd }).code).toBe(0);
    expect(differingFiles(out, join(cwd, 'alone'))).toEqual([]);
  });

  test('stops when the folder is removed, and makes none anew', async () => {
    const { out, run, go } = await atWork();
    rmSync(out, { recursive: true });
    go();
    const { code, stderr } = await run.ended;
    expect({ code, stderr: withoutCodes(stderr) }).toEqual({
      code: 1,
      stderr:
        'error: out: was removed, moved, replaced or taken over during this run; the run has stopped and writes nothing more\n',
    });
    expect(existsSync(out)).toBe(false);
  });

  test('stops when the folder is somebody else’s now, and writes nothing there', async () => {
    const { cwd, out, run, go } = await atWork();
    renameSync(out, join(cwd, 'moved'));
    const other = await ResultFolder.open(out);
    onTestFinished(() => other.close());
    await other.begin({ spec: second, digest: 'second' });
    const before = filesIn(out);
    go();
    const { code, stderr } = await run.ended;
    expect(code).toBe(1);
    expect(stderr).toContain('taken over');
    expect(filesIn(out)).toEqual(before);
    // What was played before lies where the folder went, and is gone on with there.
    expect(driftline(['run', 'first.yaml', '--out', 'moved', '--resume'], { cwd })).toMatchObject({
      code: 0,
      stderr: onwards,
    });
  });
});

test('a part at work lets in other parts and nobody else; where others finish, it ends well', async () => {
  const cwd = directoryWith(files);
  const out = join(cwd, 'out');
  const partOf = (part: string) => ['run', 'first.yaml', '--out', 'out', '--shard', part];
  const run = await held([...partOf('1/2'), '--workers', '1'], cwd, () => chunkCount(out) === 1);
  const resume = ['run', 'first.yaml', '--out', 'out', '--resume'];
  expect(driftline(resume, { cwd })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^error: out: is in use by process \d+ .* --shard 1\/2 .*\nWait /,
    ),
  });
  expect(driftline(partOf('2/2'), { cwd }).code).toBe(0);
  expect(chunkCount(out)).toBe(2);
  // As somebody on another machine would take it, who can't see that the part still runs.
  rmSync(join(out, '.driftline-lock'), { recursive: true });
  expect(driftline(resume, { cwd }).code).toBe(0);
  const finished = filesIn(out);
  writeFileSync(join(cwd, 'go'), '');
  expect(await run.ended).toEqual({
    code: 0,
    stdout: 'out holds the finished result, so there is nothing left to play.\n',
    stderr: '',
  });
  expect(filesIn(out)).toEqual(finished);
});

describe('how to go on', () => {
  const compare = ['compare', '--plugin', 'plugin.mjs', '--policies', 'troubled'];
  const place = ['--environment', 'paper-2', '--replications', '60', '--out'];

  test('with a comparison is a command that works from anywhere', async () => {
    const cwd = directoryWith();
    const home = join(cwd, "it's mine");
    mkdirSync(home);
    writeFileSync(join(home, 'plugin.mjs'), troublePlugin);
    process.env.TROUBLE = 'hold';
    const out = join(home, 'my out');
    const stopped = await interrupted(
      [...compare, ...place, 'my out', '--workers', '1'],
      home,
      () => heldCount(home) === 1,
      () => writeFileSync(join(home, 'go'), ''),
    ).finally(() => delete process.env.TROUBLE);
    expect(stopped.code).toBe(130);
    const command = stopped.stderr.trimEnd().split('\n  ')[1];
    const resumed = shell(command, cwd);
    expect(resumed).toMatchObject({ code: 0 });
    expect(resumed.stderr).toContain('continuing from 40 of 60 replications\n');
    expect(driftline([...compare, ...place, 'whole'], { cwd: home }).code).toBe(0);
    expect(differingFiles(out, join(home, 'whole'))).toEqual([]);
  });
});

describe('a folder’s spec.yaml', () => {
  test('runs from anywhere, with tables and plugins that were named from elsewhere', () => {
    const cwd = directoryWith();
    const home = join(cwd, 'home');
    mkdirSync(join(home, 'tables'), { recursive: true });
    writeFileSync(join(home, 'plugin.mjs'), troublePlugin);
    writeFileSync(join(home, 'other.mjs'), troublePlugin.replaceAll("'troubled'", "'flagged'"));
    writeFileSync(join(home, 'tables', 'means.csv'), '0.2,0.8\n'.repeat(50));
    writeFileSync(
      join(home, 'mine.yaml'),
      `# A table, and a policy of my own.
environments: [{means: tables/means.csv, noise: bernoulli}]
policies: [troubled, flagged]
plugins: [plugin.mjs]
replications: 4
outputs: {figures: false}
`,
    );
    const out = join(cwd, 'out');
    const args = ['run', 'home/mine.yaml', '--plugin', 'home/other.mjs', '--out', 'out'];
    expect(driftline(args, { cwd }).code).toBe(0);
    const elsewhere = directoryWith();
    const again = driftline(['run', join(out, 'spec.yaml'), '--out', 'again'], { cwd: elsewhere });
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(differingFiles(out, join(elsewhere, 'again'))).toEqual([]);
    expect(readFileSync(join(out, 'spec.yaml'), 'utf8')).toMatch(/^# A table, and a policy/);
    // All of it elsewhere now: what was played is still a result of the same experiment.
    renameSync(home, join(cwd, 'moved'));
    const moved = args.map((word) => word.replace('home/', 'moved/'));
    expect(driftline([...moved, '--resume'], { cwd }).code).toBe(0);
  });
});

const canMount =
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

test.skipIf(!canMount)('figures may lie on another device: needs root and unshare', () => {
  const cwd = directoryWith({
    'small.yaml': 'environments: [paper-2]\npolicies: [ucb1]\nhorizon: 40\nreplications: 2\n',
  });
  mkdirSync(join(cwd, 'out', 'figures'), { recursive: true });
  const script = `mount -t tmpfs tmpfs out/figures && echo mine > out/figures/mine.txt &&
    "${process.execPath}" "${launcher}" run small.yaml --out out --force && ls -A out/figures > names`;
  const { status, stderr } = spawnSync('unshare', ['-m', 'sh', '-c', script], {
    cwd,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: 'out: kept files that are not part of a result: figures\n',
  });
  const names = readFileSync(join(cwd, 'names'), 'utf8').trimEnd().split('\n');
  expect(names).toEqual(expect.arrayContaining(['mine.txt', 'paper-2-regret.svg']));
  expect(names.filter((name) => name.startsWith('.'))).toEqual([]);
});

test('names however long become files that every system takes', () => {
  const name = 'a setting of many words '.repeat(20);
  const cwd = directoryWith({
    'long.yaml': `name: ${name}
environments:
  - {environment: paper-2, name: ${name} one}
  - {environment: paper-2, name: ${name} two}
policies: [ucb1]
horizon: 40
replications: 2
`,
  });
  expect(driftline(['run', 'long.yaml', '--out', 'out'], { cwd }).code).toBe(0);
  const figures = readdirSync(join(cwd, 'out', 'figures'));
  expect(figures.filter((file) => file.endsWith('-regret.svg'))).toHaveLength(2);
  expect(Math.max(...figures.map(({ length }) => length))).toBeLessThan(143);
});
