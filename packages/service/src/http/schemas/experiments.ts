/** Experiments and their arms. */
import type { Json } from '@driftline/client/wire';
import Type from 'typebox';
import { list, name, object, oneOf, orNull } from './named.ts';
import { duration, key, moment } from './values.ts';

const armState = oneOf(['active', 'paused', 'retired']);
const experimentStatus = oneOf(['running', 'paused', 'archived']);

const payload = Type.Optional(
  Type.Unsafe<Json>({
    description: 'Returned with each decision for the arm. At most 4 KB as JSON.',
  }),
);

export const newArm = name('NewArm', object({ key, payload }));

export const arm = name('Arm', object({ key, payload, state: armState }));

export const policyChoice = name(
  'PolicyChoice',
  object({
    type: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'An id from GET /v1/policies. Default: auto.',
    }),
    params: Type.Optional(
      Type.Unsafe<Record<string, number>>({
        type: 'object',
        maxProperties: 32,
        propertyNames: { pattern: '^[A-Za-z][A-Za-z0-9]{0,63}$' },
        additionalProperties: { type: 'number' },
      }),
    ),
  }),
);

export const memory = name(
  'Memory',
  object(
    {
      decisions: Type.Integer({ minimum: 10, maximum: 1_000_000 }),
      maxAge: Type.Optional(duration),
    },
    'Memory length. Required for policies with a window or a discount.',
  ),
);

export const rewardSettings = name(
  'RewardSettings',
  object(
    {
      min: Type.Optional(Type.Number()),
      max: Type.Optional(Type.Number()),
      center: Type.Optional(Type.Number()),
      scale: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
      timeout: duration,
      missing: Type.Optional(
        Type.Number({
          description: 'Value of a missing reward. With it, rewards count at the timeout.',
        }),
      ),
      early: Type.Optional(Type.Boolean()),
    },
    'Either min and max, or center and scale. The policy auto needs neither. Without them it learns the range of rewards.',
  ),
);

const rewardPatch = object(
  { timeout: duration },
  'Only the timeout can change, for new decisions. To change anything else, create another experiment.',
);

const explore = Type.Number({
  minimum: 0,
  maximum: 1,
  description:
    'Share of decisions that go to an arm picked at random, all arms equally likely. Default: 0.02.',
});

export const newExperiment = name(
  'NewExperiment',
  object({
    arms: list(newArm, { minItems: 1, maxItems: 1000 }),
    policy: Type.Optional(policyChoice),
    memory: Type.Optional(memory),
    reward: rewardSettings,
    explore: Type.Optional(explore),
    defaultArm: Type.Optional(key),
    sticky: Type.Optional(duration),
    retain: Type.Optional(duration),
  }),
);

export const experimentPatch = name(
  'ExperimentPatch',
  object(
    {
      policy: Type.Optional(orNull(policyChoice)),
      memory: Type.Optional(orNull(memory)),
      explore: Type.Optional(orNull(explore)),
      reward: Type.Optional(rewardPatch),
      defaultArm: Type.Optional(orNull(key)),
      sticky: Type.Optional(orNull(duration)),
      retain: Type.Optional(orNull(duration)),
    },
    'Any of policy, memory, explore, reward.timeout, defaultArm, sticky and retain. null restores the default.',
  ),
);

export const serviceWarning = name(
  'ServiceWarning',
  object({ code: Type.String(), message: Type.String() }),
);

const experimentMembers = {
  key,
  status: experimentStatus,
  revision: Type.Integer(),
  created: moment,
  arms: list(arm),
  policy: policyChoice,
  memory: orNull(memory),
  reward: rewardSettings,
  explore,
  defaultArm: orNull(key),
  sticky: orNull(duration),
  retain: duration,
  warnings: list(serviceWarning),
};

export const experiment = name('Experiment', object(experimentMembers));

export const changedExperiment = name(
  'ChangedExperiment',
  object({
    ...experimentMembers,
    effects: list(
      Type.String({
        description:
          'Consequences of the change, such as: auto replayed the last 1000 decisions, from decision 41000.',
      }),
    ),
  }),
);

export const experimentList = name(
  'ExperimentList',
  object({ experiments: list(experiment), warnings: list(serviceWarning) }),
);

export const newArmChange = name('NewArmChange', object({ payload }));

export const armChange = name(
  'ArmChange',
  object({ payload, state: Type.Optional(oneOf(['active', 'paused'])) }),
);

export const offeredPolicy = name(
  'OfferedPolicy',
  object({
    type: Type.String(),
    name: Type.String(),
    memory: oneOf(['required', 'refused']),
    rewards: oneOf(['range', 'center-and-scale']),
    summary: Type.String(),
  }),
);

export const offeredPolicies = name('OfferedPolicies', object({ policies: list(offeredPolicy) }));
