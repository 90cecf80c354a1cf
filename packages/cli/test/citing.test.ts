/** Every fact of docs/citing.md is where the page says. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { driftline } from './driftline.ts';

const folder = mkdtempSync(join(tmpdir(), 'driftline-citing-'));
const result = join(folder, 'result');
afterAll(() => rmSync(folder, { recursive: true }));

function read(name: string): string {
  return readFileSync(join(result, name), 'utf8');
}

beforeAll(() => {
  const asked = ['--environment', 'paper-2', '--policies', 'ucb1,moss', '--seed', '7'];
  const small = ['--horizon', '60', '--replications', '3'];
  expect(driftline(['compare', ...asked, ...small, '--out', result]).code).toBe(0);
});

test('version and commit are in result.json, and end the report', () => {
  const { software } = JSON.parse(read('result.json'));
  const version = driftline(['--version']).stdout.trim();
  expect(software.version).toBe(version);
  // Null if Git is not installed, or does not trust the folder.
  const commit = software.commit === null ? '' : `, commit ${software.commit.slice(0, 12)}`;
  expect(read('report.html')).toContain(`Made with Driftline ${version}${commit}. `);
});

test('the seed and the settings are in spec.yaml and in the report', () => {
  expect(parse(read('spec.yaml'))).toMatchObject({
    environments: [{ environment: 'paper-2', horizon: 60 }],
    policies: ['ucb1', 'moss'],
    replications: 3,
    seed: 7,
  });
  expect(read('report.html')).toContain('3 replications, seed 7');
});

test('plan.sha256 is a digest, and the same if spec.yaml is run again', () => {
  const again = join(folder, 'again');
  expect(driftline(['run', join(result, 'spec.yaml'), '--out', again]).code).toBe(0);
  expect(read('plan.sha256')).toMatch(/^[0-9a-f]{64}\n?$/);
  for (const name of ['plan.sha256', 'finals.csv'])
    expect(readFileSync(join(again, name), 'utf8')).toBe(read(name));
});
