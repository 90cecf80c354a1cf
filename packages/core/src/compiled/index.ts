/**
 * The kernels as WebAssembly: the same text as the JavaScript ones, the same bits, several times as
 * fast. `kernels.wasm` stands beside this module in the package, and `contextual-kernels.wasm` has contextual policies.
 *
 * @module @driftline/core/compiled
 */

export {
  type CompiledFunction,
  compileModule,
  hasPart,
  KernelInstance,
  type KernelModule,
  type KernelPart,
} from './kernel-instance.ts';
export type { PortableClass } from './portable-class.ts';
export { type Ingredient, identifier, type Numbers, type Recipe, recipeOf } from './recipe.ts';
