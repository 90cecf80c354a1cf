/** `npm run release:check`: lists what the owner must fill in, and nothing once that is done. */
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { openItems } from '../../../tools/release/open-items.ts';
import { run, workspace } from '../../core/test/workspace.ts';

const PUBLIC = [
  'advice',
  'cli',
  'client',
  'console',
  'core',
  'engine',
  'lab',
  'openfeature',
  'service',
];
const COPIED = [
  ...['LICENSE', 'CHANGELOG.md', 'CITATION.cff', 'CODE_OF_CONDUCT.md', 'SECURITY.md'],
  ...['docs/releasing.md', 'tools/release-check.ts', 'tools/release/open-items.ts'],
  ...globSync('packages/*/{package.json,LICENSE}', { cwd: workspace }),
];

const copy = mkdtempSync(join(tmpdir(), 'driftline-release-'));
afterAll(() => rmSync(copy, { recursive: true }));

function edit(file: string, change: (text: string) => string): void {
  const path = join(copy, file);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

function filledManifest(text: string, file: string): string {
  const address = 'https://example.org/driftline';
  const filled = {
    repository: { type: 'git', url: address, directory: posix.dirname(file) },
    homepage: address,
    bugs: address,
    author: 'Ada Example',
  };
  return JSON.stringify({ ...JSON.parse(text), ...filled });
}

function fillIn(): void {
  for (const file of globSync('packages/*/package.json', { cwd: copy }))
    edit(file, (text) => filledManifest(text, file));
  for (const file of globSync(['LICENSE', 'packages/*/LICENSE'], { cwd: copy }))
    edit(file, (text) => text.replace('The Driftline authors', 'Ada Example'));
  for (const file of ['CITATION.cff', 'CODE_OF_CONDUCT.md', 'SECURITY.md', 'docs/releasing.md'])
    edit(file, (text) => text.replaceAll(/^.*OWNER:.*\n/gm, ''));
  edit('CHANGELOG.md', (text) => text.replaceAll(', unreleased', ', 2027-01-31'));
}

function check(folder: string) {
  return run(process.execPath, [join(folder, 'tools/release-check.ts')], folder);
}

test('lists exactly what the owner must fill in, and fails', async () => {
  const holder = "replace 'The Driftline authors' with the copyright holder";
  const expected = [
    ...PUBLIC.map(
      (name) => `packages/${name}/package.json: add repository, homepage, bugs, author`,
    ),
    `LICENSE: ${holder}`,
    ...PUBLIC.map((name) => `packages/${name}/LICENSE: ${holder}`),
    'CITATION.cff: replace the authors if you want persons to be cited',
    'CITATION.cff: add repository-code, url and date-released',
    'CODE_OF_CONDUCT.md: add a contact for reports of conduct',
    'SECURITY.md: add a private contact for reports of vulnerabilities',
    'docs/releasing.md: claim the npm scope @driftline and the package name driftline',
    "CHANGELOG.md: replace 'unreleased' with the date of the release",
    '25 items are open. docs/releasing.md explains the steps of a release.',
  ];
  const { exitCode, stdout } = await check(workspace);
  expect(stdout.trimEnd().split('\n')).toEqual(expected);
  expect(exitCode).toBe(1);
});

describe('a copy in which everything is filled in', () => {
  beforeAll(() => {
    for (const file of COPIED) cpSync(join(workspace, file), join(copy, file));
    fillIn();
  });

  test('passes', async () => {
    expect(await check(copy)).toMatchObject({
      exitCode: 0,
      stdout: 'Nothing is left to fill in.\n',
    });
  });

  test('fails again if a manifest names the folder of another package', () => {
    const file = 'packages/core/package.json';
    const before = readFileSync(join(copy, file), 'utf8');
    edit(file, (text) => text.replace('"directory":"packages/core"', '"directory":"packages/cli"'));
    expect(openItems(copy)).toEqual([{ file, task: 'set repository.directory to packages/core' }]);
    writeFileSync(join(copy, file), before);
  });
});

describe('the version', () => {
  const manifestOf = (file: string) => JSON.parse(readFileSync(join(workspace, file), 'utf8'));
  const { version } = manifestOf('package.json');

  test.each(globSync('packages/*/package.json', { cwd: workspace }))('is that of %s', (file) => {
    const manifest = manifestOf(file);
    const own = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
      ([name]) => name.startsWith('@driftline/'),
    );
    expect([manifest.version, ...own.map(([, wanted]) => wanted)]).toEqual(
      Array.from({ length: own.length + 1 }, () => version),
    );
  });

  test('is that of CITATION.cff, and heads the changelog', () => {
    const citation = parse(readFileSync(join(workspace, 'CITATION.cff'), 'utf8'));
    expect(citation).toMatchObject({ 'cff-version': '1.2.0', type: 'software', version });
    const changelog = readFileSync(join(workspace, 'CHANGELOG.md'), 'utf8');
    expect(/^## ([\d.]+)/m.exec(changelog)?.[1]).toBe(version);
  });

  test('is in the citation that docs/citing.md shows', () => {
    const page = readFileSync(join(workspace, 'docs/citing.md'), 'utf8');
    expect(page).toContain(`version = {${version}},`);
  });
});
