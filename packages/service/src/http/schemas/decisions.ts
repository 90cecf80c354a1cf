/** Decisions, what came of them, and batches of both. */
import type { Json } from '@driftline/client/wire';
import Type from 'typebox';
import { anyOf, list, name, object, oneOf, orNull } from './named.ts';
import {
  count,
  decisionId,
  idempotencyKey,
  json,
  key,
  moment,
  rewardValue,
  storedUnit,
  unit,
} from './values.ts';

const MOST_ARMS = 1000;

const decisionMembers = {
  unit: Type.Optional(unit),
  only: Type.Optional(list(key, { minItems: 1, maxItems: MOST_ARMS })),
  exclude: Type.Optional(list(key, { maxItems: MOST_ARMS })),
  context: Type.Optional(
    Type.Unsafe<Json>({
      description: 'At most 2 KB as JSON. It is logged but not used for the choice.',
    }),
  ),
};

export const decisionRequest = name('DecisionRequest', object(decisionMembers));

export const decision = name(
  'Decision',
  object({
    decisionId: orNull(decisionId),
    number: orNull(count),
    arm: key,
    payload: json,
    propensity: orNull(Type.Number()),
    reason: oneOf(['policy', 'explored', 'sticky', 'paused']),
    expiresAt: orNull(moment),
  }),
);

export const rewardRequest = name('RewardRequest', object({ value: rewardValue }));

export const unitRewardRequest = name(
  'UnitRewardRequest',
  object({ unit: storedUnit, value: rewardValue }),
);

export const lastDecisionRequest = name('LastDecisionRequest', object({ unit: storedUnit }));

export const lastDecision = name(
  'LastDecision',
  object({ decisionId, number: count, arm: key, expiresAt: moment }),
);

export const rewardAnswer = name(
  'RewardAnswer',
  object({
    status: oneOf(['counted', 'held', 'recorded', 'duplicate', 'late', 'outside_memory']),
  }),
);

export const cancelAnswer = name(
  'CancelAnswer',
  object({ status: oneOf(['cancelled', 'duplicate', 'late']) }),
);

export const problem = name(
  'Problem',
  object(
    {
      type: Type.String({ description: '/problems/ followed by the name of the problem.' }),
      title: Type.String(),
      status: Type.Integer(),
      detail: Type.String(),
      pointer: Type.Optional(
        Type.String({ description: 'JSON pointer to the part of the request.' }),
      ),
      stored: Type.Optional(orNull(Type.Number())),
      retryAfter: Type.Optional(
        Type.Number({ description: 'Seconds to wait, as in Retry-After.' }),
      ),
    },
    'A problem according to RFC 9457.',
  ),
);

/** Which kind an operation of a batch is shows in its first member. */
export const batchOperation = name(
  'BatchOperation',
  anyOf(
    object({ decide: key, idempotencyKey: Type.Optional(idempotencyKey), ...decisionMembers }),
    object({ reward: decisionId, value: rewardValue }),
    object({ rewardUnit: key, unit: storedUnit, value: rewardValue }),
    object({ lastDecision: key, unit: storedUnit }),
    object({ cancel: decisionId }),
  ),
);

export const batchResult = name(
  'BatchResult',
  anyOf(
    object({ ok: anyOf(decision, rewardAnswer, lastDecision, cancelAnswer) }),
    object({ problem }),
  ),
);

export const batchAnswer = name('BatchAnswer', object({ results: list(batchResult) }));

export const batchRequest = name(
  'BatchRequest',
  object({ operations: list(batchOperation, { minItems: 1 }) }),
);

export const importAnswer = name('ImportAnswer', object({ imported: count }));

export const eraseAnswer = name('EraseAnswer', object({ erased: count }));
