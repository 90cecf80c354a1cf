/** The lab as a visitor has it: `driftline lab` in a process of its own, a real browser, a new page. */
import { policyCatalogue } from '@driftline/core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { firstVisit } from '../src/setting/examples.ts';
import { fragmentOf } from '../src/setting/link.ts';
import type { Setting } from '../src/setting/setting.ts';
import { BROWSER_FLAGS, findBrowser } from './find-browser.ts';
import { startLab } from './lab-server.ts';

/** The sizes that people have: a desk, a tablet, a phone. */
export const SIZES = {
  desk: { width: 1440, height: 900 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
} as const;

export interface PageOptions {
  readonly size?: keyof typeof SIZES;
  readonly theme?: 'light' | 'dark';
  readonly reducedMotion?: boolean;
  /** What follows the address, such as a fragment. */
  readonly after?: string;
  /** What differs from the first visit's setting, by a link. */
  readonly setting?: Partial<Setting>;
}

/** Only what hangs is to be ended, and before the test that waits for it, so that one learns what it was. */
const PATIENCE = 1_200_000;

/** So few that they are soon played, where it does not matter how many. */
export const FEW = { replications: 20 } as const;

/** So much that no machine comes to its end while one looks: it is run when asked for, and stopped. */
export const ENDLESS: Partial<Setting> = {
  environment: { kind: 'named', spec: 'paper-2', horizon: 50_000 },
  replications: 100_000,
};

/** A link to the first visit with something changed. */
export async function linkTo(change: Partial<Setting>): Promise<string> {
  return `#${await fragmentOf({ ...firstVisit.setting, ...change }, {})}`;
}

/** Policies as a setting has them. */
export function policiesOf(specs: readonly string[]): Setting['policies'] {
  return specs.map((spec, style) => ({ spec, style }));
}

/** What a page did that no page of ours may do. */
class Complaints {
  readonly list: string[] = [];

  watch(page: Page, origin: string): void {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') {
        this.list.push(`${message.type()}: ${message.text()}`);
      }
    });
    page.on('pageerror', (error) => this.list.push(`uncaught: ${error.message}`));
    page.on('requestfailed', (request) => {
      // A page that is loaded again gives up what it was still waiting for.
      if (request.failure()?.errorText === 'net::ERR_ABORTED') return;
      this.list.push(`failed: ${request.url()}`);
    });
    page.on('request', (request) => {
      const { origin: asked, protocol } = new URL(request.url());
      const ours = asked === origin || protocol === 'data:' || protocol === 'blob:';
      if (!ours) this.list.push(`asked elsewhere: ${request.url()}`);
    });
  }
}

/**
 * For a file of tests: starts and ends everything, and fails each test whose pages complained, or asked
 * any other origin for anything.
 */
export function useLab() {
  let browser: Browser;
  let lab: Awaited<ReturnType<typeof startLab>>;
  const pages: Page[] = [];
  const complaints = new Complaints();

  beforeAll(async () => {
    lab = await startLab();
    browser = await chromium.launch({
      executablePath: findBrowser(),
      args: BROWSER_FLAGS,
      timeout: PATIENCE,
    });
  });
  afterAll(async () => {
    await browser?.close();
    lab?.process.kill('SIGINT');
  });
  afterEach(async () => {
    await Promise.all(pages.splice(0).map((page) => page.context().close()));
    expect(complaints.list.splice(0)).toEqual([]);
  });

  return {
    get address() {
      return lab.address;
    },
    async open(options: PageOptions = {}): Promise<Page> {
      const { size = 'desk', theme = 'light', reducedMotion = false } = options;
      const { setting, after = setting === undefined ? '' : await linkTo(setting) } = options;
      const context = await browser.newContext({
        viewport: SIZES[size],
        colorScheme: theme,
        reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
        acceptDownloads: true,
      });
      context.setDefaultTimeout(PATIENCE);
      const page = await context.newPage();
      pages.push(page);
      complaints.watch(page, new URL(lab.address).origin);
      await page.goto(lab.address + after);
      return page;
    },
  };
}

/** Waits until what was asked for has been played. */
export async function played(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('.stage')?.getAttribute('aria-busy') === 'false' &&
      document.getElementById('progress-words')?.textContent?.endsWith('done') === true,
  );
}

/** Replications done so far. */
export async function progress(page: Page): Promise<number> {
  const words = await page.locator('#progress-words').textContent();
  return Number(/^[\d,]+/.exec(words ?? '')?.[0].replaceAll(',', '') ?? 0);
}

/** Types another number of replications. */
export async function setReplications(page: Page, count: number): Promise<void> {
  await page.locator('#replications').fill(String(count));
  await page.locator('#replications').press('Enter');
}

/** The seed as it stands in its field. */
export function seedOf(page: Page): Promise<string> {
  return page.locator('#seed').inputValue();
}

/** Types another seed. */
export async function setSeed(page: Page, seed: number): Promise<void> {
  await page.locator('#seed').fill(String(seed));
  await page.locator('#seed').press('Enter');
}

/** Adds policies by their ids. */
export async function addPolicies(page: Page, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await page.locator('#add-policy').click();
    await page.getByRole('combobox', { name: 'Search policies' }).fill(id);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Remove ${policyCatalogue.find(id).name}` }).waitFor();
  }
}

/** Random walks of so many arms, played a few times. */
export function manyArms(armCount: number): Partial<Setting> {
  return { ...FEW, environment: { kind: 'named', spec: 'brownian', armCount, horizon: 5000 } };
}
