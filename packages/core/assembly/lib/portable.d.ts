/**
 * All that portable code has of JavaScript: what AssemblyScript has too, and what `base/language.ts` is
 * made of. `tsconfig.portable.json` compiles the room against this instead of TypeScript's library, so that
 * `values.map` or `name.length` is refused at once.
 */

declare const NaN: number;
declare const Infinity: number;

/** For `base/language.ts` alone; the rules of the room refuse it elsewhere. */
declare const Math: {
  imul(a: number, b: number): number;
  clz32(x: number): number;
  sqrt(x: number): number;
  abs(x: number): number;
  floor(x: number): number;
  ceil(x: number): number;
};

interface ArrayBuffer {
  readonly byteLength: number;
}

interface Numbers {
  readonly length: number;
  fill(value: number): this;
  [index: number]: number;
}

interface Float64Array<Buffer extends ArrayBuffer = ArrayBuffer> extends Numbers {
  readonly buffer: Buffer;
}
declare const Float64Array: { new (length: number): Float64Array<ArrayBuffer> };

interface Int32Array<Buffer extends ArrayBuffer = ArrayBuffer> extends Numbers {
  readonly buffer: Buffer;
}
declare const Int32Array: {
  new (length: number): Int32Array<ArrayBuffer>;
  new (buffer: ArrayBuffer): Int32Array<ArrayBuffer>;
};

// The compiler asks for these by name.
interface Array<T> {
  readonly length: number;
  push(value: T): number;
  [index: number]: T;
}
type Boolean = {};
type CallableFunction = {};
type Function = {};
type IArguments = {};
type NewableFunction = {};
type Number = {};
type Object = {};
type RegExp = {};
type String = {};
