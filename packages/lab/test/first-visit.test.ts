import { describe, expect, test } from 'vitest';
import { played, useLab } from './lab-page.ts';

const lab = useLab();

describe('the first visit', () => {
  test('shows the paper’s environment 2 already running, and asks who loses least', async () => {
    const page = await lab.open();
    await played(page);
    expect(await page.locator('h1').textContent()).toBe('Three waves');
    expect(await page.locator('#regret .sentence').textContent()).toContain('UCB1');
    await page.getByRole('button', { name: 'Surprised?' }).click();
    await expect
      .poll(() => page.locator('#explanation').textContent())
      .toContain('UCB1 never forgets, and yet it loses least here');
  });
});
