/** Folders that version 0.1 wrote are read, drawn and replaced. `fixtures/result-0.1` is one, as it came. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { csvOf, curvesColumns, finalsColumns } from '@driftline/engine/display';
import { ResultFolder } from '@driftline/engine/node';
import { guideMarkdown, guideOf, landscapeOf, scoresCsv } from '@driftline/engine/studies';
import { expect, onTestFinished, test } from 'vitest';

const fixture = fileURLToPath(new URL('fixtures/result-0.1', import.meta.url));

function copied(): string {
  const folder = mkdtempSync(join(tmpdir(), 'driftline-0.1-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(fixture, folder, { recursive: true });
  return folder;
}

const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8');

test('all that it holds is read, and its tables and scores are made again', async () => {
  const { folder, result } = await ResultFolder.existing(copied());
  expect(folder.changed).toBe(false);
  expect(await folder.readSpec()).toBe(read(fixture, 'spec.yaml'));
  expect(await folder.readClaims()).toBeUndefined();
  const costs = await folder.readCosts();
  expect(new Set(costs?.costs.map(({ policy }) => policy))).toEqual(
    new Set(['uniform', 'ucb1', 'sw-moss']),
  );
  const tuning = await folder.readTuning();
  expect(tuning.map(({ comparison }) => comparison)).toEqual(
    result.comparisons.slice(2).map(({ name }) => name),
  );
  expect(csvOf(curvesColumns(result))).toBe(read(fixture, 'curves.csv'));
  expect(csvOf(finalsColumns(result))).toBe(read(fixture, 'finals.csv'));
  const landscape = landscapeOf(
    result,
    tuning.map(({ comparison }) => comparison),
  );
  expect(landscape && scoresCsv(landscape)).toBe(read(fixture, 'scores.csv'));
  expect(landscape && guideMarkdown(result.name, guideOf(landscape, result, { costs }))).toContain(
    '# ',
  );
  await folder.close();
});

test('its keys have their present names, with the same values', async () => {
  const { folder, result } = await ResultFolder.existing(copied());
  await folder.close();
  expect(result.version).toBe(2);
  const was = JSON.parse(read(fixture, 'result.json')).comparisons.flatMap(
    ({ policies }: { policies: { told: unknown; onBest: unknown }[] }) => policies,
  );
  const is = result.comparisons.flatMap(({ policies }) => policies);
  expect(is).toHaveLength(was.length);
  is.forEach(({ given, bestArmShare, ...others }, i) => {
    expect({ ...others, told: given, onBest: bestArmShare }).toEqual(was[i]);
  });
});

test('a rule for pending decisions has its present name', () => {
  const old = JSON.parse(read(fixture, 'result.json'));
  old.comparisons[0].pending = 'usual';
  old.comparisons[1].pending = 'width';
  const folder = copied();
  writeFileSync(join(folder, 'result.json'), JSON.stringify(old));
  return ResultFolder.existing(folder).then(async ({ folder: opened, result }) => {
    expect(result.comparisons.slice(0, 3).map(({ pending }) => pending)).toEqual([
      'default',
      'width',
      undefined,
    ]);
    await opened.close();
  });
});

test('its tables are written again byte for byte, and its result once more after that', async () => {
  const path = copied();
  const { folder, result } = await ResultFolder.existing(path);
  const beside = { tuning: await folder.readTuning(), costs: await folder.readCosts() };
  await folder.finish(result, [], beside);
  await folder.close();
  const again = await ResultFolder.existing(path);
  await again.folder.close();
  expect(again.result).toEqual(result);
  for (const name of ['curves.csv', 'finals.csv', 'tuning.json', 'costs.json']) {
    expect(read(path, name)).toBe(read(fixture, name));
  }
});

test('without its record, everything that 0.1 could write is of it and is replaced', async () => {
  const path = copied();
  rmSync(join(path, 'files.json'));
  const others = ['worst-case.json', 'means-sw-moss.csv', 'claims.json', 'curves.parquet'];
  for (const name of others) writeFileSync(join(path, name), '{}');
  writeFileSync(join(path, 'notes.txt'), 'mine');
  const folder = await ResultFolder.open(path, { force: true });
  expect(folder.foreign).toEqual(['notes.txt']);
  const result = await folder.readResult();
  await folder.finish(result, []);
  await folder.close();
  expect(readdirSync(path).sort()).toEqual([
    'curves.csv',
    'files.json',
    'finals.csv',
    'kept-1',
    'notes.txt',
    'result.json',
  ]);
});
