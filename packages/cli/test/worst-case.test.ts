import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shellWord } from '@driftline/engine/display';
import { describe, expect, test } from 'vitest';
import {
  commandLines,
  meansByChange,
  meansFile,
  upperBoundOf,
} from '../src/commands/worst-case/record.ts';
import { directoryWith, driftline, driftlineWithCodes, shell, widthOf } from './driftline.ts';
import { chunkCount, differingFiles, interrupted, killed } from './run-folder.ts';

const small = '--arms 3 --horizon 300 --variation 1.5 --evaluations 24 --replications 20 --seed 3';

function run(text: string, cwd?: string) {
  return driftline(['worst-case', ...text.split(' ')], cwd === undefined ? {} : { cwd });
}

describe('driftline worst-case', () => {
  test('prints the same document for any number of workers', () => {
    const command = `--policies sw-moss,ucb1 ${small} --json`;
    const [one, two] = [1, 2].map((workers) => run(`${command} --workers ${workers}`));
    expect(one.stderr).toBe('');
    expect(one.code).toBe(0);
    expect(two.stdout).toBe(one.stdout);
    const record = JSON.parse(one.stdout);
    expect(record).toMatchObject({
      arms: 3,
      horizon: 300,
      variation: 1.5,
      evaluations: 24,
      seed: 3,
    });
    for (const { regret, environment, ratio } of record.policies) {
      expect(regret.low).toBeLessThan(regret.mean);
      expect(environment.variation).toBeLessThanOrEqual(1.5);
      expect(ratio).toBeCloseTo(regret.mean / record.rate.value, 12);
    }
    expect(record.policies[0].upperBound.vacuous).toBe(true);
    expect(record.policies[1].upperBound).toBeNull();
    expect(record.notes.join(' ')).toContain('lower bound on the true worst case');
  });

  test('gives commands that work when pasted, with plugins and blanks in paths', () => {
    const plugin = readFileSync(new URL('../../../examples/plugin-policy.ts', import.meta.url));
    const cwd = directoryWith({ 'my plugin.ts': String(plugin) });
    symlinkSync(
      fileURLToPath(new URL('../../../node_modules', import.meta.url)),
      join(cwd, 'node_modules'),
    );
    const words = ['worst-case', '--policies', 'greedy-window', ...small.split(' ')];
    const { code, stdout, stderr } = driftline(
      [...words, '--plugin', 'my plugin.ts', '--out', 'found here'],
      { cwd },
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const hint = stdout.slice(stdout.indexOf('  driftline compare')).trimEnd();
    const again = shell(`${hint} --json`, cwd);
    expect(again.stderr).toBe('');
    const record = JSON.parse(readFileSync(join(cwd, 'found here', 'worst-case.json'), 'utf8'));
    const [{ regret, environment }] = record.policies;
    expect(JSON.parse(again.stdout).policies[0].regret.mean).toBe(regret.mean);
    expect(shell(`${environment.command} --json`, cwd).stdout).toBe(again.stdout);
  });

  test('writes environments that compare plays to the same regret, by the command it gives', () => {
    const cwd = directoryWith();
    const { code, stdout } = run(`--policies r-moss,sw-moss:eta=0.6 ${small} --out found`, cwd);
    expect(code).toBe(0);
    expect(stdout).toContain('Written to found');
    expect(widthOf(stdout)).toBeLessThanOrEqual(80);
    const hint = stdout.slice(stdout.indexOf('  driftline compare'));
    expect(shell(`${hint.trimEnd()} --json`, cwd)).toMatchObject({ code: 0, stderr: '' });
    const folder = join(cwd, 'found');
    const record = JSON.parse(readFileSync(join(folder, 'worst-case.json'), 'utf8'));
    for (const { environment, regret } of record.policies) {
      expect(existsSync(join(folder, environment.file))).toBe(true);
      const again = shell(`${environment.command} --json`, cwd);
      expect(again.stderr).toBe('');
      const replayed = JSON.parse(again.stdout);
      expect(replayed.variation).toEqual({ stated: 1.5, true: environment.variation });
      expect(replayed.policies[0].regret.mean).toBe(regret.mean);
      expect(replayed.policies[0].regret.standardError).toBe(regret.standardError);
    }
    const figures = readdirSync(join(folder, 'figures'));
    expect(figures).toContain('worst-case-of-r-moss-means.svg');
    expect(figures).toContain('worst-case-of-r-moss-regret.png');
    const report = readFileSync(join(folder, 'report.html'), 'utf8');
    expect(report).toContain('lower bound on the true worst case');
    expect(report).toContain('means-sw-moss_eta_0.6.csv');
    // The folder is a result like any other, and is not overwritten unasked.
    expect(existsSync(join(folder, 'result.json'))).toBe(true);
    const again = run(`--policies r-moss ${small} --out found`, cwd);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('already holds a result');
  });

  test('studies growth and writes its figures', () => {
    const cwd = directoryWith();
    const command = '--policies moss,uniform --arms 2 --horizon 400 --variation 1 --growth';
    const { code, stdout, stderr } = run(`${command} --out grown --json`, cwd);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const record = JSON.parse(stdout);
    expect(record.horizons.map(({ horizon }: { horizon: number }) => horizon)).toEqual([
      100, 200, 400,
    ]);
    const [, uniform] = record.policies;
    // Uniform play loses half of the gap in every slot: 1 up to noise of about a per cent.
    expect(Math.abs(uniform.constantGap.slope.value - 1)).toBeLessThan(0.05);
    expect(uniform.both.points).toHaveLength(3);
    expect(readdirSync(join(cwd, 'grown', 'figures'))).toContain('growth-both.png');
    expect(readFileSync(join(cwd, 'grown', 'report.html'), 'utf8')).toContain('(a) switching');
    const table = run(command, cwd);
    expect(widthOf(table.stdout)).toBeLessThanOrEqual(80);
    expect(table.stdout).toContain('Only (b) shows that');
  });

  test.each([
    ['--policies moss --arms 1 --horizon 100 --variation 1', '--arms'],
    ['--policies moss --arms 2 --horizon 100', '--variation'],
    [
      '--policies moss --arms 2 --horizon 100 --variation 1 --force',
      '--force needs --out, the folder to replace',
    ],
    [
      '--policies moss --arms 2 --horizon 100 --variation 1 --evaluations 1000000000',
      '<= 100000; got 1000000000',
    ],
    [
      '--policies moss --arms 2 --horizon 100 --variation 1 --growth --evaluations 5',
      '--evaluations does not go with --growth',
    ],
  ])('refuses %s', (text, message) => {
    const { code, stderr } = run(text);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  test('finds a wrong policy before it writes anything', () => {
    const cwd = directoryWith();
    const { code, stderr } = run(`--policies mos ${small} --out found`, cwd);
    expect(code).toBe(1);
    expect(stderr).toContain("there is no policy 'mos'");
    expect(existsSync(join(cwd, 'found'))).toBe(false);
  });
});

test('Ctrl-C ends it with 130, keeps what was played, and says how to go on', async () => {
  const cwd = directoryWith();
  // Would need many minutes to end.
  const outcome = await interrupted(
    [
      ...['worst-case', '--policies', 'sw-moss,ucb1', '--arms', '3', '--horizon', '5000'],
      ...['--variation', '3', '--replications', '1000000', '--out', 'deep/found'],
    ],
    cwd,
  );
  expect(outcome).toMatchObject({ code: 130, stdout: '' });
  expect(outcome.stderr).toMatch(
    /^stopped (before anything was played|after \d+% of the slots); finished work is kept. Continue with:\n {2}driftline worst-case .* --resume\n$/,
  );
  expect(readdirSync(join(cwd, 'deep/found'))).toEqual(['driftline-unfinished']);
});

test('a search that was killed goes on from its chunks, to the same bytes', async () => {
  const [whole, cwd] = [directoryWith(), directoryWith()];
  const command = `--policies sw-moss,ucb1 ${small} --out found`;
  expect(run(command, whole).code).toBe(0);
  const folder = join(cwd, 'found');
  await killed(['worst-case', ...command.split(' ')], cwd, {
    file: '.rows',
    count: 21,
    placed: true,
  });
  const kept = chunkCount(folder);
  expect(kept).toBeGreaterThanOrEqual(21);
  expect(driftlineWithCodes(['worst-case', ...command.split(' ')], { cwd }).stderr).toContain(
    '[run-unfinished]',
  );
  const other = `${command.replace('--seed 3', '--seed 4')} --resume`.split(' ');
  expect(driftlineWithCodes(['worst-case', ...other], { cwd }).stderr).toContain('[another-plan]');
  expect(chunkCount(folder)).toBe(kept);
  expect(run(`${command} --resume`, cwd).code).toBe(0);
  expect(differingFiles(folder, join(whole, 'found'))).toEqual([]);
  expect(run(`${command} --resume`, cwd).stderr).toContain('nothing to resume');
});

test('a plugin that fails is told, and what was played before is kept', () => {
  const core = new URL('../../core/dist/policies/list.js', import.meta.url).href;
  const plugin = `
    import { ucb1 } from '${core}';
    const pick = () => { throw new Error('ouch'); };
    const kernel = (settings) => Object.assign(ucb1.kernel(settings), { pick });
    export const policies = [{ ...ucb1, id: 'broken', kernel }];`;
  const cwd = directoryWith({ 'broken.mjs': plugin });
  const { code, stderr } = run(
    `--policies broken ${small} --plugin broken.mjs --out found --workers 1`,
    cwd,
  );
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^error: plugin broken\.mjs:3: policy 'broken' in slot 1 of replication \d+ .*: pick threw Error: ouch\nFinished work is kept\. Continue with:\n {2}driftline worst-case .* --resume\n$/,
  );
  expect(readdirSync(join(cwd, 'found'))).toEqual(['driftline-unfinished']);
});

test('means are listed where they change', () => {
  const values = Float64Array.of(0.1, 0.2, 0.1, 0.2, 0.3, 0.2);
  expect(meansByChange(values, 2)).toEqual([
    { slot: 1, means: [0.1, 0.2] },
    { slot: 3, means: [0.3, 0.2] },
  ]);
});

test('bounds are given for the tuning that they are proved for', () => {
  const problem = { armCount: 3, horizon: 5000, variation: 3 };
  const bound = (id: string, spec: string, params = {}) =>
    upperBoundOf({ id, spec, params }, problem)?.value;
  // At T=5000, K=3, V=3: R-MOSS 32 057, SW-MOSS 17 311.
  expect(bound('r-moss', 'r-moss')).toBeCloseTo(32_057, -1);
  expect(bound('sw-moss', 'sw-moss', { eta: 1 })).toBeCloseTo(17_311, -1);
  expect(bound('sw-moss', 'sw-moss:window=50', { eta: 1 })).toBeUndefined();
  expect(bound('sw-moss', 'sw-moss:scale=2', { eta: 1 })).toBeUndefined();
  expect(bound('ucb1', 'ucb1')).toBeUndefined();
  const still = { ...problem, variation: 0 };
  expect(upperBoundOf({ id: 'ucb1', spec: 'ucb1', params: {} }, still)?.value).toBeGreaterThan(0);
});

test('a command in lines is one command', () => {
  const parts = ['driftline compare', ...Array.from({ length: 9 }, (_, i) => `--flag-${i} ${i}`)];
  const lines = commandLines(parts);
  expect(lines.length).toBeGreaterThan(1);
  expect(widthOf(lines.join('\n'))).toBeLessThanOrEqual(80);
  expect(lines.join('\n').replaceAll(/ \\\n +/g, ' ')).toBe(`  ${parts.join(' ')}`);
});

test('no two policies share a file, and none has a name that is too long', () => {
  const long = `ucb1:${'x'.repeat(300)}`;
  const policies = ['Own', 'own', 'ucb1:scale=1e-5', 'ucb1:scale=1e+5', long, `${long}y`];
  const files = policies.map((policy) => meansFile(policy, policies).toLowerCase());
  expect(new Set(files).size).toBe(policies.length);
  expect(Math.max(...files.map(({ length }) => length))).toBeLessThan(143);
});

test('names of files and words of a shell', () => {
  const policy = 'sw-rmoss:a=1.1;zeta=2.2';
  expect(meansFile(policy, ['ucb1', policy])).toBe('means-sw-rmoss_a_1.1_zeta_2.2.csv');
  expect(shellWord('sw-moss:eta=0.6')).toBe('sw-moss:eta=0.6');
  expect(shellWord("it's;")).toBe("'it'\\''s;'");
});
