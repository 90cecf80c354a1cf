/** What a policy shows that is given the means of the environment: it needs to know nothing else. */
import type { Showing } from '../definitions/showing.ts';

export const byGivenMeans: Showing = { choice: 'given' };
