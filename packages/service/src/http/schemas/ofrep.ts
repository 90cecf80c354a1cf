/** Flags as OpenFeature's remote evaluation protocol (OFREP) asks for them and is answered. */
import type { Json } from '@driftline/client/wire';
import Type from 'typebox';
import { object, oneOf } from './named.ts';
import { decisionId, json, unit } from './values.ts';

/** Members that the protocol may grow pass: it is not ours to close. */
export const flagRequest = Type.Object({
  context: Type.Unsafe<{ readonly targetingKey: string; readonly [name: string]: Json }>({
    ...Type.Object(
      { targetingKey: unit },
      {
        additionalProperties: true,
        description:
          'The unit (targetingKey) and other members. Other members are logged if they have at most 2 KB as JSON, but not used for the choice.',
      },
    ),
  }),
});

/** Of the form that is not offered: whatever comes is answered alike. */
export const anyRequest = Type.Unsafe<unknown>({
  description: 'Ignored, because this form is not supported.',
});

export const flagAnswer = object({
  key: Type.String(),
  reason: oneOf(['SPLIT', 'DISABLED']),
  variant: Type.String({ description: 'The arm.' }),
  value: Type.Unsafe<Json>({
    ...json,
    description: 'Payload of the arm, or its key if it has no payload.',
  }),
  metadata: object({
    decisionId: Type.Optional(decisionId),
    decidedBy: oneOf(['policy', 'explored', 'sticky', 'paused']),
    expiresAt: Type.Optional(Type.String()),
    contextLogged: Type.Boolean(),
  }),
});

export const FLAG_ERRORS = [
  'PARSE_ERROR',
  'TARGETING_KEY_MISSING',
  'INVALID_CONTEXT',
  'GENERAL',
  'FLAG_NOT_FOUND',
] as const;

const failure = { errorCode: oneOf(FLAG_ERRORS), errorDetails: Type.String() };
const WHY = 'Error code of the protocol.';

export const flagFailure = object({ key: Type.String(), ...failure }, WHY);

export const allFlagsFailure = object(failure, WHY);
