/** The only list of contextual policies: a new one is its file and its line here. */
export { discountedLinUcb } from './discounted-linucb.ts';
export { linUcb } from './linucb.ts';
