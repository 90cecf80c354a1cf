import { compileModule, type KernelModule } from '../../src/compiled/kernel-instance.ts';

/** Bytes of WebAssembly, compiled by an engine that has it. */
export function moduleOf(bytes: Uint8Array<ArrayBuffer>): KernelModule {
  const compiled = compileModule(bytes);
  if (compiled === undefined) throw new Error('this engine has no WebAssembly');
  return compiled;
}
