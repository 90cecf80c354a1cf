/** The console as an operator has it: a real browser, a new page, and whatever serves it. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { BROWSER_FLAGS, findBrowser } from '../../lab/test/find-browser.ts';

/** The sizes that people have: a desk, a tablet, a phone. */
export const SIZES = {
  desk: { width: 1440, height: 900 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
} as const;

export const sizes = Object.keys(SIZES) as (keyof typeof SIZES)[];

export interface PageOptions {
  readonly size?: keyof typeof SIZES;
  readonly theme?: 'light' | 'dark';
  /** What follows the address. */
  readonly after?: string;
}

/** Only what hangs is to be ended, and before the test that waits for it. */
const PATIENCE = 1_200_000;

/** What a page did that no page of ours may do; refused requests are said where they are wanted. */
function watch(page: Page, origin: string, complaints: string[]): void {
  page.on('console', (message) => {
    const isWanted = message.text().startsWith('Failed to load resource');
    if ((message.type() === 'error' || message.type() === 'warning') && !isWanted) {
      complaints.push(`${message.type()}: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin)
      complaints.push(`asked elsewhere: ${request.url()}`);
  });
}

/** For a file of tests: opens pages of a service, and fails each test whose pages complained. */
export function useBrowser(address: () => string) {
  let browser: Browser;
  const pages: Page[] = [];
  const complaints: string[] = [];
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: findBrowser(),
      args: BROWSER_FLAGS,
    });
  });
  afterAll(async () => {
    await browser?.close();
  });
  afterEach(async () => {
    await Promise.all(pages.splice(0).map((page) => page.context().close()));
    expect(complaints.splice(0)).toEqual([]);
  });
  return {
    async open({ size = 'desk', theme = 'light', after = '' }: PageOptions = {}): Promise<Page> {
      const context = await browser.newContext({ viewport: SIZES[size], colorScheme: theme });
      context.setDefaultTimeout(PATIENCE);
      const page = await context.newPage();
      pages.push(page);
      watch(page, new URL(address()).origin, complaints);
      await page.goto(address() + after);
      return page;
    },
  };
}

/** What axe finds wrong. */
export async function violations(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page }).analyze();
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
}

/** How much wider the page is than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** Waits until charts are as wide as a window that has changed. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
}

/** Texts of charts that overlap another one, or that leave their panel. */
export function misplacedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wrong: string[] = [];
    for (const panel of document.querySelectorAll('.panel')) {
      const room = panel.getBoundingClientRect();
      const texts = [...panel.querySelectorAll('.chart svg text')].filter((text) =>
        text.checkVisibility(),
      );
      const boxes = texts.map((text) => text.getBoundingClientRect());
      boxes.forEach((box, i) => {
        const words = `${panel.id}: “${texts[i].textContent}”`;
        if (box.left < room.left || box.right > room.right) wrong.push(`${words} leaves its panel`);
        boxes.slice(i + 1).forEach((other, j) => {
          const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
          const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
          // Lines of text stand closer than their boxes are high.
          if (across > 1 && down > 5)
            wrong.push(`${words} overlaps “${texts[i + 1 + j].textContent}”`);
        });
      });
    }
    return wrong;
  });
}

/** With DRIFTLINE_PICTURES=FOLDER pictures are kept, to be looked at. */
export async function keep(page: Page, name: string): Promise<void> {
  const folder = process.env.DRIFTLINE_PICTURES;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  // What stays in sight would else stand in the middle of the picture.
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: join(folder, `console-${name}.png`), fullPage: true });
}
