import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvOf, finalsColumns } from '@driftline/engine/display';
import type { Figure } from '@driftline/engine/figures';
import {
  ChunkPlayer,
  type Comparison,
  InlineExecutor,
  RESULT_FORMAT,
  RESULT_VERSION,
  type Result,
  runComparisons,
} from '@driftline/engine/play';
import type { ComparisonTuning, Costs } from '@driftline/engine/studies';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ResultFolder } from './result-folder.ts';
import { FolderLost } from './result-folder-error.ts';

const comparison: Comparison = {
  name: 'a "quoted", name',
  environment: { kind: 'named', spec: 'paper-2', horizon: 60 },
  policies: ['ucb1', 'sw-moss:eta=0.6;window=20'],
  replications: 4,
  seed: 1,
  checkpoints: { count: 3, spacing: 'linear' },
};

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'driftline-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function resultOf(): Promise<Result> {
  const executor = new InlineExecutor();
  return {
    format: RESULT_FORMAT,
    version: RESULT_VERSION,
    name: 'test',
    software: { version: '0.0.0', commit: null },
    comparisons: await runComparisons([comparison], { executor }),
  };
}

const tuning: ComparisonTuning = {
  comparison: 'tuned',
  tuning: {
    method: 'equal-effort',
    trials: 1,
    trainingReplications: 1,
    seed: 1,
    trainedOn: 'fresh paths',
    training: '',
    trainingSeeds: [],
    policies: [],
  },
};
const costs: Costs = {
  format: 'driftline-costs',
  version: 1,
  machine: '',
  compiled: true,
  setting: { environment: 'stationary', horizon: 1, window: 1 },
  costs: [],
};
const plan = { spec: 'environments: [paper-2]\n', digest: 'one' };

/** A folder with a finished result in it. */
async function finished(path: string, report = '<p>'): Promise<void> {
  const folder = await ResultFolder.open(path);
  await folder.begin(plan);
  await folder.finish(await resultOf(), [], { report, tuning: [tuning] });
  await folder.close();
}

const read = (...path: string[]) => readFileSync(join(...path), 'utf8');

test('what is written is read again, and chunks are gone', async () => {
  const path = join(temporary(), 'deep', 'down');
  const folder = await ResultFolder.open(path);
  await folder.begin(plan);
  await folder.store().save(0, 0, new ChunkPlayer(comparison).play({ from: 0, to: 4 }));
  expect(readdirSync(join(path, 'driftline-unfinished/chunks/playing/0/0'))).toEqual(['0.rows']);
  const result = await resultOf();
  await folder.finish(result, [], { report: '<p>', tuning: [tuning] });
  await folder.close();
  expect(readdirSync(path).sort()).toEqual([
    'curves.csv',
    'files.json',
    'finals.csv',
    'plan.sha256',
    'report.html',
    'result.json',
    'spec.yaml',
    'tuning.json',
  ]);
  const again = await ResultFolder.existing(path);
  await again.folder.close();
  expect(again.result).toEqual(JSON.parse(JSON.stringify(result)));
});

test('names in CSV are quoted where they have to be, numbers keep all digits', async () => {
  const result = await resultOf();
  const lines = csvOf(finalsColumns(result)).trimEnd().split('\n');
  expect(lines).toHaveLength(1 + 2 * 4);
  expect(lines[1]).toBe(
    `"a ""quoted"", name",ucb1,0,${result.comparisons[0].policies[0].finals[0]}`,
  );
});

test('a run goes on with its own experiment only', async () => {
  const path = temporary();
  const first = await ResultFolder.open(path);
  await first.begin({ spec: 'a: 1\nb: 2\n', digest: 'one' });
  await first.close();
  await expect(ResultFolder.open(path)).rejects.toThrow('holds an unfinished run');
  const unfinished = join(path, 'driftline-unfinished');
  const ours = '.driftline-01234567-89ab-4cde-8f01-23456789abcd.tmp';
  mkdirSync(join(unfinished, 'chunks', 'training'), { recursive: true });
  for (const folder of [path, unfinished, join(unfinished, 'chunks', 'training')]) {
    writeFileSync(join(folder, ours), 'half');
  }
  writeFileSync(join(path, 'thesis.tmp'), 'a year');
  const again = await ResultFolder.open(path, { resume: true });
  expect(again.resumed).toBe(true);
  expect(again.foreign).toEqual(['thesis.tmp']);
  expect(readdirSync(path, { recursive: true }).filter((name) => name.includes(ours))).toEqual([]);
  await again.begin({ spec: 'a: 1\nb: 2\n', digest: 'one' });
  const other = (spec: string, digest: string) => again.begin({ spec, digest });
  await expect(other('a: 1\nb: 3\n', 'one')).rejects.toThrow('differs from line 2 on');
  await expect(other('a: 1\nb: 2\n', 'two')).rejects.toThrow('another table of means');
  await again.begin({ spec: 'b: 2\na: 1\n', digest: 'one', isSame: () => true });
  await again.close();
});

test('a finished result does not pass for that of another plan', async () => {
  const path = temporary();
  await finished(path);
  const again = await ResultFolder.open(path, { resume: true });
  expect(again.finished).toBe(true);
  await again.begin(plan);
  await expect(again.begin({ ...plan, digest: 'two' })).rejects.toThrow('was played with another');
  await again.close();
});

test('a result that is not from an experiment file does not pass for one', async () => {
  const path = temporary();
  const folder = await ResultFolder.open(path);
  await folder.finish(await resultOf(), []);
  await folder.close();
  const again = await ResultFolder.open(path, { resume: true });
  await expect(again.begin(plan)).rejects.toThrow('not from an experiment file');
  await again.close();
});

test('--force keeps the old result until the new one is there', async () => {
  const path = temporary();
  await finished(path, 'old');
  await expect(ResultFolder.open(path)).rejects.toThrow('already holds a result');
  const before = read(path, 'result.json');
  const folder = await ResultFolder.open(path, { force: true });
  expect(folder.finished).toBe(false);
  await folder.begin({ ...plan, digest: 'two' });
  await folder.store().save(0, 0, new ChunkPlayer(comparison).play({ from: 0, to: 4 }));
  expect([read(path, 'result.json'), read(path, 'plan.sha256')]).toEqual([before, 'one']);
  // A run that replaces a result and is stopped goes on, too.
  await folder.close();
  const again = await ResultFolder.open(path, { resume: true });
  expect([again.finished, again.resumed]).toEqual([false, true]);
  await again.begin({ ...plan, digest: 'two' });
  await again.finish(await resultOf(), [], { report: 'new' });
  await again.close();
  expect([read(path, 'report.html'), read(path, 'plan.sha256')]).toEqual(['new', 'two']);
  // Of the old result only, and as it was written.
  expect(readdirSync(path)).not.toContain('tuning.json');
  expect(readdirSync(path).filter((name) => /kept|driftline/.test(name))).toEqual([]);
});

test('what no run wrote, or what was changed since, is kept', async () => {
  const path = temporary();
  for (const name of ['figures', 'chunks']) {
    mkdirSync(join(path, name));
    writeFileSync(join(path, name, 'mine.txt'), name);
  }
  for (const name of ['report.html', 'files.json', 'curves.csv.tmp']) {
    writeFileSync(join(path, name), 'mine');
  }
  await expect(ResultFolder.open(path)).rejects.toThrow('which is not part of a result');
  const folder = await ResultFolder.open(path, { force: true });
  expect(folder.foreign.toSorted()).toEqual([
    'chunks',
    'curves.csv.tmp',
    'figures',
    'files.json',
    'report.html',
  ]);
  await folder.begin(plan);
  const figure = {
    name: 'regret',
    title: '',
    caption: '',
    svg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  };
  await folder.finish(await resultOf(), [figure], { report: 'ours', tuning: [tuning] });
  await folder.close();
  expect(folder.kept).toEqual(['kept-1/report.html', 'kept-1/files.json']);
  expect([read(path, 'report.html'), read(path, 'kept-1', 'report.html')]).toEqual([
    'ours',
    'mine',
  ]);
  expect(read(path, 'figures', 'mine.txt') + read(path, 'chunks', 'mine.txt')).toBe(
    'figureschunks',
  );
  expect(read(path, 'curves.csv.tmp')).toBe('mine');
  // Changed since, and not written anew: it would pass for a part of the new result.
  writeFileSync(join(path, 'tuning.json'), '[2]');
  const second = await ResultFolder.open(path, { force: true });
  await second.begin(plan);
  await second.finish(await resultOf(), [], { report: 'newer' });
  await second.close();
  expect(second.kept).toEqual(['kept-2/tuning.json']);
  expect(readdirSync(join(path, 'figures'))).toEqual(['mine.txt']);
  expect(read(path, 'report.html')).toBe('newer');
});

test('links and folders in the way are kept, and what they lead to is left alone', async () => {
  const [path, elsewhere] = [temporary(), temporary()];
  symlinkSync(elsewhere, join(path, 'figures'));
  writeFileSync(join(elsewhere, 'thesis.html'), 'a year');
  symlinkSync(join(elsewhere, 'thesis.html'), join(path, 'report.html'));
  mkdirSync(join(path, 'result.json'));
  const folder = await ResultFolder.open(path, { force: true });
  await folder.begin(plan);
  const figure = {
    name: 'a',
    title: '',
    caption: '',
    svg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  };
  await folder.finish(await resultOf(), [figure], { report: 'ours' });
  await folder.close();
  expect(folder.kept.toSorted()).toEqual([
    'kept-1/figures',
    'kept-1/report.html',
    'kept-1/result.json',
  ]);
  expect(readdirSync(elsewhere)).toEqual(['thesis.html']);
  expect(read(elsewhere, 'thesis.html')).toBe('a year');
  expect(readdirSync(join(path, 'figures'))).toEqual(['a.png', 'a.svg']);
});

test('a folder behind a link is as good as any', async () => {
  const [base, elsewhere] = [temporary(), temporary()];
  symlinkSync(elsewhere, join(base, 'out'));
  await finished(join(base, 'out'));
  const [direct, linked] = [elsewhere, join(base, 'out')];
  expect(readdirSync(elsewhere)).toContain('result.json');
  // Whichever way one comes, it is the same folder.
  const folder = await ResultFolder.open(linked, { force: true });
  await expect(ResultFolder.open(direct, { force: true })).rejects.toThrow('is in use by');
  await folder.close();
});

test('a damaged result costs nothing else', async () => {
  const path = temporary();
  await finished(path);
  writeFileSync(join(path, 'result.json'), '{"format":');
  await expect(ResultFolder.open(path, { resume: true })).rejects.toThrow(
    'its result was changed after the run',
  );
  const folder = await ResultFolder.open(path, { force: true });
  await folder.begin(plan);
  await folder.store().save(0, 0, new ChunkPlayer(comparison).play({ from: 0, to: 4 }));
  await folder.close();
  // With a run to go on with, that is what is gone on with.
  const again = await ResultFolder.open(path, { resume: true });
  expect(again.finished).toBe(false);
  await again.begin(plan);
  expect(await again.store().has(0, 0)).toBe(true);
  await again.finish(await resultOf(), []);
  await again.close();
  expect(again.kept).toEqual(['kept-1/result.json']);
});

const EMPTY_SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"';

test('redrawing removes figures that are no longer drawn, and keeps changed and foreign ones', async () => {
  const path = temporary();
  const named = (...names: string[]) =>
    names.map(
      (name): Figure => ({ name, title: '', caption: '', svg: `${EMPTY_SVG} id="${name}"/>` }),
    );
  const first = await ResultFolder.open(path);
  await first.begin(plan);
  await first.finish(await resultOf(), named('sweep', 'edited', 'regret'));
  await first.close();
  writeFileSync(join(path, 'figures', 'edited.svg'), 'mine');
  writeFileSync(join(path, 'figures', 'notes.txt'), 'mine');
  const { folder } = await ResultFolder.existing(path);
  await folder.redraw({ figures: named('sweep-v-1', 'regret'), report: 'new' });
  await folder.close();
  const files = ['regret.png', 'regret.svg', 'sweep-v-1.png', 'sweep-v-1.svg'];
  expect(readdirSync(join(path, 'figures')).sort()).toEqual(['notes.txt', ...files]);
  expect(folder.kept).toEqual(['kept-1/figures/edited.svg']);
  const recorded = Object.keys(JSON.parse(read(path, 'files.json')).files);
  expect(recorded.filter((name) => name.startsWith('figures/'))).toEqual(
    files.map((name) => `figures/${name}`),
  );
  expect(recorded).toContain('result.json');
});

describe('a folder of version 0.1, which has no record', () => {
  async function unrecorded(path: string): Promise<void> {
    await finished(path, 'old');
    rmSync(join(path, 'files.json'));
    mkdirSync(join(path, 'figures'));
    writeFileSync(join(path, 'figures', 'old.svg'), 'old');
  }

  test('is finished, and drawn anew with care', async () => {
    const path = temporary();
    await unrecorded(path);
    const again = await ResultFolder.open(path, { resume: true });
    expect(again.finished).toBe(true);
    await again.begin(plan);
    await again.close();
    const { folder } = await ResultFolder.existing(path);
    await folder.redraw({ figures: [], report: 'new' });
    await folder.close();
    expect(folder.kept).toEqual(['kept-1/report.html']);
    expect(read(path, 'figures', 'old.svg')).toBe('old');
    // That there is a record of the report does not make the rest a stranger's.
    const third = await ResultFolder.open(path, { resume: true });
    expect(third.finished).toBe(true);
    await third.close();
  });

  test('is replaced as a whole, and kept', async () => {
    const path = temporary();
    await unrecorded(path);
    await expect(ResultFolder.open(path)).rejects.toThrow('already holds a result');
    const folder = await ResultFolder.open(path, { force: true });
    await folder.begin(plan);
    await folder.finish(await resultOf(), []);
    await folder.close();
    expect(readdirSync(join(path, 'kept-1')).sort()).toEqual([
      'curves.csv',
      'figures',
      'finals.csv',
      'plan.sha256',
      'report.html',
      'result.json',
      'spec.yaml',
      'tuning.json',
    ]);
    expect(readdirSync(path)).not.toContain('report.html');
  });

  test('with an unfinished run is played again', async () => {
    const path = temporary();
    writeFileSync(join(path, 'spec.yaml'), plan.spec);
    writeFileSync(join(path, 'plan.sha256'), 'of 0.1');
    mkdirSync(join(path, 'chunks'));
    writeFileSync(join(path, 'chunks', '0-0.rows'), 'rows');
    await expect(ResultFolder.open(path)).rejects.toThrow('holds an unfinished run');
    const folder = await ResultFolder.open(path, { resume: true });
    expect([folder.resumed, folder.outdated]).toEqual([true, true]);
    await expect(folder.begin({ ...plan, spec: 'another' })).rejects.toThrow('line 1');
    await folder.begin(plan);
    expect(await folder.store().has(0, 0)).toBe(false);
    await folder.finish(await resultOf(), []);
    await folder.close();
    expect(read(path, 'chunks', '0-0.rows')).toBe('rows');
    expect(readdirSync(path)).toContain('result.json');
  });

  test('with a growth study, which has no result.json, is a result, too', async () => {
    const path = temporary();
    writeFileSync(join(path, 'worst-case.json'), '{"study":"growth"}');
    writeFileSync(join(path, 'report.html'), 'of growth');
    await expect(ResultFolder.open(path)).rejects.toThrow('already holds a result');
    await expect(ResultFolder.existing(path)).rejects.toThrow('a worst-case study');
    expect(read(path, 'report.html')).toBe('of growth');
  });
});

test('a run whose folder was taken over writes nothing there', async () => {
  const path = temporary();
  const first = await ResultFolder.open(path);
  await first.begin(plan);
  const rows = new ChunkPlayer(comparison).play({ from: 0, to: 4 });
  rmSync(path, { recursive: true });
  const second = await ResultFolder.open(path);
  await second.begin({ ...plan, digest: 'two' });
  const before = readdirSync(path, { recursive: true });
  await expect(first.store().save(0, 0, rows)).rejects.toThrow(FolderLost);
  await expect(first.keepCosts(costs)).rejects.toThrow(FolderLost);
  await expect(first.finish(await resultOf(), [])).rejects.toThrow(FolderLost);
  await expect(first.redraw({ figures: [], report: 'first' })).rejects.toThrow(FolderLost);
  await expect(first.begin(plan)).rejects.toThrow(FolderLost);
  await first.close();
  expect(readdirSync(path, { recursive: true })).toEqual(before);
  await second.close();
});

test('a folder with a run at work is held, whatever it holds and whoever asks', async () => {
  const path = temporary();
  const folder = await ResultFolder.open(path);
  await folder.begin(plan);
  for (const options of [{}, { resume: true }, { force: true }]) {
    await expect(ResultFolder.open(path, options)).rejects.toMatchObject({ code: 'folder-locked' });
  }
  await expect(ResultFolder.existing(path)).rejects.toMatchObject({ code: 'folder-locked' });
  await folder.close();
});

test('nothing is drawn while a run is at work in the folder', async () => {
  const path = temporary();
  await finished(path, 'old');
  const folder = await ResultFolder.open(path, { force: true });
  await expect(ResultFolder.existing(path)).rejects.toThrow('is in use by');
  await folder.close();
  expect(read(path, 'report.html')).toBe('old');
});

test('a study without a result of comparisons is replaced like any other', async () => {
  const path = temporary();
  const study = async (force: boolean, text: string) => {
    const folder = await ResultFolder.open(path, { force });
    await folder.finishWith({
      figures: [],
      report: text,
      worstCase: { study: 'growth' },
    });
    await folder.close();
  };
  await study(false, 'first');
  await expect(study(false, 'second')).rejects.toThrow('already holds a result');
  await study(true, 'second');
  expect(readdirSync(path).sort()).toEqual(['files.json', 'report.html', 'worst-case.json']);
});

test('a folder that is opened in vain is left as it was', async () => {
  const base = temporary();
  const folder = await ResultFolder.open(join(base, 'deep', 'result'));
  await folder.close();
  expect(readdirSync(base)).toEqual([]);
  await finished(join(base, 'done'));
  const before = readdirSync(join(base, 'done'));
  await (await ResultFolder.open(join(base, 'done'), { force: true })).close();
  await expect(ResultFolder.open(join(base, 'done'))).rejects.toThrow('already holds a result');
  expect(readdirSync(join(base, 'done'))).toEqual(before);
});

test('paths that become too long are found before anything is played', async () => {
  const base = temporary();
  // As deep as the system takes it, and not as deep as figures lie.
  const deep = join(base, ...Array.from({ length: 24 }, () => 'd'.repeat(160)), 'x'.repeat(40));
  await expect(ResultFolder.open(deep)).rejects.toThrow('ENAMETOOLONG');
  expect(readdirSync(base)).toEqual([]);
});
