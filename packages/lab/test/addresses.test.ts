import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { ChosenEnvironment, Setting } from '../src/setting/setting.ts';
import { FEW, linkTo, played, policiesOf, seedOf, setSeed, useLab } from './lab-page.ts';

const lab = useLab();

describe('the address', () => {
  const hashOf = (page: Page) => page.evaluate(() => location.hash);
  const titleOf = (page: Page) => page.locator('h1').textContent();

  test('names each example, and holds what was made of it: loaded again, it shows the same', async () => {
    const page = await lab.open();
    await expect.poll(() => hashOf(page)).toBe('#example=three-waves');
    await page.evaluate(() => scrollTo(0, 600));
    await page.getByRole('link', { name: 'The favorite falls' }).click();
    await expect.poll(() => titleOf(page)).toBe('The favorite falls');
    expect(await hashOf(page)).toBe('#example=the-favourite-falls');
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.getByRole('link', { name: 'Heavy tails' }).click();
    await expect.poll(() => titleOf(page)).toBe('Heavy tails');
    await page.goBack();
    await expect.poll(() => titleOf(page)).toBe('The favorite falls');
    await setSeed(page, 7);
    await expect.poll(() => hashOf(page)).toMatch(/^#example=the-favourite-falls&s=/);
    await page.goForward();
    await expect.poll(() => titleOf(page)).toBe('Heavy tails');
    await page.goBack();
    await page.reload();
    await expect.poll(() => titleOf(page)).toBe('The favorite falls (changed)');
    expect(await seedOf(page)).toBe('7');
    await page.goForward();
    await expect.poll(() => titleOf(page)).toBe('Heavy tails');
    await page.goBack();
    await expect.poll(() => titleOf(page)).toBe('The favorite falls (changed)');
    await page.getByRole('button', { name: 'Undo the changes' }).click();
    await expect.poll(() => hashOf(page)).toBe('#example=the-favourite-falls');
  });

  test('holds an environment of one’s own; a table that is too long for it is kept beside it', async () => {
    const page = await lab.open({ setting: FEW });
    await played(page);
    await page.getByLabel('How the means change').selectOption('file');
    const rows = Array.from({ length: 12_000 }, (_, i) =>
      [7, 11, 13].map((factor) => ((i * factor * 7919) % 99_991) / 99_991).join(','),
    );
    await page.locator('input[type=file]').setInputFiles({
      name: 'long.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['A,B,C', ...rows].join('\n')),
    });
    await page.getByRole('dialog').getByRole('button', { name: /^Use/ }).click();
    await expect.poll(() => page.locator('#environment-kind').inputValue()).toBe('table');
    await setSeed(page, 9);
    await expect.poll(() => page.evaluate(() => history.state.setting?.seed)).toBe(9);
    expect(await hashOf(page)).toBe('');
    await page.reload();
    await expect.poll(() => seedOf(page)).toBe('9');
    expect(await page.locator('#environment-kind option:checked').textContent()).toBe('long.csv');
    await page.getByLabel('How the means change').selectOption('environment:paper-1');
    await expect.poll(() => hashOf(page)).toMatch(/^#s=/);
  });

  test('that cannot be followed is reported, and the first example is shown instead', async () => {
    const page = await lab.open({ after: '#s=1.this-is-no-setting' });
    const alert = page.locator('[role=alert]');
    await expect.poll(() => alert.textContent()).toMatch(/is damaged.*The first example is shown/);
    await played(page);
    expect(await titleOf(page)).toBe('Three waves');
    expect(await hashOf(page)).toBe('#s=1.this-is-no-setting');
  });

  test('that asks for what can’t be is refused in words, and the page goes on as it was', async () => {
    const page = await lab.open({ setting: FEW });
    await played(page);
    const means = (first: string): ChosenEnvironment => ({
      kind: 'named',
      spec: `piecewise:breakpoints=100;means=${first}/0.5|0.3/0.4`,
      horizon: 200,
      rewards: 'gaussian',
    });
    const bad: readonly [string | Partial<Setting>, string][] = [
      ['#example=the-favorite-falls', 'did you mean ‘the-favourite-falls’?'],
      ['#example=heavy-tails&s=AAAA', 'is damaged or incomplete'],
      [
        { environment: means(`0.${'1234567890'.repeat(280)}`) },
        '(2814 characters; a number has at most 1100)',
      ],
      [
        { environment: means('1e308') },
        'environment: means must be numbers of at most 1e+100 in size; got 1e+308',
      ],
      [
        {
          environment: {
            kind: 'drawn',
            knots: [
              [1e308, 0],
              [0, -1e308],
            ],
            horizon: 200,
            rewards: 'gaussian',
          },
        },
        'environment.knots[0][0] must be a number of at most 1e+100',
      ],
      [
        {
          environment: {
            kind: 'means',
            name: 'own',
            values: [1e308, 0],
            armCount: 2,
            rewards: 'gaussian',
          },
        },
        'environment.values[0] must be a number of at most 1e+100',
      ],
      [{ environment: { kind: 'named', spec: 'sinusoid:amplitude=1e300' } }, 'amplitude must be'],
      [
        { environment: { kind: 'named', spec: 'paper-2', rewards: 'gaussian:sd=1e300' } },
        'sd must be',
      ],
      [{ policies: policiesOf(['no-such-policy']) }, 'which this page does not have'],
    ];
    const alert = page.locator('.link-note[role=alert]');
    for (const [link, words] of bad) {
      const hash = typeof link === 'string' ? link : await linkTo({ ...FEW, ...link });
      await page.evaluate((next) => {
        location.hash = next;
      }, hash);
      await expect.poll(() => alert.textContent()).toContain(words);
      expect(await alert.textContent()).toMatch(/^This link .* The page is unchanged\./);
    }
    // As it was, and as quick to do something else.
    await setSeed(page, 5);
    await played(page);
    expect(await page.locator('#regret tbody tr').count()).toBe(4);
  });
});

describe('back and forward', () => {
  test('show what was there, with what the visitor had changed', async () => {
    const page = await lab.open();
    await played(page);
    await setSeed(page, 7);
    const link = await linkTo({ seed: 21, replications: 40 });
    await page.evaluate((hash) => {
      location.hash = hash;
    }, link);
    await expect.poll(() => seedOf(page)).toBe('21');
    await setSeed(page, 22);
    await page.goBack();
    await expect.poll(() => seedOf(page)).toBe('7');
    await page.goForward();
    await expect.poll(() => seedOf(page)).toBe('22');
    await played(page);
  });

  test('within the page leave the setting alone', async () => {
    const link = await linkTo({ seed: 21, replications: 40 });
    const page = await lab.open({ after: link, size: 'tablet' });
    await played(page);
    await page.evaluate(() => {
      location.hash = '#setup';
    });
    await setSeed(page, 23);
    await page.goBack();
    await played(page);
    expect(await seedOf(page)).toBe('23');
  });
});
