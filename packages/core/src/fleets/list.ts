/** The only list of fleets: a new one is its file and its line here. */
export { coopUcb } from './coop-ucb.ts';
export { mcTopM } from './mc-top-m.ts';
export { prioritized } from './prioritized.ts';
export { randTopM } from './rand-top-m.ts';
export { rhoRand } from './rho-rand.ts';
export { roundRobin } from './round-robin.ts';
export { selfish } from './selfish.ts';
