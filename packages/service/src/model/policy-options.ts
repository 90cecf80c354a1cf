/** From a configuration to the options of core's policies. */
import { Policy, type PolicyOptions } from '@driftline/core';
import { ignoreWarning } from '@driftline/core/play';
import type { ExperimentConfig, MemoryConfig, RewardScale } from './configuration.ts';
import { type Offered, offeredOf } from './offered.ts';

/** What a policy is made from. */
export type PolicySource = Pick<ExperimentConfig, 'policy' | 'memory' | 'reward'>;

function memoryOptions(
  { definition }: Offered,
  memory: MemoryConfig | null,
): Partial<PolicyOptions> {
  if (memory === null) return {};
  const { decisions } = memory;
  return definition.memoryKind === 'discounted'
    ? { discount: 1 - 1 / decisions }
    : { window: decisions };
}

function rewardOptions(
  { definition }: Offered,
  values: RewardScale,
  { params }: PolicySource['policy'],
): Partial<PolicyOptions> {
  if ('learned' in values) return {};
  if ('center' in values) return { center: values.center, scale: values.scale };
  const { min, max } = values;
  if (definition.rewards === 'unit-interval') return { rewardRange: [min, max] };
  return definition.rewards === 'sub-gaussian' ? { scale: params.scale ?? max - min } : {};
}

/** What core is given for `armCount` arms. */
export function policyOptions(source: PolicySource, armCount: number): PolicyOptions {
  const offered = offeredOf(source.policy.type);
  return {
    ...source.policy.params,
    ...memoryOptions(offered, source.memory),
    ...rewardOptions(offered, source.reward.values, source.policy),
    armCount,
    ties: 'random',
    // Operators see the service's own warnings. Rewards outside the range are refused before they come here.
    onWarning: ignoreWarning,
    ...(offered.hasWidth ? { pendingInWidth: true } : {}),
  };
}

/** A policy that knows nothing yet. */
export function newPolicy(source: PolicySource, armCount: number): Policy {
  return new Policy(offeredOf(source.policy.type).definition, policyOptions(source, armCount));
}

/** A mean that a policy states, in the units of rewards; a width is without the center. */
export function inRewardUnits(source: PolicySource): {
  mean(seen: number): number;
  width(seen: number): number;
} {
  const { values } = source.reward;
  if ('learned' in values) return { mean: (seen) => seen, width: (seen) => seen };
  if ('center' in values) {
    const { center, scale } = values;
    return { mean: (seen) => center + seen * scale, width: (seen) => seen * scale };
  }
  const size = source.policy.params.scale ?? values.max - values.min;
  const { definition } = offeredOf(source.policy.type);
  const start = definition.rewards === 'unit-interval' ? values.min : 0;
  return { mean: (seen) => start + seen * size, width: (seen) => seen * size };
}
