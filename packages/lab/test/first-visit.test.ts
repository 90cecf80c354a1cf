import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { examples } from '../src/setting/examples.ts';
import { played, useLab } from './lab-page.ts';

const lab = useLab();

describe('the first visit', () => {
  test('shows the paper’s environment 2 already running, and asks who loses least', async () => {
    const page = await lab.open();
    await played(page);
    expect(await page.locator('h1').textContent()).toBe('Three waves');
    expect(await page.locator('.lead').textContent()).toContain('Who loses least?');
    expect(await page.locator('.foot').last().textContent()).toContain('Arm A is arm 0');
    expect(await page.locator('#regret .sentence').textContent()).toMatch(/^UCB1 loses least/);
    await page.getByRole('button', { name: 'Surprised?' }).click();
    await expect
      .poll(() => page.locator('#explanation').textContent())
      .toContain('UCB1 never forgets, and yet it loses least here');
    // The world moves more than the budget says: the remedy is at hand.
    await page.getByRole('button', { name: /^Use 4\.50/ }).click();
    await expect
      .poll(() => page.locator('#world .sentence').textContent())
      .toContain('True variation 4.50, which the policies are told');
    expect(await page.getByRole('button', { name: /^Use 4\.50/ }).count()).toBe(0);
  });

  test('leads to examples that load, run and explain themselves', async () => {
    const page = await lab.open();
    for (const { title } of examples) {
      await page.getByRole('navigation').getByRole('link', { name: title }).click();
      await expect.poll(() => page.locator('h1').textContent()).toBe(title);
      await played(page);
      await page.locator('#reveal').click();
      await expect.poll(() => page.locator('#explanation p').count()).toBeGreaterThanOrEqual(2);
    }
  });
});

test('the whole page is below 300 KB, fonts and data apart', () => {
  const folder = fileURLToPath(new URL('../dist/', import.meta.url));
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !/\.(woff2|csv)$|^glyphs-/.test(entry.name),
  );
  const sizes = files.map(
    ({ parentPath, name }) => gzipSync(readFileSync(join(parentPath, name))).length,
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(300_000);
});
