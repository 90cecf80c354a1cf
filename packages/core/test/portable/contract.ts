/**
 * Everything that a kernel can be asked, on both sides: late and forgotten rewards, choices among
 * some arms, restored state. The loop of an experiment uses only a part of it.
 */
import { exportedClasses } from '../../assembly/classes.ts';
import { constructorsText, kernelRecipes } from '../../assembly/entry.ts';
import { portableParts, readSource } from '../../assembly/sources.ts';
import type { KernelInstance } from '../../src/compiled/kernel-instance.ts';
import { identifier, type Recipe, typeText } from '../../src/compiled/recipe.ts';
import { Random } from '../../src/portable/random/generator.ts';
import { ROLE_POLICY, seedStream } from '../../src/portable/random/streams.ts';
import { randomStream } from '../../src/random/source.ts';
import { SavingArchive } from '../../src/shell/kernel-state.ts';
import { recipe } from './cases.ts';

interface Method {
  readonly name: string;
  readonly parameters: string;
  readonly result: string;
}

/** The methods of an interface, as its file has them. */
function methodsOf(name: string, file = 'portable/kernels/kernel.ts'): Method[] {
  const text = readSource(file);
  const [body] = text.match(new RegExp(`^export interface ${name} .*?^\\}`, 'ms')) ?? [''];
  return [...body.matchAll(/^ {2}(\w+)\(([^)]*)\): (\w+);/gm)].map(
    ([, method, parameters, result]) => ({ name: method, parameters, result }),
  );
}

const hasIndices = (type: string) => /^(RestartingKernel_)?((Kl)?Index|Detecting)Kernel/.test(type);

/** An archive that saves nowhere: what `transfer` then rebuilds must be what was there. */
const KEEPING_ARCHIVE = `
class Keeping implements Archive {
  slot(value: i32): i32 { return value; }
  has(name: string): bool { return true; }
  real(name: string, value: f64): f64 { return value; }
  cells(name: string, values: Ints, length: i32, cells: i32): void {}
  reals(name: string, values: Floats, length: i32): void {}
  counts(name: string, values: Floats, length: i32): void {}
  within(name: string, value: f64, least: f64, most: f64): f64 { return value; }
  integer(name: string, value: i32, least: i32, most: i32): i32 { return value; }
  integers(name: string, values: Ints, length: i32, least: i32, most: i32): void {}
  wholes(name: string, values: Floats, length: i32, most: f64): void {}
  bounded(name: string, values: Floats, length: i32, least: f64, most: f64): void {}
  demand(name: string, noun: string, holds: bool): void {}
}
export function new_Keeping(): Keeping { return new Keeping(); }`;

/** The text of all that a compiled side needs beside its kernels. */
const SIDES: readonly string[] = [
  "import { Archive } from './portable/base/archive.ts';",
  "import { Random } from './portable/random/generator.ts';",
  "import { seedStream } from './portable/random/streams.ts';",
  'export { seedStream };',
  'export function new_Random(): Random { return new Random(0, 0, 0, 0); }',
  KEEPING_ARCHIVE,
];

function methodText(kernel: Recipe, { name, parameters, result }: Method): string {
  const declared = [`kernel: ${typeText(kernel)}`, parameters].filter((part) => part !== '');
  const passed = parameters.split(', ').map((parameter) => parameter.split(': ')[0]);
  return `export function ${name}_${identifier(kernel)}(${declared.join(', ')}): ${result} {
  return kernel.${name}(${passed.join(', ')});
}`.replace('archive: Archive', 'archive: Keeping');
}

/** The text that exports the methods that an interface gives a kernel. */
export function methodTexts(file: string, name: string, kernel: Recipe): string[] {
  return methodsOf(name, file).map((method) => methodText(kernel, method));
}

/**
 * The text that exports every method of every kernel.
 *
 * @param others - kernels of other kinds, with the text that exports their methods
 */
export function contractEntry(others: readonly Recipe[], texts: readonly string[]): string {
  const kernels = kernelRecipes();
  const methods = kernels.flatMap((kernel) => {
    const type = identifier(kernel);
    const indexed = ['IndexedKernel', 'WaitingKernel'].flatMap((name) => methodsOf(name));
    const all = [...methodsOf('Kernel'), ...(hasIndices(type) ? indexed : [])];
    return all.map((method) => methodText(kernel, method));
  });
  return [
    constructorsText(exportedClasses(portableParts()), [...kernels, ...others]),
    ...SIDES,
    ...methods,
    ...texts,
  ].join('\n');
}

/** A kernel on either side, with what its methods are given. */
export interface Side {
  readonly random: unknown;
  readonly someArms: unknown;
  readonly archive: unknown;
  call(method: string, ...parameters: unknown[]): number;
}

const SEED = 20_260_102;

export function javaScriptSide(kernel: object, someArms: readonly number[]): Side {
  const random = new Random(0, 0, 0, 0);
  seedStream(random, SEED, 0, ROLE_POLICY);
  return {
    random,
    someArms: Int32Array.from(someArms),
    // Each state has an archive of its own, as its names may come once only.
    get archive() {
      return new SavingArchive();
    },
    call: (method, ...parameters) =>
      Number(Reflect.apply(Reflect.get(kernel, method), kernel, parameters)),
  };
}

export function webAssemblySide(
  wasm: KernelInstance,
  kernel: object,
  someArms: readonly number[],
): Side {
  const made = recipe(kernel);
  const address = wasm.make(made);
  const random = wasm.function('new_Random')();
  wasm.function('seedStream')(random, SEED, 0, ROLE_POLICY);
  const type = identifier(made);
  return {
    random,
    someArms: wasm.place(Int32Array.from(someArms)),
    archive: wasm.function('new_Keeping')(),
    call: (method, ...parameters) =>
      Number(wasm.function(`${method}_${type}`)(address, ...(parameters as number[]))),
  };
}

const SLOTS = 250;

/** Asks everything, in an order that depends on nothing but the seed; returns all answers. */
export function askEverything(side: Side, type: string, armCount: number): number[] {
  const driver = randomStream(SEED);
  const answers: number[] = [];
  const ask = (method: string, ...parameters: unknown[]) => {
    const answer = side.call(method, ...parameters);
    answers.push(answer);
    return answer;
  };
  const pending: { due: number; slot: number; arm: number; ticket: number }[] = [];
  for (let slot = 0; slot < SLOTS; slot++) {
    const some = driver.below(4) === 0;
    const arm = some ? ask('pickAmong', side.random, side.someArms) : ask('pick', side.random);
    ask('propensity');
    pending.push({
      due: slot + driver.below(2) * driver.below(9),
      slot,
      arm,
      ticket: ask('ticket'),
    });
    side.call('advance', arm);
    for (const decision of pending.filter(({ due }) => due === slot)) {
      ask('learn', decision.slot, decision.arm, decision.ticket, driver.uniform());
    }
    ask('weight', driver.below(slot + 1));
    if (slot === 120) side.call('welcome', armCount - 1);
    if (slot % 60 === 59) side.call('transfer', side.archive);
    for (let k = 0; k < armCount && hasIndices(type); k++) {
      ask('count', k);
      ask('mean', k);
      ask('index', k);
      ask('indexWithExtra', k, 2);
      ask('turnOf', k);
    }
  }
  side.call('reset');
  ask('pick', side.random);
  return answers;
}
