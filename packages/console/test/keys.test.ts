/** A real service behind keys. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useBrowser, violations } from './console-page.ts';
import { RealService } from './real-service.ts';

const service = new RealService();
let keys: { readonly admin: string; readonly reader: string };
beforeAll(async () => {
  keys = { admin: service.addKey('ops', 'admin'), reader: service.addKey('guest', 'read') };
  await service.start([]);
  await fetch(new URL('v1/experiments/checkout', service.address), {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${keys.admin}` },
    body: JSON.stringify({
      arms: [{ key: 'a' }, { key: 'b' }],
      reward: { min: 0, max: 1, timeout: '1h' },
    }),
  });
});
afterAll(() => service.remove());
const browser = useBrowser(() => service.address);

async function type(page: Page, key: string): Promise<void> {
  await page.getByLabel('Key').fill(key);
  await page.getByRole('button', { name: 'Open console' }).click();
}

test('a key is asked for, a wrong one refused kindly, and the right one forgotten with the tab', async () => {
  const page = await browser.open();
  await page.getByText('This service requires a key').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await type(page, 'dl_wrongkey_x');
  await page.getByText('This key was not accepted').waitFor();
  await type(page, keys.admin);
  await page.getByRole('link', { name: 'checkout' }).waitFor();
  const kept = await page.evaluate(() => ({
    tab: Object.values(sessionStorage),
    browser: Object.values(localStorage),
    cookies: document.cookie,
    address: location.href,
  }));
  expect(kept).toEqual({ tab: [keys.admin], browser: [], cookies: '', address: service.address });
  // A page that is loaded again has it still; another tab has not.
  await page.reload();
  await page.getByRole('link', { name: 'checkout' }).waitFor();
  const other = await page.context().newPage();
  await other.goto(service.address);
  await other.getByText('This service requires a key').waitFor();
  await page.getByRole('button', { name: 'Forget key' }).click();
  await page.getByText('This service requires a key').waitFor();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('a key that may only read shows everything, and a change is refused in words', async () => {
  const page = await browser.open({ after: '#/experiments/checkout' });
  await type(page, keys.reader);
  await page.getByRole('button', { name: 'Pause experiment' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pause experiment' }).click();
  expect(await page.getByRole('alert').textContent()).toContain('needs the scope configure');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.locator('.status').first().textContent()).toBe('running');
  // An export goes with the key in its header, never in its address; one that is refused says why, and saves nothing.
  const asked = page.waitForRequest(/\/export/);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await saved).suggestedFilename()).toBe('checkout.csv');
  expect((await asked).headers().authorization).toBe(`Bearer ${keys.reader}`);
  expect((await asked).url()).not.toContain(keys.reader);
  await page.route(/\/export/, (route) => route.fulfill({ status: 503, body: '' }));
  await page.getByRole('button', { name: 'Export NDJSON' }).click();
  await page.getByText('The service is not ready. (HTTP 503)').waitFor();
});
