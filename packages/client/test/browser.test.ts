/** The built client in a real browser, with a service that goes away and comes back. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ClientPage, ClientPages, ready } from './client-page.ts';
import { FakeService } from './fake-service.ts';

let pages: ClientPages;
let service: FakeService;
let visitor: BrowserContext;

beforeAll(async () => {
  pages = await ClientPages.start();
});
afterAll(() => pages?.stop());
beforeEach(async () => {
  service = await FakeService.start();
  visitor = await pages.visitor();
});
afterEach(async () => {
  await visitor.close();
  await service.stop();
});

/** Longer than any test takes. */
const PATIENT = 3_600_000;

async function connect(page: Page, keep: 'keeps' | 'forgets', patience = PATIENT): Promise<void> {
  await page.evaluate(
    ([url, storing, timeout]) => {
      const own = globalThis as unknown as ClientPage;
      const storage = storing === 'keeps' ? { storage: localStorage } : {};
      own.client = new own.Driftline({ url, timeout, onProblem: () => {}, ...storage });
    },
    [service.url, keep, patience] as const,
  );
}

function reward(page: Page, decisionId: string): Promise<string> {
  return page.evaluate(
    (id) => (globalThis as unknown as ClientPage).client.reward(id, 1),
    decisionId,
  );
}

function counted(): number[] {
  return service.decisions.map((decision) => decision.counted);
}

test('a page of another origin decides and rewards', async () => {
  const page = await pages.open(visitor);
  await connect(page, 'keeps');
  const said = await page.evaluate(async () => {
    const { client } = globalThis as unknown as ClientPage;
    const choice = await client.decide('checkout', { fallback: 'blue', context: { page: 1 } });
    const outcome = await choice.reward(1);
    return { arm: choice.arm, payload: choice.payload, outcome, pending: client.pending };
  });
  expect(said).toEqual({ arm: 'red', payload: { color: 'red' }, outcome: 'counted', pending: 0 });
});

test('without an answer in time there is the fallback', async () => {
  const page = await pages.open(visitor);
  await connect(page, 'keeps', 50);
  service.faults.push('hold');
  const said = await page.evaluate(async () => {
    const { client } = globalThis as unknown as ClientPage;
    const { arm, reason, problem } = await client.decide('checkout', { fallback: 'blue' });
    return { arm, reason, code: problem?.code };
  });
  expect(said).toEqual({ arm: 'blue', reason: 'fallback', code: 'timed-out' });
});

test('an answer of 64 MB is not read to its end: the fallback is used, and a reward waits', async () => {
  const page = await pages.open(visitor);
  await connect(page, 'keeps');
  service.decide();
  service.faults.push('an answer of 64 MB', 'an answer of 64 MB');
  const said = await page.evaluate(async () => {
    const { client } = globalThis as unknown as ClientPage;
    const { reason, problem } = await client.decide('checkout', { fallback: 'blue' });
    return { reason, why: problem?.message, outcome: await client.reward('d_0', 1) };
  });
  expect(said).toMatchObject({ reason: 'fallback', outcome: 'waiting' });
  expect(said.why).toContain('more than 8388608 bytes');
});

test('without a service there is the fallback, too', async () => {
  const page = await pages.open(visitor);
  await connect(page, 'keeps');
  await service.goAway();
  const said = await page.evaluate(async () => {
    const { client } = globalThis as unknown as ClientPage;
    const { arm, problem } = await client.decide('checkout', { fallback: 'blue' });
    return { arm, code: problem?.code };
  });
  expect(said).toEqual({ arm: 'blue', code: 'not-available' });
});

test('a reward outlives a page, and is delivered when the service is back', async () => {
  service.decide();
  const page = await pages.open(visitor);
  await connect(page, 'keeps');
  const { url } = service;
  await service.goAway();
  expect(await reward(page, 'd_0')).toBe('waiting');
  await page.reload();
  await ready(page);
  await service.comeBack();
  expect(service.url).toBe(url);
  // Made again, the client goes on with what it finds.
  await connect(page, 'keeps');
  await expect.poll(counted).toEqual([1]);
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
});

test('what is not sent yet when a page is left is sent then', async () => {
  service.decide();
  service.decide();
  const page = await pages.open(visitor);
  await connect(page, 'forgets');
  service.faults.push('hold');
  // The first is under way and not answered; the second waits for that.
  const begin = (id: string) =>
    page.evaluate((decisionId) => {
      const { client } = globalThis as unknown as ClientPage;
      void client.reward(decisionId, 1);
    }, id);
  await begin('d_0');
  await service.received(1);
  await begin('d_1');
  expect(service.requests).toHaveLength(1);
  await page.goto('about:blank');
  await expect.poll(counted).toEqual([1, 1]);
});

test('pages that share a storage deliver all of each other, each once', async () => {
  for (let count = 0; count < 6; count++) service.decide();
  const [first, second] = [await pages.open(visitor), await pages.open(visitor)];
  await connect(first, 'keeps');
  await connect(second, 'keeps');
  await service.goAway();
  for (let number = 0; number < 6; number++) {
    await reward(number % 2 === 0 ? first : second, `d_${number}`);
  }
  expect(await first.evaluate(() => localStorage.length)).toBe(6);
  await service.comeBack();
  // One page alone, then both: what the other had done is not done again.
  await first.evaluate(() => (globalThis as unknown as ClientPage).client.flush());
  await second.evaluate(() => (globalThis as unknown as ClientPage).client.flush());
  expect(counted()).toEqual([1, 1, 1, 1, 1, 1]);
  expect(await second.evaluate(() => localStorage.length)).toBe(0);
  const delivered = service.requests.flatMap(({ body }) => JSON.parse(body).operations ?? []);
  expect(delivered).toHaveLength(6);
});

test("of two pages one at a time delivers, so that a unit's reward is looked up by one alone", async () => {
  service.decide('u');
  const [first, second] = [await pages.open(visitor), await pages.open(visitor)];
  await connect(first, 'keeps');
  await service.goAway();
  await first.evaluate(() => {
    const { client } = globalThis as unknown as ClientPage;
    return client.rewardUnit('checkout', 'u', 1);
  });
  await service.comeBack();
  service.faults.push('hold');
  const flushed = first.evaluate(() => (globalThis as unknown as ClientPage).client.flush());
  await expect.poll(() => service.requests.length).toBe(1);
  // The first has asked for the unit's last decision. The second would now find another one.
  service.decide('u');
  await connect(second, 'keeps');
  const alsoFlushed = second.evaluate(() => (globalThis as unknown as ClientPage).client.flush());
  const locks = () => first.evaluate(async () => (await navigator.locks.query()).pending?.length);
  await expect.poll(locks).toBe(1);
  service.release();
  expect([await flushed, await alsoFlushed]).toEqual([[], []]);
  expect(counted()).toEqual([1, 0]);
});
