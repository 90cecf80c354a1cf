/** All packages as users get them: packed, checked by publint and Are The Types Wrong, and used in an empty folder. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readGuide } from '../../../tools/guide.ts';
import { workspace } from '../../core/test/workspace.ts';
import { BoundedProcess, succeedBounded } from './bounded-process.ts';
import { type PackedPackages, packAll, publicPackages } from './tarballs.ts';

let packed: PackedPackages;

beforeAll(async () => {
  packed = await packAll();
});

afterAll(() => packed?.remove());

function tarballOf(name: string) {
  const tarball = packed.byName.get(name);
  if (tarball === undefined) throw new Error(`${name} was not packed`);
  return { ...tarball, bytes: new Uint8Array(readFileSync(tarball.path)) };
}

/** Messages of `publint --strict`, in words. */
async function lint(options: NonNullable<Parameters<typeof publint>[0]>): Promise<string[]> {
  const { messages, pkg } = await publint({ ...options, strict: true });
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
}

describe.each(publicPackages)('%s', (name) => {
  test('has no tests, sources, source maps or build state in its tarball', () => {
    const strays = /\.test\.|\.map$|tsbuildinfo|^src\/|(?:^|\/)test\//;
    const { files } = tarballOf(name);
    expect(files).toContain('README.md');
    expect(files).toContain('LICENSE');
    expect(files.filter((file) => strays.test(file))).toEqual([]);
  });

  test('passes publint --strict', async () => {
    expect(await lint({ pack: { tarball: tarballOf(name).bytes.buffer } })).toEqual([]);
  });
});

test('all types are found by modules and bundlers', async () => {
  const checker = fileURLToPath(
    new URL('../../../tools/release/type-problems.ts', import.meta.url),
  );
  const tarballs = publicPackages.map((name) => tarballOf(name).path);
  const printed = await succeedBounded(process.execPath, [checker, ...tarballs], workspace);
  expect(JSON.parse(printed)).toEqual(Object.fromEntries(tarballs.map((path) => [path, []])));
});

test('publint finds an export that the package lacks', async () => {
  const pkgDir = mkdtempSync(join(tmpdir(), 'driftline-lacking-'));
  const manifest = { name: 'lacking', version: '1.0.0', type: 'module', exports: './absent.js' };
  writeFileSync(join(pkgDir, 'package.json'), JSON.stringify(manifest));
  expect(await lint({ pkgDir, pack: false })).toEqual([expect.stringContaining('does not exist')]);
  rmSync(pkgDir, { recursive: true });
});

/** Packages of others come from npm's cache or the registry. A registry that is silent ends the installation. */
const PATIENCE = ['--prefer-offline', '--fetch-timeout=60000', '--fetch-retries=2'];

const guide = readGuide('README.md');

/** Commands of the README's blocks, and those that start a server, which may also stand in its text. */
function readmeCommands(): string[] {
  const inBlocks = guide.blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ code }) => Array.from(code.matchAll(/^npx driftline (.+?)(?:\s+#.*)?$/gm)));
  const inText = guide.page.matchAll(/`npx driftline ((?:lab|serve --dev)\b[^`]*)`/g);
  return [...new Set([...inBlocks, ...inText].map(([, command]) => command))];
}

/** The output that the README shows below a command, or nothing. */
function shownOutputOf(command: string): string {
  const [, after = ''] = guide.page.split(`\nnpx driftline ${command}\n\`\`\`\n`);
  return /^\n```text\n([\s\S]*?)^```/m.exec(after)?.[1] ?? '';
}

describe('in an empty folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'driftline-empty-'));
  const program = join(folder, 'node_modules/driftline/bin/driftline.js');
  const isServer = (command: string) => /^(?:lab|serve)\b/.test(command);

  beforeAll(async () => {
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
    const tarballs = publicPackages.map((name) => tarballOf(name).path);
    const quiet = ['--no-audit', '--no-fund', '--ignore-scripts'];
    await succeedBounded('npm', ['install', ...quiet, ...PATIENCE, ...tarballs], folder);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('the README has commands to run, among them those that start servers', () => {
    const commands = readmeCommands();
    expect(commands).toContain('lab');
    expect(commands).toContain('serve --dev');
    expect(commands.some((command) => command.startsWith('compare '))).toBe(true);
  });

  const [servers, others] = [true, false].map((wanted) =>
    readmeCommands().filter((command) => isServer(command) === wanted),
  );

  test.each(['policies', ...others])('driftline %s prints an answer', async (command) => {
    const args = [program, ...command.split(' ')];
    const printed = await succeedBounded(process.execPath, args, folder);
    expect(printed).not.toBe('');
    expect(printed).toContain(shownOutputOf(command));
  });

  test.each(servers)('driftline %s serves its page', async (command) => {
    const place = mkdtempSync(join(folder, 'server-'));
    const args = [program, ...command.split(' '), '--port', '0'];
    const server = new BoundedProcess(process.execPath, args, place);
    try {
      const answer = await fetch(await server.address());
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('Driftline');
    } finally {
      await server.stop();
    }
  });

  test('a server gets a key, starts, is backed up while it runs, and stops', async () => {
    const page = readFileSync(join(workspace, 'docs/install.md'), 'utf8');
    const place = mkdtempSync(join(folder, 'var-lib-'));
    const driftline = (command: string) => {
      expect(page).toContain(`driftline ${command}`);
      const args = command.replaceAll('/var/lib/driftline', place).split(' ');
      return succeedBounded(process.execPath, [program, ...args], folder);
    };
    const data = '--data /var/lib/driftline/driftline.db';
    const [key] = (await driftline(`keys add operator --scopes admin ${data}`)).split('\n');
    const args = [program, 'serve', '--data', join(place, 'driftline.db'), '--port', '0'];
    const server = new BoundedProcess(process.execPath, args, place);
    try {
      const address = await server.address();
      const statusOf = async (authorization: string) =>
        (await fetch(`${address}/v1/experiments`, { headers: { authorization } })).status;
      expect(await statusOf(`Bearer ${key}`)).toBe(200);
      expect(await statusOf('Bearer other')).toBe(401);
      await driftline(`store backup /var/lib/driftline/backup.db ${data}`);
      await driftline('store check --data /var/lib/driftline/backup.db');
      const end = server.success();
      server.terminate();
      await end;
    } finally {
      await server.stop();
    }
  });

  const programs = guide.blocks.filter(({ language }) => language === 'ts');
  test.each(programs.map(({ code }, place) => ({ code, number: place + 1 })))(
    'block $number of the README runs',
    async ({ code, number }) => {
      const file = join(folder, `readme-${number}.ts`);
      writeFileSync(file, code);
      await succeedBounded(process.execPath, [file], folder);
    },
  );
});
