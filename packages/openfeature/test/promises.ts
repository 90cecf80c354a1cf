/** What the providers promise, judged with the real SDKs and a service that says what became of each decision. */
import { randomUUID } from 'node:crypto';
import { type Client, OpenFeature, type Provider } from '@openfeature/server-sdk';
import {
  type Client as WebClient,
  OpenFeature as WebOpenFeature,
  type Provider as WebProvider,
} from '@openfeature/web-sdk';
import type { FakeService } from '../../client/test/fake-service.ts';

/** A promise, and whether it was kept. */
type Kept = Readonly<Record<string, boolean>>;

/** Sets a provider for a client of its own, which closing it takes away again. */
export async function withServer(
  provider: Provider,
  use: (client: Client) => Promise<void>,
): Promise<void> {
  const domain = randomUUID();
  await OpenFeature.setProviderAndWait(domain, provider);
  await use(OpenFeature.getClient(domain));
  await provider.onClose?.();
}

export async function withWeb(
  provider: WebProvider,
  use: (client: WebClient, domain: string) => Promise<void>,
): Promise<void> {
  const domain = randomUUID();
  await WebOpenFeature.setContext(domain, { targetingKey: 'first' });
  await WebOpenFeature.setProviderAndWait(domain, provider);
  await use(WebOpenFeature.getClient(domain), domain);
  await provider.onClose?.();
}

const ANYBODY = { targetingKey: 'u' };

/** What the service's arms have is an object: a boolean is another type. */
export async function serverPromises(service: FakeService, make: () => Provider): Promise<Kept> {
  const first = service.decisions.length;
  await withServer(make(), async (client) => {
    await client.getBooleanDetails('checkout', true, ANYBODY);
  });
  const given = await detailsOf(make());
  await withServer(make(), async (client) => {
    await client.getObjectValue('checkout', {}, { targetingKey: 'rewarded' });
    client.track('checkout', { targetingKey: 'rewarded' }, { value: 1 });
  });
  const [mismatched] = service.decisions.slice(first);
  const rewarded = service.decisions.findLast(({ unit }) => unit === 'rewarded');
  return {
    'what is of another type is cancelled': mismatched.outcome === 'cancel',
    'and the default is used': given.value === true && given.errorCode === 'TYPE_MISMATCH',
    'what is tracked is not lost when the provider is closed': rewarded?.outcome === 1,
  };
}

async function detailsOf(provider: Provider) {
  let details = { value: false, errorCode: '' };
  await withServer(provider, async (client) => {
    const { value, errorCode = '' } = await client.getBooleanDetails('checkout', true, ANYBODY);
    details = { value, errorCode };
  });
  return details;
}

/** For a provider that lists `shown`, `unshown` and `mismatched`. */
export async function webPromises(service: FakeService, make: () => WebProvider): Promise<Kept> {
  const first = service.decisions.length;
  await withWeb(make(), async (client, domain) => {
    client.getObjectValue('shown', {});
    client.getObjectValue('shown', {});
    client.getStringValue('mismatched', 'none');
    client.track('shown', { value: 1 });
    client.track('unshown', { value: 1 });
    await WebOpenFeature.setContext(domain, { targetingKey: 'second' });
    client.getObjectValue('unshown', {});
  });
  const made = service.decisions.slice(first);
  const outcomes = (unit: string) =>
    made.filter((decision) => decision.unit === unit).map(({ outcome }) => outcome);
  return {
    'several evaluations are one decision': made.length === 6,
    'what was not shown is cancelled when the unit changes':
      JSON.stringify(outcomes('first')) === JSON.stringify([1, 'cancel', 'cancel']),
    'and when the provider is closed':
      JSON.stringify(outcomes('second')) === JSON.stringify(['cancel', undefined, 'cancel']),
  };
}
