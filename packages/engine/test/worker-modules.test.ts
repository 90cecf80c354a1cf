/** What a worker loads before it plays: starting one takes as long as that. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

/**
 * Among them are the shell of policies, which plays late rewards, and 26 modules of contexts: their shell with the
 * encoder of features, and their means. Others are columns, rested means and fleets.
 */
const MOST_MODULES = 155;
/** The catalogue: each policy, environment, reward law, explanation and part of a kernel is a file. */
const CATALOGUE =
  /\/core\/dist\/(?:(?:contextual-)?(?:policies|environments)|fleets|laws|showing|portable\/(?:fleet|kernels|linear|detectors|estimators|indices|memory))\//;
const PACKAGE = fileURLToPath(new URL('..', import.meta.url));

/** Notes every file that a worker thread loads. */
const hook = (log: string) => `
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';
registerHooks({
  load(url, context, next) {
    if (!isMainThread && url.startsWith('file:')) appendFileSync(${JSON.stringify(log)}, url + '\\n');
    return next(url, context);
  },
});
`;

const script = `
import { NodeExecutor } from '@driftline/engine/node';
const executor = new NodeExecutor(1);
await executor.play(
  {
    name: 'one',
    environment: { kind: 'named', spec: 'paper-2', horizon: 50 },
    policies: ['sw-moss', 'ucb1'],
    replications: 2,
    seed: 1,
    checkpoints: { count: 2, spacing: 'linear' },
  },
  { from: 0, to: 2 },
);
await executor.close();
`;

function loadedByWorker(): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'driftline-modules-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [log, preload] = [join(folder, 'log'), join(folder, 'hook.mjs')];
  writeFileSync(preload, hook(log));
  execFileSync(process.execPath, ['--import', pathToFileURL(preload).href, '--eval', script], {
    cwd: PACKAGE,
  });
  const urls = readFileSync(log, 'utf8').trim().split('\n');
  return urls.filter((url) => url !== pathToFileURL(preload).href);
}

test(`a worker loads the catalogue and at most ${MOST_MODULES} modules that play, no others`, () => {
  const loaded = loadedByWorker();
  expect(loaded.some((url) => url.endsWith('/dist/play/play-chunk.js'))).toBe(true);
  const playing = loaded.filter((url) => !CATALOGUE.test(url));
  expect(playing.length).toBeLessThanOrEqual(MOST_MODULES);
  // The pattern does match: the catalogue is the larger part.
  expect(loaded.length).toBeGreaterThan(2 * playing.length);
  expect(loaded.filter((url) => /\/dist\/(?:words|drawing|studies|request)\//.test(url))).toEqual(
    [],
  );
  expect(loaded.filter((url) => url.includes('/node_modules/'))).toEqual([]);
});
