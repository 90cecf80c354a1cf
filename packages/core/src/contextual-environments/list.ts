/** The only list of contextual environments: a new one is its file and its line here. */
export { contexts } from './contexts.ts';
export { contextsJumps, contextsLocal, contextsUseless } from './contexts-presets.ts';
export { linear } from './linear.ts';
export { linearAbrupt, linearSlow, linearTurn } from './linear-presets.ts';
