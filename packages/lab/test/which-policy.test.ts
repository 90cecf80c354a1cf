/** "Which policy?" leads through its questions to a policy that the page then plays. */
import { whichPolicy } from '@driftline/engine/display';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { keep } from './keep.ts';
import { FEW, played, useLab } from './lab-page.ts';

const lab = useLab();
const { questions, caveat, reading } = whichPolicy;

/** The answers that lead past all questions but the last. */
const onward = questions.slice(0, -1).map(({ answers }) => {
  const next = answers.find(({ take }) => take === undefined);
  if (next === undefined) throw new Error('no answer leads to the next question');
  return next.answer;
});

async function opened(size: 'desk' | 'phone'): Promise<Page> {
  const page = await lab.open({ size, setting: FEW });
  await played(page);
  await page.getByRole('button', { name: 'Which policy?' }).click();
  return page;
}

function radio(page: Page, question: number, answer: string) {
  const group = page.getByRole('group', { name: questions[question].question });
  return group.getByRole('radio', { name: answer, exact: true });
}

/** Answers the first questions in order; each has to be shown before it can be answered. */
async function answer(page: Page, answers: readonly string[]): Promise<void> {
  for (const [i, text] of answers.entries()) await radio(page, i, text).check();
}

test.each(['desk', 'phone'] as const)(
  'ends in auto, which is added to the page, on a %s',
  async (size) => {
    const page = await opened(size);
    const dialog = page.getByRole('dialog');
    expect(await dialog.textContent()).toContain(reading);
    expect(await dialog.textContent()).toContain(caveat);
    expect(await dialog.getByRole('group').count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    await answer(page, [...onward, 'no, or not known']);
    const said = dialog.getByRole('status');
    expect(await said.textContent()).toContain("createDecider('auto', { armCount: 3 })");
    expect(await said.textContent()).toContain('14.0% on average');
    expect(await said.textContent()).toContain(caveat);
    expect(await said.textContent()).toContain('late rewards');
    expect(await violations(page)).toEqual([]);
    const [inner, outer] = await dialog.evaluate((box) => [box.scrollWidth, box.clientWidth]);
    expect(inner).toBeLessThanOrEqual(outer);
    await keep(page, `which-${size}`);
    await dialog.getByRole('button', { name: 'Try it here' }).click();
    await page.getByRole('button', { name: 'Remove Auto', exact: true }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await played(page);
    expect(await page.locator('#regret table').textContent()).toContain('Auto');
  },
);

test('goes by the keyboard, and an earlier answer that changes takes back the later ones', async () => {
  const page = await opened('desk');
  const dialog = page.getByRole('dialog');
  await radio(page, 0, 'no').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  const said = dialog.getByRole('status');
  expect(await said.textContent()).toContain("createDecider('imed'");
  await radio(page, 0, 'yes').check();
  expect(await dialog.getByRole('group').count()).toBe(1);
  expect(await said.textContent()).toContain('npx driftline advise LOG');
  expect(await dialog.getByRole('button', { name: 'Try it here' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.locator('button:focus', { hasText: 'Which policy?' }).waitFor();
});

test('every policy that it can recommend is one of the page’s, and one that is there is not added twice', async () => {
  const page = await opened('desk');
  await answer(page, onward.slice(0, 2));
  const dialog = page.getByRole('dialog');
  await radio(page, 2, 'yes').check();
  expect(await dialog.getByRole('status').textContent()).toContain('UCB1 is already on this page.');
  for (const [i, { answers }] of questions.entries()) {
    await answer(page, onward.slice(0, i));
    for (const { answer: text, take } of answers) {
      if (take === undefined) continue;
      await radio(page, i, text).check();
      expect(await dialog.getByRole('status').textContent()).toContain(take.type);
    }
  }
});
