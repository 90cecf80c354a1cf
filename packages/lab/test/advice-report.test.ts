/** The report of `driftline advise` in a real browser: nothing for axe to find, and no sideways scrolling. */

import { AxeBuilder } from '@axe-core/playwright';
import { type Advice, adviceFigures, adviceReport, type Pictures } from '@driftline/advice';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answered, refused } from '../../advice/test/sample-advice.ts';
import { BROWSER_FLAGS, findBrowser } from './find-browser.ts';
import { SIZES } from './lab-page.ts';

const [from, to] = answered.log.span;
const times = Array.from({ length: 24 }, (_, i) => from + ((i + 0.5) * (to - from)) / 24);
const LONG = 'a variant whose name is so long that no column of a table holds it in one line';

const pictures: Pictures = {
  courses: {
    times,
    span: [from, to],
    pendingFrom: to - (to - from) / 20,
    arms: ['A', LONG].map((key, arm) => ({
      key,
      seen: times.map((time) => ({
        time,
        mean: 0.1 * arm,
        low: 0.1 * arm - 0.02,
        high: 0.1 * arm + 0.02,
      })),
      fitted: times.map((time) => ({ time, mean: 0.1 * arm })),
      shares: times.map(() => 0.5),
    })),
  },
  support: times.map((time) => ({ time, share: 0.9 })),
  tails: [{ side: 'upper', points: [1, 2, 4].map((size) => ({ size, share: 0.1 / size ** 2 })) }],
};

const arms = [...answered.log.arms, { key: LONG, rows: 24_056, mean: 0.09, deviation: 0.28 }];

function reportOf(advice: Advice): string {
  const named = { ...advice, log: { ...advice.log, arms } };
  return adviceReport(named, {
    command: `driftline advise ${LONG.replaceAll(' ', '-')}.csv`,
    fonts: [],
    figures: adviceFigures(named, pictures),
    narrow: adviceFigures(named, pictures, { width: 'half' }),
    next: [{ does: 'Plays it:', command: 'driftline run results/advice/spec.yaml --out played' }],
  });
}

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
});
afterAll(() => browser.close());

test.each([
  ['every answer', answered],
  ['none', { ...refused, warnings: ['Rewards may come late.'] }],
])('with %s', async (_, advice) => {
  const context = await browser.newContext({ viewport: SIZES.desk });
  const page = await context.newPage();
  await page.setContent(reportOf(advice));
  for (const size of Object.values(SIZES)) {
    await page.setViewportSize(size);
    // The report has no frames, for which alone it would open a page more.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => [id, target]));
    expect(found).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
  }
  await context.close();
});
