/** The check that comes first: without every method of a kernel the others mean nothing. */
import type { PolicyDefinition } from '../definitions/policy.ts';
import { randomStream } from '../random/source.ts';
import { kernelMethods, missingKernelMethods } from '../shell/kernel-methods.ts';
import { resolveOptions } from '../shell/policy-options.ts';
import { demand } from './check.ts';
import { usualOptions } from './fixtures.ts';

export function hasEveryMethod(definition: PolicyDefinition): void {
  const { settings, rewardMap } = resolveOptions(definition, usualOptions(definition));
  const kernel = definition.kernel(settings);
  const missing = missingKernelMethods(kernel);
  demand(
    missing.length === 0,
    `the kernel that kernel(settings) returns must have the methods ${kernelMethods.join(', ')}; missing: ${missing.join(', ')}`,
  );
  const arm = kernel.pick(randomStream(19));
  const ticket = kernel.ticket();
  kernel.advance(arm);
  const counts: unknown = kernel.learn(0, arm, ticket, rewardMap.apply(0.5));
  demand(
    typeof counts === 'boolean',
    `learn must return true if the reward counts, and false otherwise; got ${String(counts)}`,
  );
}
