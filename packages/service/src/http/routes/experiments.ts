/** Experiments: create, read, change, pause, archive; their arms; and erasing a unit. */
import type { Experiment, NewExperiment } from '@driftline/client/wire';
import { maySee } from '../access.ts';
import type { Alarms, App, HttpParts } from '../parts.ts';
import { eraseAnswer } from '../schemas/decisions.ts';
import {
  armChange,
  changedExperiment,
  experiment,
  experimentList,
  experimentPatch,
  newArmChange,
  newExperiment,
  offeredPolicies,
} from '../schemas/experiments.ts';
import { answers, armPath, experimentPath, ifMatch, nothing, unitPath } from '../schemas/routes.ts';

/** The revision that a change is for; undefined where it is for any. */
function revisionOf(header: string | undefined): number | undefined {
  if (header === undefined || header === '*') return undefined;
  return Number(header.replaceAll('"', ''));
}

/** An experiment with the alarms of now. */
function alarmed(experiment: Experiment, alarms: Alarms): Experiment {
  return { ...experiment, warnings: [...experiment.warnings, ...alarms.ofExperiment(experiment)] };
}

function create(app: App, { ask }: HttpParts): void {
  app.put(
    '/v1/experiments/:key',
    {
      config: { access: 'configure' },
      schema: {
        operationId: 'createExperiment',
        summary: 'Creates an experiment. Repeating the request changes nothing.',
        params: experimentPath,
        querystring: nothing,
        body: newExperiment,
        response: answers({ 200: experiment, 201: experiment }),
      },
    },
    async ({ identity, params, body }, reply) => {
      const config: NewExperiment = body;
      const made = await ask(identity.id, 'create', { key: params.key, config });
      return reply.code(made.created ? 201 : 200).send(made.experiment);
    },
  );
}

function read(app: App, { ask, alarms }: HttpParts): void {
  app.get(
    '/v1/experiments',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listExperiments',
        summary: 'Lists all experiments that the key can use.',
        querystring: nothing,
        response: answers({ 200: experimentList }),
      },
    },
    async ({ identity }, reply) => {
      const all = await ask(identity.id, 'list', {});
      const experiments = all
        .filter(({ key }) => maySee(identity, key))
        .map((experiment) => alarmed(experiment, alarms));
      return reply.send({ experiments, warnings: alarms.ofService() });
    },
  );
  app.get(
    '/v1/experiments/:key',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'showExperiment',
        summary: 'Returns the configuration, revision and warnings of an experiment.',
        params: experimentPath,
        querystring: nothing,
        response: answers({ 200: experiment }),
      },
    },
    async ({ identity, params }, reply) => {
      const shown = await ask(identity.id, 'show', { key: params.key });
      return reply.header('ETag', `"${shown.revision}"`).send(alarmed(shown, alarms));
    },
  );
}

function change(app: App, { ask }: HttpParts): void {
  app.patch(
    '/v1/experiments/:key',
    {
      config: { access: 'configure' },
      schema: {
        operationId: 'changeExperiment',
        summary: 'Changes an experiment. The response describes the consequences in effects.',
        params: experimentPath,
        querystring: nothing,
        headers: ifMatch,
        body: experimentPatch,
        response: answers({ 200: changedExperiment }),
      },
    },
    async ({ identity, params, headers, body }, reply) => {
      const revision = revisionOf(headers['if-match']);
      const condition = revision === undefined ? {} : { revision };
      return reply.send(
        await ask(identity.id, 'change', { key: params.key, patch: body, ...condition }),
      );
    },
  );
  const statuses = { pause: 'paused', resume: 'running', archive: 'archived' } as const;
  for (const [verb, status] of Object.entries(statuses)) {
    app.post(
      `/v1/experiments/:key/${verb}`,
      {
        config: { access: 'configure' },
        schema: {
          operationId: `${verb}Experiment`,
          summary: `Sets an experiment to ${status}.`,
          params: experimentPath,
          querystring: nothing,
          response: answers({ 200: changedExperiment }),
        },
      },
      async ({ identity, params }, reply) =>
        reply.send(await ask(identity.id, 'setStatus', { key: params.key, status })),
    );
  }
}

function arms(app: App, { ask }: HttpParts): void {
  app.put(
    '/v1/experiments/:key/arms/:arm',
    {
      config: { access: 'configure' },
      schema: {
        operationId: 'addArm',
        summary: 'Adds an arm.',
        params: armPath,
        querystring: nothing,
        body: newArmChange,
        response: answers({ 200: changedExperiment }),
      },
    },
    async ({ identity, params, body }, reply) =>
      reply.send(await ask(identity.id, 'addArm', { ...params, change: body })),
  );
  app.patch(
    '/v1/experiments/:key/arms/:arm',
    {
      config: { access: 'configure' },
      schema: {
        operationId: 'changeArm',
        summary: 'Pauses or resumes an arm, or changes its payload.',
        params: armPath,
        querystring: nothing,
        body: armChange,
        response: answers({ 200: changedExperiment }),
      },
    },
    async ({ identity, params, body }, reply) =>
      reply.send(await ask(identity.id, 'changeArm', { ...params, change: body })),
  );
  app.delete(
    '/v1/experiments/:key/arms/:arm',
    {
      config: { access: 'configure' },
      schema: {
        operationId: 'retireArm',
        summary: 'Retires an arm permanently. The policy is rebuilt without it.',
        params: armPath,
        querystring: nothing,
        response: answers({ 200: changedExperiment }),
      },
    },
    async ({ identity, params }, reply) => reply.send(await ask(identity.id, 'retireArm', params)),
  );
}

function unitsAndPolicies(app: App, { ask }: HttpParts): void {
  app.delete(
    '/v1/experiments/:key/units/:unit',
    {
      config: { access: 'configure' },
      schema: {
        operationId: 'eraseUnit',
        summary:
          'Erases a unit and its contexts from the log. The policy keeps what it has learned.',
        params: unitPath,
        querystring: nothing,
        response: answers({ 200: eraseAnswer }),
      },
    },
    async ({ identity, params }, reply) => reply.send(await ask(identity.id, 'eraseUnit', params)),
  );
  app.get(
    '/v1/policies',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listPolicies',
        summary: 'Lists the policies that an experiment can use.',
        querystring: nothing,
        response: answers({ 200: offeredPolicies }),
      },
    },
    async ({ identity }, reply) => reply.send(await ask(identity.id, 'policies', {})),
  );
}

/** The routes of experiments. */
export function experimentRoutes(app: App, parts: HttpParts): void {
  create(app, parts);
  read(app, parts);
  change(app, parts);
  arms(app, parts);
  unitsAndPolicies(app, parts);
}
