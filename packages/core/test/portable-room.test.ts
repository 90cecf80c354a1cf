/**
 * The room of portable code is guarded: what AssemblyScript does not have, or reads differently, is found
 * in a second, with file, line and a sentence. The same goes for classes in a definition's own file.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  classesText,
  exportedClasses,
  extraClassesText,
  sharedNames,
} from '../assembly/classes.ts';
import { complaintsAbout, portablePart, textOfPart } from '../assembly/portable-part.ts';
import { PACKAGE, portableParts } from '../assembly/sources.ts';
import { compiler, run } from './workspace.ts';

const NEW = 'portable/kernels/new.ts';

function partOf(file: string, text: string) {
  const part = portablePart(file, text);
  if (part === undefined) throw new Error(`${file} has no portable part`);
  return part;
}

const complaints = (file: string, text: string) => complaintsAbout(partOf(file, text));

/** A statement within a method, on line 9 of a file that is otherwise right. */
function within(statement: string): string {
  return `import { bool, Floats, f64, i32 } from '../base/language.ts';
import { Random } from '../random/generator.ts';

/** A kernel. */
export class New {
  values: Floats = new Floats(3);

  pick(random: Random): i32 {
    ${statement}
    return random.below(3);
  }
}
`;
}

test('the room and all classes of definitions are portable', () => {
  expect(portableParts().length).toBeGreaterThan(70);
  expect(portableParts().flatMap(complaintsAbout)).toEqual([]);
  expect(sharedNames(exportedClasses(portableParts()))).toEqual([]);
});

test('the lists of classes are those that follow from the sources', () => {
  const classes = exportedClasses(portableParts());
  const written = (file: string) => readFileSync(join(PACKAGE, 'src/compiled', file), 'utf8');
  expect(written('classes.ts')).toBe(classesText(classes));
  expect(written('extra-classes.ts')).toBe(extraClassesText(classes));
});

describe('found within a method', () => {
  test('nothing where nothing is wrong', () => {
    const right = 'for (let i: i32 = 0; i < 3; i++) this.values[i] = i > 1 ? Infinity : -0.5;';
    expect(complaints(NEW, within(right))).toEqual([]);
  });

  test.each([
    ['const least: f64 = Math.min(1, 2);', "'Math': base/language.ts"],
    ['const parsed: f64 = Number("1");', "'Number': base/language.ts"],
    ['const none: f64 = undefined;', "'undefined'"],
    ['const twice = (x: f64): f64 => 2 * x;', "'twice' without its type"],
    ['this.each((x: f64): f64 => 2 * x);', 'a closure'],
    ['function twice(x: f64): f64 { return 2 * x; }', 'a function within a function'],
    ['this.say({ arm: 1 });', 'an object literal'],
    ['const { length }: Floats = this.values;', 'taking an object apart'],
    ['this.say(...this.values);', 'spreading'],
    ['this.values?.fill(0);', 'an optional chain'],
    ['try { this.values.fill(0.0); } catch { return 0; }', 'catching'],
    ["throw new Error('no');", 'throwing'],
    ['const x: f64 | bool = 0.0;', 'a union of types'],
    ['const x: number = 0;', "'number': say f64"],
    ['const x: boolean = false;', "'boolean': say bool"],
    ['const x: f64 = this.values[0]!;', "'!' after a value"],
    ['const x: f64 = this.slot as f64;', "'as'"],
    ['let x = 0;', "'x' without its type"],
    ['for (const x of this.values) this.say(x);', "'for … of'"],
    ['const x: f64 = 2 ** 3;', "the operator '**'"],
    ['const x: f64 = this.values[0] ?? 1;', "the operator '??'"],
    ['if (this.values[0] == 1) return 0;', "the operator '=='"],
    ['const x: bool = typeof this === "y";', "the operator 'typeof'"],
    ['const x: i32 = 10n;', 'the value 10n'],
    ['const x: Floats = null;', 'the value null'],
    ['var x: i32 = 1;', "'var'"],
    ['label: while (true) break label;', 'LabeledStatement'],
  ])('%s', (statement, sentence) => {
    const [first] = complaints(NEW, within(statement));
    expect(first).toContain(`src/${NEW}:9: portable code has no place for `);
    expect(first).toContain(sentence);
  });
});

describe('found at the top of a file', () => {
  test.each([
    ["import { ParameterError } from '../../base/errors.ts';", 'an import of base/errors.ts'],
    ["import {\n  a,\n  b,\n} from '../../base/nearest.ts';", 'an import of base/nearest.ts'],
    ["import 'node:fs';", 'an import of node:fs'],
    ["export { suggestion } from '../../base/nearest.ts';", 'passing on what stands elsewhere'],
    ["export * from '../memory/window.ts';", 'exporting all of a file'],
    ["import * as all from '../memory/window.ts';", 'importing all of a file'],
    ["import type { Random } from '../random/generator.ts';", "the word 'type'"],
    ["import { f64, type Ints } from '../base/language.ts';", "the word 'type'"],
    ['type Few = i32;', 'a type by another name'],
    ['enum Way { Left }', 'an enum'],
    ['export default class X {}', 'a default export'],
    ['export async function later(): void {}', 'an async function'],
    ['export function some(arm?: i32): void {}', "the optional parameter 'arm'"],
    ['export function some(arm: i32 = 0): void {}', 'a parameter with a default'],
    ['export class X { static count: i32 = 0; }', "'static'"],
    ['export class X { #hidden: i32 = 0; }', 'a private name'],
    ['export class X { get length(): i32 { return 0; } }', 'an accessor'],
    ['export class X { length = 0; }', "the field 'length' without its type"],
    ['export class X extends Y {}', 'a class that extends another'],
  ])('%s', (line, sentence) => {
    const text = `import { i32 } from '../base/language.ts';\n${line}\n`;
    const [first] = complaints(NEW, text);
    expect(first).toContain(`src/${NEW}:2: portable code has no place for `);
    expect(first).toContain(sentence);
  });
});

describe('types without the library of JavaScript', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'driftline-room-'));
  afterAll(() => rmSync(scratch, { recursive: true }));

  /** What the compiler says of a file that stands in the room beside the others. */
  async function refused(text: string): Promise<string> {
    const settings = {
      extends: join(PACKAGE, 'tsconfig.portable.json'),
      compilerOptions: { rootDirs: [join(PACKAGE, 'src'), scratch] },
      include: [],
      files: [join(PACKAGE, 'assembly/lib/portable.d.ts'), join(scratch, 'new.ts')],
    };
    writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify(settings));
    writeFileSync(join(scratch, 'new.ts'), text);
    return (
      await run(process.execPath, [compiler, '--project', scratch, '--checkers', '1'], scratch)
    ).output;
  }

  const text = (expression: string) =>
    `import { Floats, f64 } from './portable/base/language.ts';
export function some(values: Floats, name: string): f64 {
  return ${expression};
}
`;

  test('what both languages have is accepted', async () => {
    expect(await refused(text("values.length + (name === '' ? values[0] : Infinity)"))).toBe('');
  });

  test.each([
    'values.reduce(1.0)',
    'values.subarray(1)[0]',
    'name.length',
    'Number.MAX_VALUE',
    'console.log(1)',
  ])('%s is refused', async (expression) => {
    expect(await refused(text(expression))).toMatch(/new\.ts\(3,\d+\): error TS/);
  });
});

/** A policy's own file: its definition uses all of the language, its kernel the portable part of it. */
const OWN_FILE = `import type { PolicyDefinition } from '../definitions/policy.ts';
import { type Archive } from '../portable/base/archive.ts';
import { f64, i32 } from '../portable/base/language.ts';
import { ln } from '../portable/math/log.ts';
import { requireHorizon } from '../tuning/tuning.ts';

const FLOOR: f64 = 0.5;
const words = ['a', 'b'].map((word) => ({ word }));

// @inline
function floored(x: f64): f64 {
  return x < FLOOR ? FLOOR : ln(x);
}

function tune(): object {
  return { window: requireHorizon, words };
}

export class OwnKernel {
  armCount: i32;
  rate: f64;

  constructor(armCount: i32, rate: f64) {
    this.armCount = armCount;
    this.rate = rate;
  }

  transfer(archive: Archive): void {
    this.rate = archive.real('rate', floored(this.rate));
  }
}

export const own: PolicyDefinition = { id: 'own', tune, kernel: () => new OwnKernel(3, 1) };
`;

describe("a definition's own file", () => {
  test('gives its classes and what they use, each line where it was', () => {
    const part = partOf('policies/own.ts', OWN_FILE);
    expect(complaintsAbout(part)).toEqual([]);
    const lines = OWN_FILE.split('\n');
    const kept = textOfPart(part).split('\n');
    expect(kept[1]).toBe("import { Archive } from '../portable/base/archive.ts';");
    kept.forEach((line, i) => {
      if (line !== '' && i !== 1) expect(line).toBe(lines[i]);
    });
    const text = kept.join('\n');
    for (const name of ['FLOOR', '// @inline', 'floored', 'class OwnKernel']) {
      expect(text).toContain(name);
    }
    for (const name of ['PolicyDefinition', 'words', 'tune', 'requireHorizon', 'const own']) {
      expect(text).not.toContain(name);
    }
  });

  test('is nothing to the compiler where it exports no class', () => {
    const text = OWN_FILE.replace('export class', 'class');
    expect(portablePart('policies/own.ts', text)).toBeUndefined();
  });

  test('is guarded where its classes are', () => {
    const wrong = OWN_FILE.replace('floored(this.rate)', 'Math.log(this.rate)');
    expect(complaints('policies/own.ts', wrong)).toEqual([
      expect.stringMatching(/^src\/policies\/own\.ts:29: .*'Math'/),
    ]);
    const foreign = OWN_FILE.replace('floored(this.rate)', 'requireHorizon(this.rate)');
    expect(complaints('policies/own.ts', foreign)).toEqual([
      expect.stringMatching(/^src\/policies\/own\.ts:5: .*requireHorizon of tuning\/tuning\.ts/),
    ]);
  });
});

describe('the list of classes', () => {
  const listOf = (text: string) => exportedClasses([partOf('policies/own.ts', text)]);

  test('holds what a definition brings', () => {
    const text = classesText(listOf(OWN_FILE));
    expect(text).toContain("import { OwnKernel } from '../policies/own.ts';");
    expect(text).toContain(
      "{ name: 'OwnKernel', make: OwnKernel, parameters: ['armCount', 'rate'], generic: [] },",
    );
  });

  test.each([
    ['a parameter that is not kept', 'this.rate = rate;', 'this.rate = 2.0 * rate;', "'rate: f64'"],
    ['a field of another type', '  rate: f64;', '  rate: i32;', "'rate: f64'"],
    ['a field of another name', '  armCount: i32;', '  arms: i32;', "'armCount: i32'"],
    ['an open type', 'class OwnKernel', 'class OwnKernel<M>', 'a parameter of type M'],
  ])('leaves out a class with %s, and knows why', (_, right, wrong, sentence) => {
    const [facts] = listOf(OWN_FILE.replace(right, wrong));
    expect(facts.obstacle).toContain(sentence);
    expect(facts.place).toBe('src/policies/own.ts:19');
    expect(classesText([facts])).not.toContain('OwnKernel');
  });

  test('has each name once', () => {
    const [facts] = listOf(OWN_FILE);
    expect(sharedNames([facts, facts])).toEqual([
      expect.stringContaining('src/policies/own.ts:19: there is a class OwnKernel at'),
    ]);
  });
});
