import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { KERNELS } from '../assembly/digest.ts';
import { inOrderOfLikeness } from '../assembly/function-order.ts';
import { functionsOf, withFunctionsInOrder } from '../assembly/module-functions.ts';
import { compileModule, KernelInstance } from '../src/compiled/kernel-instance.ts';

const HEADER = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const [CONST, ADD, XOR, CALL, END] = [0x41, 0x6a, 0x73, 0x10, 0x0b];

const length = (bytes: readonly number[]): number[] =>
  bytes.length < 128 ? [bytes.length] : [(bytes.length % 128) | 0x80, bytes.length >> 7];
const section = (id: number, bytes: readonly number[]): number[] => [
  id,
  ...length(bytes),
  ...bytes,
];

/** A module of functions without parameters that return an integer; function i is exported by the letter after i others. */
function moduleOf(
  bodies: readonly (readonly number[])[],
  ...more: number[]
): Uint8Array<ArrayBuffer> {
  const codes = bodies.map((body) => [0, ...body, END]);
  return new Uint8Array([
    ...HEADER,
    ...section(1, [1, 0x60, 0, 1, 0x7f]),
    ...section(3, [bodies.length, ...bodies.map(() => 0)]),
    ...more,
    ...section(7, [bodies.length, ...bodies.flatMap((_, i) => [1, 97 + i, 0, i])]),
    ...section(10, [codes.length, ...codes.flatMap((code) => [...length(code), ...code])]),
  ]);
}

/** Code of 120 bytes that computes something from `seed`. */
function long(operation: number, seed: number): number[] {
  const steps = Array.from({ length: 39 }, (_, i) => [CONST, (i * 7 + operation) % 64, operation]);
  return [CONST, seed, ...steps.flat()];
}

function instanceOf(module: Uint8Array<ArrayBuffer>): KernelInstance {
  const compiled = compileModule(module);
  if (compiled === undefined) throw new Error('this engine has no WebAssembly');
  return new KernelInstance(compiled);
}

function answers(module: Uint8Array<ArrayBuffer>): number[] {
  const instance = instanceOf(module);
  return [...'abcde'].map((name) => instance.function(name)());
}

const mixed = moduleOf([
  long(ADD, 1),
  long(XOR, 2),
  long(ADD, 3),
  long(XOR, 4),
  [CALL, 0, CALL, 3, ADD, CALL, 2, XOR],
]);

test('similar functions come one after the other, and every export answers as before', () => {
  const ordered = inOrderOfLikeness(mixed);
  expect(functionsOf(ordered).map((code) => (code.length < 100 ? 'short' : code[5]))).toEqual([
    'short',
    ADD,
    ADD,
    XOR,
    XOR,
  ]);
  expect(answers(ordered)).toEqual(answers(mixed));
});

test('any order keeps what exports answer', () => {
  const other = withFunctionsInOrder(mixed, [1, 2, 3, 0, 4]);
  expect(functionsOf(other)[0]).toEqual(functionsOf(mixed)[1]);
  expect(answers(other)).toEqual(answers(mixed));
});

test('kernels in reverse order are valid, and reversed again they are the same bytes', () => {
  const kernels = new Uint8Array(readFileSync(KERNELS));
  const reversal = functionsOf(kernels).map((_, place, { length }) => length - 1 - place);
  const reversed = withFunctionsInOrder(kernels, reversal);
  // The engine refuses an invalid module.
  expect(instanceOf(reversed).has('new_Floats')).toBe(true);
  expect(Buffer.compare(withFunctionsInOrder(reversed, reversal), kernels)).toBe(0);
  expect(Buffer.compare(reversed, kernels)).not.toBe(0);
});

test('a module with a table, which may hold functions, is refused', () => {
  const tabled = moduleOf([[CONST, 1]], ...section(4, [1, 0x70, 0, 1]));
  expect(() => withFunctionsInOrder(tabled, [0])).toThrow('section with the number 4');
});

test('an instruction that may name a function is refused', () => {
  const indirect = moduleOf([[CONST, 0, 0x11, 0, 0]]);
  expect(() => withFunctionsInOrder(indirect, [0])).toThrow('instruction 0x11 is not expected');
});
