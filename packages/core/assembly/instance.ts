/** A running copy of the compiled kernels, and how objects are made in it. */
import { type ClassType, identifier } from './entry.ts';

/**
 * An object to be made: its class and the arguments of its constructor, which may be recipes too.
 * One recipe makes the same object on both sides.
 */
export type Recipe = readonly [className: string, ...Ingredient[]];
export type Ingredient = number | boolean | Numbers | Recipe;
type Numbers = Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>;

// Neither core's own library nor Node's types declare these; only what is used here.
interface Memory {
  readonly buffer: ArrayBuffer;
}
type Exported = (...parameters: (number | boolean)[]) => number;
declare const WebAssembly: {
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object, imports: object) => { exports: Record<string, Exported | Memory> };
};

function isRecipe(ingredient: Ingredient): ingredient is Recipe {
  return Array.isArray(ingredient);
}

/** The type that a recipe makes: a generic class is filled with its ingredients. */
export function typeOf([name, ...ingredients]: Recipe): ClassType {
  const filling = ingredients.filter(isRecipe).map(typeOf);
  return filling.length === 0 ? name : [name, ...filling];
}

/** An instance of a compiled module with memory of its own. */
export class KernelInstance {
  readonly #exports: Record<string, Exported | Memory>;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#exports = new WebAssembly.Instance(new WebAssembly.Module(bytes), {}).exports;
  }

  /** Calls an export by its name. */
  call(name: string, ...parameters: (number | boolean)[]): number {
    const exported = this.#exports[name];
    if (typeof exported !== 'function') throw new Error(`the module has no function ${name}`);
    return exported(...parameters);
  }

  /** Makes an object; returns its address. */
  make(recipe: Recipe): number {
    const [, ...ingredients] = recipe;
    const parameters = ingredients.map((ingredient) => {
      if (typeof ingredient !== 'object') return ingredient;
      return isRecipe(ingredient) ? this.make(ingredient) : this.place(ingredient);
    });
    return this.call(`new_${identifier(typeOf(recipe))}`, ...parameters);
  }

  /** Copies an array; returns the address of the copy. */
  place(numbers: Numbers): number {
    const { length } = numbers;
    const real = numbers instanceof Float64Array;
    const address = this.call(real ? 'new_Floats' : 'new_Ints', length);
    const copy = real ? this.floats(address, length) : this.ints(address, length);
    copy.set(numbers);
    return address;
  }

  /** The reals at an address. Making objects may move the memory: read or write at once. */
  floats(address: number, length: number): Float64Array<ArrayBuffer> {
    return new Float64Array(this.#buffer(), address, length);
  }

  /** The integers at an address, under the same condition. */
  ints(address: number, length: number): Int32Array<ArrayBuffer> {
    return new Int32Array(this.#buffer(), address, length);
  }

  #buffer(): ArrayBuffer {
    const { memory } = this.#exports;
    if (typeof memory === 'function') throw new Error('the module exports no memory');
    return memory.buffer;
  }
}
