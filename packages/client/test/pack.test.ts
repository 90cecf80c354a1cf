/** The package as users get it: packed, put into an empty project without any network, and used. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oldestNode, oldestVersion } from '../../core/test/oldest-node.ts';
import { compiler, olderCompiler, run, succeed, workspace } from '../../core/test/workspace.ts';

const scratch = mkdtempSync(join(tmpdir(), 'driftline-client-'));
const project = join(scratch, 'project');

beforeAll(async () => {
  mkdirSync(project);
  const args = ['pack', '--json', '--pack-destination', scratch];
  const listing = await succeed('npm', args, join(workspace, 'packages/client'));
  const [{ filename }] = JSON.parse(listing.slice(listing.indexOf('[')));
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
  const quiet = ['--no-audit', '--no-fund', '--no-package-lock'];
  // Without a network and with an empty cache: it depends on nothing.
  const apart = ['--offline', '--cache', join(scratch, 'cache')];
  await succeed('npm', ['install', ...quiet, ...apart, join(scratch, filename)], project);
  cpSync(join(workspace, 'packages/client/test/consumer'), project, { recursive: true });
});

afterAll(() => rmSync(scratch, { recursive: true }));

test('the tarball holds no tests and no build state', () => {
  const folder = join(project, 'node_modules/@driftline/client');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(files).toContain('dist/index.js');
  expect(files).toContain('dist/node/index.d.ts');
  expect(files.filter((file) => /\.test\.|tsbuildinfo|(^|\/)test\//.test(file))).toEqual([]);
});

test('on the oldest Node that is stated it is imported, in modules and in CommonJS', async () => {
  const node = await oldestNode('client');
  const said = async (file: string) => JSON.parse(await succeed(node, [file], project));
  const fallback = { node: oldestVersion('client'), arm: 'blue', reason: 'fallback' };
  expect(await said('module.mjs')).toEqual({ ...fallback, outcome: 'waiting', kept: 1 });
  expect(await said('common.cjs')).toEqual({ ...fallback, left: 1 });
});

test('for a browser it is one script that asks for nothing else', async () => {
  const input = join(project, 'node_modules/@driftline/client/dist/index.js');
  const build = await rolldown({ input, platform: 'browser' });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  expect(output).toHaveLength(1);
  const [{ imports, code }] = output;
  expect(imports).toEqual([]);
  expect(code).not.toMatch(/\b(?:process|require|Buffer)\b/);
  // So that a page can afford it.
  expect(code.length).toBeLessThan(16_000);
});

describe('a strict compiler understands the types', () => {
  test.each([
    ['nodenext', 'nodenext', compiler],
    ['bundler', 'esnext', compiler],
    // What `moduleResolution: node` means to every compiler before TypeScript 7.
    ['node10', 'commonjs', olderCompiler],
  ])('resolving modules as %s', async (moduleResolution, module, program) => {
    const options = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: [],
      skipLibCheck: false,
      module,
      moduleResolution,
      ...(moduleResolution === 'node10' ? { ignoreDeprecations: '6.0' } : {}),
    };
    const config = join(project, `tsconfig.${moduleResolution}.json`);
    writeFileSync(config, JSON.stringify({ compilerOptions: options, files: ['typed.ts'] }));
    const { exitCode, output } = await run(
      process.execPath,
      [program, '--project', config],
      project,
    );
    expect(output).toBe('');
    expect(exitCode).toBe(0);
  });
});
