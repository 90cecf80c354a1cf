/** What a real service has learned, and still waits for, after many visitors of whom half saw nothing. */
import { randomUUID } from 'node:crypto';
import { Driftline } from '@driftline/client';
import { OpenFeature } from '@openfeature/web-sdk';
import { beforeAll, expect, test } from 'vitest';
import { type Running, startedWithExperiment } from '../../service/test/http/started.ts';
import { DriftlineWebProvider } from '../src/web/provider.ts';

const VISITORS = 20;

let running: Running;
beforeAll(async () => {
  const ends: (() => void | Promise<void>)[] = [];
  running = await startedWithExperiment({}, (end) => ends.unshift(end));
  return async () => {
    for (const end of ends) await end();
  };
});

/** Says that it cancelled, and did not. */
class ForgetfulClient extends Driftline {
  override async cancel() {
    return 'cancelled' as const;
  }
}

/** How many decisions wait after the visits: with `missing` each of them would count as a reward of 0. */
async function waitingAfter(experiment: string, Client: typeof Driftline): Promise<number> {
  const { call, address, admin } = running;
  const arms = [{ key: 'red' }, { key: 'blue' }];
  const reward = { min: 0, max: 1, timeout: '1h', missing: 0 };
  await call('PUT', `/v1/experiments/${experiment}`, { body: { arms, reward } });
  const client = new Client({ url: address, key: String(admin), onProblem: () => {} });
  const provider = new DriftlineWebProvider({
    client,
    experiments: [experiment],
    timeout: 3_600_000,
  });
  const domain = randomUUID();
  await OpenFeature.setProviderAndWait(domain, provider);
  for (let visitor = 0; visitor < VISITORS; visitor++) {
    await OpenFeature.setContext(domain, { targetingKey: `visitor-${visitor}` });
    if (visitor % 2 === 0) OpenFeature.getClient(domain).getStringValue(experiment, 'none');
  }
  await provider.onClose();
  await client.close();
  const { body } = await call('GET', `/v1/experiments/${experiment}/state`);
  expect(body.decisions).toBe(VISITORS);
  return body.pending;
}

test('as many decisions wait as were shown', async () => {
  expect(await waitingAfter('button', Driftline)).toBe(VISITORS / 2);
});

test('without cancelling, those of visitors who saw nothing would wait, and count', async () => {
  expect(await waitingAfter('forgotten', ForgetfulClient)).toBe(VISITORS);
});
