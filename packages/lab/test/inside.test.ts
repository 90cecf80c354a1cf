import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { FEW, played, policiesOf, useLab } from './lab-page.ts';

const lab = useLab();

async function opened(options: Parameters<typeof lab.open>[0] = {}) {
  const page = await lab.open({ setting: FEW, ...options });
  await played(page);
  await page.locator('#inside svg').first().waitFor();
  const inside = page.locator('#inside');
  return {
    page,
    sentence: inside.locator('.panel-head .sentence'),
    scrubber: inside.locator('input[type=range]'),
    press: (name: string) => inside.getByRole('button', { name }).click(),
  };
}

test('one steps through a replication, and each slot says who was picked and why', async () => {
  const { page, sentence, scrubber, press } = await opened();
  const slotOf = async () =>
    Number(/Slot ([\d,]+)/.exec((await sentence.textContent()) ?? '')?.[1].replace(',', ''));
  const start = await slotOf();
  await press('Next slot');
  expect(await slotOf()).toBe(start + 1);
  await press('Previous slot');
  expect(await slotOf()).toBe(start);
  expect(await sentence.textContent()).toMatch(/SW-MOSS picks arm [ABC]/);
  await page.getByRole('tab', { name: 'UCB1' }).click();
  await expect.poll(() => sentence.textContent()).toMatch(/UCB1 picks arm [ABC]/);
  // The hairline crosses the environment, the regret and the inside at the same place.
  await scrubber.fill('2500');
  const places = await page
    .locator('.hairline')
    .evaluateAll((lines) => lines.map((line) => Math.round(line.getBoundingClientRect().x)));
  expect(places.length).toBeGreaterThanOrEqual(3);
  expect(new Set(places).size).toBe(1);
  // Beyond what there is, the nearest is taken: the axis ends at 5000, the last slot is 4999.
  for (const [id, typed, taken] of [
    ['inside-slot', '5000', '4999'],
    ['inside-slot', '6000', '4999'],
    ['inside-slot', '-3', '0'],
    ['inside-slot', '', '0'],
    ['inside-replication', '20', '19'],
  ]) {
    await page.locator(`#${id}`).fill(typed);
    await page.locator(`#${id}`).press('Enter');
    expect(await page.locator(`#${id}`).inputValue(), `${id}: ${typed}`).toBe(taken);
  }
  expect(await scrubber.inputValue()).toBe('0');
});

/** Waits until so many frames have been drawn. */
function frames(page: Page, count: number): Promise<void> {
  return page.evaluate(async (left) => {
    for (let i = 0; i < left; i++) await new Promise(requestAnimationFrame);
  }, count);
}

test('playing moves on automatically and can be held', async () => {
  const { page, scrubber, press } = await opened();
  const before = Number(await scrubber.inputValue());
  await press('Play');
  await expect.poll(async () => Number(await scrubber.inputValue())).toBeGreaterThan(before + 5);
  await press('Pause');
  const held = await scrubber.inputValue();
  await frames(page, 10);
  expect(await scrubber.inputValue()).toBe(held);
});

test('under reduced motion nothing plays, but stepping remains', async () => {
  const { page, scrubber, press } = await opened({ reducedMotion: true });
  const play = page.locator('#inside').getByRole('button', { name: 'Play' });
  expect((await play.count()) === 0 || (await play.isDisabled())).toBe(true);
  const before = Number(await scrubber.inputValue());
  await press('Next slot');
  expect(Number(await scrubber.inputValue())).toBe(before + 1);
});

/** The heights that the panel has over a replication. */
function heights(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const scrubber = document.querySelector<HTMLInputElement>('#inside input[type=range]');
    if (scrubber === null) throw new Error('there is no scrubber');
    const found = new Set<number>();
    for (let part = 0; part <= 40; part++) {
      scrubber.value = String(Math.round((Number(scrubber.max) * part) / 40));
      scrubber.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise(requestAnimationFrame);
      found.add(document.getElementById('inside')?.offsetHeight ?? 0);
    }
    return [...found];
  });
}

test('every kind of policy says why it picked, and its panel keeps its height on a phone', async () => {
  const said: Readonly<Record<string, readonly [why: RegExp, aside?: RegExp]>> = {
    DTS: [/DTS picks arm [ABC], whose draw/],
    'Exp3.S': [/Exp3\.S picks arm [ABC], drawn with probability/],
    Uniform: [/Uniform picks arm [ABC], drawn with probability 0\.33, like any arm/],
    BOB: [/BOB picks arm [ABC], (whose index|because)/, /Block \d+ has slots/],
    CTS: [
      /CTS picks arm [ABC], whose draw 0\.\d+ was the largest/,
      /A guess of the last change is drawn/,
    ],
    AdSwitch: [/AdSwitch picks arm [ABC].*take turns/, /Its episode \d+ began/],
  };
  const policies = policiesOf(['dts', 'exp3s', 'uniform', 'bob', 'cts', 'adswitch']);
  const { page, sentence } = await opened({ size: 'phone', setting: { ...FEW, policies } });
  for (const [name, [why, aside]] of Object.entries(said)) {
    await page.locator('#inside select').first().selectOption({ label: name });
    await expect.poll(() => sentence.textContent()).toMatch(why);
    if (aside === undefined) continue;
    expect(await page.locator('#inside-body').getByText(aside).count()).toBe(1);
    await page.locator('#inside').getByText(`How ${name} picks now`).waitFor();
    expect(await heights(page)).toHaveLength(1);
  }
});
