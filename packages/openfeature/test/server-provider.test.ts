/** The server provider and the real SDK, with the real service in a process of its own that is killed and started. */
import { randomUUID } from 'node:crypto';
import { type Client, OpenFeature, ProviderEvents, ProviderStatus } from '@openfeature/server-sdk';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { RealService } from '../../client/test/real-service.ts';
import { DriftlineProvider } from '../src/server/provider.ts';

const service = new RealService('--dev');
let provider: DriftlineProvider;
let client: Client;

/** Longer than any test takes. */
const PATIENT = 3_600_000;

const ARMS = {
  boolean: [true, false],
  number: [1.5, 2],
  object: [{ color: 'red' }, ['red', 1]],
  string: ['some text', undefined],
} as const;

beforeAll(async () => {
  await service.start();
  const reward = { min: 0, max: 10, timeout: '1h' };
  for (const [type, payloads] of Object.entries(ARMS)) {
    const arms = payloads.map((payload, i) => ({
      key: `arm-${i}`,
      ...(payload === undefined ? {} : { payload }),
    }));
    await service.create(type, { arms, reward, policy: { type: 'ucb1' } });
  }
  const arms = [{ key: 'red' }, { key: 'blue' }];
  await service.create('sticky', { arms, reward, sticky: '30m' });
  await service.create('over', { arms, reward });
  await service.create('paused', { arms, reward, defaultArm: 'blue' });
  for (const [key, verb] of [
    ['over', 'archive'],
    ['paused', 'pause'],
  ]) {
    await fetch(`${service.url}/v1/experiments/${key}/${verb}`, { method: 'POST' });
  }
});
afterAll(() => service.remove());

beforeEach(() => {
  provider = new DriftlineProvider({ url: service.url, timeout: PATIENT, onProblem: () => {} });
});
afterEach(() => provider.onClose());

async function connect(): Promise<void> {
  const domain = randomUUID();
  client = OpenFeature.getClient(domain);
  await OpenFeature.setProviderAndWait(domain, provider);
}

const somebody = () => ({ targetingKey: randomUUID() });

async function lastOf(experiment: string) {
  return (await service.export(experiment)).at(-1);
}

test('flags of all types are payloads of arms, or their keys', async () => {
  await connect();
  expect(ARMS.boolean).toContain(await client.getBooleanValue('boolean', true, somebody()));
  expect(ARMS.number).toContain(await client.getNumberValue('number', 0, somebody()));
  expect(ARMS.object).toContainEqual(await client.getObjectValue('object', {}, somebody()));
  const texts = ['some text', 'arm-1'];
  expect(texts).toContain(await client.getStringValue('string', '', somebody()));
});

test('the decision is in the details, and in hooks', async () => {
  await connect();
  const seen: unknown[] = [];
  const hooks = [
    {
      after: (_: unknown, { flagMetadata }: object & { flagMetadata?: object }) =>
        void seen.push(flagMetadata),
    },
  ];
  const unit = randomUUID();
  const context = { targetingKey: unit, plan: 'free', since: new Date(0) };
  const details = await client.getStringDetails('string', '', context, { hooks });
  const { decisionId } = details.flagMetadata;
  expect(details).toMatchObject({ reason: 'SPLIT', variant: expect.stringMatching(/^arm-[01]$/) });
  expect(seen).toEqual([{ decisionId, decidedBy: expect.stringMatching(/^(policy|explored)$/) }]);
  expect(await lastOf('string')).toMatchObject({
    decisionId,
    unit,
    context: { plan: 'free', since: '1970-01-01T00:00:00.000Z' },
  });
});

test('a context that is too large for the log, or no JSON, does not cost the decision', async () => {
  await connect();
  const circle: Record<string, unknown> = { ...somebody() };
  circle.self = circle;
  for (const context of [{ ...somebody(), a: 'x'.repeat(3000) }, circle as never]) {
    expect(await client.getStringDetails('string', '', context)).toMatchObject({ reason: 'SPLIT' });
    expect(await lastOf('string')).toMatchObject({ context: null });
  }
});

test('another type is reported, the default used, and the decision cancelled', async () => {
  await connect();
  const details = await client.getBooleanDetails('string', true, somebody());
  expect(details).toMatchObject({ value: true, errorCode: 'TYPE_MISMATCH', reason: 'ERROR' });
  await provider.onClose();
  expect(await lastOf('string')).toMatchObject({ outcome: 'cancel' });
});

test('what sticks is given again, and cancelled by nobody who was given it again', async () => {
  await connect();
  const unit = somebody();
  const first = await client.getStringDetails('sticky', '', unit);
  const second = await client.getStringDetails('sticky', '', unit);
  expect([first.reason, second.reason]).toEqual(['SPLIT', 'CACHED']);
  expect(second.flagMetadata.decisionId).toBe(first.flagMetadata.decisionId);
  await client.getBooleanDetails('sticky', true, unit);
  await provider.onClose();
  expect(await lastOf('sticky')).toMatchObject({ outcome: null });
});

test('paused, over, unknown, impossible and nobody', async () => {
  await connect();
  const of = (flag: string, context: object) =>
    client.getStringDetails(flag, 'mine', { ...context });
  expect(await of('paused', somebody())).toMatchObject({ value: 'blue', reason: 'DISABLED' });
  const over = await of('over', somebody());
  expect([over.value, over.reason, over.errorCode]).toEqual(['mine', 'DEFAULT', undefined]);
  expect(await of('none', somebody())).toMatchObject({ errorCode: 'FLAG_NOT_FOUND' });
  expect(await of('no key', somebody())).toMatchObject({ errorCode: 'FLAG_NOT_FOUND' });
  expect(await of('string', {})).toMatchObject({ errorCode: 'TARGETING_KEY_MISSING' });
  expect(await of('string', { targetingKey: 'a\u0000b' })).toMatchObject({
    value: 'mine',
    errorCode: 'INVALID_CONTEXT',
  });
});

test('what is tracked is a reward of the unit: its value, or 1', async () => {
  await connect();
  for (const [details, reward] of [
    [{ value: 2.5 }, 2.5],
    [{}, 1],
    [{ value: 0 }, 0],
  ] as const) {
    const unit = somebody();
    await client.getStringValue('string', '', unit);
    client.track('string', unit, details);
    await expect.poll(() => lastOf('string')).toMatchObject({ unit: unit.targetingKey, reward });
  }
});

test('a service that is killed, and one that is not there at the start: defaults, then it is back', async () => {
  await connect();
  const events: string[] = [];
  client.addHandler(ProviderEvents.Error, () => events.push('error'));
  client.addHandler(ProviderEvents.Ready, () => events.push('ready'));
  const rewarded = somebody();
  expect(ARMS.number).toContain(await client.getNumberValue('number', 7, rewarded));
  await service.kill();
  expect(await client.getNumberDetails('number', 7, somebody())).toMatchObject({
    value: 7,
    errorCode: 'GENERAL',
  });
  expect(client.providerStatus).toBe(ProviderStatus.ERROR);
  client.track('number', rewarded, { value: 3 });
  const [first, early] = [provider, client];
  provider = new DriftlineProvider({ url: service.url, timeout: PATIENT, onProblem: () => {} });
  await expect(connect()).rejects.toThrow('the service is not ready');
  expect(client.providerStatus).toBe(ProviderStatus.ERROR);
  await service.start();
  await expect.poll(() => early.providerStatus).toBe(ProviderStatus.READY);
  await expect.poll(() => client.providerStatus).toBe(ProviderStatus.READY);
  await expect.poll(() => lastOf('number')).toMatchObject({ reward: 3 });
  // It was ready already when the handler was added.
  expect(events).toEqual(['ready', 'error', 'ready']);
  await first.onClose();
});

test('what could not be delivered by the end is said', async () => {
  await connect();
  const unit = somebody();
  await client.getStringValue('string', '', unit);
  await service.kill();
  client.track('string', unit);
  await expect(provider.onClose()).rejects.toThrow('1 rewards are not delivered');
  provider = new DriftlineProvider({ url: service.url });
});
