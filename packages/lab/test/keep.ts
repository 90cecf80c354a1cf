/** Keeps pictures of the page, to be looked at. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const kept = process.env.DRIFTLINE_PICTURES;

/** Saves a picture in the folder DRIFTLINE_PICTURES, if that is set. */
export async function keep(page: Page, name: string): Promise<void> {
  if (kept === undefined) return;
  mkdirSync(kept, { recursive: true });
  await page.screenshot({ path: join(kept, `${name}.png`), fullPage: true });
}
