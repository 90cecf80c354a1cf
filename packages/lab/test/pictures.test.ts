/**
 * The page at three sizes and in both themes. What can be checked is checked: nothing runs out of its
 * panel and no two texts of a chart overlap. With DRIFTLINE_PICTURES=FOLDER pictures are kept, to be
 * looked at.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { keep } from './keep.ts';
import { addPolicies, FEW, manyArms, played, SIZES, setReplications, useLab } from './lab-page.ts';

const lab = useLab();

/** Texts of charts that overlap another one, or that leave their panel. */
function misplacedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wrong: string[] = [];
    let seen = 0;
    for (const panel of document.querySelectorAll('.panel')) {
      const room = panel.getBoundingClientRect();
      const texts = [...panel.querySelectorAll('.chart svg text')].filter(
        (text) => text.textContent !== '' && text.checkVisibility(),
      );
      const boxes = texts.map((text) => text.getBoundingClientRect());
      seen += texts.length;
      boxes.forEach((box, i) => {
        const words = `${panel.id}: “${texts[i].textContent}”`;
        if (box.left < room.left || box.right > room.right) wrong.push(`${words} leaves its panel`);
        boxes.slice(i + 1).forEach((other, j) => {
          const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
          const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
          // Lines of text stand closer than their boxes are high.
          if (across > 1 && down > 5) {
            wrong.push(`${words} overlaps “${texts[i + 1 + j].textContent}”`);
          }
        });
      });
    }
    return seen < 20 ? ['the charts have hardly any text'] : wrong;
  });
}

const sizes = Object.keys(SIZES) as (keyof typeof SIZES)[];

/** How much wider the page is than its window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** Waits until charts are as wide as a window that has changed, then looks at all of them. */
async function looksRight(page: Page): Promise<void> {
  await expect.poll(() => overflow(page)).toBe(0);
  await expect.poll(() => misplacedTexts(page)).toEqual([]);
}

test.each(sizes)('the first visit on a %s, light and dark', async (size) => {
  const page = await lab.open({ size });
  await played(page);
  // Where the setup does not stand beside the results, it follows them, for the eye as for the keyboard.
  const follows = await page.evaluate(() => {
    const [setup, environment] = ['setup', 'environment'].map((id) => document.getElementById(id));
    const isAfter =
      setup?.compareDocumentPosition(environment as Node) === Node.DOCUMENT_POSITION_PRECEDING;
    const [low, high] = [setup, environment].map((part) => part?.getBoundingClientRect().top ?? 0);
    return { isAfter, isBelow: low > high, isInSight: high < innerHeight / 2 };
  });
  const isBeside = size === 'desk';
  expect(follows).toEqual({ isAfter: !isBeside, isBelow: !isBeside, isInSight: true });
  await page.locator('#inside svg').first().waitFor();
  for (const theme of ['light', 'dark'] as const) {
    if (theme === 'dark') await page.getByRole('button', { name: /dark/i }).click();
    expect(await page.locator('html').getAttribute('data-theme')).toBe(theme);
    expect([await overflow(page), await misplacedTexts(page)]).toEqual([0, []]);
    await keep(page, `${size}-${theme}`);
  }
});

test('real flights with nine policies, in a window that shrinks', async () => {
  const page = await lab.open({ setting: FEW });
  await page.getByRole('navigation').getByRole('link', { name: 'Real flights' }).click();
  await expect.poll(() => page.locator('h1').textContent()).toBe('Real flights');
  await setReplications(page, 20);
  await addPolicies(page, ['sw-ucb', 'adr', 'sw-rmoss', 'exp3s', 'dts']);
  await played(page);
  for (const size of sizes) {
    await page.setViewportSize(SIZES[size]);
    await looksRight(page);
    await keep(page, `${size}-flights`);
  }
});

test('fifty arms, one in front, on a desk and on a phone', async () => {
  const page = await lab.open({ setting: manyArms(50) });
  await played(page);
  for (const size of ['desk', 'phone'] as const) {
    await page.setViewportSize(SIZES[size]);
    await page.getByLabel('Arm to highlight').selectOption('All arms');
    await looksRight(page);
    await page.getByLabel('Arm to highlight').selectOption('Arm C');
    expect(await page.locator('.arm-label.standing-out').textContent()).toMatch(/C$/);
    await looksRight(page);
    await keep(page, `${size}-arms`);
  }
});
