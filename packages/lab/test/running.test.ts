import { expect, test } from 'vitest';
import { addPolicies, played, progress, setReplications, useLab } from './lab-page.ts';

const lab = useLab();

test('pause holds the run, resume goes on to the very numbers of a run without it', async () => {
  const page = await lab.open();
  await played(page);
  await setReplications(page, 8_000);
  await page.locator('#run').getByText('Pause').waitFor();
  await expect.poll(() => progress(page)).toBeGreaterThan(0);
  await page.locator('#run').click();
  await page.locator('#run').getByText('Resume').waitFor();
  // What was under way when it was asked to pause may still come in.
  await page.waitForTimeout(500);
  const paused = await progress(page);
  expect(paused).toBeLessThan(8_000);
  await page.waitForTimeout(500);
  expect(await progress(page)).toBe(paused);
  await page.locator('#run').click();
  await played(page);
  const resumed = await page.locator('#regret table').innerText();

  const other = await lab.open();
  await played(other);
  await setReplications(other, 8_000);
  await played(other);
  expect(await other.locator('#regret table').innerText()).toBe(resumed);
});

test('stop ends the run, and what was played stays', async () => {
  const page = await lab.open();
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

test('with ten policies and 500 replications the page answers, and draws on', async () => {
  const page = await lab.open();
  await played(page);
  await addPolicies(page, ['sw-ucb', 'moss', 'rexp3', 'exp3s', 'dts', 'ts']);
  await played(page);
  // Frames and answers are watched from inside the page while it runs.
  const watched = await page.evaluate(async () => {
    const frames: number[] = [];
    const answers: number[] = [];
    let running = true;
    const frame = (now: number) => {
      frames.push(now);
      if (running) requestAnimationFrame(frame);
    };
    const theme = document.querySelector<HTMLButtonElement>('.top-actions button:last-child');
    const run = document.querySelector<HTMLButtonElement>('#run');
    const stage = document.querySelector('.stage');
    run?.click();
    await new Promise(requestAnimationFrame);
    requestAnimationFrame(frame);
    while (stage?.getAttribute('aria-busy') === 'true') {
      const before = performance.now();
      theme?.click();
      // The frame after the next: by then the change has been painted.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      answers.push(performance.now() - before);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    running = false;
    return { frames, answers };
  });
  expect(watched.answers.length).toBeGreaterThan(0);
  const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
  const gaps = watched.frames.slice(1).map((time, i) => time - watched.frames[i]);
  // On a machine that does other things besides, single frames may be late; half of them may not.
  expect(median(watched.answers)).toBeLessThan(100);
  expect(median(gaps)).toBeLessThan(1000 / 30);
});
