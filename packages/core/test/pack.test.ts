/**
 * The packages as users get them: packed, installed into an empty project without any network, then
 * used from Node, from the command line, by a compiler and in a browser's bundle.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { type RolldownOutput, rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { policyDefinitions } from '../src/registry.ts';
import { indexTraces } from './traces/traces.ts';
import { compiler, run, succeed, workspace } from './workspace.ts';

const scratch = mkdtempSync(join(tmpdir(), 'driftline-pack-'));
const project = join(scratch, 'project');
const tarballs = join(scratch, 'tarballs');

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

const ownFolders: ReadonlyMap<string, string> = new Map(
  readdirSync(join(workspace, 'packages'))
    .map((folder) => join(workspace, 'packages', folder))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => [readManifest(folder).name, folder]),
);

/** The folders of some packages and of all that they depend on, by name. */
function foldersFor(
  names: readonly string[],
  found: Map<string, string> = new Map(),
): Map<string, string> {
  for (const name of names) {
    if (found.has(name)) continue;
    const folder = ownFolders.get(name) ?? join(workspace, 'node_modules', name);
    found.set(name, folder);
    foldersFor(Object.keys(readManifest(folder).dependencies ?? {}), found);
  }
  return found;
}

/** Packs our packages, and what they depend on out of the workspace, so that nothing is fetched. */
async function pack(): Promise<void> {
  const folders = [...foldersFor(['@driftline/core', 'driftline']).values()];
  const own = folders.filter((folder) => [...ownFolders.values()].includes(folder));
  const foreign = folders.filter((folder) => !own.includes(folder));
  const command = ['pack', '--pack-destination', tarballs];
  await succeed('npm', [...command, ...own], workspace);
  // Named no package, npm would pack the workspace itself.
  if (foreign.length === 0) return;
  await succeed('npm', [...command, '--ignore-scripts', ...foreign], workspace);
}

/** Installs every tarball into the project, with a cache of its own that holds nothing. */
async function install(): Promise<void> {
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
  const files = readdirSync(tarballs).map((file) => join(tarballs, file));
  const quiet = ['--no-audit', '--no-fund', '--no-package-lock'];
  const apart = ['--offline', '--cache', join(scratch, 'cache')];
  await succeed('npm', ['install', ...quiet, ...apart, ...files], project);
}

beforeAll(async () => {
  mkdirSync(project);
  mkdirSync(tarballs);
  await pack();
  await install();
  cpSync(join(workspace, 'packages/core/test/consumer'), project, { recursive: true });
}, 60_000);

afterAll(() => rmSync(scratch, { recursive: true }));

/** Bundles a file of the project for a browser, as a script that sets `app`. */
async function bundle(file: string): Promise<string> {
  const build = await rolldown({ input: join(project, file), platform: 'browser', cwd: project });
  const { output }: RolldownOutput = await build.generate({ format: 'iife', name: 'app' });
  await build.close();
  expect(output).toHaveLength(1);
  return output[0].code;
}

/** Runs a script where there is JavaScript and nothing else, and returns the `app` that it sets. */
function runBare(script: string): Record<string, unknown> {
  const context = createContext({});
  const absent = ['process', 'require', 'Buffer', 'setTimeout', 'window', 'document'];
  for (const name of absent) expect(runInContext(`typeof ${name}`, context)).toBe('undefined');
  return runInContext(`${script}\napp;`, context);
}

describe('the tarballs', () => {
  test.each(['@driftline/core', 'driftline'])('%s holds no tests and no build state', (name) => {
    const files = readdirSync(join(project, 'node_modules', name), {
      recursive: true,
      encoding: 'utf8',
    });
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((file) => /test|tsbuildinfo/.test(file))).toEqual([]);
  });
});

describe('in Node', () => {
  test('the installed package plays the traces worked by hand', async () => {
    const traces = indexTraces.map(({ id, armCount, settings, rewards }) => ({
      id,
      options: { ...settings, armCount },
      rewards,
    }));
    const args = ['known-traces.ts', JSON.stringify(traces)];
    const arms = JSON.parse(await succeed(process.execPath, args, project));
    expect(arms).toEqual(indexTraces.map((trace) => trace.arms));
  });

  test('the installed command lists every policy', async () => {
    const listing = await succeed(
      join(project, 'node_modules/.bin/driftline'),
      ['policies'],
      project,
    );
    for (const { id } of policyDefinitions) expect(listing).toContain(id);
  });
});

test.each([
  ['nodenext', 'nodenext'],
  ['bundler', 'esnext'],
])(
  'a strict compiler understands the types, resolving modules as %s',
  async (resolution, module) => {
    const options = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      target: 'es2022',
      // Neither a browser's nor Node's, and the package's own declarations are checked too.
      lib: ['es2022'],
      types: [],
      skipLibCheck: false,
      module,
      moduleResolution: resolution,
    };
    const config = join(project, `tsconfig.${resolution}.json`);
    writeFileSync(config, JSON.stringify({ compilerOptions: options, files: ['typed.ts'] }));
    const { exitCode, output } = await run(
      process.execPath,
      [compiler, '--project', config],
      project,
    );
    expect(output).toBe('');
    expect(exitCode).toBe(0);
  },
);

describe('in a browser', () => {
  test('all of the package gives the same bits as in Node', async () => {
    const code = await bundle('numbers.ts');
    expect(code).not.toMatch(/['"]node:/);
    const { bits } = runBare(code);
    const print = "import { bits } from './numbers.ts'; console.log(JSON.stringify(bits));";
    const args = ['--input-type=module', '--eval', print];
    const bitsInNode: string[] = JSON.parse(await succeed(process.execPath, args, project));
    expect(new Set(bitsInNode).size).toBeGreaterThan(1000);
    expect(Array.from(bits as string[])).toEqual(bitsInNode);
  });

  test('one policy comes without the others', async () => {
    const code = await bundle('one-policy.ts');
    expect(runBare(code).arm).toBe(0);
    const carried = policyDefinitions.filter(({ summary }) => code.includes(summary));
    expect(carried.map(({ name }) => name)).toEqual(['SW-MOSS']);
    expect(code).not.toContain('Exp3');
  });
});
