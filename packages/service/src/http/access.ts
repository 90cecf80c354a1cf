/** Who may do what: the key of a request, its scopes, its experiments and its origins. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../model/operations.ts';
import { ProblemError } from '../model/problems.ts';
import type { KeyRow, Scope } from '../model/rows.ts';
import type { Keyring } from './keys/keyring.ts';

/** What a route asks for: a key with a scope, any key (it looks closer itself), or none. */
type Access = Scope | 'any' | 'open';

/** Whoever made a request. */
export interface Identity {
  /** The id of the key, or `dev`. */
  readonly id: Caller;
  /** Undefined under `--dev`, where none is needed. */
  readonly key: KeyRow | undefined;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    identity: Identity;
  }
}

export const NOBODY: Identity = { id: 'nobody', key: undefined };
const DEVELOPER: Identity = { id: 'dev', key: undefined };

const BEARER = /^Bearer +(\S+) *$/i;

/** The key that a request carries in its headers; a key in an address would end up in logs. */
function presentedKey({ headers }: FastifyRequest): string | undefined {
  const { authorization } = headers;
  const own = headers['x-api-key'];
  if (authorization === undefined) return typeof own === 'string' ? own : undefined;
  return BEARER.exec(authorization)?.[1] ?? '';
}

function unauthorized(detail: string): never {
  throw new ProblemError('unauthorized', detail);
}

/** Who a request is from. */
export function identify(request: FastifyRequest, keyring: Keyring, dev: boolean): Identity {
  const presented = presentedKey(request);
  if (presented === undefined) {
    if (dev) return DEVELOPER;
    return unauthorized(
      'the request has no key; send one as Authorization: Bearer dl_…, or as X-API-Key',
    );
  }
  const key = keyring.find(presented);
  if (key === undefined) {
    return unauthorized('the key is unknown or revoked; list valid keys with  driftline keys list');
  }
  return { id: key.id, key };
}

/** Refuses what a key's scopes do not hold; `admin` holds all of them. */
export function demandScope({ key }: Identity, scope: Scope): void {
  if (key === undefined || key.scopes.includes(scope) || key.scopes.includes('admin')) return;
  throw new ProblemError(
    'forbidden',
    `this request needs the scope ${scope}; the key ${key.id} has ${key.scopes.join(', ') || 'none'}`,
  );
}

/** Whether an identity may see an experiment. */
export function maySee({ key }: Identity, experiment: string): boolean {
  return key?.experiments?.includes(experiment) ?? true;
}

/** Refuses an experiment that is not among a key's. */
export function demandExperiment(identity: Identity, experiment: string): void {
  if (maySee(identity, experiment)) return;
  throw new ProblemError(
    'forbidden',
    `the key ${identity.id} cannot be used for the experiment ${experiment}`,
  );
}

/** Refuses what concerns all experiments to a key that is for some. */
export function demandAllExperiments({ id, key }: Identity): void {
  if ((key?.experiments ?? null) === null) return;
  throw new ProblemError(
    'forbidden',
    `this request concerns all experiments, but the key ${id} is limited to some of them`,
  );
}

/** Adds what a refusal of this status has to carry. */
export function challenge(reply: FastifyReply): void {
  reply.header('WWW-Authenticate', 'Bearer realm="driftline"');
}
