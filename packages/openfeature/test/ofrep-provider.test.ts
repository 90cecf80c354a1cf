/** OpenFeature's own provider for its remote evaluation protocol, and the real service, with nothing of ours between. */
import { randomUUID } from 'node:crypto';
import { OFREPProvider, type OFREPProviderOptions } from '@openfeature/ofrep-provider';
import { type Client, OpenFeature } from '@openfeature/server-sdk';
import { expect, test } from 'vitest';
import { defaultLimits } from '../../service/src/model/limits.ts';
import { startedWithExperiment } from '../../service/test/http/started.ts';

async function connect(options: OFREPProviderOptions): Promise<Client> {
  const domain = randomUUID();
  await OpenFeature.setProviderAndWait(domain, new OFREPProvider(options));
  return OpenFeature.getClient(domain);
}

const VISITOR = { targetingKey: 'visitor-7', plan: 'free' };

test('evaluates flags, and reports what is wrong as the SDK knows it', async () => {
  const running = await startedWithExperiment();
  const { call, address, admin } = running;
  const arms = [{ key: 'a', payload: 'hello' }, { key: 'b' }];
  const reward = { min: 0, max: 1, timeout: '1h' };
  await call('PUT', '/v1/experiments/text', { body: { arms, reward, sticky: '30m' } });
  const headers = { 'x-api-key': String(admin) };
  const client = await connect({ baseUrl: address, headers });
  const details = await client.getStringDetails('text', 'none', VISITOR);
  expect(details).toMatchObject({
    value: details.variant === 'a' ? 'hello' : 'b',
    reason: 'SPLIT',
    flagMetadata: { decisionId: expect.stringMatching(/^d_/), contextLogged: true },
  });
  const again = await client.getStringDetails('text', 'none', VISITOR);
  expect(again.flagMetadata.decisionId).toBe(details.flagMetadata.decisionId);
  expect(again.flagMetadata.decidedBy).toBe('sticky');
  const codes = [
    (await client.getNumberDetails('text', 7, VISITOR)).errorCode,
    (await client.getStringDetails('none', '', VISITOR)).errorCode,
    (await client.getStringDetails('text', '', {})).errorCode,
    (await client.getStringDetails('text', '', { targetingKey: 'a\u0000b' })).errorCode,
  ];
  expect(codes).toEqual([
    'TYPE_MISMATCH',
    'FLAG_NOT_FOUND',
    'TARGETING_KEY_MISSING',
    'INVALID_CONTEXT',
  ]);
  await call('POST', '/v1/experiments/text/pause');
  expect(await client.getStringDetails('text', '', VISITOR)).toMatchObject({
    reason: 'DISABLED',
    variant: 'a',
  });
});

test('a key that is not taken is an error; one that asks too often is asked to wait, and does', async () => {
  const { address, admin } = await startedWithExperiment({ limits: { ...defaultLimits, rate: 1 } });
  const stranger = await connect({ baseUrl: address });
  expect(await stranger.getStringDetails('checkout', 'mine', VISITOR)).toMatchObject({
    value: 'mine',
    errorCode: 'GENERAL',
  });
  const asked: number[] = [];
  const client = await connect({
    baseUrl: address,
    headers: { authorization: `Bearer ${admin}` },
    fetchImplementation: async (input: string | URL | Request, init?: RequestInit) => {
      const response = await fetch(input, init);
      asked.push(response.status);
      return response;
    },
  });
  while (!asked.includes(429)) await client.getObjectDetails('checkout', {}, VISITOR);
  const count = asked.length;
  expect(await client.getObjectDetails('checkout', {}, VISITOR)).toMatchObject({
    errorCode: 'GENERAL',
    errorMessage: expect.stringContaining('TooManyRequests until'),
  });
  expect(asked).toHaveLength(count);
});
