/** The package as users get it: packed with the client, put into a project that has the SDKs, and used. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oldestNode, oldestVersion } from '../../core/test/oldest-node.ts';
import { compiler, run, succeed, workspace } from '../../core/test/workspace.ts';

const scratch = mkdtempSync(join(tmpdir(), 'driftline-flags-'));
const project = join(scratch, 'project');
const modules = join(project, 'node_modules');

async function packed(name: string): Promise<string> {
  const args = ['pack', '--json', '--pack-destination', scratch];
  const listing = await succeed('npm', args, join(workspace, 'packages', name));
  const [{ filename }] = JSON.parse(listing.slice(listing.indexOf('[')));
  return join(scratch, filename);
}

beforeAll(async () => {
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
  const tarballs = [await packed('client'), await packed('openfeature')];
  const quiet = ['--no-audit', '--no-fund', '--no-package-lock'];
  // Without a network and with an empty cache: it depends on the client alone.
  const apart = ['--offline', '--cache', join(scratch, 'cache')];
  await succeed('npm', ['install', ...quiet, ...apart, ...tarballs], project);
  for (const name of ['core', 'server-sdk', 'web-sdk']) {
    const sdk = join('@openfeature', name);
    cpSync(join(workspace, 'node_modules', sdk), join(modules, sdk), { recursive: true });
  }
  cpSync(join(workspace, 'packages/openfeature/test/consumer'), project, { recursive: true });
});

afterAll(() => rmSync(scratch, { recursive: true }));

test('the tarball holds no tests and no build state', () => {
  const folder = join(modules, '@driftline/openfeature');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(files).toContain('dist/server/index.js');
  expect(files).toContain('dist/web/index.d.ts');
  expect(files.filter((file) => /\.test\.|tsbuildinfo|(^|\/)test\//.test(file))).toEqual([]);
});

test('on the oldest Node that is stated it is imported, in modules and in CommonJS', async () => {
  const node = await oldestNode('openfeature');
  const said = async (file: string) => JSON.parse(await succeed(node, [file], project));
  const fallen = { node: oldestVersion('openfeature'), start: 'GENERAL', value: 'blue' };
  expect(await said('module.mjs')).toEqual({ ...fallen, webStart: 'GENERAL', webValue: 'blue' });
  expect(await said('common.cjs')).toEqual(fallen);
});

test('for a page it is one script, which a page can afford beside the SDK', async () => {
  const input = join(modules, '@driftline/openfeature/dist/web/index.js');
  const build = await rolldown({ input, platform: 'browser', external: ['@openfeature/web-sdk'] });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  expect(output).toHaveLength(1);
  const [{ imports, code }] = output;
  expect(imports).toEqual(['@openfeature/web-sdk']);
  expect(code).not.toMatch(/\b(?:process|require|Buffer)\b/);
  expect(code.length).toBeLessThan(26_000);
});

test.each(['nodenext', 'bundler'])(
  'a strict compiler understands the types, resolving modules as %s',
  async (moduleResolution) => {
    const options = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: [],
      // The SDKs' own declarations ask for Node's.
      skipLibCheck: true,
      module: moduleResolution === 'nodenext' ? 'nodenext' : 'esnext',
      moduleResolution,
    };
    const config = join(project, `tsconfig.${moduleResolution}.json`);
    writeFileSync(config, JSON.stringify({ compilerOptions: options, files: ['typed.ts'] }));
    const ending = await run(process.execPath, [compiler, '--project', config], project);
    expect(ending).toMatchObject({ output: '', exitCode: 0 });
  },
);
