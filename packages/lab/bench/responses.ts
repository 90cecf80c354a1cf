/**
 * How a page responds while ten policies are run, beside an all but empty page on the same machine with
 * as many busy workers. Prints JSON; `npm run bench -- --only lab` reads it.
 */
import { chromium, type Page } from 'playwright-core';
import { fragmentOf } from '../src/setting/link.ts';
import type { Setting } from '../src/setting/setting.ts';
import { BROWSER_FLAGS, findBrowser } from '../test/find-browser.ts';
import { startLab } from '../test/lab-server.ts';

/** Milliseconds from click to paint, and from frame to frame. */
interface Responses {
  readonly answers: readonly number[];
  readonly frames: readonly number[];
}

const POLICIES = 'sw-moss,r-moss,d-ucb,ucb1,sw-ucb,moss,rexp3,exp3s,dts,ts'.split(',');
/** Too much to come to its end while one looks. */
const SETTING: Setting = {
  environment: { kind: 'named', spec: 'paper-2' },
  policies: POLICIES.map((spec, style) => ({ spec, style })),
  replications: 100_000,
  seed: 1,
};
const CLICKS = 40;

/** Clicks from inside a page that is busy, and looks how it answers and draws. */
function watch(page: Page, selectors: { click: string; start: string }): Promise<Responses> {
  return page.evaluate(
    async ({ click, start, clicks }) => {
      const times: number[] = [];
      const answers: number[] = [];
      let isWatching = true;
      const frame = (now: number) => {
        times.push(now);
        if (isWatching) requestAnimationFrame(frame);
      };
      document.querySelector<HTMLButtonElement>(start)?.click();
      await new Promise((resolve) => setTimeout(resolve, 500));
      requestAnimationFrame(frame);
      while (answers.length < clicks) {
        const before = performance.now();
        document.querySelector<HTMLButtonElement>(click)?.click();
        // After the next frame has been painted.
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        answers.push(performance.now() - before);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      isWatching = false;
      return { answers, frames: times.slice(1).map((time, i) => time - times[i]) };
    },
    { ...selectors, clicks: CLICKS },
  );
}

/** What any page can do on this machine now. */
async function watchEmptyPage(page: Page): Promise<Responses> {
  await page.setContent('<button id="click">0</button><button id="start"></button>');
  await page.evaluate(() => {
    const spin = URL.createObjectURL(new Blob(['for (;;) Math.random();']));
    const click = document.getElementById('click');
    click?.addEventListener('click', () => click.append('.'));
    document.getElementById('start')?.addEventListener('click', () => {
      const count = Math.max(1, navigator.hardwareConcurrency - 1);
      for (let i = 0; i < count; i++) new Worker(spin);
    });
  });
  return watch(page, { click: '#click', start: '#start' });
}

async function watchLab(page: Page, address: string): Promise<Responses> {
  await page.goto(`${address}#${await fragmentOf(SETTING, {})}`);
  await page.locator('#run:enabled').waitFor();
  return watch(page, { click: '.top-actions button:last-child', start: '#run' });
}

const lab = await startLab();
try {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_FLAGS });
  try {
    const busy = await browser.newPage();
    const ours = await watchLab(busy, lab.address);
    await busy.close();
    const empty = await watchEmptyPage(await browser.newPage());
    process.stdout.write(JSON.stringify({ policies: POLICIES.length, lab: ours, empty }));
  } finally {
    await browser.close();
  }
} finally {
  lab.process.kill('SIGINT');
}
