/** Looks for violations of accessibility rules. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export async function violations(page: Page): Promise<string[]> {
  // For frames alone it would open a page more each time, and there are none.
  expect(page.frames()).toHaveLength(1);
  const found = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
}
