/** The only list of detectors: a new one is its file and its line here. */
export { cusum } from './cusum.ts';
export { gaussianGlr } from './gaussian-glr.ts';
export { glr } from './glr.ts';
export { halfDifference } from './half-difference.ts';
export { meanSplit } from './mean-split.ts';
export { pageHinkley } from './page-hinkley.ts';
