import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addPolicies, FEW, played, policiesOf, setReplications, useLab } from './lab-page.ts';
import { launcher } from './lab-server.ts';

const lab = useLab();

/** Clicks something that saves a file, and reads it. */
async function saved(page: Page, name: string | RegExp): Promise<{ file: string; data: Buffer }> {
  const coming = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name }).click();
  const download = await coming;
  return { file: download.suggestedFilename(), data: readFileSync(await download.path()) };
}

async function openExport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export' }).click();
}

/** What is copied as a link. */
async function linkOf(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  // All pages of a browser have one clipboard: another test's link may be in it.
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('#');
  return page.evaluate(() => navigator.clipboard.readText());
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'driftline-lab-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function driftline(args: readonly string[], cwd?: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    ...(cwd === undefined ? {} : { cwd }),
  });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

describe('numbers are those of the command line, bit for bit', () => {
  test('a named environment, ten policies', async () => {
    const policies = 'sw-moss,r-moss,d-ucb,ucb1,sw-rmoss,exp3s,dts,kl-ucb,glr-klucb,uniform';
    const setting = { policies: policiesOf(policies.split(',')), replications: 60 };
    const page = await lab.open({ setting });
    await played(page);
    await openExport(page);
    const { data } = await saved(page, /compare --json/);
    const args = ['compare', '--environment', 'paper-2', '--policies', policies];
    const printed = driftline([...args, '--replications', '60', '--json', '--workers', '2']);
    expect(JSON.parse(data.toString())).toEqual(JSON.parse(printed));
  });

  test('an environment drawn by hand, by the experiment and the table that were saved; a link holds it whole: the page that opens it shows the same', async () => {
    const policies = policiesOf(['sw-moss', 'r-moss', 'd-ucb', 'ucb1', 'sw-rmoss']);
    const page = await lab.open({ setting: { ...FEW, policies } });
    await played(page);
    await page.locator('#draw').click();
    await page.locator('#environment').getByRole('slider').nth(4).focus();
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('ArrowUp');
    await played(page);
    await openExport(page);
    const place = folder();
    const experiment = await saved(page, 'The experiment, YAML');
    const table = await saved(page, 'The table, CSV');
    const finals = await saved(page, /^Final regret/);
    for (const { file, data } of [experiment, table]) writeFileSync(join(place, file), data);
    driftline(['run', experiment.file, '--out', 'result'], place);
    const theirs = readFileSync(join(place, 'result', 'finals.csv'), 'utf8');
    expect(finals.data.toString()).toBe(theirs);

    await page.keyboard.press('Escape');
    const link = await linkOf(page);
    const other = await lab.open({ after: new URL(link).hash });
    await played(other);
    for (const part of ['#environment .sentence', '#regret table']) {
      expect(await other.locator(part).innerText()).toBe(await page.locator(part).innerText());
    }
  });
});

describe('files', () => {
  test('curves and figures are those of a result folder; figures come as PNG too', async () => {
    const page = await lab.open({ setting: { replications: 60 } });
    await played(page);
    await openExport(page);
    const place = folder();
    const policies = 'sw-moss,r-moss,d-ucb,ucb1';
    const compare = ['compare', '--environment', 'paper-2', '--policies', policies];
    driftline([...compare, '--replications', '60', '--out', 'result', '--json'], place);
    const theirs = (name: string) => readFileSync(join(place, 'result', name), 'utf8');
    const curves = await saved(page, /^Regret at each checkpoint/);
    expect(curves.data.toString()).toBe(theirs('curves.csv'));
    for (const [what, name] of [
      ['Regret over time', 'regret'],
      ['Distribution of final regret', 'histogram'],
      ['Means of the arms', 'means'],
      ['Arms played by each policy', 'ribbon'],
    ]) {
      const svg = await saved(page, `${what}, SVG`);
      expect(svg.file).toMatch(/^driftline-.*\.svg$/);
      expect(svg.data.toString()).toBe(theirs(`figures/paper-2-${name}.svg`));
      const png = await saved(page, `${what}, PNG`);
      expect(png.data.subarray(1, 4).toString()).toBe('PNG');
      // 178 mm at 300 dots an inch.
      expect(png.data.readUInt32BE(16)).toBeGreaterThan(2000);
    }
  });
});

test('a link names flights and does not hold them', async () => {
  const page = await lab.open({ setting: FEW });
  await page.getByRole('navigation').getByRole('link', { name: 'Real flights' }).click();
  await expect.poll(() => page.locator('h1').textContent()).toBe('Real flights');
  await setReplications(page, 20);
  await played(page);
  const link = await linkOf(page);
  expect(link.length).toBeLessThan(2000);
  const other = await lab.open({ after: new URL(link).hash });
  await played(other);
  expect(await other.locator('#regret table').innerText()).toBe(
    await page.locator('#regret table').innerText(),
  );
  // As on the command line, where nobody knows the means.
  await addPolicies(page, ['oracle']);
  await page.getByText('An oracle needs the true means').first().waitFor();
});
