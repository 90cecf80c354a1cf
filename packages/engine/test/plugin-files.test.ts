/** Plugins as files: whose line failed, on workers too, and what they consist of. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { loadPlugins, NodeExecutor } from '@driftline/engine/node';
import { type Comparison, runComparisons } from '@driftline/engine/play';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// Without links, as modules are named: on macOS the place for temporary files is one.
const root = realpathSync(mkdtempSync(join(tmpdir(), 'driftline plugins ')));
afterAll(() => rmSync(root, { recursive: true }));
let folders = 0;

/** A new folder with some files. */
function folderWith(files: Readonly<Record<string, string>>): string {
  folders += 1;
  const folder = join(root, String(folders));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** A policy that plays turns, with some methods changed; its first lines are `head`. */
function policyText(changes: string, head = ''): string {
  return `${head}
const kernel = ({ armCount }) => ({
  slot: 0,
  pick() { return this.slot % armCount; },
  pickAmong(_, arms) { return arms[0]; },
  propensity: () => 1,
  ticket: () => 0,
  acceptsTicket: () => true,
  advance() { this.slot += 1; },
  learn: () => true,
  weight: () => 1,
  welcome() {},
  reset() { this.slot = 0; },
  transfer(archive) { this.slot = archive.slot(this.slot); },
  ${changes}
});
export const policies = [{
  id: 'turns', name: 'Turns', summary: 'Arms in turn.', reference: 'a test', formula: 'slot mod K',
  memory: 'none', estimator: 'none', index: 'none', rewards: 'any', guarantee: 'none', cost: 'O(1)',
  randomised: false, lateRewards: 'ignored', parameters: [], kernel,
}];
`;
}

const comparison: Comparison = {
  name: 'own',
  environment: { kind: 'named', spec: 'switching', horizon: 60 },
  policies: ['turns'],
  replications: 4,
  seed: 3,
  checkpoints: { count: 5, spacing: 'linear' },
};

/** Plays on a worker, as the commands do. */
async function played(file: string): Promise<unknown> {
  const plugins = await loadPlugins([file]);
  const executor = new NodeExecutor(1, [file]);
  try {
    return await runComparisons([comparison], { executor, plugins });
  } finally {
    await executor.close();
  }
}

describe('on a worker', () => {
  test.each<[string, Readonly<Record<string, string>>, string]>([
    [
      'a wrong arm, by the line of its function',
      { 'plugin.mjs': policyText('pick: () => 7,') },
      ":15: policy 'turns' in slot 1 of replication 0 (slots from 1, replications from 0): pick returned 7; accepted is an arm, an integer from 0 to 2",
    ],
    [
      'an error, by the line that threw it',
      {
        'plugin.mjs': policyText('advance() {\n    null.x;\n  },'),
      },
      ":16: policy 'turns' in slot 1 of replication 0 (slots from 1, replications from 0): advance threw TypeError: Cannot read properties of null",
    ],
    [
      'what is no error',
      { 'plugin.mjs': policyText("learn() { throw 'x'; },") },
      ":15: policy 'turns' in slot 1 of replication 0 (slots from 1, replications from 0): learn threw the text 'x', which is not an error",
    ],
    [
      'what can go from no thread to another',
      { 'plugin.mjs': policyText('learn() { throw () => 1; },') },
      ':15: policy ',
    ],
    [
      'an end of the process',
      { 'plugin.mjs': policyText('advance() { process.exit(0); },') },
      ':15: policy ',
    ],
  ])('%s', async (_, files, message) => {
    const file = join(folderWith(files), 'plugin.mjs');
    await expect(played(file)).rejects.toThrow(`plugin ${file}${message}`);
  });

  test('a line of a file that it imports', async () => {
    const folder = folderWith({
      'plugin.mjs': policyText('learn: helper,', "import { helper } from './lib/helper.mjs';"),
      'lib/helper.mjs': "\nexport const helper = () => {\n  throw new Error('ouch');\n};\n",
    });
    await expect(played(join(folder, 'plugin.mjs'))).rejects.toThrow(
      `learn threw Error: ouch; see ${join(folder, 'lib', 'helper.mjs')}:3`,
    );
  });
});

/** What a program prints as JSON: here modules are loaded by the tests' own loader, there by Node's. */
function printedBy(program: string, args: readonly string[]): unknown {
  const head = `import { loadPlugins, NodeExecutor, pluginDigest } from '@driftline/engine/node';
import { runComparisons } from '@driftline/engine/play';
import { writeFileSync } from 'node:fs';
const [, ...args] = process.argv;
const comparison = ${JSON.stringify(comparison)};`;
  const text = execFileSync(process.execPath, ['--eval', `${head}\n${program}`, '--', ...args], {
    encoding: 'utf8',
    cwd: import.meta.dirname,
  });
  return JSON.parse(text);
}

test('a text that is another one on a worker is refused', () => {
  const folder = folderWith({
    'plugin.mjs': policyText('learn: helper,', "import { helper } from './helper.mjs';"),
    'helper.mjs': 'export const helper = () => true;\n',
  });
  const file = join(folder, 'plugin.mjs');
  const message = printedBy(
    `const [file, helper] = args;
const plugins = await loadPlugins([file]);
writeFileSync(helper, 'export const helper = () => false;');
const executor = new NodeExecutor(1, [file]);
const message = await runComparisons([comparison], { executor, plugins }).catch((error) => error.message);
await executor.close();
console.log(JSON.stringify(message));`,
    [file, join(folder, 'helper.mjs')],
  );
  expect(message).toBe(
    `plugin ${file}: helper.mjs was changed while it was being loaded; start again`,
  );
});

describe('a digest', () => {
  const files = {
    'plugin.mjs': policyText(
      '',
      `import './static.mjs';
export * from './re-exported.mjs';
import settings from './settings.json' with { type: 'json' };
import { createRequire } from 'node:module';
import 'a-package';
const name = ['./compu', 'ted.mjs'].join('');
await import(name);
await import('./dynamic.mjs');
createRequire(import.meta.url)('./required.cjs');`,
    ),
    'static.mjs': "import './deep/er.mjs';",
    'deep/er.mjs': '',
    're-exported.mjs': 'export const more = 1;',
    'settings.json': '{ "window": 3 }',
    'computed.mjs': '',
    'dynamic.mjs': '',
    'required.cjs': "require('./also-required.cjs');",
    'also-required.cjs': '',
    'node_modules/a-package/package.json': '{ "version": "1.0.0", "exports": "./index.mjs" }',
    'node_modules/a-package/index.mjs': '',
    'unused.mjs': '',
  };

  /** The files of a plugin that has one of them otherwise. */
  const other = (name: keyof typeof files) => ({
    [name]: name.endsWith('.json') ? '{ "window": 4 }' : `${files[name]}\n// other`,
  });
  const covered = (Object.keys(files) as (keyof typeof files)[]).filter(
    (name) => !/unused|package\.json/.test(name),
  );
  const digests = new Map<string, string>();

  beforeAll(() => {
    const plugin = (changes: object) => join(folderWith({ ...files, ...changes }), 'plugin.mjs');
    const moved = folderWith({});
    mkdirSync(moved);
    const linked = plugin({});
    symlinkSync(linked, join(moved, 'link.mjs'));
    const cases = {
      once: plugin({}),
      'in another place': plugin({}),
      'with a file that it does not import': plugin(other('unused.mjs')),
      'by a link': join(moved, 'link.mjs'),
      'by a path from here': relative(import.meta.dirname, plugin({})),
      ...Object.fromEntries(covered.map((name) => [name, plugin(other(name))])),
    };
    const printed = printedBy(
      `const digests = [];
for (const file of args) {
  await loadPlugins([file]);
  digests.push(pluginDigest([file]));
}
console.log(JSON.stringify(digests));`,
      Object.values(cases),
    );
    if (!Array.isArray(printed)) throw new Error('digests come as an array');
    Object.keys(cases).forEach((name, i) => {
      digests.set(name, printed[i]);
    });
  });

  test.each([
    'in another place',
    'with a file that it does not import',
    'by a link',
    'by a path from here',
  ])('is the same %s', (name) => {
    expect(digests.get(name)).toMatch(/^[0-9a-f]{64}$/);
    expect(digests.get(name)).toBe(digests.get('once'));
  });

  test.each(covered)('is another one with another %s', (name) => {
    expect(digests.get(name)).toMatch(/^[0-9a-f]{64}$/);
    expect(digests.get(name)).not.toBe(digests.get('once'));
  });
});
