import { environmentDefinitions } from '@driftline/core';
import { describe, expect, test } from 'vitest';
import { played, useLab } from './lab-page.ts';

const lab = useLab();

test.each(environmentDefinitions.map(({ id }) => id))('%s is drawn and run', async (id) => {
  const page = await lab.open();
  await played(page);
  await page.getByLabel('How the means move').selectOption(`environment:${id}`);
  await played(page);
  await expect.poll(() => page.locator('#world .sentence').textContent()).toMatch(/best arm/i);
  expect(await page.locator('#world svg path').count()).toBeGreaterThan(2);
  expect(await page.locator('#regret tbody tr').count()).toBe(4);
});

test('a parameter that can’t be is told at its field, and the world stays', async () => {
  const page = await lab.open();
  await played(page);
  const before = await page.locator('#world .sentence').textContent();
  await page.getByLabel('Slots', { exact: true }).fill('0');
  await page.getByLabel('Slots', { exact: true }).press('Enter');
  await expect
    .poll(() => page.locator('#setup').textContent())
    .toMatch(/slots must be an integer from 1 to 1000000 on this page; got 0/);
  expect(await page.locator('#world .sentence').textContent()).toBe(before);
});

describe('drawing by hand', () => {
  test('a knot that is dragged moves its mean, and the world is run when it is let go', async () => {
    const page = await lab.open();
    await played(page);
    await page.locator('#draw').click();
    const knot = page.getByRole('slider', { name: 'Mean of arm A at slot 2 500' });
    const knots = page.locator('#world').getByRole('slider');
    expect(await knots.count()).toBe(11);
    const middle = (await knot.count()) > 0 ? knot : knots.nth(5);
    const before = Number(await middle.getAttribute('aria-valuenow'));
    const box = await middle.boundingBox();
    if (box === null) throw new Error('the knot is not drawn');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 20, { steps: 5 });
    await page.mouse.up();
    const after = Number(await middle.getAttribute('aria-valuenow'));
    expect(after).toBeGreaterThan(before + 0.05);
    await played(page);
    expect(await page.locator('h1').textContent()).toBe('Your own world');
  });

  test('arrow keys move a knot by a hundredth, with Shift by a tenth, and go to the next', async () => {
    const page = await lab.open();
    await played(page);
    await page.locator('#draw').click();
    const knots = page.locator('#world').getByRole('slider');
    const meanOf = async (place: number) =>
      Number(await knots.nth(place).getAttribute('aria-valuenow'));
    await knots.first().focus();
    const start = await meanOf(0);
    await page.keyboard.press('ArrowDown');
    expect(await meanOf(0)).toBeCloseTo(start - 0.01, 9);
    await page.keyboard.press('Shift+ArrowDown');
    expect(await meanOf(0)).toBeCloseTo(start - 0.11, 9);
    await page.keyboard.press('ArrowRight');
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(focused).toBe(await knots.nth(1).getAttribute('aria-label'));
  });
});

describe('a table from elsewhere', () => {
  const means = [
    'A,B',
    ...Array.from({ length: 400 }, (_, i) => (i < 200 ? '0.8,0.4' : '0.2,0.4')),
  ];

  async function give(page: Awaited<ReturnType<typeof lab.open>>, name: string, text: string) {
    await page.getByLabel('How the means move').selectOption('file');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  }

  test('means are played with the rewards that one chooses', async () => {
    const page = await lab.open();
    await played(page);
    await give(page, 'means.csv', means.join('\n'));
    await page.getByRole('dialog').getByRole('button', { name: /^Use/ }).click();
    await played(page);
    expect(await page.locator('#world .sentence').textContent()).toContain('True variation 0.60');
  });

  test('a file may be dropped anywhere; rewards that are too large are divided by a click', async () => {
    const page = await lab.open();
    await played(page);
    const text = Array.from({ length: 400 }, (_, i) => (i < 200 ? '290,100' : '10,100')).join('\n');
    await page.locator('#regret').evaluate((element, dropped) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([dropped], 'delays.csv', { type: 'text/csv' }));
      const options = { bubbles: true, cancelable: true, dataTransfer };
      element.dispatchEvent(new DragEvent('drop', options));
    }, text);
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.textContent()).toContain('Values reach 290;');
    await dialog.getByRole('button', { name: 'Divide by −290' }).click();
    const unit = dialog.getByLabel('Divide rewards by');
    expect(await unit.inputValue()).toBe('-290');
    expect(await dialog.textContent()).not.toContain('Values reach');
    await unit.fill('');
    await unit.press('Tab');
    await expect.poll(() => dialog.textContent()).toContain('got nothing. -290 is kept');
    expect(await unit.inputValue()).toBe('-290');
    await dialog.getByRole('button', { name: /^Use/ }).click();
    await played(page);
    expect(await page.locator('#world .sentence').textContent()).toMatch(
      /Replication 0 starts at row \d+; after the last row the first follows\.$/,
    );
    expect(await page.locator('#world .record-seam').count()).toBe(1);
  });

  test('what is wrong with it is told with its line, and the world stays', async () => {
    const page = await lab.open();
    await played(page);
    const before = await page.locator('#world .sentence').textContent();
    const broken = [...means];
    broken[13] = '0.41';
    await give(page, 'means.csv', broken.join('\n'));
    const dialog = page.getByRole('dialog');
    await expect
      .poll(() => dialog.textContent())
      .toContain('means.csv, line 14, column 2: 2 values expected, 1 found');
    await page.keyboard.press('Escape');
    expect(await page.locator('#world .sentence').textContent()).toBe(before);
  });
});
