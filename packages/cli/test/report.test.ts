import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shellWord } from '@driftline/engine/display';
import { expect, test } from 'vitest';
import { directoryWith, driftline } from './driftline.ts';
import { differingFiles } from './run-folder.ts';

const experiment = `environments: [{environment: paper-2, horizon: 300, variation: [1, 2, 4]}]
policies: [ucb1, {policy: sw-moss, eta: [0.6, 1, 2]}]
replications: 6
`;

test('figures and report are drawn anew from the folder alone', () => {
  const cwd = directoryWith({ 'experiment.yaml': experiment });
  for (const out of ['drawn', 'whole']) {
    expect(driftline(['run', 'experiment.yaml', '--out', out], { cwd }).code).toBe(0);
  }
  rmSync(join(cwd, 'experiment.yaml'));
  rmSync(join(cwd, 'drawn', 'figures'), { recursive: true });
  writeFileSync(join(cwd, 'drawn', 'report.html'), 'spilt coffee');
  const { code, stdout, stderr } = driftline(['report', 'drawn'], { cwd });
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'drawn: kept files that were added or changed after the run: kept-1/report.html\n',
  });
  expect(readFileSync(join(cwd, 'drawn', 'kept-1', 'report.html'), 'utf8')).toBe('spilt coffee');
  rmSync(join(cwd, 'drawn', 'kept-1'), { recursive: true });
  expect(stdout).toMatch(/^Redrawn: drawn\/report\.html and \d+ figures\.\n$/);
  expect(differingFiles(join(cwd, 'drawn'), join(cwd, 'whole'))).toEqual([]);
  const figures = readdirSync(join(cwd, 'whole', 'figures'));
  expect(figures).toEqual(
    expect.arrayContaining([
      'paper-2-means.svg',
      'sweep-stated-variation-paper-2.png',
      expect.stringMatching(/sweep-eta\.svg$/),
      expect.stringMatching(/-regret\.svg$/),
    ]),
  );
  const report = readFileSync(join(cwd, 'whole', 'report.html'), 'utf8');
  expect(report).toContain('driftline run spec.yaml');
  expect(report).not.toContain(cwd);
});

test('folders that hold no result', () => {
  const cwd = directoryWith();
  mkdirSync(join(cwd, 'unfinished', 'driftline-unfinished'), { recursive: true });
  writeFileSync(join(cwd, 'unfinished', 'driftline-unfinished', 'spec.yaml'), '');
  mkdirSync(join(cwd, 'earlier', 'chunks'), { recursive: true });
  writeFileSync(join(cwd, 'earlier', 'spec.yaml'), '');
  mkdirSync(join(cwd, 'foreign'));
  writeFileSync(join(cwd, 'foreign', 'result.json'), '{"format":"other"}');
  mkdirSync(join(cwd, 'newer'));
  writeFileSync(join(cwd, 'newer', 'result.json'), '{"format":"driftline-result","version":99}');
  mkdirSync(join(cwd, 'torn'));
  writeFileSync(join(cwd, 'torn', 'result.json'), '{"format":');
  const error = (folder: string) => driftline(['report', folder], { cwd }).stderr;
  const word = (...path: string[]) => shellWord(join(cwd, ...path));
  expect(error('gone')).toBe(
    'error: gone: holds no result.json; name the folder that a run wrote to with --out\n',
  );
  expect(error('unfinished')).toBe(
    `error: unfinished: holds an unfinished run. Continue it first:\n  driftline run ${word('unfinished', 'driftline-unfinished', 'spec.yaml')} --out ${word('unfinished')} --resume\n`,
  );
  expect(error('earlier')).toBe(
    `error: earlier: holds an unfinished run. Continue it first; it starts from the beginning:\n  driftline run ${word('earlier', 'spec.yaml')} --out ${word('earlier')} --resume\n`,
  );
  expect(error('foreign')).toBe(
    'error: foreign/result.json: is not a result of driftline; name a folder that was written with --out\n',
  );
  expect(error('newer')).toBe(
    'error: newer/result.json: has version 99 of the result format; this driftline reads versions 1 to 2\n',
  );
  expect(error('torn')).toMatch(/^error: torn\/result\.json: is not JSON: /);
});

test('files beside the result that are not what they should be', () => {
  const cwd = directoryWith({
    'tiny.yaml':
      'environments: [paper-2]\npolicies: [moss]\nhorizon: 20\nreplications: 2\noutputs: {figures: false}\n',
  });
  expect(driftline(['run', 'tiny.yaml', '--out', 'out'], { cwd }).code).toBe(0);
  const errorWith = (name: string, text: string) => {
    writeFileSync(join(cwd, 'out', name), text);
    const { code, stderr } = driftline(['report', 'out'], { cwd });
    rmSync(join(cwd, 'out', name));
    return { code, stderr };
  };
  expect(errorWith('tuning.json', '{}')).toEqual({
    code: 1,
    stderr: 'error: out/tuning.json: must hold a list; remove the file to draw without it\n',
  });
  expect(errorWith('claims.json', '{"format":"driftline-claims","version":0}')).toEqual({
    code: 1,
    stderr:
      "error: out/claims.json: is not a file of claims that this version of driftline can read; run 'driftline reproduce' again\n",
  });
  for (const name of ['tuning.json', 'claims.json', 'costs.json']) {
    expect(errorWith(name, '{"torn').stderr).toMatch(
      new RegExp(`^error: out/${name}: is not JSON: `),
    );
  }
});
