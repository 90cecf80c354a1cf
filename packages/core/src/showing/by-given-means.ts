/** What a policy that is given the means of the environment shows. */
import type { Showing } from '../definitions/showing.ts';

/** Of a kernel that needs to know nothing but the means. */
export const byGivenMeans: Showing = { choice: 'given' };
