/**
 * The page at three sizes and in both themes. What can be checked is checked: nothing is wider than its window,
 * no two texts of a chart overlap, and axe finds nothing. With DRIFTLINE_PICTURES=FOLDER pictures are kept.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
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

type Size = keyof typeof SIZES;

interface View {
  /** What follows the address. */
  readonly after: string;
  /** What is there when it is drawn. */
  readonly there: string;
  /** At which sizes axe looks at it, in light and in dark; it takes its time. */
  readonly axe: { readonly light: readonly Size[]; readonly dark: readonly Size[] };
}

const VIEWS: Readonly<Record<string, View>> = {
  list: { after: '', there: 'table', axe: { light: ['phone'], dark: [] } },
  drift: {
    after: '#/experiments/checkout-button',
    there: '#over-time svg',
    axe: { light: ['desk'], dark: ['phone'] },
  },
  paused: {
    after: '#/experiments/price-banner',
    there: '#over-time svg',
    axe: { light: ['tablet'], dark: [] },
  },
  crowded: {
    after: '#/experiments/recommendation-model.2026-03_with-a-rather-long-name-of-64-letters',
    there: '#over-time svg',
    axe: { light: [], dark: [] },
  },
  first: {
    after: '#/experiments/newsletter-subject',
    there: '#arms table',
    axe: { light: [], dark: [] },
  },
  create: { after: '#/new', there: '#experiment-key', axe: { light: [], dark: ['desk'] } },
};

test.each(Object.entries(VIEWS))('%s', async (name, { after, there, axe }) => {
  const page = await browser.open({ after });
  await page.locator(there).first().waitFor();
  for (const theme of ['light', 'dark'] as const) {
    if (theme === 'dark') await page.getByRole('button', { name: 'Switch to dark colors' }).click();
    for (const size of sizes) {
      await page.setViewportSize(SIZES[size]);
      await settled(page);
      const where = `${size}, ${theme}`;
      expect([await overflow(page), await misplacedTexts(page)], where).toEqual([0, []]);
      if (axe[theme].includes(size)) expect(await violations(page), where).toEqual([]);
      await keep(page, `${name}-${size}-${theme}`);
    }
  }
});

test('the whole page is below 60 KB, fonts apart', () => {
  const folder = fileURLToPath(new URL('../dist/', import.meta.url));
  const sizes = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.woff2'))
    .map(({ parentPath, name }) => gzipSync(readFileSync(join(parentPath, name))).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000);
});

test('with no experiment it says how to make the first', async () => {
  service.begin([]);
  const page = await browser.open();
  await page.getByRole('link', { name: 'Create an experiment' }).waitFor();
  expect(await page.locator('.command').textContent()).toContain('curl -X PUT http');
  await keep(page, 'empty-desk-light');
});
