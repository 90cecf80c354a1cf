/** Problems as answers: whatever was thrown, the caller gets RFC 9457. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Problem } from '@driftline/client/wire';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '../model/problems.ts';
import { challenge } from './access.ts';
import { AnsweredProblem } from './ask.ts';
import { validationProblem } from './validation-problem.ts';

const TYPE = 'application/problem+json; charset=utf-8';
/** Bytes; what is shorter is read and dropped, so that the connection can be used again. */
const LONG_BODY = 65_536;

/** The problem that an error stands for; undefined where it is an error of ours. */
export function problemIn(error: unknown): Problem | undefined {
  if (error instanceof AnsweredProblem) return error.problem;
  return error instanceof ProblemError ? error.toProblem() : undefined;
}

/** What the framework refuses before we see it. */
function frameworkProblem(
  { code, validation, validationContext }: FastifyError,
  { routeOptions }: FastifyRequest,
): ProblemError | undefined {
  if (validation !== undefined) return validationProblem(validation, validationContext);
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ProblemError(
        'too-large',
        `a request body can have at most ${routeOptions.bodyLimit} bytes here; send less at once`,
      );
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_EMPTY_TYPE':
      return new ProblemError(
        'unsupported-media',
        'send the body as Content-Type: application/json, or lines to import as application/x-ndjson',
      );
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ProblemError('invalid', 'the length of the body differs from Content-Length');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new ProblemError('invalid', 'the path is not valid, or a part of it is too long');
    default:
      return undefined;
  }
}

/** Whether so much of a body is still to come, unread, that it is better to end the connection. */
function hasLongRest({ raw, headers }: FastifyRequest): boolean {
  const isOpenEnded = headers['transfer-encoding'] !== undefined;
  return !raw.complete && (isOpenEnded || Number(headers['content-length'] ?? 0) > LONG_BODY);
}

export function sendProblem(problem: Problem, reply: FastifyReply): FastifyReply {
  const { retryAfter } = problem;
  if (retryAfter !== undefined) reply.header('Retry-After', String(retryAfter));
  if (problem.status === 401) challenge(reply);
  if (hasLongRest(reply.request)) reply.header('Connection', 'close');
  return reply.code(problem.status).header('Content-Type', TYPE).send(problem);
}

/** Whether the connection ended while the request was read, which is no failure of the service. */
function isAborted({ code }: FastifyError, { raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete && (code === 'ECONNRESET' || code === 'ABORT_ERR');
}

/** The problem that a request ended with, whatever was thrown; an error of ours is logged. */
export function problemFor(error: FastifyError, request: FastifyRequest): Problem {
  const problem = problemIn(error) ?? frameworkProblem(error, request)?.toProblem();
  if (problem !== undefined) return problem;
  if (isAborted(error, request)) {
    request.log.info({ code: error.code }, 'a client disconnected before its request was complete');
    return new ProblemError('timeout', 'the request was not complete').toProblem();
  }
  request.log.error({ err: error }, 'a request failed');
  return new ProblemError('internal', 'the service failed; see its log').toProblem();
}

/** Answers whatever a request ended with. */
export function answerError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  return sendProblem(problemFor(error, request), reply);
}

/** What is not HTTP, or too slow or too large to be read as such, by Node's code of the error. */
function unreadable(code: string | undefined): ProblemError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ProblemError('timeout', 'the request did not arrive in time; send it again');
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new ProblemError(
      'headers-too-large',
      'the headers are larger than 16 KB; send fewer or shorter headers',
    );
  }
  return new ProblemError('invalid', 'the request is not HTTP/1.1');
}

/** Answers on the socket itself, and ends it. */
export function answerUnreadable(error: { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = unreadable(error.code).toProblem();
  const body = JSON.stringify(problem);
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
      `Content-Type: ${TYPE}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
