/** What is read of an experiment: state, history, report, export; and what is imported into one. */
import { Readable } from 'node:stream';
import type { ImportLine } from '@driftline/client/wire';
import Type from 'typebox';
import { DEFAULT_BINS } from '../../insight/history.ts';
import { importLines } from '../../insight/import.ts';
import { ProblemError } from '../../model/problems.ts';
import type { App, HttpParts } from '../parts.ts';
import { importAnswer } from '../schemas/decisions.ts';
import { experimentHistory, experimentReport, experimentState } from '../schemas/readings.ts';
import {
  answers,
  content,
  experimentPath,
  exportQuery,
  historyQuery,
  nothing,
} from '../schemas/routes.ts';
import { LOOKS } from '../stalled-answers.ts';

import { unsignedZero } from './decisions.ts';

const EXPORT_TYPES = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
} as const;

function state(app: App, { ask, alarms }: HttpParts): void {
  app.get(
    '/v1/experiments/:key/state',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'showState',
        summary: 'Returns the current knowledge of the policy about each arm.',
        params: experimentPath,
        querystring: nothing,
        response: answers({ 200: experimentState }),
      },
    },
    async ({ identity, params: { key } }, reply) => {
      const [state, experiment] = await Promise.all([
        ask(identity.id, 'state', { key }),
        ask(identity.id, 'show', { key }),
      ]);
      const warnings = [...state.warnings, ...alarms.ofExperiment(experiment)];
      return reply.send({ ...state, warnings });
    },
  );
}

function historyAndReport(app: App, { insight }: HttpParts): void {
  app.get(
    '/v1/experiments/:key/history',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'showHistory',
        summary: 'Returns share and mean reward of each arm, in bins of decision numbers.',
        params: experimentPath,
        querystring: historyQuery,
        response: answers({ 200: experimentHistory }),
      },
    },
    async ({ params, query }, reply) =>
      reply.send(await insight.history(params.key, Number(query.bins ?? DEFAULT_BINS))),
  );
  app.get(
    '/v1/experiments/:key/report',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'showReport',
        summary:
          'Estimates the gain over choosing all arms equally often, from explored decisions, with intervals.',
        params: experimentPath,
        querystring: nothing,
        response: answers({ 200: experimentReport }),
      },
    },
    async ({ params }, reply) => reply.send(await insight.report(params.key)),
  );
}

function exporting(app: App, { insight, exports, limits }: HttpParts): void {
  const lookSeconds = limits.exportStallMillis / 1000 / LOOKS;
  app.get(
    '/v1/experiments/:key/export',
    {
      config: { access: 'read' },
      // Its answer is as long as the log.
      exposeHeadRoute: false,
      schema: {
        operationId: 'exportDecisions',
        summary:
          'Returns one line per decision with its outcome. driftline advise reads this format.',
        description: `A key can have ${limits.exportsPerKey} exports in progress, and all keys together ${limits.exports}. Beyond that, the response is 429 with Retry-After. The service checks every ${lookSeconds} seconds, and closes a connection that accepted no byte for ${LOOKS * lookSeconds}.`,
        params: experimentPath,
        querystring: exportQuery,
        response: answers({ 200: content('One line per decision.', Object.values(EXPORT_TYPES)) }),
      },
    },
    async ({ identity, params, query }, reply) => {
      const format = query.format ?? 'ndjson';
      const after = query.after === undefined ? {} : { after: Number(query.after) };
      const stream = await exports.begin(identity.id, reply, () =>
        insight.export(params.key, { ...after, format }),
      );
      return reply.type(EXPORT_TYPES[format]).send(stream);
    },
  );
}

/** Bytes as they come, up to a limit. */
async function* limited(stream: Readable, most: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of stream) {
    if (!(piece instanceof Uint8Array)) throw new TypeError('a body comes in bytes');
    bytes += piece.length;
    if (bytes > most) tooLarge(most);
    yield piece;
  }
}

function tooLarge(most: number): never {
  throw new ProblemError('too-large', `an import can have at most ${most} bytes`);
}

async function readImport(body: unknown, limits: HttpParts['limits']): Promise<ImportLine[]> {
  if (!(body instanceof Readable)) {
    throw new ProblemError('unsupported-media', 'send lines as Content-Type: application/x-ndjson');
  }
  const lines: ImportLine[] = [];
  for await (const { arm, value } of importLines(
    limited(body, limits.importBytes),
    limits.importLines,
  )) {
    lines.push({ arm, value: unsignedZero(value) });
  }
  return lines;
}

/** Imports are streams: they have a parser, and so a scope, of their own. */
async function importing(app: App, { ask, limits }: HttpParts): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-ndjson', (_request, payload, done) =>
    done(null, payload),
  );
  app.post(
    '/v1/experiments/:key/import',
    {
      config: { access: 'configure' },
      bodyLimit: limits.importBytes,
      schema: {
        operationId: 'importRewards',
        summary: 'Imports rewards from before the first decision, as NDJSON lines of {arm, value}.',
        consumes: ['application/x-ndjson'],
        body: Type.Unsafe<unknown>({ description: 'Lines such as {"arm":"blue","value":1}.' }),
        params: experimentPath,
        querystring: nothing,
        response: answers({ 200: importAnswer }),
      },
    },
    async ({ identity, params, headers, body }, reply) => {
      // What is announced need not be waited for.
      if (Number(headers['content-length']) > limits.importBytes) tooLarge(limits.importBytes);
      const lines = await readImport(body, limits);
      return reply.send(await ask(identity.id, 'import', { key: params.key, lines }));
    },
  );
}

/** The routes that read an experiment, and the import. */
export function readingRoutes(app: App, parts: HttpParts): void {
  state(app, parts);
  historyAndReport(app, parts);
  exporting(app, parts);
  app.register((scope) => importing(scope, parts));
}
