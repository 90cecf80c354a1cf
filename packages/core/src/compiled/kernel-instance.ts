import { type Ingredient, identifier, isRecipe, originOf, type Recipe } from './recipe.ts';

/** A function of the compiled kernels, to which objects pass as addresses. */
export type CompiledFunction = (...parameters: (number | boolean)[]) => number;

// Neither this package's own library nor Node's types declare these; only what is used here.
interface LinearMemory {
  readonly buffer: ArrayBuffer;
}
declare const WebAssembly: {
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (
    module: object,
    imports: object,
  ) => { exports: Record<string, CompiledFunction | LinearMemory> };
};

/** The compiled kernels, a `WebAssembly.Module`: made once, it may be sent to every worker. */
export type KernelModule = object;

/** The parts of the compiled kernels. Contextual policies have a module of their own. */
export type KernelPart = 'main' | 'contextual';

/** The module of a part; undefined if it was not loaded. */
function moduleOf(module: KernelModule, part: KernelPart): object | undefined {
  const parts: { readonly [Part in KernelPart]?: object } = module;
  if (parts.main === undefined) return part === 'main' ? module : undefined;
  return parts[part];
}

/** True if the module of a part was loaded. */
export function hasPart(module: KernelModule, part: KernelPart): boolean {
  return moduleOf(module, part) !== undefined;
}

/**
 * Compiles the bytes of `kernels.wasm`; undefined where the engine has no WebAssembly.
 *
 * @param contextual - the bytes of `contextual-kernels.wasm`, if contextual policies are to be compiled as well
 */
export function compileModule(
  bytes: Uint8Array<ArrayBuffer>,
  contextual?: Uint8Array<ArrayBuffer>,
): KernelModule | undefined {
  if (typeof WebAssembly === 'undefined') return undefined;
  const main = new WebAssembly.Module(bytes);
  return contextual === undefined ? main : { main, contextual: new WebAssembly.Module(contextual) };
}

/**
 * A copy of the compiled kernels with memory of its own. Objects pass as addresses, and nothing is
 * ever freed: make what is needed once, and take a new instance for other work.
 */
export class KernelInstance {
  readonly #exports: Record<string, CompiledFunction | LinearMemory>;

  constructor(module: KernelModule, part: KernelPart = 'main') {
    const chosen = moduleOf(module, part);
    if (chosen === undefined) throw new Error(`the ${part} kernels were not loaded`);
    this.#exports = new WebAssembly.Instance(chosen, {}).exports;
  }

  /** Whether there is a function of this name. */
  has(name: string): boolean {
    return typeof this.#exports[name] === 'function';
  }

  /** The function of a name. */
  function(name: string): CompiledFunction {
    const exported = this.#exports[name];
    if (typeof exported === 'function') return exported;
    throw new Error(`the compiled kernels have no function ${name}`);
  }

  /**
   * Makes an object; returns its address.
   *
   * @param placed - the addresses of parts and arrays that are there already, and are shared
   */
  make(recipe: Recipe, placed?: WeakMap<object, number>): number {
    const parameters = recipe.ingredients.map((ingredient) => this.#given(ingredient, placed));
    return this.function(`new_${identifier(recipe)}`)(...parameters);
  }

  #given(ingredient: Ingredient, placed?: WeakMap<object, number>): number | boolean {
    if (typeof ingredient !== 'object') return ingredient;
    const there = placed?.get(originOf(ingredient));
    if (there !== undefined) return there;
    return isRecipe(ingredient) ? this.make(ingredient, placed) : this.place(ingredient);
  }

  /** Copies an array; returns the address of the copy. */
  place(numbers: Float64Array | Int32Array): number {
    const { length } = numbers;
    const real = numbers instanceof Float64Array;
    const address = this.function(real ? 'new_Floats' : 'new_Ints')(length);
    const copy = real ? this.floats(address, length) : this.ints(address, length);
    copy.set(numbers);
    return address;
  }

  /** The reals at an address. Making objects may move the memory: read or write at once. */
  floats(address: number, length: number): Float64Array<ArrayBuffer> {
    return new Float64Array(this.#memory.buffer, address, length);
  }

  /** The integers at an address, under the same condition. */
  ints(address: number, length: number): Int32Array<ArrayBuffer> {
    return new Int32Array(this.#memory.buffer, address, length);
  }

  /** Bytes in use, those that nothing needs any more included. */
  get size(): number {
    return this.#memory.buffer.byteLength;
  }

  get #memory(): LinearMemory {
    const { memory } = this.#exports;
    if (typeof memory === 'function') throw new Error('the compiled kernels export no memory');
    return memory;
  }
}
