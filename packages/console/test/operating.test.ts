/** An experiment's life on the page of a real service: made, watched, paused, changed, its arms added and retired. */
import { readFileSync } from 'node:fs';
import type { Decision, Experiment, ExperimentState } from '@driftline/client/wire';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keep, useBrowser, violations } from './console-page.ts';
import { RealService } from './real-service.ts';
import { play } from './traffic.ts';

const service = new RealService();
beforeAll(() => service.start(['--dev']));
afterAll(() => service.remove());
const browser = useBrowser(() => service.address);

async function ask<T>(path: string, method = 'GET', body?: unknown): Promise<T> {
  const response = await fetch(new URL(`v1/experiments/checkout${path}`, service.address), {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  });
  return (await response.json()) as T;
}

async function create(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Create an experiment' }).click();
  await page.getByLabel('Experiment key').fill('checkout');
  await page.getByRole('button', { name: 'Create experiment' }).click();
  expect(await page.getByRole('alert').textContent()).toBe('Arm 1 needs a key.');
  await page.getByLabel('Arm 1: key').fill('blue');
  await page.getByLabel('Arm 1: payload').fill('{"colour":"#00f"}');
  await page.getByLabel('Arm 2: key').fill('green');
  await page.getByLabel('If no reward arrives in time').selectOption('nothing');
  expect(await page.locator('.consequences').textContent()).toContain('among blue and green');
  await page.getByRole('button', { name: 'Create experiment' }).click();
  await page.getByText('checkout was created').waitFor();
  expect(await page.locator('#headline').textContent()).toBe('No decisions yet.');
  expect(await page.locator('.first-steps code').textContent()).toContain(
    '/v1/experiments/checkout/decisions',
  );
}

/** Does what an open dialog is for, and reads what it did. */
async function confirm(page: Page, name: string): Promise<string> {
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return (await page.locator('.message.done').textContent()) ?? '';
}

function said(page: Page): Promise<string> {
  return page
    .getByRole('dialog')
    .locator('.consequences')
    .textContent()
    .then((text) => text ?? '');
}

/** Watched while it is used. */
async function watch(page: Page): Promise<void> {
  await play(service.address, 'checkout', 1500, (arm) => (arm === 'green' ? 0.8 : 0.3));
  await expect
    .poll(() => page.locator('#headline').textContent())
    .toMatch(/^green has been ahead .*\. It got \d\d(\.\d)?% of the last 1,000 decisions\./);
  expect(await page.locator('.facts').textContent()).toContain('1,500');
  await page.locator('#over-time .share-band').first().waitFor();
  await page.locator('#gains table').waitFor();
  const state = await ask<ExperimentState>('/state');
  expect(state.arms[1].share).toBeGreaterThan(0.8);
}

/** Saved with the key that the page has: as many lines as there are decisions, in both formats. */
async function exportDecisions(page: Page): Promise<void> {
  for (const [name, header] of [
    ['NDJSON', 0],
    ['CSV', 1],
  ] as const) {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: `Export ${name}` }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe(`checkout.${name.toLowerCase()}`);
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(1500 + header);
  }
}

/** Paused: requests are answered with the default arm, and nothing is decided. */
async function pauseAndResume(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pause experiment' }).click();
  expect(await said(page)).toContain('every request is answered with blue');
  expect(await violations(page)).toEqual([]);
  expect(await confirm(page, 'Pause experiment')).toContain('answers with its default arm, blue');
  expect(await ask<Decision>('/decisions', 'POST', {})).toMatchObject({
    arm: 'blue',
    reason: 'paused',
    decisionId: null,
  });
  await page.getByRole('button', { name: 'Resume experiment' }).click();
  expect(await confirm(page, 'Resume experiment')).toContain('The experiment makes decisions.');
}

/** An arm joins, and is tried. */
async function addArm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add arm' }).click();
  await page.getByLabel('Key', { exact: true }).fill('red');
  expect(await said(page)).toContain('at most one in 3');
  expect(await confirm(page, 'Add arm')).toContain('red joins');
  await play(service.address, 'checkout', 200, () => 0.5);
  await expect
    .poll(() =>
      page.locator('#arms').getByRole('row', { name: /red/ }).locator('td').nth(3).textContent(),
    )
    .not.toBe('0');
}

/** A memory from the calculator; the policy is made anew. */
async function changePolicy(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change settings' }).click();
  await page.getByLabel('Policy', { exact: true }).selectOption('sw-ucb');
  await page.getByText('Calculate a memory length').click();
  await page.getByLabel('Within how many decisions').fill('20000');
  const advice = await page.locator('#memory-advice b').textContent();
  await page.getByRole('button', { name: /^Use / }).click();
  expect(await said(page)).toContain(`which remembers ${advice} decisions`);
  expect(await confirm(page, 'Save changes')).toMatch(
    /sw-ucb replayed the last [\d,]+ decisions, from decision 0/i,
  );
  expect(await ask<Experiment>('')).toMatchObject({
    policy: { type: 'sw-ucb' },
    memory: { decisions: Number(advice?.replaceAll(/\D/g, '')) },
  });
}

/** What somebody else changed meanwhile is not overwritten. */
async function changeWhatChanged(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change settings' }).click();
  await page.getByLabel('Exploration, in %').fill('5');
  await ask('', 'PATCH', { retain: '30d' });
  await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click();
  expect(await page.getByRole('alert').textContent()).toContain('revision');
  await page.keyboard.press('Escape');
  expect((await ask<Experiment>('')).explore).toBe(0.02);
}

/** One arm pauses, another retires for good. */
async function pauseAndRetireArms(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pause arm red' }).click();
  expect(await confirm(page, 'Pause arm')).toContain('red is no longer chosen');
  await page.getByRole('button', { name: 'Activate arm red' }).waitFor();
  await page.getByRole('button', { name: 'Retire arm green' }).click();
  expect(await said(page)).toContain('can’t be undone');
  expect(await confirm(page, 'Retire arm')).toContain('green is retired permanently');
  await expect
    .poll(() => page.locator('#arms').getByRole('row', { name: /green/ }).textContent())
    .toContain('retired');
  expect((await ask<Experiment>('')).arms.map(({ state }) => state)).toEqual([
    'active',
    'retired',
    'paused',
  ]);
  await expect.poll(() => page.locator('.marks').textContent()).toContain('green');
  await keep(page, 'real-desk-light');
}

/** The list has it, and leads back to it. */
async function listAndArchive(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Experiments' }).click();
  await expect
    .poll(() => page.getByRole('row', { name: /checkout/ }).textContent())
    .toContain('1,700');
  await page.getByRole('link', { name: 'checkout' }).click();
  await page.getByRole('button', { name: 'Archive experiment' }).click();
  expect(await said(page)).toContain('can’t be resumed');
  await confirm(page, 'Archive experiment');
  expect(await page.getByRole('button', { name: 'Add arm' }).count()).toBe(0);
}

test('an experiment from its creation to the retirement of an arm', async () => {
  const page = await browser.open();
  await create(page);
  expect(await ask<Experiment>('')).toMatchObject({
    arms: [{ key: 'blue', payload: { colour: '#00f' } }, { key: 'green' }],
    reward: { min: 0, max: 1, timeout: '30m' },
    policy: { type: 'auto' },
  });
  await watch(page);
  await exportDecisions(page);
  await pauseAndResume(page);
  await addArm(page);
  await changePolicy(page);
  await changeWhatChanged(page);
  await pauseAndRetireArms(page);
  await listAndArchive(page);
});
