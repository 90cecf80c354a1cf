/**
 * Servers that keep nothing, to measure the service beside: `empty` answers `{}`, `checked` also checks the key,
 * the body and the signed id, as the service does. Run as a program; prints its port.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Type } from '@fastify/type-provider-typebox';
import fastify, { type FastifyInstance } from 'fastify';

const KEY = process.env.BENCH_KEY ?? '';
const SECRET = randomBytes(32);
const HASH = createHash('sha256').update(KEY).digest();

const closed = { additionalProperties: false };
const DecisionBody = Type.Object(
  {
    unit: Type.Optional(Type.String({ maxLength: 128 })),
    only: Type.Optional(Type.Array(Type.String())),
    exclude: Type.Optional(Type.Array(Type.String())),
  },
  closed,
);
const RewardBody = Type.Object({ value: Type.Number() }, closed);
const DecisionAnswer = Type.Object({
  decisionId: Type.String(),
  number: Type.Integer(),
  arm: Type.String(),
  payload: Type.Null(),
  propensity: Type.Number(),
  reason: Type.String(),
  expiresAt: Type.String(),
});

function signed(number: number): string {
  const body = Buffer.alloc(11);
  body.writeUIntBE(number, 5, 6);
  const seal = createHmac('sha256', SECRET).update(body).digest().subarray(0, 12);
  return `d_${Buffer.concat([body, seal]).toString('base64url')}`;
}

function isSigned(id: string): boolean {
  const bytes = Buffer.from(id.slice(2), 'base64url');
  const seal = createHmac('sha256', SECRET).update(bytes.subarray(0, 11)).digest().subarray(0, 12);
  return bytes.length === 23 && timingSafeEqual(seal, bytes.subarray(11));
}

function hasKey(authorization: string | undefined): boolean {
  const key = authorization?.replace(/^Bearer /, '') ?? '';
  return timingSafeEqual(createHash('sha256').update(key).digest(), HASH);
}

function checkedServer(): FastifyInstance {
  const server = fastify({
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
  });
  let number = 0;
  server.addHook('onRequest', async (request, reply) => {
    if (!hasKey(request.headers.authorization)) await reply.code(401).send({});
  });
  server.post(
    '/decide',
    { schema: { body: DecisionBody, response: { 200: DecisionAnswer } } },
    async () => ({
      decisionId: signed(number),
      number: number++,
      arm: 'arm-1',
      payload: null,
      propensity: 0.984,
      reason: 'policy',
      expiresAt: new Date().toISOString(),
    }),
  );
  server.post<{ Params: { id: string } }>(
    '/reward/:id',
    { schema: { body: RewardBody } },
    async (request, reply) => {
      if (!isSigned(request.params.id)) return reply.code(404).send({});
      return { status: 'counted' };
    },
  );
  return server;
}

function emptyServer(): FastifyInstance {
  const server = fastify();
  server.post('/decide', async () => ({ decisionId: 'd_0' }));
  server.post('/reward/:id', async () => ({}));
  return server;
}

const server = process.argv[2] === 'empty' ? emptyServer() : checkedServer();
await server.listen({ host: '127.0.0.1', port: 0 });
const address = server.server.address();
if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
process.stdout.write(`${address.port}\n`);
