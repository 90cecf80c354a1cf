import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  type Mutant,
  type MutantName,
  makeMutant,
} from '../../packages/service/test/process/mutant.ts';

/** A folder that goes when the test ends. */
export function place(name: string): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), `driftline-${name}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A mutant that goes when the test ends. */
export function mutant(name: MutantName): Mutant {
  const made = makeMutant(name);
  onTestFinished(() => made.remove());
  return made;
}
