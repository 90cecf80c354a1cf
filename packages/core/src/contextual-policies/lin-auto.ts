import { defineContextualPolicy } from '../definitions/contextual.ts';
import { LinAutoKernel } from '../portable/kernels/lin-auto-kernel.ts';

/** What `LinAutoKernel` is built with. */
const CONSTANTS = {
  memories: [30, 120, 480, 1920, Number.POSITIVE_INFINITY],
  ridges: [2, 32, Number.POSITIVE_INFINITY],
  ridgesWithoutIntercept: [1],
  base: 6,
  level: 0.3,
};

export const linAuto = defineContextualPolicy({
  kind: 'contextual',
  id: 'lin-auto',
  order: 5,
  name: 'Lin-Auto',
  summary:
    'Needs no settings: ridge regressions with several memories and ridges, weighed by their predictions and restarted by a test for changes.',
  reference: 'our design; docs/studies/lin-auto.md',
  forms: ['arms', 'actions'],
  formula: 'm + √(0.3 ln(1 + N) v), m and v the mean and variance of weighed ridge predictions',
  memory: 'several discounts, until an alarm',
  memoryKind: 'fading-alarm',
  estimator: 'mixture of ridge regressions',
  index: 'linear UCB of a mixture',
  rewards: 'sub-gaussian',
  guarantee: 'none proved',
  cost: 'O(K d³) per slot for each of up to 10 experts, about K d² (8 + 2 ln T) numbers',
  randomised: false,
  lateRewards: 'on-arrival',
  pendingInWidth: true,
  parameters: [],
  kernel: ({ blocks, dimension, intercept }) =>
    new LinAutoKernel(
      blocks,
      dimension,
      intercept,
      Float64Array.from(CONSTANTS.memories),
      Float64Array.from(intercept ? CONSTANTS.ridges : CONSTANTS.ridgesWithoutIntercept),
      CONSTANTS.base,
      CONSTANTS.level,
    ),
  shows: { restarts: ({ restarts }) => restarts },
});
