import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addPolicies, played, setReplications, useLab } from './lab-page.ts';

const lab = useLab();

async function opened(options: Parameters<typeof lab.open>[0] = {}) {
  const page = await lab.open(options);
  await played(page);
  await page.locator('#inside svg').first().waitFor();
  return page;
}

/** Chooses a policy, by its tab or in the list that many policies have. */
async function lookInto(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name });
  if ((await tab.count()) > 0) await tab.click();
  else await page.locator('#inside select').first().selectOption({ label: name });
}

test('one steps through a replication, and each slot says who was picked and why', async () => {
  const page = await opened();
  const sentence = page.locator('#inside .panel-head .sentence');
  const slotOf = async () =>
    Number(
      /Slot ([\d\u202f]+)/.exec((await sentence.textContent()) ?? '')?.[1].replace('\u202f', ''),
    );
  const start = await slotOf();
  await page.locator('#inside').getByRole('button', { name: 'On one slot' }).click();
  expect(await slotOf()).toBe(start + 1);
  await page.locator('#inside').getByRole('button', { name: 'Back one slot' }).click();
  expect(await slotOf()).toBe(start);
  expect(await sentence.textContent()).toMatch(/SW-MOSS picks arm [ABC]/);
  await page.getByRole('tab', { name: 'UCB1' }).click();
  await expect.poll(() => sentence.textContent()).toMatch(/UCB1 picks arm [ABC]/);
});

test('playing moves on by itself and can be held', async () => {
  const page = await opened();
  const scrubber = page.locator('#inside input[type=range]');
  const before = Number(await scrubber.inputValue());
  await page.locator('#inside').getByRole('button', { name: 'Play' }).click();
  await expect.poll(async () => Number(await scrubber.inputValue())).toBeGreaterThan(before + 5);
  await page.locator('#inside').getByRole('button', { name: 'Pause' }).click();
  const held = await scrubber.inputValue();
  await page.waitForTimeout(300);
  expect(await scrubber.inputValue()).toBe(held);
});

test('under reduced motion nothing plays, but stepping remains', async () => {
  const page = await opened({ reducedMotion: true });
  const play = page.locator('#inside').getByRole('button', { name: 'Play' });
  expect((await play.count()) === 0 || (await play.isDisabled())).toBe(true);
});

test('the hairline crosses the world, the regret and the inside at the same place', async () => {
  const page = await opened();
  const scrubber = page.locator('#inside input[type=range]');
  await scrubber.fill('2500');
  const places = await page
    .locator('.hairline')
    .evaluateAll((lines) => lines.map((line) => Math.round(line.getBoundingClientRect().x)));
  expect(places.length).toBeGreaterThanOrEqual(3);
  expect(new Set(places).size).toBe(1);
});

test('policies without an index are shown as what they are', async () => {
  const page = await opened();
  await addPolicies(page, ['dts', 'exp3s', 'uniform']);
  await played(page);
  for (const name of ['DTS', 'Exp3.S', 'Uniform']) {
    await lookInto(page, name);
    await expect
      .poll(() => page.locator('#inside .panel-head .sentence').textContent())
      .toContain(`${name} picks arm`);
  }
});

test('policies of several parts or phases say what they are at', async () => {
  const page = await opened();
  await setReplications(page, 20);
  await addPolicies(page, ['bob', 'cts', 'adswitch']);
  await played(page);
  const sentence = page.locator('#inside .panel-head .sentence');
  const said: Readonly<Record<string, readonly [RegExp, RegExp]>> = {
    BOB: [/BOB picks arm [ABC], (whose index|because)/, /Block \d+ has slots/],
    CTS: [
      /CTS picks arm [ABC], whose draw 0\.\d+ was the largest/,
      /guess of when the last change/,
    ],
    AdSwitch: [/AdSwitch picks arm [ABC].*take turns/, /Its episode \d+ began/],
  };
  for (const [name, [why, aside]] of Object.entries(said)) {
    await lookInto(page, name);
    await expect.poll(() => sentence.textContent()).toMatch(why);
    const words = page.locator('#inside-body').getByText(aside);
    expect(await words.count()).toBe(1);
    await page.locator('#inside').getByText(`How ${name} picks now`).waitFor();
  }
});
