/** Runs the guide, docs/openfeature.md: its commands, its two programs in Node, and its page in a browser. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readGuide } from '../../../tools/guide.ts';
import { RealService } from '../../client/test/real-service.ts';
import { succeed, workspace } from '../../core/test/workspace.ts';
import { bundled, FlagPages } from './flag-pages.ts';

const guide = readGuide('docs/openfeature.md');
const service = new RealService('--dev');
// Where imports find the packages of the workspace, and git does not look.
const modules = mkdtempSync(join(workspace, 'node_modules/.driftline-flags-'));

/** The block that has this in it, with the address of the service that runs. */
function block(language: string, part: string): string {
  const blocks = guide.blocks.filter(
    (each) => each.language === language && each.code.includes(part),
  );
  expect(blocks).toHaveLength(1);
  return blocks[0].code.replaceAll('http://127.0.0.1:8080', service.url);
}

function fileOf(name: string, code: string): string {
  writeFileSync(join(modules, name), code);
  return join(modules, name);
}

/** However busy the machine is, answers are waited for. */
function patient(code: string): string {
  return code.replace(/Provider\(\{ url/, 'Provider({ timeout: 3_600_000, url');
}

beforeAll(async () => {
  expect(block('sh', 'driftline serve')).toBe('npx driftline serve --dev\n');
  await service.start();
  const created = execFileSync('bash', [
    '-c',
    block('sh', 'curl -X PUT').replace('curl', 'curl -sf'),
  ]);
  expect(JSON.parse(String(created))).toMatchObject({ key: 'button', sticky: '30m' });
});
afterAll(async () => {
  await service.remove();
  rmSync(modules, { recursive: true });
});

async function rewardOf(unit: string) {
  return (await service.export('button')).filter((line) => line.unit === unit);
}

test("any SDK: OpenFeature's own provider", async () => {
  const file = fileOf('ofrep.mjs', block('ts', 'OFREPProvider'));
  const said = await succeed(process.execPath, [file], modules);
  expect(said).toMatch(/^(green|blue)\n\{"status":"held"\}\n$/);
  expect(await rewardOf('visitor-1')).toMatchObject([{ reward: 1 }]);
});

test('Node: our provider', async () => {
  const file = fileOf('server.mjs', patient(block('ts', 'driftline/openfeature/server')));
  const said = await succeed(process.execPath, [file], modules);
  expect(said).toMatch(/^(green|blue)\n$/);
  expect(await rewardOf('visitor-2')).toMatchObject([{ reward: 1, context: { plan: 'free' } }]);
});

test('a page: our provider for the web SDK', async () => {
  const file = fileOf('page.mjs', patient(block('ts', 'driftline/openfeature/web')));
  const pages = await FlagPages.start(await bundled(file));
  try {
    const page = await pages.open(await pages.visitor());
    const button = page.locator('button');
    expect(await button.textContent()).toMatch(/^(green|blue)$/);
    await button.click();
    await expect.poll(() => rewardOf('visitor-3')).toMatchObject([{ reward: 1 }]);
  } finally {
    await pages.stop();
  }
});
