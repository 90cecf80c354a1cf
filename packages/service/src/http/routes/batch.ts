/** Many operations in one request; each is durable by itself when it is answered. */
import type { IncomingHttpHeaders } from 'node:http';
import type {
  BatchOperation,
  BatchResult,
  CancelAnswer,
  Decision,
  LastDecision,
  RewardAnswer,
} from '@driftline/client/wire';
import { ProblemError } from '../../model/problems.ts';
import { demandExperiment, demandScope, type Identity } from '../access.ts';
import type { App, HttpParts } from '../parts.ts';
import { problemIn } from '../problem-answers.ts';
import { batchAnswer, batchRequest } from '../schemas/decisions.ts';
import { answers, nothing } from '../schemas/routes.ts';
import { namedDecision, signed, signedLast, unsignedZero } from './decisions.ts';

async function perform(
  operation: BatchOperation,
  identity: Identity,
  parts: HttpParts,
): Promise<Decision | RewardAnswer | LastDecision | CancelAnswer> {
  const { ask, ids } = parts;
  if ('decide' in operation) {
    const { decide: key, idempotencyKey, ...request } = operation;
    demandScope(identity, 'decide');
    demandExperiment(identity, key);
    const retried = idempotencyKey === undefined ? {} : { idempotencyKey };
    return signed(await ask(identity.id, 'decide', { key, request, ...retried }), ids);
  }
  demandScope(identity, 'reward');
  if ('rewardUnit' in operation) {
    const { rewardUnit: key, unit, value } = operation;
    demandExperiment(identity, key);
    return ask(identity.id, 'rewardUnit', { key, unit, value: unsignedZero(value) });
  }
  if ('lastDecision' in operation) {
    const { lastDecision: key, unit } = operation;
    demandExperiment(identity, key);
    return signedLast(await ask(identity.id, 'lastDecision', { key, unit }), ids);
  }
  if ('reward' in operation) {
    const named = await namedDecision(operation.reward, identity, parts);
    return ask(identity.id, 'reward', { ...named, value: unsignedZero(operation.value) });
  }
  return ask(identity.id, 'cancel', await namedDecision(operation.cancel, identity, parts));
}

async function resultOf(
  operation: BatchOperation,
  identity: Identity,
  parts: HttpParts,
): Promise<BatchResult> {
  try {
    return { ok: await perform(operation, identity, parts) };
  } catch (error) {
    const problem = problemIn(error);
    if (problem === undefined) throw error;
    return { problem };
  }
}

/** Refuses a batch that is too large, or exceeds the rate of its key. */
function demandRoom(count: number, { id, key }: Identity, { limits, rates }: HttpParts): void {
  if (count > limits.batch) {
    throw new ProblemError(
      'too-large',
      `a batch can have at most ${limits.batch} operations; got ${count}`,
      { pointer: '/operations' },
    );
  }
  // The request itself has taken one.
  if (key === undefined || rates.take(id, count - 1, 1)) return;
  throw new ProblemError(
    'rate-limited',
    `the key ${id} is limited to ${limits.rate} operations per second; this batch would add ${count}`,
  );
}

/** Refuses a key of the whole batch, which would protect none of its operations. */
function demandKeysInside({ 'idempotency-key': key }: IncomingHttpHeaders): void {
  if (key === undefined) return;
  throw new ProblemError(
    'invalid',
    'a batch cannot have the header Idempotency-Key; give each decide operation its own idempotencyKey',
  );
}

/** The route of batches. */
export function batchRoutes(app: App, parts: HttpParts): void {
  app.post(
    '/v1/batch',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'batch',
        summary:
          'Executes up to 1000 operations and returns their results in order. Each can fail on its own.',
        description:
          'The service refuses a request with the header Idempotency-Key. Each decide operation has its own idempotencyKey.',
        querystring: nothing,
        body: batchRequest,
        response: answers({ 200: batchAnswer }),
      },
    },
    async ({ identity, headers, body: { operations } }, reply) => {
      demandKeysInside(headers);
      demandRoom(operations.length, identity, parts);
      const results = await Promise.all(
        operations.map((operation) => resultOf(operation, identity, parts)),
      );
      return reply.send({ results });
    },
  );
}
