/**
 * Runs every `@example` in the comments of `src`, with what the package's doors for users export in scope. A line
 * that ends in `// → value` has to have that value, in JSON, which spells every number exactly.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import * as contextual from '../src/doors/contextual.ts';
import * as theory from '../src/doors/theory.ts';
import { fleetCatalogue } from '../src/fleets/catalogue.ts';
import * as core from '../src/index.ts';
import * as policies from '../src/policies/list.ts';
import { coreSources, sourceFiles } from './workspace.ts';

const ARROW = '// →';

function commentsOf(source: string): string[] {
  return Array.from(source.matchAll(/\/\*\*([\s\S]*?)\*\//g), ([, starred]) =>
    starred.replace(/^ *\* ?/gm, ''),
  );
}

/** The examples of a source file: what follows each `@example`, to the next tag or the end. */
function examplesIn(source: string): string[] {
  return commentsOf(source)
    .flatMap((comment) => comment.split(/^@example\b/m).slice(1))
    .map((example) => example.split(/^@[a-z]/m)[0].trim());
}

/** The value of the last expression of a script that sees all exports. */
function evaluate(script: string): unknown {
  return runInNewContext(script, {
    ...policies,
    ...theory,
    ...core,
    ...contextual,
    fleetCatalogue,
  });
}

/** Checks the arrows of an example one by one, each by running all up to its line. */
function check(example: string): void {
  const lines = example.split('\n');
  for (const [position, line] of lines.entries()) {
    const [, promised] = line.split(ARROW);
    if (promised === undefined) continue;
    const value = evaluate(lines.slice(0, position + 1).join('\n'));
    expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(promised)));
  }
}

const documented = sourceFiles(coreSources)
  .map((file) => ({ file, examples: examplesIn(readFileSync(join(coreSources, file), 'utf8')) }))
  .filter(({ examples }) => examples.length > 0);

const numbered = documented.flatMap(({ file, examples }) =>
  examples.map((example, position) => ({ name: `${file} ${position + 1}`, example })),
);

describe('each example runs, and gives what it says', () => {
  test.each(numbered)('$name', ({ example }) => {
    evaluate(example);
    check(example);
  });
});

/** The two files beside the policies are no policy. */
const BESIDE = ['catalogue.ts', 'list.ts'];

test.each(sourceFiles(join(coreSources, 'policies')).filter((file) => !BESIDE.includes(file)))(
  'policies/%s begins with an example that says what it gives',
  (file) => {
    const source = readFileSync(join(coreSources, 'policies', file), 'utf8');
    expect(source.startsWith('/**')).toBe(true);
    const [example] = examplesIn(source.slice(0, source.indexOf('*/') + 2));
    expect(example).toContain(ARROW);
  },
);

describe('the checker itself', () => {
  const comment = (example: string) => `/**\n * Text.\n *\n * @example\n * ${example}\n */\n`;

  test('takes an example to the next tag, of one comment', () => {
    const source = comment('f(1);\n * f(2); // → 2\n *\n * @throws Error where it says so');
    expect(examplesIn(`${source}${comment('g();')}`)).toEqual(['f(1);\nf(2); // → 2', 'g();']);
  });

  test('refuses a wrong value, wherever it stands', () => {
    expect(() => check('1 + 1; // → 2\n2 + 2; // → 4')).not.toThrow();
    expect(() => check('1 + 1; // → 3\n2 + 2; // → 4')).toThrow();
    expect(() => check('[0.1 + 0.2]; // → [0.3]')).toThrow();
    expect(() => check('undefined; // → null')).toThrow();
  });

  test('lets an error in an example through', () => {
    expect(() => evaluate('notExported();')).toThrow('notExported is not defined');
  });
});
