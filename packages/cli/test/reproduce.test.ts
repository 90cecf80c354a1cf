import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '@driftline/engine/play';
import type { ReproductionRecord } from '@driftline/engine/reproduce';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { directoryWith, driftline, widthOf } from './driftline.ts';
import { interrupted } from './run-folder.ts';

const REPLICATIONS = 12;

function reproduce(cwd: string, ...more: string[]) {
  return driftline(['reproduce', '--replications', String(REPLICATIONS), ...more], { cwd });
}

/** Every file below a folder, as paths from there. */
function filesBelow(folder: string, prefix = ''): string[] {
  return readdirSync(join(folder, prefix)).flatMap((name) => {
    const path = join(prefix, name);
    return statSync(join(folder, path)).isDirectory() ? filesBelow(folder, path) : [path];
  });
}

/** Whether a file is the same in both folders, byte for byte. */
function sameIn(cwd: string, name: string): boolean {
  const [one, two] = ['one', 'two'].map((folder) => readFileSync(join(cwd, folder, name)));
  return one.equals(two);
}

function checkPage(page: string): void {
  const { document } = parseHTML(page);
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const link of document.querySelectorAll('a[href]')) {
    const target = link.getAttribute('href') ?? '';
    expect(target).toMatch(/^#/);
    expect(ids).toContain(target.slice(1));
  }
  const loading = '[src], link, script, iframe, object, image[href^="http"], use[href^="http"]';
  expect(document.querySelectorAll(loading).length).toBe(0);
  // The names of SVG's namespaces are the only addresses, and nothing is fetched for them.
  const namespaces = /http:\/\/www\.w3\.org\/(2000\/svg|1999\/xlink)/g;
  expect(page.replace(namespaces, '')).not.toMatch(/https?:\/\//);
  expect(page).toMatch(/src:url\(data:font\/woff2;base64,/);
  // What the paper does not say is our reading, and nothing is said from memory.
  expect(page).not.toMatch(/as published|from memory/i);
  const drawings = [...document.querySelectorAll('figure svg')];
  expect(drawings.length).toBeGreaterThan(10);
  for (const drawing of drawings) {
    expect(drawing.querySelector('title')?.textContent).toBeTruthy();
    expect(drawing.querySelector('text')).toBeNull();
    for (const glyph of drawing.querySelectorAll('use')) {
      expect(ids).toContain(glyph.getAttribute('xlink:href')?.slice(1));
    }
  }
  for (const figure of document.querySelectorAll('figure')) {
    expect(figure.querySelector('figcaption')?.textContent).toBeTruthy();
  }
}

/** A number as the report writes it. */
function shown(value: number): string {
  const [whole, decimal] = Math.abs(value).toFixed(1).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${value < 0 ? '−' : ''}${grouped}.${decimal}`;
}

function checkTables(page: string, result: Result, record: ReproductionRecord): void {
  const { document } = parseHTML(page);
  for (const name of ['environment-1', 'environment-2', 'heavy-tailed']) {
    const comparison = result.comparisons.find((candidate) => candidate.name === name);
    const text = document.querySelector(`#${name} table`)?.textContent;
    expect(comparison?.replications).toBe(REPLICATIONS);
    for (const { regret } of comparison?.policies ?? []) {
      expect(text).toContain(`${shown(regret.mean)} [${shown(regret.low)}, ${shown(regret.high)}]`);
    }
  }
  const overview = document.querySelector('#overview table')?.textContent ?? '';
  for (const { title, published } of record.claims) {
    expect(overview).toContain(title);
    const numbers = published.orderings.map(
      ({ mean, low, high }) =>
        `${mean > 0 ? '+' : ''}${shown(mean)} [${shown(low)}, ${shown(high)}]`,
    );
    expect(numbers.some((text) => overview.includes(text))).toBe(true);
  }
}

describe('driftline reproduce', () => {
  it('writes the same complete folder on one worker and on two', () => {
    const cwd = directoryWith();
    const { code, stdout, stderr } = reproduce(cwd, '--out', 'one', '--workers', '1');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Report: one/report.html');
    expect(widthOf(stdout)).toBeLessThanOrEqual(80);
    expect(reproduce(cwd, '--out', 'two', '--workers', '2').code).toBe(0);

    const files = filesBelow(join(cwd, 'one')).sort();
    for (const name of ['result.json', 'claims.json', 'curves.csv', 'finals.csv', 'report.html']) {
      expect(files).toContain(name);
    }
    const drawn = files.filter((name) => name.endsWith('.svg'));
    expect(drawn).toContain(join('figures', 'environment-2-regret.svg'));
    expect(drawn).toContain(join('figures', 'heavy-tailed-histogram.svg'));
    expect(drawn).toContain(join('figures', 'budget.svg'));
    for (const name of drawn) expect(files).toContain(name.replace(/svg$/, 'png'));
    expect(filesBelow(join(cwd, 'two')).sort()).toEqual(files);
    for (const name of files) expect(sameIn(cwd, name), name).toBe(true);

    const read = (name: string) => readFileSync(join(cwd, 'one', name), 'utf8');
    const page = read('report.html');
    checkPage(page);
    checkTables(page, JSON.parse(read('result.json')), JSON.parse(read('claims.json')));

    rmSync(join(cwd, 'two', 'figures'), { recursive: true });
    expect(driftline(['report', 'two'], { cwd }).code).toBe(0);
    for (const name of files) expect(sameIn(cwd, name), `${name} drawn anew`).toBe(true);

    const again = reproduce(cwd, '--out', 'one');
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('--force');
  });

  it('chooses a dated folder, prints one document with --json, and nothing else', () => {
    const cwd = directoryWith();
    const { code, stdout, stderr } = driftline(
      ['reproduce', '--replications', '2', '--seed', '9', '--json'],
      { cwd },
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const document = JSON.parse(stdout);
    expect(document.out).toMatch(/^results\/reproduce-\d{8}-\d{6}$/);
    expect(existsSync(join(cwd, document.report))).toBe(true);
    expect(document.claims.length).toBeGreaterThan(5);
    for (const { verdict, quote } of document.claims) {
      expect(['holds', 'depends', 'not reproduced', 'undecided']).toContain(verdict.kind);
      expect(quote).not.toBe('');
    }
    const page = readFileSync(join(cwd, document.report), 'utf8');
    const shown = parseHTML(page).document.querySelector('pre.command')?.textContent;
    expect(shown).toBe('driftline reproduce --replications 2 --seed 9');
  });

  it('keeps nothing when it is stopped, and says so', async () => {
    const cwd = directoryWith();
    // Would need many minutes to end.
    const args = ['reproduce', '--replications', '100000', '--out', 'deep/paper'];
    const outcome = await interrupted(args, cwd);
    expect(outcome).toMatchObject({ code: 130, stdout: '' });
    expect(outcome.stderr).toMatch(
      /^stopped (before|after) .*; nothing is kept, and the same command starts from the beginning\n$/,
    );
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('refuses what it does not know', () => {
    expect(driftline(['reproduce', '--replications', '0']).code).toBe(2);
    expect(driftline(['reproduce', '--force']).code).toBe(2);
    expect(driftline(['reproduce', '--fast']).code).toBe(2);
  });
});
