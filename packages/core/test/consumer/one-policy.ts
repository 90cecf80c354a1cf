/** An application that needs a single policy, and should not carry the others. */
import { Policy, randomStream } from '@driftline/core';
import { slidingWindowMoss } from '@driftline/core/policies';

const policy = new Policy(slidingWindowMoss, { armCount: 3, window: 200 });

export const arm: number = policy.select(randomStream(1)).arm;
