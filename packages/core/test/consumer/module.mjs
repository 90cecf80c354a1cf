/** An application in plain JavaScript modules, with the compiled kernels; prints what it found. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createDecider } from '@driftline/core';
import { compileModule, KernelInstance } from '@driftline/core/compiled';

const kernels = readFileSync(fileURLToPath(import.meta.resolve('@driftline/core/kernels.wasm')));
const instance = new KernelInstance(compileModule(new Uint8Array(kernels)));
const { arm } = createDecider('d-ucb', { armCount: 3, window: 50 }).decide();
const compiled = instance.size > 0;
console.log(JSON.stringify({ node: process.versions.node, arm, compiled }));
