import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { FEW, played, policiesOf, progress, setReplications, useLab } from './lab-page.ts';

const lab = useLab();

/** Presses a button as soon as the first replications of a run are counted. */
async function pressEarly(page: Page, button: string): Promise<void> {
  await page.evaluate(
    (selector) =>
      new Promise<void>((resolve) => {
        const words = document.getElementById('progress-words');
        const look = new MutationObserver(() => {
          if (!/^[1-9]/.test(words?.textContent ?? '') || words?.textContent?.endsWith('done'))
            return;
          look.disconnect();
          document.querySelector<HTMLButtonElement>(selector)?.click();
          resolve();
        });
        look.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    button,
  );
}

test('pause holds the run, resume goes on to the very numbers of a run without it', async () => {
  const count = 3_000;
  const page = await lab.open({ setting: FEW });
  await played(page);
  const pressed = pressEarly(page, '#run');
  await setReplications(page, count);
  await pressed;
  await page.locator('#run').getByText('Resume').waitFor();
  // What was under way may still come in; a run that went on would rest at its end only.
  let before = -1;
  await expect
    .poll(
      async () => {
        const last = before;
        before = await progress(page);
        return before === last;
      },
      { interval: 200 },
    )
    .toBe(true);
  expect(before).toBeLessThan(count);
  await page.locator('#run').click();
  await played(page);
  const resumed = await page.locator('#regret table').innerText();
  await page.locator('#run').getByText('Run again').click();
  await page.locator('.stage[aria-busy=true]').waitFor();
  await played(page);
  expect(await page.locator('#regret table').innerText()).toBe(resumed);
});

test('stop ends the run, and what was played stays', async () => {
  const page = await lab.open({ setting: FEW });
  await played(page);
  await setReplications(page, 100_000);
  // So much is not run unasked.
  await page.locator('#run').click();
  await expect.poll(() => progress(page)).toBeGreaterThan(100);
  await page.locator('#stop').click();
  await page.locator('#run').getByText('Run again').waitFor();
  const stopped = await progress(page);
  expect(stopped).toBeLessThan(100_000);
  expect(await page.locator('#regret tbody tr').count()).toBe(4);
});

/** How long a page took from click to paint, and from frame to frame, in milliseconds. */
interface Watched {
  readonly answers: readonly number[];
  readonly frames: readonly number[];
}

/** Enough for a median. */
const MOST_ANSWERS = 25;

/** Watches from inside the page, while it is busy, how it answers clicks and draws. */
function watch(page: Page, selectors: { click: string; start: string; busy: string }) {
  return page.evaluate(
    async ({ click, start, busy, most }): Promise<Watched> => {
      const times: number[] = [];
      const answers: number[] = [];
      let running = true;
      const frame = (now: number) => {
        times.push(now);
        if (running) requestAnimationFrame(frame);
      };
      document.querySelector<HTMLButtonElement>(start)?.click();
      await new Promise(requestAnimationFrame);
      requestAnimationFrame(frame);
      while (document.querySelector(busy) !== null && answers.length < most) {
        const before = performance.now();
        document.querySelector<HTMLButtonElement>(click)?.click();
        // The frame after the next: by then the change has been painted.
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        answers.push(performance.now() - before);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      running = false;
      return { answers, frames: times.slice(1).map((time, i) => time - times[i]) };
    },
    { ...selectors, most: MOST_ANSWERS },
  );
}

/** What any page can do on this machine now: one that is all but empty, with as many busy workers. */
async function watchEmptyPage(page: Page): Promise<Watched> {
  await page.setContent('<button id="click">0</button><button id="start"></button>');
  await page.evaluate(() => {
    const spin = URL.createObjectURL(new Blob(['for (;;) Math.random();']));
    const click = document.getElementById('click');
    click?.addEventListener('click', () => click.append('.'));
    document.getElementById('start')?.addEventListener('click', () => {
      const count = Math.max(1, navigator.hardwareConcurrency - 1);
      const workers = Array.from({ length: count }, () => new Worker(spin));
      document.body.classList.add('busy');
      setTimeout(() => {
        for (const worker of workers) worker.terminate();
        document.body.classList.remove('busy');
      }, 1_000);
    });
  });
  return watch(page, { click: '#click', start: '#start', busy: '.busy' });
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

test('while ten policies are run the page answers, and draws on', async () => {
  const specs = 'sw-moss,r-moss,d-ucb,ucb1,sw-ucb,moss,rexp3,exp3s,dts,ts'.split(',');
  const page = await lab.open({ setting: { ...FEW, policies: policiesOf(specs) } });
  await played(page);
  // So much is not run unasked, and does not end by itself while one looks.
  await setReplications(page, 100_000);
  const ours = await watch(page, {
    click: '.top-actions button:last-child',
    start: '#run',
    busy: '.stage[aria-busy="true"]',
  });
  await page.locator('#stop').click();
  const empty = await watchEmptyPage(await page.context().newPage());
  expect(ours.answers.length).toBeGreaterThan(0);
  // A machine that does other things besides slows every page: then an empty one is the measure.
  expect(median(ours.answers)).toBeLessThan(Math.max(100, 3 * median(empty.answers)));
  expect(median(ours.frames)).toBeLessThan(Math.max(1000 / 30, 3 * median(empty.frames)));
});
