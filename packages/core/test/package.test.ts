/** What the package promises: no dependencies, and nothing of the browser or of Node in its code. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compiler, coreSources, type Ending, run, sourceFiles, workspace } from './workspace.ts';

const scratch = mkdtempSync(join(tmpdir(), 'driftline-package-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** Compiles the sources, and more files if given, knowing ECMAScript 2022 and nothing else. */
function compileBare(name: string, extra: Readonly<Record<string, string>> = {}): Promise<Ending> {
  for (const [file, text] of Object.entries(extra)) writeFileSync(join(scratch, file), text);
  const config = join(scratch, `${name}.json`);
  const settings = {
    extends: join(workspace, 'tsconfig.base.json'),
    compilerOptions: { lib: ['es2022'], types: [], composite: false, noEmit: true },
    files: Object.keys(extra).map((file) => join(scratch, file)),
    include: [coreSources],
    exclude: [join(coreSources, '**/*.test.ts')],
  };
  writeFileSync(config, JSON.stringify(settings));
  return run(process.execPath, [compiler, '--project', config, '--checkers', '1'], scratch);
}

const importedName = /(?<!['"])\b(?:from|import)\s*\(?\s*['"]([^'"\s]+)['"]/g;

/** What a source imports or re-exports from. */
function importsOf(source: string): string[] {
  return Array.from(source.matchAll(importedName), (match) => match[1]);
}

test('the package depends on nothing', () => {
  const manifest = JSON.parse(readFileSync(join(workspace, 'packages/core/package.json'), 'utf8'));
  for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies']) {
    expect(Object.keys(manifest[kind] ?? {})).toEqual([]);
  }
});

describe('the sources', () => {
  test('compile with the types of neither a browser nor Node', async () => {
    const { exitCode, output } = await compileBare('sources');
    expect(output).toBe('');
    expect(exitCode).toBe(0);
  });

  describe('with names that they may not use', () => {
    const names = ['document', 'process', 'console', 'Buffer'];
    let ending: Ending;
    beforeAll(async () => {
      const files = names.map((name) => [`${name}.ts`, `export const used = ${name};\n`]);
      ending = await compileBare('names', Object.fromEntries(files));
    });

    test.each(names)('would not compile if they used %s', (name) => {
      expect(ending.exitCode).not.toBe(0);
      const errors = ending.output.split('\n').filter((line) => line.includes(`${name}.ts`));
      expect(errors).toEqual([expect.stringContaining(`Cannot find name '${name}'`)]);
    });
  });

  test('import each other and nothing else', () => {
    const foreign = sourceFiles(coreSources).flatMap((file) =>
      importsOf(readFileSync(join(coreSources, file), 'utf8'))
        .filter((imported) => !/^\.\.?\//.test(imported))
        .map((imported) => `${file} imports ${imported}`),
    );
    expect(foreign).toEqual([]);
  });

  test('load no contexts with the main entry point', () => {
    const loaded = new Set(['index.ts']);
    for (const file of loaded) {
      const source = readFileSync(join(coreSources, file), 'utf8');
      for (const imported of importsOf(source.replace(/^(?:im|ex)port type [^;]*;/gm, ''))) {
        loaded.add(posix.join(posix.dirname(file), imported));
      }
    }
    expect(loaded.size).toBeGreaterThan(100);
    const contextual = [...loaded].filter((file) => /contextual|linear/.test(file));
    expect(contextual.filter((file) => !/^(?:tuning|theory|definitions)\//.test(file))).toEqual([]);
  });

  test('would be found importing anything else, in whatever form', () => {
    const forms = [
      "import { readFile } from 'node:fs/promises';",
      "import type { Stats } from 'node:fs';",
      "import 'side-effect';",
      "export { x } from 'bare/path';",
      "const later = await import('node:os');",
      "import {\n  many,\n  lines,\n} from './near.ts';",
    ];
    expect(forms.flatMap(importsOf)).toEqual([
      'node:fs/promises',
      'node:fs',
      'side-effect',
      'bare/path',
      'node:os',
      './near.ts',
    ]);
  });
});
