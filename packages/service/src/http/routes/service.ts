/** The service itself: is it alive, is it ready, how is it, what does it offer, and its page. */
import { pageBody } from '@driftline/engine/page-files';
import Type from 'typebox';
import { ProblemError } from '../../model/problems.ts';
import { demandAllExperiments } from '../access.ts';
import type { App, HttpParts } from '../parts.ts';
import { object } from '../schemas/named.ts';
import { answers, content, nothing } from '../schemas/routes.ts';

/** What the description says of routes that need no key. */
const OPEN = { security: [] };

const readyAnswer = object({
  status: Type.Literal('ready'),
  note: Type.Optional(
    Type.String({ description: 'A hint for operators while the service is ready.' }),
  ),
});

function health(app: App, { readiness, metrics }: HttpParts): void {
  app.get(
    '/healthz',
    {
      config: { access: 'open' },
      schema: {
        ...OPEN,
        operationId: 'isAlive',
        summary: 'Reports whether the process is alive.',
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
        ...OPEN,
        operationId: 'isReady',
        summary: 'Reports whether the service is ready, and the reason if it is not.',
        querystring: nothing,
        response: answers({ 200: readyAnswer }),
      },
    },
    async (_request, reply) => {
      const state = await readiness();
      if (!state.ready) throw new ProblemError(state.problem, state.why);
      const { note } = state;
      return reply.send({ status: 'ready' as const, ...(note === undefined ? {} : { note }) });
    },
  );
  app.get(
    '/metrics',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'showMetrics',
        summary: 'Returns metrics for Prometheus. Needs a key for all experiments.',
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
        ...OPEN,
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

/** Where files of the page are: by the path of each route, what it is for. */
const PAGE_ROUTES = {
  '/': 'The web page that shows and changes experiments.',
  '/:file': 'A file next to the web page, such as licenses.',
  '/assets/:file': 'A file that the web page loads.',
} as const;

const pagePath = object({ file: Type.Optional(Type.String({ maxLength: 200 })) });

function page(app: App, { page: files }: HttpParts): void {
  for (const [path, summary] of Object.entries(PAGE_ROUTES)) {
    app.get(
      path,
      {
        config: { access: 'open' },
        schema: {
          ...OPEN,
          operationId: `page${path.replaceAll(/[/:]+(\w?)/g, (_, letter) => letter.toUpperCase())}`,
          summary,
          params: pagePath,
          response: answers({ 200: content('The file.', ['text/html']) }),
        },
      },
      async ({ params, headers }, reply) => {
        const asked = path.replace(':file', params.file ?? '');
        const file = files.get(asked);
        if (file === undefined) throw new ProblemError('not-found', `there is no ${asked}`);
        const sent = pageBody(file, String(headers['accept-encoding'] ?? ''));
        return reply.headers(sent.headers).send(sent.body);
      },
    );
  }
}

/** The routes of the service itself. */
export function serviceRoutes(app: App, parts: HttpParts): void {
  health(app, parts);
  description(app);
  page(app, parts);
}
