/** The service itself: is it alive, is it ready, how is it, what does it offer, and its page. */
import Type from 'typebox';
import { ProblemError } from '../../model/problems.ts';
import { demandAllExperiments } from '../access.ts';
import type { App, HttpParts, Page } from '../parts.ts';
import { object } from '../schemas/named.ts';
import { answers, content, nothing } from '../schemas/routes.ts';

function health(app: App, { readiness, metrics }: HttpParts): void {
  app.get(
    '/healthz',
    {
      config: { access: 'open' },
      schema: {
        operationId: 'isAlive',
        summary: 'Whether the process answers.',
        querystring: nothing,
        response: answers({ 200: object({ status: Type.Literal('alive') }) }),
      },
    },
    async (_request, reply) => reply.send({ status: 'alive' as const }),
  );
  app.get(
    '/readyz',
    {
      config: { access: 'open' },
      schema: {
        operationId: 'isReady',
        summary: 'Whether what is sent now would be stored; if not, why.',
        querystring: nothing,
        response: answers({ 200: object({ status: Type.Literal('ready') }) }),
      },
    },
    async (_request, reply) => {
      const state = await readiness();
      if (!state.ready) throw new ProblemError('starting', state.why);
      return reply.send({ status: 'ready' as const });
    },
  );
  app.get(
    '/metrics',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'showMetrics',
        summary: 'Metrics for Prometheus; a key for all experiments is needed.',
        querystring: nothing,
        response: answers({ 200: content('The metrics.', ['text/plain']) }),
      },
    },
    async ({ identity }, reply) => {
      demandAllExperiments(identity);
      return reply.type(metrics.contentType).send(await metrics.render());
    },
  );
}

function description(app: App): void {
  app.get(
    '/openapi.json',
    {
      config: { access: 'open' },
      schema: {
        operationId: 'describe',
        summary: 'This description.',
        querystring: nothing,
        response: answers({ 200: content('OpenAPI 3.1.', ['application/json']) }),
      },
    },
    async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(JSON.stringify(app.swagger())),
  );
}

const pageSchema = {
  querystring: Type.Object({}),
  response: answers({ 200: content('A file of the page.', ['text/html']) }),
};

function page(app: App, { headers, files }: Page): void {
  app.get(
    '/',
    {
      config: { access: 'open' },
      schema: {
        operationId: 'showPage',
        summary: 'The page that shows and changes experiments.',
        ...pageSchema,
      },
    },
    async ({ headers: asked }, reply) => sendFile('/index.html', asked['accept-encoding'], reply),
  );
  app.get(
    '/assets/:file',
    {
      config: { access: 'open' },
      schema: {
        operationId: 'showAsset',
        summary: 'A file that the page loads.',
        params: object({ file: Type.String({ maxLength: 200 }) }),
        ...pageSchema,
      },
    },
    async ({ params, headers: asked }, reply) =>
      sendFile(`/assets/${params.file}`, asked['accept-encoding'], reply),
  );

  function sendFile(
    path: string,
    accepted: string | string[] | undefined,
    reply: Parameters<Parameters<App['setErrorHandler']>[0]>[2],
  ) {
    const file = files.get(path);
    if (file === undefined) throw new ProblemError('not-found', `there is no file ${path}`);
    const zipped = /\bgzip\b/.test(String(accepted ?? '')) ? file.gzipped : undefined;
    reply.headers({ ...headers, Vary: 'Accept-Encoding' }).type(file.type);
    if (zipped !== undefined) reply.header('Content-Encoding', 'gzip');
    return reply.send(zipped ?? file.plain);
  }
}

/** The routes of the service itself. */
export function serviceRoutes(app: App, parts: HttpParts): void {
  health(app, parts);
  description(app);
  page(app, parts.page);
}
