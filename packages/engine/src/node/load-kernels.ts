import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { compileModule, type KernelModule } from '@driftline/core/compiled';

let loaded: KernelModule | undefined;

/** The compiled kernels, loaded once; undefined where this Node runs without WebAssembly. */
export function loadKernels(): KernelModule | undefined {
  loaded ??= compileModule(
    new Uint8Array(
      readFileSync(createRequire(import.meta.url).resolve('@driftline/core/kernels.wasm')),
    ),
  );
  return loaded;
}
