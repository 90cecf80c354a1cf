/** The web provider in a real browser, with the real service in a process of its own. */

import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { RealService } from '../../client/test/real-service.ts';
import { bundled, type FlagPage, FlagPages } from './flag-pages.ts';

const service = new RealService('--dev');
let pages: FlagPages;
let visitor: BrowserContext;
/** Each test has experiments of its own. */
let names: { a: string; b: string; sticky: string };
let count = 0;

beforeAll(async () => {
  const script = await bundled(fileURLToPath(new URL('page-script.ts', import.meta.url)));
  [pages] = await Promise.all([FlagPages.start(script), service.start()]);
});
afterAll(async () => {
  await pages?.stop();
  await service.remove();
});
beforeEach(async () => {
  count += 1;
  names = { a: `a${count}`, b: `b${count}`, sticky: `s${count}` };
  const arms = [{ key: 'red' }, { key: 'blue' }];
  const reward = { min: 0, max: 1, timeout: '1h' };
  await service.create(names.a, { arms, reward });
  await service.create(names.b, { arms, reward });
  await service.create(names.sticky, { arms, reward, sticky: '30m' });
  visitor = await pages.visitor();
});
afterEach(() => visitor.close());

/** Sets the provider for a visitor, and waits for it. */
async function connect(page: Page, unit: string, experiments: readonly string[]): Promise<void> {
  await page.waitForFunction(() => 'OpenFeature' in globalThis);
  await page.evaluate(
    async ([url, targetingKey, listed]) => {
      const { OpenFeature, DriftlineWebProvider } = globalThis as unknown as FlagPage;
      await OpenFeature.setContext({ targetingKey });
      const options = { url, experiments: listed, timeout: 3_600_000 };
      await OpenFeature.setProviderAndWait(new DriftlineWebProvider(options));
    },
    [service.url, unit, experiments] as const,
  );
}

function evaluate(page: Page, flag: string): Promise<string> {
  return page.evaluate((key) => {
    const { OpenFeature } = globalThis as unknown as FlagPage;
    return OpenFeature.getClient().getStringValue(key, 'none');
  }, flag);
}

/** What became of the decisions of an experiment, in order. */
async function outcomes(experiment: string): Promise<(string | null)[]> {
  return (await service.export(experiment)).map(({ outcome }) => outcome);
}

test('what a page did not show is cancelled when it is left; what it showed is not', async () => {
  const page = await pages.open(visitor);
  await connect(page, 'u', [names.a, names.b]);
  expect(['red', 'blue']).toContain(await evaluate(page, names.a));
  await page.goto('about:blank');
  await expect.poll(() => outcomes(names.b)).toEqual(['cancel']);
  expect(await outcomes(names.a)).toEqual([null]);
  // Nothing is left that would count, and nothing waits but what was shown.
  expect((await service.state(names.b)).pending).toBe(0);
  expect((await service.state(names.a)).pending).toBe(1);
});

test('a page that is closed does the same', async () => {
  const page = await pages.open(visitor);
  await connect(page, 'u', [names.a, names.b]);
  await evaluate(page, names.a);
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => outcomes(names.b)).toEqual(['cancel']);
  expect(await outcomes(names.a)).toEqual([null]);
});

test('a reward that is tracked as the page goes arrives', async () => {
  const page = await pages.open(visitor);
  await connect(page, 'u', [names.a]);
  await evaluate(page, names.a);
  await page.evaluate((key) => {
    const { OpenFeature } = globalThis as unknown as FlagPage;
    OpenFeature.getClient().track(key, { value: 1 });
    Object(globalThis).location.href = 'about:blank';
  }, names.a);
  await expect.poll(() => outcomes(names.a)).toEqual(['reward']);
});

test('a page that was kept and is shown again decides anew what it had given back', async () => {
  const page = await pages.open(visitor);
  await connect(page, 'u', [names.a, names.b]);
  const shown = await evaluate(page, names.a);
  // Playwright can't follow a page that the browser keeps: it is told what it would be told then.
  const tell = (type: string) =>
    page.evaluate((event) => {
      const page = Object(globalThis);
      page.dispatchEvent(new page.PageTransitionEvent(event, { persisted: true }));
    }, type);
  await tell('pagehide');
  await expect.poll(() => outcomes(names.b)).toEqual(['cancel']);
  await tell('pageshow');
  await expect.poll(() => outcomes(names.b)).toEqual(['cancel', null]);
  await expect.poll(() => evaluate(page, names.b)).not.toBe('none');
  expect(await evaluate(page, names.a)).toBe(shown);
  await page.goto('about:blank');
  expect(await outcomes(names.a)).toEqual([null]);
  expect(await outcomes(names.b)).toEqual(['cancel', null]);
});

test('of two pages of a visitor neither cancels what the other shows', async () => {
  const [first, second] = [await pages.open(visitor), await pages.open(visitor)];
  await connect(first, 'u', [names.a, names.sticky]);
  await connect(second, 'u', [names.a, names.sticky]);
  // Each has its own of the one experiment; of the sticky one the first page's.
  expect(await outcomes(names.sticky)).toEqual([null]);
  await evaluate(second, names.sticky);
  await evaluate(second, names.a);
  await first.close({ runBeforeUnload: true });
  await expect.poll(() => outcomes(names.a)).toEqual(['cancel', null]);
  expect(await outcomes(names.sticky)).toEqual([null]);
});

test('a service that is killed and is back: defaults, then decisions', async () => {
  const page = await pages.open(visitor);
  await service.kill();
  await expect(connect(page, 'u', [names.a])).rejects.toThrow('no decision for');
  expect(await evaluate(page, names.a)).toBe('none');
  await service.start();
  // The network is back: nothing has to be waited for.
  await page.evaluate(() => Object(globalThis).dispatchEvent(new Event('online')));
  await expect.poll(() => evaluate(page, names.a)).not.toBe('none');
  expect(await outcomes(names.a)).toEqual([null]);
});
