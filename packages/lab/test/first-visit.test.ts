import { fileURLToPath } from 'node:url';
import { readPageFiles } from '@driftline/engine/page-files';
import { describe, expect, test } from 'vitest';
import { examples } from '../src/setting/examples.ts';
import { FEW, played, setReplications, useLab } from './lab-page.ts';

const lab = useLab();

describe('the first visit', () => {
  test('shows the paper’s environment 2 already running, and asks who loses least', async () => {
    const page = await lab.open();
    await played(page);
    expect(await page.locator('h1').textContent()).toBe('Three waves');
    expect(await page.locator('.lead').textContent()).toContain('Which policy loses least?');
    expect(await page.locator('.foot').last().textContent()).toContain('Arm A is arm 0');
    expect(await page.locator('#regret .sentence').textContent()).toMatch(/^UCB1 loses least/);
    await page.getByRole('button', { name: 'Surprised?' }).click();
    await expect
      .poll(() => page.locator('#explanation').textContent())
      .toContain('UCB1 never forgets, and yet it loses least here');
    // Parentheses of the formula are as high as its letters, however high its sum is.
    await page.getByText('Show the formula').click();
    const heights = await page
      .locator('.formula-line mo')
      .evaluateAll((signs) =>
        signs
          .filter(({ textContent }) => /[()]/.test(textContent ?? ''))
          .map(
            (sign) =>
              sign.getBoundingClientRect().height /
              Number.parseFloat(getComputedStyle(sign).fontSize),
          ),
      );
    expect(heights).toHaveLength(6);
    expect(Math.max(...heights)).toBeLessThan(1.5);
    // The environment moves more than the paper states: the true one can be given, too.
    await page.getByRole('button', { name: /^Use 4\.50/ }).click();
    await expect
      .poll(() => page.locator('#environment .sentence').textContent())
      .toContain('The true variation is 4.50, which the policies are given');
    expect(await page.getByRole('button', { name: /^Use 4\.50/ }).count()).toBe(0);
  });

  test('leads to examples that load, run and explain themselves', async () => {
    const page = await lab.open();
    for (const { title } of examples) {
      await page.getByRole('navigation').getByRole('link', { name: title }).click();
      await expect.poll(() => page.locator('h1').textContent()).toBe(title);
      // It runs unasked; what it says when all are played is judged without a page, beside the examples.
      await expect
        .poll(() => page.locator('#progress-words').textContent())
        .toMatch(/^[1-9]\d* of [25]00\b/);
      // Nothing that was chosen with care is warned of, and what is compared is in sight.
      const warnings = page.locator('.message:not(.on-purpose)');
      expect(await warnings.allTextContents()).toEqual([]);
      await setReplications(page, FEW.replications);
      await played(page);
      expect(await warnings.allTextContents()).toEqual([]);
      const policies = await page
        .locator('.policy-item')
        .evaluateAll((items) =>
          items
            .map((item) => item.getBoundingClientRect())
            .map(({ top, bottom }) => top > 0 && bottom < innerHeight),
        );
      expect(policies.length, title).toBeGreaterThan(2);
      expect(policies, title).not.toContain(false);
      await page.locator('#reveal').click();
      await expect.poll(() => page.locator('#explanation p').count()).toBeGreaterThanOrEqual(2);
    }
  });
});

test('the whole page is below 324 KB as it is sent, fonts and data apart', () => {
  const files = readPageFiles(fileURLToPath(new URL('../dist/', import.meta.url)));
  // The index has two paths.
  const sent = [...files].filter(
    ([path]) => path !== '/' && !/\.(woff2|csv)$|\/glyphs-/.test(path),
  );
  expect(sent.length).toBeGreaterThan(10);
  const sizes = sent.map(([, { plain, gzipped }]) => (gzipped ?? plain).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(324_000);
});
