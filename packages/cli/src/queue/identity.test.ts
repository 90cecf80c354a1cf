import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkUnchanged, experimentId, ownIdentity } from './identity.ts';

test('an experiment has one name while its folder is unfinished, and another in the same place later', () => {
  const folder = mkdtempSync(join(tmpdir(), 'driftline-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const unfinished = join(folder, 'driftline-unfinished');
  mkdirSync(unfinished);
  const id = experimentId(folder);
  expect(experimentId(folder)).toBe(id);
  rmSync(unfinished, { recursive: true });
  mkdirSync(unfinished);
  expect(experimentId(folder)).not.toBe(id);
});

test('a program whose files changed since is refused', async () => {
  const identity = await ownIdentity([]);
  expect(() => checkUnchanged(identity)).not.toThrow();
  const older = {
    ...identity,
    revision: identity.revision.replace(/build .*/, 'build 0123456789ab'),
  };
  expect(() => checkUnchanged(older)).toThrow('restart the worker');
});
