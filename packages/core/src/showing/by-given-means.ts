/** What a policy shows that is given the means of the environment. */
import type { Showing } from '../definitions/showing.ts';

/** Of a kernel that needs to know nothing but the means. */
export const byGivenMeans: Showing = { choice: 'given' };
