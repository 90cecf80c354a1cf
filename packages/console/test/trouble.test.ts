/** What goes wrong, and what somebody may do to the page; with a service that can be made to fail. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { keep, useBrowser, violations } from './console-page.ts';
import { tell } from './fake-data.ts';
import { FakeService } from './fake-service.ts';

const service = new FakeService();
let address = '';
beforeAll(async () => {
  address = await service.listen();
});
afterAll(() => service.close());
beforeEach(() => service.begin());
const browser = useBrowser(() => address);

/** A page whose clock stands until it is moved on. */
async function openAt(after: string): Promise<Page> {
  const page = await browser.open();
  await page.clock.install();
  await page.goto(`${address}${after}`);
  await page.reload();
  return page;
}

test('what is shown stays while the service is not ready or away, and is said to be old', async () => {
  const page = await openAt('#/experiments/checkout-button');
  await page.locator('#over-time svg').waitFor();
  const before = await page.locator('#headline').textContent();
  service.failure = {
    type: '/problems/starting',
    title: 'Starting',
    status: 503,
    detail: 'the log of 3 experiments is being folded',
  };
  await page.clock.runFor(4000);
  await expect
    .poll(() => page.locator('.notices').textContent())
    .toMatch(
      /^The log of 3 experiments is being folded\. Showing data from \d\d:\d\d:\d\d\. Reconnecting…/,
    );
  expect(await page.locator('#headline').textContent()).toBe(before);
  await keep(page, 'not-ready-desk-light');
  await page.route('**/v1/**', (route) => route.abort());
  await page.clock.runFor(4000);
  await expect.poll(() => page.locator('.notices').textContent()).toContain('does not answer');
  await page.unroute('**/v1/**');
  service.failure = undefined;
  await page.clock.runFor(4000);
  await expect.poll(() => page.locator('.notices').textContent()).toBe('');
});

test('it looks again every few seconds, draws only what changed, and rests while nobody looks', async () => {
  const page = await openAt('#/experiments/checkout-button');
  await page.locator('#over-time svg').waitFor();
  // What is drawn anew would lose this.
  await page.locator('#over-time svg').evaluate((svg) => svg.setAttribute('data-seen', 'yes'));
  await page
    .locator('#arms tbody tr')
    .first()
    .evaluate((row) => row.setAttribute('data-seen', 'yes'));
  const found = service.experiments.get('checkout-button');
  if (found === undefined) throw new Error('the story is not there');
  found.state = { ...found.state, decisions: 50_000 };
  await page.clock.runFor(4000);
  await expect.poll(() => page.locator('.facts').textContent()).toContain('50,000');
  expect(await page.locator('[data-seen]').count()).toBe(2);
  const looks = () => service.reads;
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  // What was under way ends.
  await page.clock.runFor(4000);
  const before = looks();
  await page.clock.runFor(60_000);
  expect(looks()).toBe(before);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: false, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(looks).toBeGreaterThan(before);
});

test('what users wrote is shown as text, and is nothing else', async () => {
  const page = await browser.open({ after: '#/experiments/unusual' });
  await page.locator('#arms table').waitFor();
  expect(await page.locator('.payload').first().textContent()).toBe(
    JSON.stringify('<img src=x onerror="document.title=1"><script>1</script>'),
  );
  expect(await page.locator('.title .message').textContent()).toBe('<b>not bold</b> & so on.');
  expect(await page.locator('#arms img, .message b').count()).toBe(0);
  expect(await page.title()).toBe('unusual · Driftline Console');
});

test('of a long list only what is in sight is asked for', async () => {
  const names = Array.from({ length: 60 }, (_, i) => `experiment-${String(i).padStart(2, '0')}`);
  service.begin(
    names.map((key) =>
      tell({ key, arms: [{ key: 'a', state: 'active' }], decisions: 0, mean: () => 0 }),
    ),
  );
  const page = await browser.open();
  const rows = page.locator('.list-table tbody tr');
  await expect.poll(() => rows.count()).toBe(25);
  await expect.poll(() => [...service.statesRead].sort()).toEqual(names.slice(0, 25));
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(() => rows.count()).toBe(10);
  await page.getByLabel('Search experiments').fill('experiment-07');
  await expect.poll(() => rows.count()).toBe(1);
});

test('warnings of the service as a whole are shown everywhere', async () => {
  service.warnings = [{ code: 'shed', message: '12 operations were turned away lately' }];
  const page = await browser.open({ after: '#/experiments/checkout-button' });
  await page.getByText('12 operations were turned away lately.').waitFor();
  await page.getByRole('link', { name: 'Experiments' }).click();
  await page.getByRole('table').waitFor();
  expect(await page.locator('.notices').textContent()).toBe(
    '12 operations were turned away lately.',
  );
});

test('an experiment that is not there is said to be, and the list is one step away', async () => {
  const page = await browser.open({ after: '#/experiments/nobody' });
  await page.getByText('There is no experiment with this key.').waitFor();
  await page.getByRole('link', { name: 'Experiments' }).click();
  await page.getByLabel('Search experiments').fill('price');
  await expect.poll(() => page.locator('.list-table tbody tr').count()).toBe(1);
});

test('a change is made with the keyboard alone', async () => {
  const page = await browser.open({ after: '#/experiments/price-banner' });
  await page.locator('#settings').waitFor();
  await page.getByRole('button', { name: 'Change settings' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  expect(await violations(page)).toEqual([]);
  const explore = page.getByLabel('Exploration, in %');
  for (
    let i = 0;
    i < 20 && !(await explore.evaluate((field) => field === document.activeElement));
    i++
  ) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('x');
  expect(await page.locator('.problem').textContent()).toBe(
    'Exploration must be a number from 0 to 100.',
  );
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('10');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(service.log).toEqual(['PATCH experiments/price-banner {"explore":0.1}']);
  // Focus goes back to where it was.
  await page.locator('button:focus', { hasText: 'Change settings' }).waitFor();
});
