/** The only list of reward laws: a new one is its file and its line here. */
export { bernoulli } from './bernoulli.ts';
export { betaLaw } from './beta.ts';
export { exact } from './exact.ts';
export { gaussian } from './gaussian.ts';
export { pareto } from './pareto.ts';
export { studentLaw } from './student-t.ts';
export { uniform } from './uniform.ts';
