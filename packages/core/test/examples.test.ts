/**
 * Runs every file of `examples/` and every TypeScript block of the pages below, with the built package. A block that
 * `text` follows must print that text.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { succeed, workspace } from './workspace.ts';

describe('examples/', () => {
  const folder = join(workspace, 'examples');
  const files = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
        // Those of the decision service need one that runs: packages/client/test starts it.
        /^(?!service\b).*\.[jt]s$/.test(file),
      )
    : [];

  test('has files', () => {
    expect(files).not.toEqual([]);
  });

  test.each(files)('%s runs and prints', async (file) => {
    const printed = await succeed(process.execPath, [join(folder, file)], workspace);
    expect(printed.trim()).not.toBe('');
  });
});

// Where no service is, the client falls back, and its blocks run all the same.
const readmes = [
  'README.md',
  'docs/library.md',
  'packages/advice/README.md',
  'packages/client/README.md',
  'packages/core/README.md',
  'packages/engine/README.md',
  'packages/openfeature/README.md',
];

describe.each(readmes)('%s', (readme) => {
  const text = readFileSync(join(workspace, readme), 'utf8');
  const blocks = Array.from(
    text.matchAll(/^```ts\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```)?/gm),
    ([, code, output], position) => ({ code, output, number: position + 1 }),
  );
  // Inside the workspace, so that imports resolve; git and the linter pass over this name.
  const folder = join(workspace, 'dist');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('has TypeScript blocks', () => {
    expect(blocks).not.toEqual([]);
  });

  test.each(blocks)('block $number runs', async ({ code, output, number }) => {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `readme-${number}.ts`);
    writeFileSync(file, code);
    const printed = await succeed(process.execPath, [file], workspace);
    if (output !== undefined) expect(printed).toBe(output);
  });
});
