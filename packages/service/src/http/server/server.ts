/** The HTTP server: what every request goes through, and all routes. */
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import swagger from '@fastify/swagger';
import fastify, {
  type FastifyBaseLogger,
  type FastifyServerFactoryHandler,
  LogController,
  type RawServerDefault,
} from 'fastify';
import { ProblemError } from '../../model/problems.ts';
import { isStoredUnit, isUnit } from '../../model/units.ts';
import { demandExperiment, demandScope, identify, NOBODY } from '../access.ts';
import { readJson } from '../json-body.ts';
import { loggingOf, traceOf } from '../logging.ts';
import { Origins } from '../origins.ts';
import type { App, HttpParts } from '../parts.ts';
import { answerError, answerUnreadable, sendProblem } from '../problem-answers.ts';
import { batchRoutes } from '../routes/batch.ts';
import { decisionRoutes } from '../routes/decisions.ts';
import { experimentRoutes } from '../routes/experiments.ts';
import { flagRoutes } from '../routes/ofrep.ts';
import { readingRoutes } from '../routes/readings.ts';
import { serviceRoutes } from '../routes/service.ts';
import { namedSchemas } from '../schemas/named.ts';

/** A certificate and its key, as PEM. */
export interface Tls {
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
}

const SECURITY_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const;

/** How often requests that take too long are looked for. */
const CHECK_MILLIS = 1000;

/** A unit of 128 characters, each written as up to four escaped bytes. */
const LONGEST_PARAMETER = 128 * 4 * 3;

/** Node's server with our limits of time and size. */
function serverMaker({ limits }: HttpParts, tls: Tls | undefined) {
  return (handler: FastifyServerFactoryHandler): RawServerDefault => {
    const options = {
      headersTimeout: limits.headersMillis,
      requestTimeout: limits.requestMillis,
      keepAliveTimeout: limits.keepAliveMillis,
      connectionsCheckingInterval: Math.min(CHECK_MILLIS, limits.headersMillis),
    };
    const server =
      tls === undefined
        ? createServer(options, handler)
        : createTlsServer({ ...options, ...tls, minVersion: 'TLSv1.2' }, handler);
    server.maxConnections = limits.connections;
    return server;
  };
}

/** Headers, origins, keys and rates: before a body is read. */
function guard(app: App, parts: HttpParts): void {
  const origins = new Origins(parts.keyring, parts.dev);
  app.decorateRequest('identity');
  app.addHook('onRequest', (request, reply, done) => {
    request.identity = NOBODY;
    reply.headers(SECURITY_HEADERS);
    origins.demandOwnHost(request);
    origins.admit(request, reply);
    if (origins.isPreflight(request)) return origins.answerPreflight(request, reply);
    authorize(request, parts, origins);
    if (request.method !== 'GET') demandRoom(parts);
    demandPlainBody(request.headers['content-encoding']);
    return done();
  });
}

/** Turns a request away before its body is read and checked: that alone would keep a busy service busy. */
function demandRoom({ writer, limits }: HttpParts): void {
  if (!writer.turnsAway()) return;
  throw new ProblemError(
    'overloaded',
    `${limits.queued} operations are waiting, which is the limit`,
  );
}

function authorize(
  request: Parameters<typeof identify>[0],
  parts: HttpParts,
  origins: Origins,
): void {
  const access = request.routeOptions.config.access ?? 'open';
  if (access === 'open') return;
  const identity = identify(request, parts.keyring, parts.dev);
  request.identity = identity;
  origins.demandOrigin(request, identity);
  if (identity.key !== undefined && !parts.rates.take(identity.id, 1)) {
    throw new ProblemError(
      'rate-limited',
      `the key ${identity.id} is limited to ${parts.limits.rate} operations per second`,
    );
  }
  if (access !== 'any') demandScope(identity, access);
  const { params } = request;
  if (typeof params === 'object' && params !== null && 'key' in params) {
    demandExperiment(identity, String(params.key));
  }
}

function demandPlainBody(encoding: string | undefined): void {
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw new ProblemError(
    'unsupported-media',
    `the body must not be compressed; got Content-Encoding: ${encoding.slice(0, 60)}`,
  );
}

/** JSON in, JSON out; nothing is coerced, dropped or filled in on the way. */
function speakJson(app: App, { limits }: HttpParts): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      const takesBody = request.routeOptions.schema?.body !== undefined;
      done(null, takesBody ? readJson(Buffer.from(body), limits.jsonDepth) : demandNone(body));
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)), undefined);
    }
  });
  // Answers are ours: they need no filter, and JSON.stringify is the fastest there is for unions.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
}

/** Some clients send an empty body, or an empty object, where there is none. */
function demandNone(body: string | Buffer): undefined {
  if (body.length === 0 || String(body) === '{}') return undefined;
  throw new ProblemError('invalid', 'this request takes no body; send none', { pointer: '' });
}

async function describe(app: App, { version }: HttpParts): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Driftline decision service',
        version,
        description:
          'Choose an arm, act, report the reward. Contexts are logged but not used for the choice.',
        license: { name: 'MIT' },
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          header: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        },
      },
      security: [{ bearer: [] }, { header: [] }],
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, i) => String(json.$id ?? `def-${i}`),
    },
  });
}

function create(parts: HttpParts, log: FastifyBaseLogger, tls: Tls | undefined): App {
  return fastify({
    // A logger of its own: while it begins to listen, it is silent.
    loggerInstance: log.child({}),
    childLoggerFactory: (logger, bindings, options, request) =>
      logger.child({ ...bindings, ...traceOf(request) }, options),
    logController: new LogController({ disableRequestLogging: true }),
    serverFactory: serverMaker(parts, tls),
    bodyLimit: parts.limits.bodyBytes,
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    forceCloseConnections: 'idle',
    // Who is connected when the service stops is answered once more, and told to connect elsewhere.
    return503OnClosing: false,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: answerError,
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allErrors: false,
        verbose: true,
        formats: { unit: isUnit, 'stored-unit': isStoredUnit },
      },
    },
  });
}

/** Makes the server, ready to listen. */
export async function buildServer(
  parts: HttpParts,
  log: FastifyBaseLogger,
  tls?: Tls,
): Promise<App> {
  const app = create(parts, log, tls);
  speakJson(app, parts);
  guard(app, parts);
  loggingOf(app, parts.metrics);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => {
    const problem = new ProblemError(
      'not-found',
      `there is no ${request.method} at this path; /openapi.json lists all paths`,
    );
    return sendProblem(problem.toProblem(), reply);
  });
  await describe(app, parts);
  for (const schema of namedSchemas()) app.addSchema(schema);
  for (const routes of [
    experimentRoutes,
    decisionRoutes,
    batchRoutes,
    flagRoutes,
    readingRoutes,
    serviceRoutes,
  ]) {
    routes(app, parts);
  }
  await app.ready();
  return app;
}
