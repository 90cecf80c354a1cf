/**
 * The page at three sizes and in both themes. What can be checked is checked: nothing runs out of its
 * panel and no two texts of a chart overlap. With DRIFTLINE_PICTURES=FOLDER pictures are kept, to be
 * looked at.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addPolicies, manyArms, played, SIZES, useLab } from './lab-page.ts';

const lab = useLab();
const kept = process.env.DRIFTLINE_PICTURES;

async function keep(page: Page, name: string): Promise<void> {
  if (kept === undefined) return;
  mkdirSync(kept, { recursive: true });
  await page.screenshot({ path: join(kept, `${name}.png`), fullPage: true });
}

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

describe.each(Object.keys(SIZES) as (keyof typeof SIZES)[])('on a %s', (size) => {
  test.each(['light', 'dark'] as const)('the first visit, %s', async (theme) => {
    const page = await lab.open({ size, theme });
    await played(page);
    await page.locator('#inside svg').first().waitFor();
    expect(await misplacedTexts(page)).toEqual([]);
    await keep(page, `${size}-${theme}`);
  });

  test('ten policies, real flights', async () => {
    const page = await lab.open({ size });
    await played(page);
    await page.getByRole('navigation').getByRole('button', { name: 'Real flights' }).click();
    await expect.poll(() => page.locator('h1').textContent()).toBe('Real flights');
    await played(page);
    await addPolicies(page, ['sw-ucb', 'moss', 'sw-rmoss', 'exp3s', 'dts']);
    await played(page);
    expect(await misplacedTexts(page)).toEqual([]);
    await keep(page, `${size}-flights`);
  });
});

test.each(['desk', 'phone'] as const)('fifty arms, one in front, on a %s', async (size) => {
  const page = await lab.open({ size });
  await played(page);
  await manyArms(page, 50);
  expect(await misplacedTexts(page)).toEqual([]);
  await page.getByLabel('Arm to stand out').selectOption('Arm C');
  expect(await page.locator('.arm-label.standing-out').textContent()).toMatch(/C$/);
  expect(await misplacedTexts(page)).toEqual([]);
  await keep(page, `${size}-arms`);
});
