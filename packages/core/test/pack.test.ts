/**
 * The packages as users get them: packed, put into an empty project without any network, then
 * used from Node, from the command line, by a compiler and in a browser's bundle.
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { type RolldownOutput, rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { policyCatalogue } from '../src/policies/catalogue.ts';
import { oldestNode, oldestVersion } from './oldest-node.ts';
import { indexTraces } from './traces/traces.ts';
import { compiler, olderCompiler, run, succeed, workspace } from './workspace.ts';

const scratch = mkdtempSync(join(tmpdir(), 'driftline-pack-'));
const project = join(scratch, 'project');
const tarballs = join(scratch, 'tarballs');

const packages = { '@driftline/core': 'core', '@driftline/engine': 'engine', driftline: 'cli' };

/** Packs our packages; returns the tarball of each. */
async function pack(): Promise<Map<string, string>> {
  const packed = new Map<string, string>();
  for (const [name, folder] of Object.entries(packages)) {
    const args = ['pack', '--json', '--pack-destination', tarballs];
    const listing = await succeed('npm', args, join(workspace, 'packages', folder));
    const [{ filename }] = JSON.parse(listing.slice(listing.indexOf('[')));
    packed.set(name, join(tarballs, filename));
  }
  return packed;
}

/**
 * Installs `@driftline/core` with npm, without network and with an empty cache: it depends on
 * nothing. The others are unpacked beside it, and what they depend on is found in the workspace, as
 * fetching it here would make the test slow and dependent on a registry.
 */
async function install(packed: ReadonlyMap<string, string>): Promise<void> {
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
  const quiet = ['--no-audit', '--no-fund', '--no-package-lock'];
  const apart = ['--offline', '--cache', join(scratch, 'cache')];
  const core = packed.get('@driftline/core') ?? '';
  await succeed('npm', ['install', ...quiet, ...apart, core], project);
  symlinkSync(join(workspace, 'node_modules'), join(scratch, 'node_modules'));
  for (const name of ['@driftline/engine', 'driftline']) {
    const folder = join(project, 'node_modules', name);
    mkdirSync(folder);
    const tarball = packed.get(name) ?? '';
    await succeed('tar', ['-xzf', tarball, '--strip-components=1', '-C', folder], project);
  }
}

beforeAll(async () => {
  mkdirSync(project);
  mkdirSync(tarballs);
  await install(await pack());
  cpSync(join(workspace, 'packages/core/test/consumer'), project, { recursive: true });
});

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
  test.each(Object.keys(packages))('%s holds no tests and no build state', (name) => {
    const files = readdirSync(join(project, 'node_modules', name), {
      recursive: true,
      encoding: 'utf8',
    });
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((file) => /\.test\.|tsbuildinfo|(^|\/)test\//.test(file))).toEqual([]);
  });
});

test('@driftline/core brings the compiled kernels', () => {
  const folder = join(project, 'node_modules/@driftline/core/dist');
  expect(readdirSync(folder)).toContain('kernels.wasm');
  expect(readdirSync(folder)).not.toContain('kernels.wasm.sources');
  // Made from a file that the build writes and that is not tracked.
  expect(readdirSync(join(folder, 'compiled'))).toContain('classes.js');
});

describe('in Node', () => {
  test('the installed package makes a kernel in WebAssembly', async () => {
    const said = JSON.parse(await succeed(process.execPath, ['compiled.ts'], project));
    const type = 'IndexKernel_Window_MossIndices_Scan';
    expect(said).toEqual({ type, made: true, played: true });
  });

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
      process.execPath,
      [join(project, 'node_modules/driftline/bin/driftline.js'), 'policies'],
      project,
    );
    for (const { id } of policyCatalogue.list) expect(listing).toContain(id);
  });
});

describe('on the oldest Node that is stated', () => {
  test('the library is imported, in modules and in CommonJS', async () => {
    const node = await oldestNode('core');
    const version = oldestVersion('core');
    const said = async (file: string) => JSON.parse(await succeed(node, [file], project));
    expect(await said('module.mjs')).toEqual({ node: version, arm: 0, compiled: true });
    expect(await said('common.cjs')).toEqual({ node: version, arms: [0, 1, 2], checked: true });
  });

  test('the command plays with a plugin in TypeScript, the same numbers as here', async () => {
    expect(oldestVersion('cli')).toBe(oldestVersion('engine'));
    const plugin = join(workspace, 'examples/plugin-policy.ts');
    const args = [
      join(project, 'node_modules/driftline/bin/driftline.js'),
      ...['compare', '--environment', 'paper-2', '--policies', 'greedy-window,sw-moss'],
      ...['--plugin', plugin, '--horizon', '200', '--replications', '4', '--json'],
    ];
    const played = JSON.parse(await succeed(await oldestNode('cli'), args, project));
    expect(played.policies).toHaveLength(2);
    expect(played).toEqual(JSON.parse(await succeed(process.execPath, args, project)));
  });
});

test.each([
  ['nodenext', 'nodenext', compiler],
  ['bundler', 'esnext', compiler],
  // What `moduleResolution: node` means to every compiler before TypeScript 7.
  ['node10', 'commonjs', olderCompiler],
])(
  'a strict compiler understands the types, resolving modules as %s',
  async (resolution, module, compilerProgram) => {
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
      ...(resolution === 'node10' ? { ignoreDeprecations: '6.0' } : {}),
    };
    const config = join(project, `tsconfig.${resolution}.json`);
    writeFileSync(config, JSON.stringify({ compilerOptions: options, files: ['typed.ts'] }));
    const { exitCode, output } = await run(
      process.execPath,
      [compilerProgram, '--project', config],
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
    const carried = policyCatalogue.list.filter(({ summary }) => code.includes(summary));
    expect(carried.map(({ name }) => name)).toEqual(['SW-MOSS']);
    expect(code).not.toContain('Exp3');
    expect(code).not.toContain('LinUCB');
  });
});
