// A policy of your own: a new combination of memory and index, checked by the same suite as ours.
import { type Kernel, Policy, type PolicyDefinition, trace } from '@driftline/core';
import { policyContract } from '@driftline/core/contract';
import { slidingWindowMoss } from '@driftline/core/policies';

/** SW-MOSS that remembers K² slots, whatever the horizon. */
const shortMemory: PolicyDefinition = {
  ...slidingWindowMoss,
  id: 'short-memory',
  name: 'Short memory',
  summary: 'MOSS on the last K² slots.',
  reference: 'this example',
  formula: 'SW-MOSS with τ = K²',
  guarantee: 'none',
  parameters: slidingWindowMoss.parameters.filter(({ id }) => id === 'eta' || id === 'scale'),
  tune: ({ armCount }) => ({ window: armCount ** 2 }),
  kernel: (settings): Kernel => slidingWindowMoss.kernel(settings),
};

for (const { name, run } of policyContract(shortMemory)) {
  run();
  console.log(`ok  ${name}`);
}
const policy = new Policy(shortMemory, { armCount: 2 });
console.log(
  `arms: ${trace(policy, [
    [1, 0],
    [1, 0],
    [1, 0],
    [0, 1],
    [0, 1],
    [0, 1],
  ]).join(' ')}`,
);
