/**
 * Runs every file of `examples/` and every TypeScript block of the pages below, with the built package. A block that
 * `text` follows must print that text.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ending, run, succeed, workspace } from './workspace.ts';

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

/** Stands between what blocks print. */
const END = '--- end of a block ---';

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
  let printed: readonly string[];
  let ending: Ending;

  // One process for all blocks of a page, which names each block after it has run.
  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    for (const { code, number } of blocks) writeFileSync(join(folder, `${number}.ts`), code);
    const program = `for (const number of ${JSON.stringify(blocks.map(({ number }) => number))}) {
      await import('./' + number + '.ts');
      console.log(${JSON.stringify(END)});
    }`;
    const all = join(folder, 'all.ts');
    writeFileSync(all, program);
    ending = await run(process.execPath, [all], workspace);
    printed = ending.stdout.split(`${END}\n`);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('has TypeScript blocks', () => {
    expect(blocks).not.toEqual([]);
  });

  test.each(blocks)('block $number runs', ({ output, number }) => {
    expect(printed.length, ending.output).toBeGreaterThan(number);
    if (output !== undefined) expect(printed[number - 1]).toBe(output);
  });

  test('ends when all blocks have run', () => {
    expect(ending).toMatchObject({ exitCode: 0 });
  });
});
