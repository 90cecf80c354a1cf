/** Pages of a key's origins use the real service, and others get the fallback; both in a real browser. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClientPage, ClientPages } from './client-page.ts';
import { RealService } from './real-service.ts';

let service: RealService;
let shop: ClientPages;
let elsewhere: ClientPages;
let visitor: BrowserContext;
let keys: { page: string; server: string };

beforeAll(async () => {
  shop = await ClientPages.start();
  elsewhere = await ClientPages.start();
  visitor = await shop.visitor();
  service = new RealService();
  const admin = service.key('ops', '--scopes', 'admin');
  keys = {
    page: service.key('page', '--scopes', 'decide,reward', '--origins', shop.origin),
    server: service.key('server', '--scopes', 'decide,reward'),
  };
  await service.start();
  const reward = { min: 0, max: 1, timeout: '1h' };
  await service.create('checkout', { arms: [{ key: 'a' }, { key: 'b' }], reward }, admin);
});
afterAll(async () => {
  await shop?.stop();
  await elsewhere?.stop();
  await service?.remove();
});

/** What a page gets that decides and rewards with a key. */
async function tried(page: Page, key: string | undefined): Promise<unknown> {
  return page.evaluate(
    async ([url, apiKey]) => {
      const { Driftline } = globalThis as unknown as ClientPage;
      const codes: string[] = [];
      const client = new Driftline({
        url,
        ...(apiKey === '' ? {} : { key: apiKey }),
        timeout: 3_600_000,
        onProblem: ({ code }) => codes.push(code),
      });
      const choice = await client.decide('checkout', { fallback: 'blue' });
      const outcome = await choice.reward(1);
      await client.close();
      return { reason: choice.reason, outcome, codes };
    },
    [service.url, key ?? ''] as const,
  );
}

const refused = { reason: 'fallback', outcome: 'none', codes: ['decision-refused'] };

test("a page of the key's origin decides and rewards", async () => {
  const page = await shop.open(visitor);
  expect(await tried(page, keys.page)).toMatchObject({ outcome: 'counted', codes: [] });
});

test('there, a key without origins is refused, and so is none', async () => {
  const page = await shop.open(visitor);
  expect(await tried(page, keys.server)).toEqual(refused);
  expect(await tried(page, undefined)).toEqual(refused);
});

test('a page from elsewhere can not even read that it is refused', async () => {
  const page = await elsewhere.open(visitor);
  const unseen = { reason: 'fallback', outcome: 'none', codes: ['not-available'] };
  expect(await tried(page, keys.page)).toEqual(unseen);
  expect(await tried(page, keys.server)).toEqual(unseen);
});
