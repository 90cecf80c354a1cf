/**
 * Which pages of browsers may call: those of a key's origins, the service's own with a key that has none, and under
 * `--dev` those of this machine.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '../model/problems.ts';
import type { Identity } from './access.ts';
import type { Keyring } from './keys/keyring.ts';

const METHODS = 'GET, POST, PUT, PATCH, DELETE';
const HEADERS = 'authorization, content-type, idempotency-key, if-match, traceparent, x-api-key';
const PREFLIGHT_SECONDS = '600';

function hostnameOf(host: string): string | undefined {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined;
}

/** Whether a host is this machine by its name, so that no name server can make it another. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    hostname === '::1' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}

export class Origins {
  readonly #keyring: Keyring;
  readonly #dev: boolean;

  constructor(keyring: Keyring, dev: boolean) {
    this.#keyring = keyring;
    this.#dev = dev;
  }

  /**
   * Under `--dev` nobody shows a key. A page from elsewhere must not reach the service by a name of its own
   * that leads to this machine.
   */
  demandOwnHost({ headers }: FastifyRequest): void {
    if (!this.#dev || isLoopback(hostnameOf(headers.host ?? '') ?? '')) return;
    throw new ProblemError(
      'forbidden',
      'with --dev, the service accepts requests from this machine only; use localhost or 127.0.0.1',
    );
  }

  /** Tells a browser that a page may read the answer, where some key is for its origin. */
  admit(request: FastifyRequest, reply: FastifyReply): void {
    const { origin } = request.headers;
    if (origin === undefined) return;
    reply.header('Vary', 'Origin');
    if (!this.#isKnown(origin)) return;
    reply.header('Access-Control-Allow-Origin', origin);
    reply.header('Access-Control-Expose-Headers', 'Retry-After');
  }

  /** Whether a request only asks what may be sent from a page. */
  isPreflight({ method, headers }: FastifyRequest): boolean {
    return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
  }

  /** Answers such a request; it shows no key, so that any key's origin will do. */
  answerPreflight(request: FastifyRequest, reply: FastifyReply): void {
    const { origin } = request.headers;
    if (origin === undefined || !this.#isKnown(origin)) {
      throw new ProblemError('forbidden', `no key allows pages of ${origin ?? 'nowhere'}`);
    }
    reply.header('Access-Control-Allow-Methods', METHODS);
    reply.header('Access-Control-Allow-Headers', HEADERS);
    reply.header('Access-Control-Max-Age', PREFLIGHT_SECONDS);
    reply.code(204).send();
  }

  /**
   * Refuses a page of another origin than those of the key that it shows. A key with origins is for their pages alone,
   * and not for the service's own: a stranger's host name may lead to the service, and its pages are then the service's
   * own by all that a request shows.
   */
  demandOrigin({ headers }: FastifyRequest, identity: Identity): void {
    const { origin, host = '' } = headers;
    if (origin !== undefined && this.#isOfThisMachine(origin)) return;
    const { origins } = identity.key ?? {};
    if (origins && origins.length > 0) {
      demandBound(origins, identity, { origin, host });
      return;
    }
    if (origin === undefined || isOwn(origin, host)) return;
    throw new ProblemError('forbidden', `${identity.id} does not allow pages of ${origin}`);
  }

  #isKnown(origin: string): boolean {
    return this.#keyring.knowsOrigin(origin) || this.#isOfThisMachine(origin);
  }

  #isOfThisMachine(origin: string): boolean {
    return this.#dev && URL.canParse(origin) && isLoopback(new URL(origin).hostname);
  }
}

function isOwn(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** A browser leaves the origin out of what a page only reads from its own host: then the host stands for it. */
function demandBound(
  origins: readonly string[],
  { id }: Identity,
  { origin, host }: { readonly origin: string | undefined; readonly host: string },
): void {
  if (origin === undefined ? origins.some((each) => isOwn(each, host)) : origins.includes(origin)) {
    return;
  }
  throw new ProblemError(
    'forbidden',
    `${id} allows only pages of ${origins.join(', ')}, not of ${origin ?? host}; programs need a key without --origins`,
  );
}
