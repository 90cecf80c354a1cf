import { constantGapFamily } from './constant-gap.ts';
import type { Family } from './family.ts';
import { piecewiseFamily } from './piecewise.ts';
import { sinusoidFamily } from './sinusoid.ts';
import { switchingFamily } from './switching.ts';

/** Every family that is searched. A new one is its file and its entry here. */
export const families: readonly Family[] = [
  switchingFamily,
  constantGapFamily,
  piecewiseFamily,
  sinusoidFamily,
];
