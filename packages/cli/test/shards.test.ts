/** Parts of a run in real processes, all at once, killed and repeated: the bytes of one process. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPart } from '../src/shared/shard-flags.ts';
import { UsageError } from '../src/terminal/errors.ts';
import { directoryWith, driftline, driftlineWithCodes, type Outcome } from './driftline.ts';
import { chunkCount, differingFiles, killed, started, troublePlugin } from './run-folder.ts';

const rewards = ['left,right', ...Array.from({ length: 120 }, (_, i) => `${i % 3},${(i * 7) % 4}`)];

/** A policy of a plugin, means drawn anew in each replication, and a table of rewards. */
const published = `environments:
  - {environment: 'brownian:variation=2', fresh: true, horizon: 5000}
  - {rewards: rewards.csv, name: recorded}
policies: [troubled, sw-moss, ts]
plugins: [plugin.mjs]
replications: 210
outputs: {figures: false, report: false}
`;
const tuned = `environments:
  - {environment: switching, horizon: 2000}
  - {rewards: rewards.csv, name: recorded}
policies: [sw-moss, troubled]
plugins: [plugin.mjs]
replications: 130
tuning: {trials: 3, trainingReplications: 70}
outputs: {figures: false, report: false}
`;
const files = {
  'plugin.mjs': troublePlugin,
  'rewards.csv': `${rewards.join('\n')}\n`,
  'published.yaml': published,
  'tuned.yaml': tuned,
};

function partOf(name: string, out: string, part: string, ...flags: string[]): string[] {
  return ['run', `${name}.yaml`, '--out', out, '--shard', part, '--workers', '1', ...flags];
}

/** All parts at once; the codes they end with. */
async function allParts(
  cwd: string,
  name: string,
  out: string,
  of: number,
  ...flags: string[]
): Promise<(number | null)[]> {
  const parts = Array.from({ length: of }, (_, i) => `${i + 1}/${of}`);
  const ended = await Promise.all(
    parts.map((part) => started(partOf(name, out, part, ...flags), cwd)),
  );
  return ended.map(({ code }) => code);
}

/** Finishes a run, and says which files differ from those of a run by itself. */
function differences(cwd: string, name: string, out: string): string[] {
  expect(existsSync(join(cwd, out, 'result.json'))).toBe(false);
  const finished = driftline(['run', `${name}.yaml`, '--out', out, '--resume'], { cwd });
  expect({ code: finished.code, stderr: finished.stderr }).toMatchObject({ code: 0 });
  expect(readdirSync(join(cwd, out))).not.toContain('driftline-unfinished');
  return differingFiles(join(cwd, out), join(cwd, 'alone'));
}

function playAlone(cwd: string, name: string): void {
  expect(driftline(['run', `${name}.yaml`, '--out', 'alone'], { cwd }).code).toBe(0);
}

describe('the parts of a run, all at once in one folder', () => {
  test('one, three and eight of a published experiment, one of them killed and repeated', async () => {
    const cwd = directoryWith(files);
    playAlone(cwd, 'published');
    expect(await allParts(cwd, 'published', 'of-1', 1)).toEqual([0]);
    expect(differences(cwd, 'published', 'of-1')).toEqual([]);
    const [dead, ...others] = await Promise.all([
      killed(partOf('published', 'of-3', '2/3'), cwd, { file: '.rows', count: 2, placed: false }),
      ...['1/3', '3/3'].map((part) => started(partOf('published', 'of-3', part), cwd)),
    ]);
    expect([dead, ...others].map(({ code }) => code)).toEqual([null, 0, 0]);
    const again = driftline(partOf('published', 'of-3', '2/3'), { cwd });
    expect(again.code).toBe(0);
    expect(again.stdout).toMatch(/^Shard 2 of 3: \d+ chunks played; 1 chunk was already there\./);
    expect(again.stdout).toContain('All shards are complete. Finish with:\n  driftline run ');
    expect(differences(cwd, 'published', 'of-3')).toEqual([]);
    expect(await allParts(cwd, 'published', 'of-8', 8)).toEqual(new Array(8).fill(0));
    expect(differences(cwd, 'published', 'of-8')).toEqual([]);
    // What is finished is left alone.
    const late = driftline(partOf('published', 'of-8', '5/8', '--json'), { cwd });
    expect(JSON.parse(late.stdout)).toEqual({ out: 'of-8', part: 5, of: 8, finished: true });
  });

  test('one, three and eight of a tuned experiment, waiting for each other, one killed and repeated', async () => {
    const cwd = directoryWith(files);
    playAlone(cwd, 'tuned');
    expect(await allParts(cwd, 'tuned', 'of-1', 1)).toEqual([0]);
    expect(differences(cwd, 'tuned', 'of-1')).toEqual([]);
    const waiting = ['1/3', '3/3'].map((part) =>
      started(partOf('tuned', 'of-3', part, '--wait'), cwd),
    );
    const moment = { file: '.rows', count: 2, placed: false };
    expect((await killed(partOf('tuned', 'of-3', '2/3', '--wait'), cwd, moment)).code).toBeNull();
    waiting.push(started(partOf('tuned', 'of-3', '2/3', '--wait'), cwd));
    expect((await Promise.all(waiting)).map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(differences(cwd, 'tuned', 'of-3')).toEqual([]);
    expect(await allParts(cwd, 'tuned', 'of-8', 8, '--wait')).toEqual(new Array(8).fill(0));
    expect(differences(cwd, 'tuned', 'of-8')).toEqual([]);
  });

  test('a part whose stage is not complete ends with exit code 3, and plays on when it comes again', async () => {
    const cwd = directoryWith(files);
    const { code, stdout, stderr } = driftline(partOf('tuned', 'out', '2/2'), { cwd });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(
      /^Shard 2 of 2: \d+ chunks played\. The next stage needs all of tuning; \d+ chunks of shard 1 are missing\. Run this shard again .*--wait\n$/,
    );
    const json = driftline(partOf('tuned', 'out', '2/2', '--json'), { cwd });
    expect(json.code).toBe(3);
    expect(JSON.parse(json.stdout)).toMatchObject({
      stage: 'training',
      last: false,
      played: 0,
      missing: { parts: [1] },
    });
    // The last one to train goes on at once, the first when it comes again; --resume has little to do.
    for (const part of ['1/2', '2/2']) {
      const played = driftline(partOf('tuned', 'out', part), { cwd });
      expect(played.code).toBe(0);
      expect(played.stdout).toMatch(/chunks played/);
    }
    expect(driftline(['run', 'tuned.yaml', '--out', 'out', '--resume'], { cwd }).stderr).toBe(
      'continuing from 520 of 520 replications\n',
    );
  });
});

describe('other commands', () => {
  const small = ['--policies', 'ucb1,sw-moss', '--environment', 'paper-2', '--replications', '50'];

  test('compare plays parts; --resume, or run with the kept experiment, finishes', () => {
    const cwd = directoryWith();
    const compare = ['compare', ...small, '--out'];
    expect(driftline([...compare, 'alone'], { cwd }).code).toBe(0);
    const part = driftline([...compare, 'out', '--shard', '1/2'], { cwd });
    expect(part.code).toBe(0);
    expect(driftline([...compare, 'out'], { cwd }).stderr).toContain(
      'holds an unfinished run; continue it with --resume',
    );
    const finished = driftline([...compare, 'out', '--resume'], { cwd });
    expect(finished.code).toBe(0);
    expect(differingFiles(join(cwd, 'out'), join(cwd, 'alone'))).toEqual([]);
    // Once more: the result is shown, not played.
    const again = driftline([...compare, 'out', '--resume'], { cwd });
    expect(again.stdout).toBe(finished.stdout);
  });

  test('reproduce plays parts; --resume finishes; other settings are refused', () => {
    const cwd = directoryWith();
    const reproduce = ['reproduce', '--replications', '4', '--out'];
    expect(driftline([...reproduce, 'alone'], { cwd }).code).toBe(0);
    for (const part of ['1/2', '2/2']) {
      expect(driftline([...reproduce, 'out', '--shard', part], { cwd }).code).toBe(0);
    }
    expect(driftline(['report', 'out'], { cwd }).stderr).toContain(
      'the same command as before, with --resume',
    );
    expect(driftline([...reproduce, 'out', '--resume'], { cwd }).code).toBe(0);
    expect(differingFiles(join(cwd, 'out'), join(cwd, 'alone'))).toEqual([]);
    const other = ['reproduce', '--replications', '5', '--out', 'out', '--shard', '1/2'];
    expect(driftlineWithCodes(other, { cwd })).toMatchObject({
      code: 1,
      stderr:
        'error: out: holds a result that is from other settings; choose another folder [another-plan]\n',
    });
  });
});

describe('merge', () => {
  const yaml =
    'environments: [paper-2]\npolicies: [ucb1]\nreplications: 100\noutputs: {figures: false}\n';
  const merge = (cwd: string, ...args: string[]): Outcome =>
    driftlineWithCodes(['merge', ...args], { cwd });

  test('puts parts together that were played in folders of their own', () => {
    const cwd = directoryWith({ 'published.yaml': yaml });
    for (const part of ['1', '2', '3']) {
      expect(driftline(partOf('published', `part-${part}`, `${part}/3`), { cwd }).code).toBe(0);
    }
    const merged = merge(cwd, 'part-1', 'part-3', '--out', 'out');
    expect(merged).toMatchObject({ code: 0, stderr: '' });
    expect(merged.stdout).toMatch(/^2 parts merged into out: 3 chunks added\.\nFinish with /);
    // Once more with the rest; a file is damaged; it is played again at the end.
    const damaged = 'part-2/driftline-unfinished/chunks/playing/0/0/1.rows';
    writeFileSync(join(cwd, damaged), 'nothing');
    const rest = merge(cwd, 'out', 'part-1', 'part-2', '--json');
    expect(JSON.parse(rest.stdout)).toMatchObject({ added: 1, present: 2, damaged: [damaged] });
    expect(rest.stderr).toBe(
      `warning: ${damaged}: is not a complete chunk of this run, so it is skipped\n`,
    );
    playAlone(cwd, 'published');
    expect(differences(cwd, 'published', 'out')).toEqual([]);
    expect(merge(cwd, 'out', 'part-1')).toMatchObject({
      code: 1,
      stderr:
        'error: out: already holds a result; merge into another folder [folder-holds-result]\n',
    });
  });

  test('refuses what is of another plan, and what is no part, before anything is written', () => {
    const cwd = directoryWith({
      'published.yaml': yaml,
      'other.yaml': yaml.replace('100', '120'),
    });
    for (const name of ['published', 'other']) {
      expect(driftline(partOf(name, name, '1/2'), { cwd }).code).toBe(0);
    }
    expect(merge(cwd, 'out', 'published', 'other')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^error: other: belongs to another run than published: .* \[another-plan\]\n$/,
      ),
    });
    mkdirSync(join(cwd, 'empty'));
    expect(merge(cwd, 'out', 'empty')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('empty: holds no shard of a run'),
    });
    expect(existsSync(join(cwd, 'out'))).toBe(false);
    const before = chunkCount(join(cwd, 'other'));
    expect(merge(cwd, 'other', 'published')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/ differs from line 3 on; .* \[another-plan\]\n$/),
    });
    expect(chunkCount(join(cwd, 'other'))).toBe(before);
    // A part is refused by the folder of another plan, too.
    expect(driftlineWithCodes(partOf('published', 'other', '2/2'), { cwd })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/; choose another folder \[another-plan\]\n$/),
    });
  });
});

describe('--shard', () => {
  const slurm = {
    SLURM_ARRAY_TASK_ID: '7',
    SLURM_ARRAY_TASK_MIN: '3',
    SLURM_ARRAY_TASK_STEP: '2',
    SLURM_ARRAY_TASK_COUNT: '4',
  };

  test('names a part, or takes it from Slurm or Kubernetes', () => {
    expect(readPart('3/8', slurm)).toEqual({ number: 3, of: 8 });
    expect(readPart('auto', slurm)).toEqual({ number: 3, of: 4 });
    const { SLURM_ARRAY_TASK_STEP: _, ...stepless } = { ...slurm, SLURM_ARRAY_TASK_ID: '4' };
    expect(readPart('auto', stepless)).toEqual({ number: 2, of: 4 });
    expect(readPart('auto/5', { JOB_COMPLETION_INDEX: '4' })).toEqual({ number: 5, of: 5 });
  });

  test.each([
    ['0/3', {}, '--shard must be I/N with 1 <= I <= N <= 1000000, or auto; got 0/3'],
    ['4/3', {}, 'got 4/3'],
    ['3', {}, 'got 3'],
    ['1/x', {}, 'got 1/x'],
    ['auto', {}, 'SLURM_ARRAY_TASK_ID, which is not set; name the shard instead'],
    ['auto', { ...slurm, SLURM_ARRAY_TASK_ID: '6' }, 'needs a Slurm array without gaps'],
    ['auto', { ...slurm, SLURM_ARRAY_TASK_ID: 'x' }, 'must be an integer; got x'],
    ['auto/3', slurm, 'JOB_COMPLETION_INDEX, which is not set; SLURM_ARRAY_TASK_ID is set: '],
    ['auto/3', {}, 'JOB_COMPLETION_INDEX, which is not set; name the shard instead'],
    ['auto', { JOB_COMPLETION_INDEX: '3' }, 'write --shard auto/N, where N is the number of'],
    ['auto/3', { JOB_COMPLETION_INDEX: '3' }, 'got 4/3 by auto/3'],
  ])('refuses %s with %j', (text, variables, message) => {
    expect(() => readPart(text, variables)).toThrow(UsageError);
    expect(() => readPart(text, variables)).toThrow(message);
  });

  test('a search has no parts, and says what it has instead', () => {
    const { code, stderr } = driftline(['worst-case', '--policies', 'ucb1', '--shard', '1/2']);
    expect(code).toBe(2);
    expect(stderr).toContain('each step of a search depends on the one before');
    expect(stderr).toContain('--queue');
    expect(driftline(['worst-case', '--help']).stdout).not.toContain('--shard <');
  });

  test.each([
    [['--shard', '1/2'], '--shard needs --out'],
    [['--shard', '1/2', '--out', 'out', '--resume'], 'use only one of them'],
    [['--shard', '1/2', '--out', 'out', '--force'], '--force does not go with --shard'],
    [['--out', 'out', '--wait'], '--wait needs --shard'],
  ])('%j is wrong usage', (flags, message) => {
    const cwd = directoryWith({ 'x.yaml': 'environments: [paper-2]\npolicies: [ucb1]\n' });
    const { code, stderr } = driftline(['run', 'x.yaml', ...flags], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(readdirSync(cwd)).toEqual(['x.yaml']);
  });
});
