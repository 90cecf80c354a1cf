import { expect, test } from 'vitest';
import {
  addPolicies,
  ENDLESS,
  FEW,
  played,
  progress,
  seedOf,
  setReplications,
  setSeed,
  useLab,
} from './lab-page.ts';

const lab = useLab();

test('what is typed or dragged is not lost', async () => {
  // A number that cannot be taken stays, and the reason is shown below it.
  const page = await lab.open({ setting: FEW });
  await played(page);
  await setReplications(page, 200_000);
  const field = page.locator('#replications');
  expect(await field.inputValue()).toBe('200000');
  const alert = (id: string) => page.locator(`[role=alert]#${id}-error`);
  expect(await alert('replications').innerText()).toBe(
    'Replications must be a whole number from 1 to 100,000; got 200000. 20 is kept.',
  );
  await setSeed(page, -1);
  expect(await alert('seed').innerText()).toBe(
    'Seed must be a whole number from 0 to 2⁵³ − 1; got -1. 1 is kept.',
  );
  for (const id of ['replications', 'seed']) {
    const refused = page.locator(`#${id}`);
    expect(await refused.getAttribute('aria-describedby')).toBe(`${id}-error`);
    expect(await refused.getAttribute('aria-invalid')).toBe('true');
  }
  await setReplications(page, 40);
  await expect.poll(() => page.locator('#progress-words').textContent()).toContain('40 of 40');
  expect(await alert('replications').count()).toBe(0);
  expect(await field.getAttribute('aria-describedby')).toBe(null);
  // The other field still waits.
  expect(await alert('seed').count()).toBe(1);

  // A slider that is dragged away and back is let go all the same.
  const slider = page.getByLabel('Variation budget', { exact: true });
  await slider.scrollIntoViewIfNeeded();
  const track = await slider.boundingBox();
  if (track === null) throw new Error('the slider is not drawn');
  const share = await slider.evaluate(
    (input: HTMLInputElement) => input.valueAsNumber / Number(input.max),
  );
  const [x, y] = [track.x + 8 + (track.width - 16) * share, track.y + track.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y, { steps: 5 });
  await page.mouse.move(x, y, { steps: 5 });
  await page.mouse.up();
  await played(page);

  // Text that is selected beyond a dialog’s edge leaves it open; a click beside it does not.
  await page.getByLabel('How the means change').selectOption('file');
  const text = page.locator('#table-text');
  await text.fill('0.1,0.2');
  const box = await text.boundingBox();
  if (box === null) throw new Error('the field is not drawn');
  await page.mouse.move(box.x + 30, box.y + 15);
  await page.mouse.down();
  await page.mouse.move(5, box.y + 15, { steps: 4 });
  await page.mouse.up();
  expect(await text.inputValue()).toBe('0.1,0.2');
  await page.mouse.click(5, box.y + 15);
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});

test('a number that is typed while a run goes on stays; the run ends when the last policy goes, and one that comes is run', async () => {
  const page = await lab.open({ setting: FEW });
  await played(page);
  await setReplications(page, 20_000);
  await expect.poll(() => page.locator('#progress-words').textContent()).toContain('of 20,000');
  await page.locator('#seed').press('Control+a');
  for (const digit of '98765') {
    const before = await progress(page);
    await page.keyboard.type(digit);
    // The page is drawn anew between any two digits.
    await expect.poll(() => progress(page)).toBeGreaterThan(before);
  }
  expect(await seedOf(page)).toBe('98765');
  for (const name of ['SW-MOSS', 'R-MOSS', 'D-UCB', 'UCB1']) {
    await page.getByRole('button', { name: `Remove ${name}` }).click();
  }
  await expect.poll(() => page.locator('.stage').getAttribute('aria-busy')).toBe('false');
  expect(await page.locator('#run').isDisabled()).toBe(true);
  await setReplications(page, 40);
  await page.locator('#add-policy').click();
  await page.locator('.choice').first().click();
  await played(page);
  expect(await page.locator('#regret tbody tr').count()).toBe(1);
});

test('a run whose setting was left ends when what is wanted now is too much to be run unasked', async () => {
  const page = await lab.open({ setting: ENDLESS });
  await page.locator('#run').getByText('Run', { exact: true }).click();
  await expect.poll(() => progress(page)).toBeGreaterThan(0);
  await page.locator('#run').getByText('Pause').click();
  await setReplications(page, 90_000);
  await page.locator('#run').getByText('Run again').click();
  await expect.poll(() => page.locator('#progress-words').textContent()).toContain('of 90,000');
  await page.locator('#stop').click();
});

test('curves of a long environment end where the axis of a short one does, and one arm and one slot are run', async () => {
  const page = await lab.open({ setting: FEW });
  await played(page);
  // The first frame with the new environment, while the curves are still the old one's.
  const drawn = page.evaluate(
    () =>
      new Promise<{ ends: number[]; edge: number }>((resolve) => {
        document.querySelector('#environment-slots')?.addEventListener('change', () => {
          requestAnimationFrame(() => {
            const lines = [...document.querySelectorAll('#regret .regret-chart path.policy-line')];
            const plot = document.querySelector('#regret-plot rect');
            const [x, width] = ['x', 'width'].map((name) => Number(plot?.getAttribute(name)));
            resolve({
              ends: lines.map((line) => {
                const places = line.getAttribute('d')?.match(/(?<=[ML])[\d.]+/g) ?? [];
                return Math.max(...places.map(Number));
              }),
              edge: x + width,
            });
          });
        });
      }),
  );
  await page.locator('#environment-slots').fill('200');
  await page.locator('#environment-slots').press('Enter');
  const { ends, edge } = await drawn;
  expect(ends).toHaveLength(4);
  // Dashes far beyond the axis took two seconds to draw.
  for (const end of ends) expect(end).toBeLessThanOrEqual(edge);
  await played(page);
  await page.getByLabel('How the means change').selectOption('environment:stationary');
  for (const name of ['Arms', 'Slots']) {
    await page.getByLabel(name, { exact: true }).fill('1');
    await page.getByLabel(name, { exact: true }).press('Enter');
  }
  await played(page);
  expect(await page.locator('#regret tbody tr').count()).toBe(4);
  expect(await page.locator('#regret .sentence').textContent()).toBe(
    'SW-MOSS and 3 others lose the same: 0 after 1 slot.',
  );
  expect(await page.locator('.regret-notes').textContent()).not.toMatch(/±|Outlines/);
});

test('of examples that are chosen one after another the last is shown', async () => {
  const page = await lab.open({ setting: FEW });
  const examples = page.getByRole('navigation');
  const loadedInVain = page.waitForEvent('requestfinished', (request) =>
    /flights.*\.csv/.test(request.url()),
  );
  // The table comes when the last has been chosen, however fast the machine is.
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/flights.*\.csv/, async (route) => {
    await released;
    await route.continue();
  });
  for (const name of [
    'Real flights',
    'Heavy tails',
    'Real flights',
    'Window too long, too short',
  ]) {
    await examples.getByRole('link', { name }).click();
  }
  release();
  await loadedInVain;
  await played(page);
  expect(await page.locator('h1').textContent()).toBe('Window too long, too short');
  expect(await page.locator('[aria-current=true]').allTextContents()).toEqual([
    'Window too long, too short',
  ]);
});

test('what is printed is light, says how to have it again, and leaves the page as it was; an oracle leaves the outlines of others their shape; a single replication is not spoken of as many', async () => {
  const page = await lab.open({ theme: 'dark' });
  await played(page);
  await page.locator('.inside-strip').waitFor();
  const theme = () => page.locator('html').getAttribute('data-theme');
  await page.emulateMedia({ media: 'print' });
  const [dark, light] = await page.evaluate(async () => {
    const strip = document.querySelector<HTMLCanvasElement>('.inside-strip');
    const before = strip?.toDataURL();
    dispatchEvent(new Event('beforeprint'));
    // A browser prints when the handlers are through, and paints nothing before.
    await Promise.resolve();
    return [before, strip?.toDataURL()];
  });
  expect(light).not.toBe(dark);
  expect(await theme()).toBe('light');
  expect(await page.locator('.only-print').innerText()).toContain(
    'driftline compare --policies sw-moss,r-moss,d-ucb,ucb1 --environment paper-2 --replications 500 --seed 1',
  );
  for (const hidden of ['.rail', '.run-bar', '#reveal', '.panel-controls']) {
    expect(await page.locator(hidden).first().isVisible()).toBe(false);
  }
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  expect(await theme()).toBe('dark');
  await page.emulateMedia({ media: null });

  // An oracle has no outline, and no part in the scale of the others'.
  await addPolicies(page, ['oracle']);
  await setReplications(page, 60);
  await played(page);
  await expect.poll(() => page.locator('#regret .policy-fill').count()).toBe(4);
  const widths = await page
    .locator('#regret .policy-fill')
    .evaluateAll((outlines) => outlines.map((each) => each.getBoundingClientRect().width));
  // Of 64 pixels, a sixth at least.
  expect(Math.min(...widths)).toBeGreaterThan(10);
  expect(await page.locator('.regret-notes').textContent()).toContain(
    'Oracle loses the same in every replication and has no outline.',
  );
  await page.getByRole('button', { name: 'Remove Oracle' }).click();

  // A single replication.
  await setReplications(page, 1);
  await played(page);
  const said = () => page.locator('#regret').innerText();
  await expect.poll(said).toContain('One replication can’t show which policy is better');
  expect(await said()).toContain('Lines show a single replication');
  expect(await said()).not.toMatch(/±|Outlines|the bar its/);
  await page.getByRole('button', { name: 'Surprised?' }).click();
  await expect
    .poll(() => page.locator('#explanation').textContent())
    .toMatch(/^One replication can’t answer that/);
  for (const name of ['R-MOSS', 'D-UCB', 'UCB1']) {
    await page.getByRole('button', { name: `Remove ${name}` }).click();
  }
  await played(page);
  await expect.poll(said).toContain('after 5,000 slots, in a single replication.');
});
