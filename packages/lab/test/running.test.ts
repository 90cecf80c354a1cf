import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ENDLESS, played, policiesOf, progress, setReplications, useLab } from './lab-page.ts';

const lab = useLab();

/** Starts what is too much to be run unasked, and waits for its first replications. */
async function runEndless(page: Page): Promise<void> {
  await page.locator('#run').getByText('Run', { exact: true }).click();
  await expect.poll(() => progress(page)).toBeGreaterThan(0);
}

/** Plays so many replications, whether or not that is little enough to be run unasked. */
async function playAgain(page: Page, count: number): Promise<void> {
  await setReplications(page, count);
  await page.locator('.stage[aria-busy=false]').waitFor();
  const words = await page.locator('#progress-words').textContent();
  if (!words?.endsWith('done')) await page.locator('#run').click();
  await played(page);
}

test('pause holds a run, resume goes on, stop ends it: with the very numbers of a run without them', async () => {
  const page = await lab.open({
    setting: { ...ENDLESS, policies: policiesOf(['sw-moss', 'ucb1']) },
  });
  await runEndless(page);
  await page.locator('#run').getByText('Pause').click();
  await page.locator('#run').getByText('Resume').waitFor();
  // What was under way may still come in; a run that went on would not rest.
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
  await page.locator('#run').getByText('Resume').click();
  await expect.poll(() => progress(page)).toBeGreaterThan(before);
  await page.locator('#stop').click();
  await page.locator('#run').getByText('Run again').waitFor();
  const table = await page.locator('#regret table').innerText();
  const stopped = Number(/over ([\d,]+) replication/.exec(table)?.[1].replaceAll(',', ''));
  expect(stopped).toBeGreaterThan(before);
  await playAgain(page, stopped);
  expect(await page.locator('#regret table').innerText()).toBe(table);
});

/** What the parts of a page say at one moment. */
interface Moment {
  /** Replications by the run bar, and by the table's caption. */
  readonly counts: readonly number[];
  /** What the headline, the labels and the table say that policies lose. */
  readonly headline: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly table: Readonly<Record<string, string>>;
}

/** Looks after every frame until so many moments of a run were seen. */
function watchMoments(page: Page, count: number): Promise<Moment[]> {
  return page.evaluate(async (wanted) => {
    const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? '';
    const countIn = (text: string) =>
      Number(/([\d,]+) (?:of|replications)/.exec(text)?.[1].replaceAll(',', ''));
    const pairsOf = (selector: string, name: string, value: string) =>
      Object.fromEntries(
        [...document.querySelectorAll(selector)].map((part) => [
          part.querySelector(name)?.textContent ?? '',
          part.querySelector(value)?.textContent ?? '',
        ]),
      );
    const seen: Moment[] = [];
    while (seen.length < wanted) {
      // A message after a frame's turn comes when it has been painted.
      await new Promise(requestAnimationFrame);
      await new Promise((resolve) => setTimeout(resolve));
      const counts = [textOf('#progress-words'), textOf('#regret caption')].map(countIn);
      if (counts[0] === seen.at(-1)?.counts[0]) continue;
      seen.push({
        counts,
        headline: textOf('#regret .sentence'),
        labels: pairsOf('#regret .end-label', 'text.ink', 'text:not(.ink)'),
        table: pairsOf('#regret tbody tr', 'th span', 'td'),
      });
    }
    return seen;
  }, count);
}

/** The number that a text begins with, and half of its last digit. */
function rounded(text: string): { value: number; half: number } {
  const digits = /^\d+(?:\.(\d+))?/.exec(text.replaceAll(',', ''));
  return { value: Number(digits?.[0]), half: 0.5 * 10 ** -(digits?.[1]?.length ?? 0) };
}

/** Whether two texts can be the same number, rounded in two ways. */
function isSameNumber(one: string, other: string): boolean {
  const [a, b] = [rounded(one), rounded(other)];
  return Math.abs(a.value - b.value) <= a.half + b.half + 1e-9;
}

test('headline, labels, table and run bar show one moment, and the page answers while ten policies are run', async () => {
  const specs = 'sw-moss,r-moss,d-ucb,ucb1,sw-ucb,moss,rexp3,exp3s,dts,ts'.split(',');
  const page = await lab.open({ setting: { ...ENDLESS, policies: policiesOf(specs) } });
  await runEndless(page);
  await page.locator('#regret tbody td').getByText(/\d/).first().waitFor();
  const moments = await watchMoments(page, 5);
  for (const { counts, headline, labels, table } of moments) {
    expect(counts[0]).toBe(counts[1]);
    expect(Object.keys(labels).toSorted()).toEqual(Object.keys(table).toSorted());
    expect(Object.keys(table)).toHaveLength(specs.length);
    for (const [name, loss] of Object.entries(table)) {
      expect(isSameNumber(labels[name], loss), `${name}: ${labels[name]}, ${loss}`).toBe(true);
    }
    const shown = /^(\S+) loses least here: ([\d.,]+)/.exec(headline);
    if (shown !== null) expect(isSameNumber(shown[2], table[shown[1]]), headline).toBe(true);
  }
  // Between drawings there is time for everything else: clicks are answered while the run goes on.
  const theme = () => page.locator('html').getAttribute('data-theme');
  for (const next of ['dark', 'light', 'dark']) {
    await page.locator('.top-actions button').last().click();
    expect(await theme()).toBe(next);
  }
  expect(await page.locator('#run').textContent()).toBe('Pause');
  const before = await progress(page);
  await expect.poll(() => progress(page)).toBeGreaterThan(before);
  await page.locator('#stop').click();
});
