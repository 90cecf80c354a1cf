/** The display of policies that hold beliefs about the states of channels. */
import type { Showing } from '../definitions/showing.ts';
import type { ChannelKernel } from '../portable/kernels/channel-kernel.ts';

/** The expected reward of the next slot, the index, and the belief that they come from. */
export const byBelief: Showing<ChannelKernel> = {
  choice: 'index',
  arm: (kernel, arm) => ({ mean: kernel.mean(arm), index: kernel.index(arm) }),
  armFacts: { belief: { unit: 'probability', of: ({ beliefs }, arm) => beliefs[arm] } },
};
