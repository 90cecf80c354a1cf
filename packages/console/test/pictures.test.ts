/**
 * The page at three sizes and in both themes. What can be checked is checked: nothing is wider than its window,
 * no two texts of a chart overlap, and axe finds nothing. With DRIFTLINE_PICTURES=FOLDER pictures are kept.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  keep,
  misplacedTexts,
  overflow,
  SIZES,
  settled,
  sizes,
  useBrowser,
  violations,
} from './console-page.ts';
import { FakeService } from './fake-service.ts';

const service = new FakeService();
let address = '';
beforeAll(async () => {
  address = await service.listen();
});
afterAll(() => service.close());
beforeEach(() => service.begin());
const browser = useBrowser(() => address);

const VIEWS = {
  list: ['', 'table'],
  drift: ['#/experiments/checkout-button', '#over-time svg'],
  paused: ['#/experiments/price-banner', '#over-time svg'],
  crowded: [
    '#/experiments/recommendation-model.2026-03_with-a-rather-long-name-of-64-letters',
    '#over-time svg',
  ],
  first: ['#/experiments/newsletter-subject', '#arms table'],
  create: ['#/new', '#experiment-key'],
} as const;

test.each(Object.entries(VIEWS))('%s', async (name, [after, there]) => {
  const page = await browser.open({ after });
  await page.locator(there).first().waitFor();
  for (const size of sizes) {
    await page.setViewportSize(SIZES[size]);
    await settled(page);
    expect([await overflow(page), await misplacedTexts(page)], size).toEqual([0, []]);
    await keep(page, `${name}-${size}-light`);
  }
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Dark colours' }).click();
  await page.setViewportSize(SIZES.desk);
  expect(await violations(page)).toEqual([]);
  await keep(page, `${name}-desk-dark`);
});

test('with no experiment it says how to make the first', async () => {
  service.begin([]);
  const page = await browser.open();
  await page.getByRole('link', { name: 'Create the first one' }).waitFor();
  expect(await page.locator('.command').textContent()).toContain('curl -X PUT http');
  expect(await violations(page)).toEqual([]);
  await keep(page, 'empty-desk-light');
});
