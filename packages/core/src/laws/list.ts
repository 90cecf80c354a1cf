/** The only list of reward laws: a new one is its file and its line here. */
export { bernoulli } from './bernoulli.ts';
export { beta } from './beta.ts';
export { exact } from './exact.ts';
export { gaussian } from './gaussian.ts';
export { pareto } from './pareto.ts';
export { studentT } from './student-t.ts';
export { uniform } from './uniform.ts';
