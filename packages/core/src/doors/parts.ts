/**
 * What a policy of one's own is put together from: memories, estimators, indices, contests, kernels,
 * detectors, samplers, and elementary functions with the same bits in every engine.
 *
 * @module @driftline/core/parts
 */
export type { Detectors } from '../portable/detectors/detectors.ts';
export type { ExploringKernel, IndexedKernel, WaitingKernel } from '../portable/kernels/kernel.ts';
export { exp } from '../portable/math/exp.ts';
export { ln } from '../portable/math/log.ts';
export { pow } from '../portable/math/pow.ts';
export { sin } from '../portable/math/sin.ts';
export { beta } from '../portable/random/beta.ts';
export { gamma } from '../portable/random/gamma.ts';
export { normal } from '../portable/random/normal.ts';
export { generalizedPareto, symmetricPareto } from '../portable/random/pareto.ts';
export { studentT } from '../portable/random/student.ts';
