import { environmentCatalogue } from '@driftline/core';
import { describe, expect, test } from 'vitest';
import { FEW, manyArms, played, policiesOf, useLab } from './lab-page.ts';

const lab = useLab();

/** The line that is drawn over all others. */
const frontLine = '.front-arm .mean-line';

test('an impossible parameter is reported at its field, and the environment stays; an arm of few is brought to the front by buttons, and stays there until the environment is another', async () => {
  const page = await lab.open({ setting: FEW });
  await played(page);
  const before = await page.locator('#environment .sentence').textContent();
  await page.getByLabel('Slots', { exact: true }).fill('0');
  await page.getByLabel('Slots', { exact: true }).press('Enter');
  await expect
    .poll(() => page.locator('#setup').textContent())
    .toMatch(/slots must be an integer >= 1 and <= 1000000; got 0/);
  expect(await page.locator('#environment .sentence').textContent()).toBe(before);

  const second = page.locator('.arm-choice').nth(1);
  await second.focus();
  expect(await page.locator('.arm-label.standing-out').textContent()).toBe('Arm B');
  await page.keyboard.press('Enter');
  await second.blur();
  expect(await second.getAttribute('aria-pressed')).toBe('true');
  expect(await page.locator('.arm-label.standing-out').textContent()).toBe('Arm B');
  await page.getByRole('navigation').getByRole('link', { name: 'The favorite falls' }).click();
  await expect.poll(() => page.locator(frontLine).count()).toBe(0);
});

test('every environment is drawn and run', async () => {
  const page = await lab.open({ setting: FEW });
  await played(page);
  const kinds = page.getByLabel('How the means change');
  for (const { id, name, moves } of environmentCatalogue.list) {
    await kinds.selectOption(`environment:${id}`);
    await expect
      .poll(() => page.locator('#environment .sentence').textContent())
      .toMatch(moves === 'plays' ? /benchmark/ : /best arm/i);
    await played(page);
    expect(await page.locator('#environment svg path').count(), name).toBeGreaterThan(2);
    expect(await page.locator('#regret tbody tr').count(), name).toBe(4);
    expect(await page.locator('#regret .stale').count(), name).toBe(0);
  }
});

describe('drawing by hand', () => {
  async function drawing() {
    const page = await lab.open({ setting: FEW });
    await played(page);
    await page.locator('#draw').click();
    const knots = page.locator('#environment').getByRole('slider');
    const meanOf = async (place: number) =>
      Number(await knots.nth(place).getAttribute('aria-valuenow'));
    return { page, knots, meanOf };
  }

  test('a knot is dragged, the environment is run when it is let go, and that is undone as one change', async () => {
    const { page, knots, meanOf } = await drawing();
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    const redo = page.getByRole('button', { name: 'Redo', exact: true });
    expect(await knots.count()).toBe(11);
    expect(await undo.getAttribute('aria-disabled')).toBe('true');
    const before = await meanOf(5);
    const box = await knots.nth(5).boundingBox();
    if (box === null) throw new Error('the knot is not drawn');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 10, { steps: 3 });
    await page.mouse.move(x, y - 24, { steps: 3 });
    await page.mouse.up();
    const after = await meanOf(5);
    expect(after).toBeGreaterThan(before + 0.05);
    await played(page);
    expect(await page.locator('h1').textContent()).toBe('Custom environment');
    // A press without a move is no change.
    await page.mouse.down();
    await page.mouse.up();
    await undo.click();
    expect(await meanOf(5)).toBe(before);
    expect(await undo.getAttribute('aria-disabled')).toBe('true');
    await redo.click();
    expect(await meanOf(5)).toBe(after);
    expect(await redo.getAttribute('aria-disabled')).toBe('true');
    await played(page);
  });

  test('keys move knots, and undo moves and arms that came, whichever arm it was', async () => {
    const { page, knots, meanOf } = await drawing();
    const arms = page.getByRole('button', { name: /^Arm [A-Z]$/ });
    const said = page.locator('#environment').getByRole('status');
    const before = await meanOf(2);
    await knots.nth(2).focus();
    await page.keyboard.press('ArrowUp');
    expect(await meanOf(2)).toBeCloseTo(before + 0.01, 9);
    await page.keyboard.press('Shift+ArrowUp');
    expect(await meanOf(2)).toBeCloseTo(before + 0.11, 9);
    await page.keyboard.press('ArrowRight');
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(focused).toBe(await knots.nth(3).getAttribute('aria-label'));
    await page.getByRole('button', { name: 'Arm B' }).click();
    await page.getByRole('button', { name: 'Add arm' }).click();
    expect(await arms.count()).toBe(4);
    await page.keyboard.press('Control+z');
    expect(await arms.count()).toBe(3);
    await expect.poll(() => said.textContent()).toBe('Undone. 2 more changes can be undone');
    await page.keyboard.press('Control+z');
    await expect.poll(() => said.textContent()).toBe('Undone. 1 more change can be undone');
    // What is undone is shown.
    expect(await knots.first().getAttribute('aria-label')).toMatch(/^Mean of arm A/);
    expect(await meanOf(2)).toBeCloseTo(before + 0.01, 9);
    await page.keyboard.press('Control+z');
    expect(await meanOf(2)).toBe(before);
    await expect.poll(() => said.textContent()).toBe('Undone. Nothing more can be undone');
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => said.textContent()).toBe('Redone. 2 more changes can be redone');
    const redo = page.getByRole('button', { name: 'Redo', exact: true });
    expect(await redo.getAttribute('title')).toMatch(/: 2 changes can be redone$/);
    await page.keyboard.press('Control+y');
    expect(await meanOf(2)).toBeCloseTo(before + 0.11, 9);
    // Typing has an undo of its own.
    await page.locator('#seed').focus();
    await page.keyboard.press('Control+z');
    expect(await meanOf(2)).toBeCloseTo(before + 0.11, 9);
  });
});

describe('of many arms one can be brought to the front', () => {
  test('by pointing at its line, its piece of the ribbon or its label', async () => {
    const page = await lab.open({ setting: manyArms(10) });
    await played(page);
    const chart = page.locator('svg.environment-chart');
    const box = await chart.boundingBox();
    if (box === null) throw new Error('the chart is not drawn');
    expect(await page.locator(frontLine).count()).toBe(0);
    expect((await page.locator('.arm-label').allTextContents()).sort()).toEqual(
      [...'ABCDEFGHIJ'].map((letter) => `Arm ${letter}`),
    );
    // Ten lines lie in a third of the chart's height: the middle of one is near.
    const dot = await page.locator('.mean-dots circle').nth(4).boundingBox();
    if (dot === null) throw new Error('the dots are not drawn');
    await page.mouse.move(dot.x + dot.width / 2, dot.y + dot.height / 2);
    await expect.poll(() => page.locator(frontLine).count()).toBe(1);
    expect(await page.locator('.arm-part.standing-back').count()).toBeGreaterThan(9);
    await page.locator('.arm-label', { hasText: 'Arm D' }).hover();
    expect(await page.locator('.arm-label.standing-out').textContent()).toBe('Arm D');
    const letter = page.locator('.ribbon-letter').first();
    const best = await letter.textContent();
    await letter.hover();
    expect(await page.locator('.arm-label.standing-out').textContent()).toBe(`Arm ${best}`);
    await page.mouse.move(5, 5);
    expect(await page.locator(frontLine).count()).toBe(0);
    // With the keyboard by a list.
    await page.getByLabel('Arm to highlight').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.arm-label.standing-out').count()).toBe(1);
  });
});

test('what clipping does is explained where it is done', async () => {
  const page = await lab.open({ setting: { ...FEW, policies: policiesOf(['ucb1', 'exp3s']) } });
  await played(page);
  await page.locator('#environment-law').selectOption('gaussian');
  await played(page);
  await expect
    .poll(() => page.locator('#setup').textContent())
    .toMatch(
      /\d+% of 30,000 rewards drawn from the law are clipped\. The mean of arm [ABC] changes most, from 0\.\d+ to 0\.\d+\./,
    );
});

describe('a table from elsewhere', () => {
  const means = [
    'A,B',
    ...Array.from({ length: 400 }, (_, i) => (i < 200 ? '0.8,0.4' : '0.2,0.4')),
  ];

  async function give(page: Awaited<ReturnType<typeof lab.open>>, name: string, text: string) {
    await page.getByLabel('How the means change').selectOption('file');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  }

  test('what is wrong with it is reported with its line, and the environment stays; means are played with the rewards that one chooses; a file may be dropped anywhere, and rewards that are too large are divided by a click', async () => {
    const page = await lab.open({ setting: FEW });
    await played(page);
    const before = await page.locator('#environment .sentence').textContent();
    const broken = [...means];
    broken[13] = '0.41';
    await give(page, 'means.csv', broken.join('\n'));
    const dialog = page.getByRole('dialog');
    await expect
      .poll(() => dialog.textContent())
      .toContain('means.csv, line 14, column 2: 2 values expected, 1 found');
    await page.keyboard.press('Escape');
    expect(await page.locator('#environment .sentence').textContent()).toBe(before);

    // Means.
    await give(page, 'means.csv', means.join('\n'));
    await dialog.getByRole('button', { name: /^Use/ }).click();
    await played(page);
    expect(await page.locator('#environment .sentence').textContent()).toContain(
      'The true variation is 0.60',
    );

    // Rewards, dropped.
    const text = Array.from({ length: 400 }, (_, i) => (i < 200 ? '290,100' : '10,100')).join('\n');
    await page.locator('#regret').evaluate((element, dropped) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([dropped], 'delays.csv', { type: 'text/csv' }));
      const options = { bubbles: true, cancelable: true, dataTransfer };
      element.dispatchEvent(new DragEvent('drop', options));
    }, text);
    await expect.poll(() => dialog.textContent()).toContain('Values reach 290,');
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
    expect(await page.locator('#environment .sentence').textContent()).toMatch(
      /Replication 0 starts at row \d+\. After the last row, it continues with the first\.$/,
    );
    expect(await page.locator('#environment .record-seam').count()).toBe(1);
  });
});
