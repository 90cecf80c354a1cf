import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTypes from 'openapi-typescript';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { emptyParts } from '../../test/http/parts.ts';
import { buildServer } from './server/server.ts';

async function server() {
  const app = await buildServer(await emptyParts(), pino({ level: 'silent' }));
  onTestFinished(() => app.close());
  return app;
}

type Described = Readonly<Record<string, Readonly<Record<string, object>>>>;

async function described() {
  const app = await server();
  const answer = await app.inject('/openapi.json');
  expect(answer.statusCode).toBe(200);
  return { app, document: answer.json() };
}

/** The routes of the router itself, of which every line of its tree that ends one shows the methods. */
function routerTable(tree: string): string[] {
  const stack: string[] = [];
  return tree
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => {
      const [, indent, piece, methods] =
        /^((?:│ {3}| {4})*(?:├── |└── )?)(.*?)(?: \(([A-Z, ]+)\))?$/u.exec(line) ?? [];
      const depth = indent.length / 4;
      stack.length = depth;
      stack[depth] = piece;
      const path = stack.join('').replace(/:(\w+)/g, '{$1}');
      return (methods ?? '')
        .split(', ')
        .filter((method) => method !== '' && method !== 'HEAD')
        .map((method) => `${method} ${path}`);
    })
    .sort();
}

test('the description has every route of the router, and no others', async () => {
  const { app, document } = await described();
  const paths: Described = document.paths;
  const listed = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    .sort();
  expect(listed).toContain('POST /v1/experiments/{key}/decisions');
  expect(listed).toEqual(routerTable(app.printRoutes({ commonPrefix: false })));
});

test('every route says how it is called, what it answers, and what a problem looks like', async () => {
  const { document } = await described();
  expect(document.openapi).toBe('3.1.0');
  const paths: Described = document.paths;
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  for (const operation of operations) {
    expect(operation).toMatchObject({
      operationId: expect.any(String),
      summary: expect.stringMatching(/\.$/),
      responses: {
        default: {
          content: {
            'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
          },
        },
      },
    });
  }
  const ids = operations.map((operation) =>
    'operationId' in operation ? operation.operationId : '',
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test('which routes need no key is described', async () => {
  const { document } = await described();
  const paths: Described = document.paths;
  const open = Object.entries(paths)
    .filter(([, methods]) => Object.values(methods).some((each) => 'security' in each))
    .map(([path]) => path);
  expect(open.sort()).toEqual(
    ['/', '/assets/{file}', '/healthz', '/openapi.json', '/readyz', '/{file}'].sort(),
  );
  expect(document.security).toEqual([{ bearer: [] }, { header: [] }]);
});

test('bodies, headers and the query are described', async () => {
  const { document } = await described();
  const imported = document.paths['/v1/experiments/{key}/import'].post.requestBody;
  expect(Object.keys(imported.content)).toEqual(['application/x-ndjson']);
  const names = (path: string, method: string) =>
    document.paths[path][method].parameters.map(
      (parameter: { in: string; name: string }) => `${parameter.in} ${parameter.name}`,
    );
  expect(names('/v1/experiments/{key}/decisions', 'post').sort()).toEqual([
    'header idempotency-key',
    'path key',
  ]);
  expect(names('/v1/experiments/{key}', 'patch')).toContain('header if-match');
  expect(names('/v1/experiments/{key}/export', 'get')).toEqual(
    expect.arrayContaining(['query after', 'query format']),
  );
  const { components } = document;
  expect(components.schemas.RewardRequest).toMatchObject({
    type: 'object',
    additionalProperties: false,
    required: ['value'],
  });
});

const CALLER = `
import type { components, operations, paths } from './service.ts';

type Body<Of> = Of extends { requestBody: { content: { 'application/json': infer Sent } } } ? Sent : never;
type Ok<Of> = Of extends { responses: { 200: { content: { 'application/json': infer Got } } } } ? Got : never;

export const request: Body<operations['decide']> = { unit: 'u1', only: ['blue'] };
export const batch: Body<operations['batch']> = {
  operations: [{ decide: 'checkout' }, { reward: 'd_x', value: 1 }],
};
export function armOf(decision: Ok<paths['/v1/experiments/{key}/decisions']['post']>): string {
  return decision.arm;
}
export function detailOf(problem: components['schemas']['Problem']): string {
  return problem.detail;
}
// @ts-expect-error a reward is a number
export const wrong: Body<operations['reward']> = { value: '1' };
// @ts-expect-error there is no such member
export const stranger: Body<operations['reward']> = { value: 1, extra: 1 };
`;

test('types that are generated from the description compile, and a caller with them', async () => {
  const { document } = await described();
  const folder = mkdtempSync(join(tmpdir(), 'driftline-openapi-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'service.ts'), await openapiTypes(document));
  writeFileSync(join(folder, 'caller.ts'), CALLER);
  const tsc = fileURLToPath(import.meta.resolve('typescript/package.json')).replace(
    /package\.json$/,
    'bin/tsc',
  );
  const flags = ['--noEmit', '--strict', '--allowImportingTsExtensions', '--module', 'nodenext'];
  const run = spawnSync(process.execPath, [tsc, ...flags, 'caller.ts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(run.stdout + run.stderr).toBe('');
  expect(run.status).toBe(0);
});
