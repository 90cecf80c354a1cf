/** Decisions and what came of them, one by one. */
import type { Decision, LastDecision } from '@driftline/client/wire';
import type { DecisionIds, NamedDecision } from '../../model/decision-ids.ts';
import type { Operations } from '../../model/operations.ts';
import { unknownDecision } from '../../model/problems.ts';
import { demandExperiment, type Identity } from '../access.ts';
import type { App, HttpParts } from '../parts.ts';
import {
  cancelAnswer,
  decision,
  decisionRequest,
  lastDecision,
  lastDecisionRequest,
  rewardAnswer,
  rewardRequest,
  unitRewardRequest,
} from '../schemas/decisions.ts';
import { answers, decisionPath, experimentPath, idempotency, nothing } from '../schemas/routes.ts';

/** A decision as it is answered: with its signed id. */
export function signed(
  { experiment, at, ...made }: Operations['decide']['answer'],
  ids: DecisionIds,
): Decision {
  const { number } = made;
  const isDecided = number !== null && at !== null;
  return { decisionId: isDecided ? ids.write(experiment, number, at) : null, ...made };
}

/** A unit's last decision as it is answered. */
export function signedLast(
  { experiment, at, ...made }: Operations['lastDecision']['answer'],
  ids: DecisionIds,
): LastDecision {
  return { decisionId: ids.write(experiment, made.number, at), ...made };
}

/** The decision that an id names, where the key may settle it. */
export async function namedDecision(
  id: string,
  identity: Identity,
  { ids, experiments }: HttpParts,
): Promise<NamedDecision> {
  const named = ids.read(id);
  if (named === undefined) throw unknownDecision();
  if ((identity.key?.experiments ?? null) !== null) {
    demandExperiment(identity, (await experiments.of(named.experiment)) ?? '');
  }
  return named;
}

/** Of the two zeros, the one without a sign. */
export function unsignedZero(value: number): number {
  return value === 0 ? 0 : value;
}

function decide(app: App, { ask, ids }: HttpParts): void {
  app.post(
    '/v1/experiments/:key/decisions',
    {
      config: { access: 'decide' },
      schema: {
        operationId: 'decide',
        summary: 'Chooses an arm. Contexts are logged but not used.',
        params: experimentPath,
        querystring: nothing,
        headers: idempotency,
        body: decisionRequest,
        response: answers({ 200: decision }),
      },
    },
    async ({ identity, params, headers, body }, reply) => {
      const idempotencyKey = headers['idempotency-key'];
      const made = await ask(identity.id, 'decide', {
        key: params.key,
        request: body,
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      });
      return reply.send(signed(made, ids));
    },
  );
}

function reward(app: App, parts: HttpParts): void {
  const { ask } = parts;
  app.post(
    '/v1/decisions/:id/reward',
    {
      config: { access: 'reward' },
      schema: {
        operationId: 'reward',
        summary: 'Reports the reward of a decision. It counts once, however often it is sent.',
        params: decisionPath,
        querystring: nothing,
        body: rewardRequest,
        response: answers({ 200: rewardAnswer }),
      },
    },
    async ({ identity, params, body }, reply) => {
      const named = await namedDecision(params.id, identity, parts);
      const value = unsignedZero(body.value);
      return reply.send(await ask(identity.id, 'reward', { ...named, value }));
    },
  );
}

function cancel(app: App, parts: HttpParts): void {
  const { ask } = parts;
  app.post(
    '/v1/decisions/:id/cancel',
    {
      config: { access: 'reward' },
      schema: {
        operationId: 'cancel',
        summary: 'Cancels a decision that was not used and gets no reward.',
        params: decisionPath,
        querystring: nothing,
        response: answers({ 200: cancelAnswer }),
      },
    },
    async ({ identity, params }, reply) => {
      const named = await namedDecision(params.id, identity, parts);
      return reply.send(await ask(identity.id, 'cancel', named));
    },
  );
}

function rewardOfUnit(app: App, { ask }: HttpParts): void {
  app.post(
    '/v1/experiments/:key/rewards',
    {
      config: { access: 'reward' },
      schema: {
        operationId: 'rewardUnit',
        summary: "Reports the reward of a unit's last decision that was not cancelled.",
        params: experimentPath,
        querystring: nothing,
        body: unitRewardRequest,
        response: answers({ 200: rewardAnswer }),
      },
    },
    async ({ identity, params, body: { unit, value } }, reply) =>
      reply.send(
        await ask(identity.id, 'rewardUnit', {
          key: params.key,
          unit,
          value: unsignedZero(value),
        }),
      ),
  );
}

function lastDecisionOfUnit(app: App, { ask, ids }: HttpParts): void {
  app.post(
    '/v1/experiments/:key/last-decision',
    {
      config: { access: 'reward' },
      schema: {
        operationId: 'lastDecision',
        summary: "Returns a unit's last decision, so that you can retry its reward safely.",
        params: experimentPath,
        querystring: nothing,
        body: lastDecisionRequest,
        response: answers({ 200: lastDecision }),
      },
    },
    async ({ identity, params, body: { unit } }, reply) =>
      reply.send(
        signedLast(await ask(identity.id, 'lastDecision', { key: params.key, unit }), ids),
      ),
  );
}

/** The routes of decisions. */
export function decisionRoutes(app: App, parts: HttpParts): void {
  decide(app, parts);
  reward(app, parts);
  cancel(app, parts);
  rewardOfUnit(app, parts);
  lastDecisionOfUnit(app, parts);
}
