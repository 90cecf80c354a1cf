import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { FEW, played, SIZES, useLab } from './lab-page.ts';

const lab = useLab();

/** Types a number that can't be taken. */
async function refuse(page: Page): Promise<void> {
  await page.locator('#replications').fill('0');
  await page.locator('#replications').press('Enter');
  await page.locator('#replications-error').waitFor();
}

/** How many pixels one element ends above another. */
async function heightOver(page: Page, upper: string, lower: string): Promise<number> {
  const [above, below] = await Promise.all(
    [upper, lower].map((selector) => page.locator(selector).boundingBox()),
  );
  return above && below ? below.y - above.y - above.height : Number.NaN;
}

test.each(['light', 'dark'] as const)('axe finds nothing in %s', async (theme) => {
  const page = await lab.open({ theme, setting: FEW });
  await played(page);
  await page.locator('#inside svg').first().waitFor();
  // What is refused is shown in a colour of its own.
  await refuse(page);
  expect(await violations(page)).toEqual([]);
  await page.locator('#add-policy').click();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Export' }).click();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.setViewportSize(SIZES.phone);
  await page.locator('#draw').click();
  await played(page);
  await refuse(page);
  // Not behind the run bar, which lies over the page's end there.
  await expect.poll(() => heightOver(page, '#replications-error', '.run-bar')).toBeGreaterThan(0);
  expect(await violations(page)).toEqual([]);
});

test('everything can be reached and done with the keyboard, and a policy is searched for and taken', async () => {
  const page = await lab.open({ setting: FEW });
  await played(page);
  const reached = new Set<string>();
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const element = document.activeElement;
      return element?.id || element?.getAttribute('aria-label') || element?.textContent || '';
    });
    reached.add(name);
  }
  for (const id of ['run', 'replications', 'seed', 'draw', 'add-policy', 'environment-kind']) {
    expect([...reached]).toContain(id);
  }
  expect([...reached].join('\n')).toMatch(/Export/);

  await page.locator('#add-policy').click();
  const field = page.getByRole('combobox', { name: 'Search policies' });
  const active = () => page.getByRole('option', { selected: true }).locator('b').allTextContents();
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await active()).toEqual([]);
  await page.keyboard.type('ts');
  expect(await active()).toEqual(['TS']);
  expect(await field.getAttribute('aria-activedescendant')).toBe('policy-option-ts');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await active()).toEqual(['DTS']);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove TS', exact: true }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('add-policy');
});
