/** Makes a policy's kernel from the installed package's WebAssembly; prints its type and what plays it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileModule, identifier, KernelInstance, recipeOf } from '@driftline/core/compiled';
import { preparePolicy } from '@driftline/core/play';

const file = fileURLToPath(import.meta.resolve('@driftline/core/kernels.wasm'));
const module = compileModule(new Uint8Array(readFileSync(file)));
if (module === undefined) throw new Error('this Node has no WebAssembly');
const { kernel } = preparePolicy('sw-moss:window=50', { armCount: 3 });
const recipe = recipeOf(kernel);
if (recipe === undefined) throw new Error('the kernel of sw-moss is not among the compiled ones');
const instance = new KernelInstance(module);
const type = identifier(recipe);
const played = instance.has(`play_${type}_BernoulliRewards`);
console.log(JSON.stringify({ type, made: instance.make(recipe) > 0, played }));
