import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { compileModule, type KernelModule } from '@driftline/core/compiled';

let loaded: KernelModule | undefined;

function readKernels(name: string): Uint8Array<ArrayBuffer> {
  const file = createRequire(import.meta.url).resolve(`@driftline/core/${name}`);
  if (existsSync(file)) return new Uint8Array(readFileSync(file));
  throw new Error(
    `${file} is missing; create it with 'npm run build', or install the package again`,
  );
}

/** The compiled kernels, loaded once; undefined where this Node runs without WebAssembly. */
export function loadKernels(): KernelModule | undefined {
  loaded ??= compileModule(readKernels('kernels.wasm'), readKernels('contextual-kernels.wasm'));
  return loaded;
}
