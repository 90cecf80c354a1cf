/** Single flags by OpenFeature's remote evaluation protocol: whoever has an SDK for it needs nothing of ours. */
import type { Decision, Json, Problem } from '@driftline/client/wire';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { App, HttpParts } from '../parts.ts';
import { problemFor, sendProblem } from '../problem-answers.ts';
import {
  allFlagsFailure,
  anyRequest,
  type FLAG_ERRORS,
  flagAnswer,
  flagFailure,
  flagRequest,
} from '../schemas/ofrep.ts';
import { answers, experimentPath, nothing } from '../schemas/routes.ts';
import { signed } from './decisions.ts';

type FlagError = (typeof FLAG_ERRORS)[number];

const FLAG = '/ofrep/v1/evaluate/flags/:key';

/** What is known of a unit beside its name; undefined where there is nothing, or too much to be logged. */
function loggedContext(
  { targetingKey: _unit, ...rest }: { readonly [name: string]: Json },
  most: number,
): Json | undefined {
  if (Object.keys(rest).length === 0) return undefined;
  return Buffer.byteLength(JSON.stringify(rest)) <= most ? rest : undefined;
}

/** A decision as a flag. The protocol knows no reason for what is given again: `decidedBy` says that it is. */
function flagOf(key: string, decision: Decision, contextLogged: boolean) {
  const { decisionId, arm, payload, reason, expiresAt } = decision;
  const isDecided = decisionId !== null;
  return {
    key,
    reason: reason === 'paused' ? ('DISABLED' as const) : ('SPLIT' as const),
    variant: arm,
    value: payload ?? arm,
    metadata: {
      ...(isDecided ? { decisionId } : {}),
      decidedBy: reason,
      ...(expiresAt === null ? {} : { expiresAt }),
      contextLogged: contextLogged && isDecided && reason !== 'sticky',
    },
  };
}

const UNIT = '/context/targetingKey';

/** Whether nobody is named: some SDKs send a name that is empty, or null. */
function isWithoutUnit({ validation = [] }: FastifyError): boolean {
  return validation.some((finding) => {
    const { keyword, instancePath, params } = finding;
    if (keyword === 'required') return params.missingProperty === 'targetingKey';
    const isNull = 'data' in finding && finding.data === null;
    return instancePath === UNIT && (keyword === 'minLength' || isNull);
  });
}

/** What a request that is not valid is called in the protocol. */
function errorOfInvalid(error: FastifyError, { pointer }: Problem): FlagError {
  const { validation = [], validationContext } = error;
  // No experiment can have such a key.
  if (validationContext === 'params') return 'FLAG_NOT_FOUND';
  if (isWithoutUnit(error)) return 'TARGETING_KEY_MISSING';
  const isMissing = validation.some(({ params }) => params.missingProperty === 'context');
  return isMissing || pointer?.startsWith('/context') ? 'INVALID_CONTEXT' : 'PARSE_ERROR';
}

/** What a problem is called in the protocol; undefined where it is sent as everywhere. */
function errorOf(error: FastifyError, problem: Problem): FlagError | undefined {
  switch (problem.status) {
    case 400:
      return errorOfInvalid(error, problem);
    case 404:
    case 410:
      return 'FLAG_NOT_FOUND';
    case 422:
      return 'GENERAL';
    default:
      return undefined;
  }
}

/** Providers read `errorCode` from answers with 400 and 404, and the status alone from others. */
function answerFailure(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem = problemFor(error, request);
  const errorCode = errorOf(error, problem);
  if (errorCode === undefined) return sendProblem(problem, reply);
  const { key } = request.params as { readonly key: string };
  return sendFailure(reply, { key, errorCode, errorDetails: problem.detail });
}

function sendFailure(
  reply: FastifyReply,
  failure: { readonly key?: string; readonly errorCode: FlagError; readonly errorDetails: string },
): FastifyReply {
  const status = failure.errorCode === 'FLAG_NOT_FOUND' ? 404 : 400;
  return reply.code(status).type('application/json; charset=utf-8').send(failure);
}

function evaluate(app: App, { ask, ids, limits }: HttpParts): void {
  app.post(
    FLAG,
    {
      config: { access: 'decide' },
      errorHandler: answerFailure,
      schema: {
        operationId: 'evaluateFlag',
        summary: 'Chooses an arm as the value of a flag (OFREP). Each evaluation is a decision.',
        params: experimentPath,
        querystring: nothing,
        body: flagRequest,
        response: answers({ 200: flagAnswer, 400: flagFailure, 404: flagFailure }),
      },
    },
    async ({ identity, params: { key }, body }, reply) => {
      const { targetingKey: unit } = body.context;
      const context = loggedContext(body.context, limits.contextBytes);
      const request = { unit, ...(context === undefined ? {} : { context }) };
      const made = await ask(identity.id, 'decide', { key, request });
      return reply.send(flagOf(key, signed(made, ids), context !== undefined));
    },
  );
}

const NOT_OFFERED =
  'evaluating all flags at once is not supported, because it would make a decision in every experiment. ' +
  'Evaluate single flags at /ofrep/v1/evaluate/flags/{key}; in web pages, give the list of experiments to the provider of @driftline/openfeature/web';

function refuseAll(app: App): void {
  app.post(
    '/ofrep/v1/evaluate/flags',
    {
      config: { access: 'decide' },
      schema: {
        operationId: 'evaluateAllFlags',
        summary:
          'Not supported, because it would make a decision in every experiment. The response states the alternatives.',
        querystring: nothing,
        body: anyRequest,
        response: answers({ 400: allFlagsFailure }),
      },
    },
    async (_request, reply) =>
      sendFailure(reply, { errorCode: 'GENERAL', errorDetails: NOT_OFFERED }),
  );
}

/** The routes of flags. */
export function flagRoutes(app: App, parts: HttpParts): void {
  evaluate(app, parts);
  refuseAll(app);
}
