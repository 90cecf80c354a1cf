/** The only list of environments: a new one is its file and its line here. */
export { autoregressive } from './autoregressive.ts';
export { brownian } from './brownian.ts';
export { clicks } from './clicks.ts';
export { correlated } from './correlated.ts';
export { lbSdaBernoulli, lbSdaGaussian } from './lb-sda.ts';
export { paper1, paper1Knots } from './paper-1.ts';
export { paper2 } from './paper-2.ts';
export { paperHeavy } from './paper-heavy.ts';
export { piecewise } from './piecewise.ts';
export { ramp } from './ramp.ts';
export { recurring } from './recurring.ts';
export { seasonal } from './seasonal.ts';
export { sinusoid } from './sinusoid.ts';
export { stationary } from './stationary.ts';
export { switching } from './switching.ts';
export { together } from './together.ts';
