/** Facts about a policy in words, for the terminal and for docs/policies.md. */
import type { PolicyDefinition, PolicyParameter } from '@driftline/core';
import { acceptedNumbers, type LateRewards, type RewardAssumption } from '@driftline/core/spec';
import { definedStanding, standingWords } from '@driftline/engine/display';

/** The facts that policies have, with contexts or without. */
type ListedPolicy = Pick<
  PolicyDefinition,
  | 'summary'
  | 'formula'
  | 'memory'
  | 'estimator'
  | 'index'
  | 'rewards'
  | 'learnsRange'
  | 'lateRewards'
  | 'pendingInWidth'
  | 'randomised'
  | 'guarantee'
  | 'cost'
  | 'reference'
  | 'standing'
> & { readonly needs?: PolicyDefinition['needs'] | 'theta' | undefined };

/** Description of a policy, after its mark if it has one. */
export function markedSummary(definition: Pick<ListedPolicy, 'standing' | 'summary'>): string {
  const standing = definedStanding(definition);
  return standing === 'confirmed' ? definition.summary : `[${standing}] ${definition.summary}`;
}

const rewardWords: Readonly<Record<RewardAssumption, string>> = {
  'sub-gaussian': '1/2-sub-Gaussian after division by scale, as all in [0, 1] are',
  'finite-variance': 'E[X²] ≤ 1 after center and scale are applied (tails may be heavy)',
  'unit-interval': 'in [0, 1] (others are mapped from the reward range and clipped)',
  any: 'any, because the policy does not use them',
};

function rewardText({
  rewards,
  learnsRange,
}: Pick<ListedPolicy, 'rewards' | 'learnsRange'>): string {
  const text = rewardWords[rewards];
  return learnsRange ? `${text}, and the policy learns the range if none is declared` : text;
}

/** The facts that oracles need. */
const needsWords = {
  means: 'means',
  chains: 'chains',
  theta: 'hidden parameters',
} as const;

const lateRewardWords: Readonly<Record<LateRewards, string>> = {
  'own-slot': 'count at the age of the slot they belong to, as if on time',
  'on-arrival': 'count when they arrive',
  ignored: 'are ignored, like all rewards',
};

function lateRewardText({
  lateRewards,
  pendingInWidth,
}: Pick<ListedPolicy, 'lateRewards' | 'pendingInWidth'>): string {
  const text = lateRewardWords[lateRewards];
  return pendingInWidth
    ? `${text}. Until then, pending decisions narrow the width of their arm`
    : text;
}

/** Facts about a policy: a label and a text each. */
export function policyFacts(definition: ListedPolicy): (readonly [string, string])[] {
  const standing = definedStanding(definition);
  return [
    ['Formula', definition.formula],
    ['Memory', definition.memory],
    ['Estimator', definition.estimator],
    ['Index', definition.index],
    ['Rewards', rewardText(definition)],
    ['Late rewards', lateRewardText(definition)],
    [
      'Randomized',
      definition.randomised ? 'yes, so the seed matters' : 'no: the same data give the same arms',
    ],
    ...(definition.needs === undefined
      ? []
      : ([
          ['Needs', `the ${needsWords[definition.needs]}, which only a simulation knows`],
        ] as const)),
    ['Guarantee', definition.guarantee],
    ['Cost', definition.cost],
    ['Reference', definition.reference],
    ...(standing === 'confirmed'
      ? []
      : ([['Standing', `${standing}: ${standingWords[standing]}`]] as const)),
  ];
}

/** The default of a parameter; undefined if it has none. */
export function defaultOf({ words, ...parameter }: PolicyParameter): string | undefined {
  if (parameter.default === undefined) return undefined;
  return String(words === undefined ? parameter.default : words[parameter.default]);
}

/** Values that a parameter accepts, and those for which the guarantee holds. */
export function acceptedText(parameter: PolicyParameter): string {
  const { provedAbove } = parameter;
  const proved = provedAbove === undefined ? '' : ` (guarantee above ${provedAbove})`;
  return `${acceptedNumbers(parameter)}${proved}`;
}
