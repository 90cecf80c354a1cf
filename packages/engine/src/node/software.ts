import { execFile } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Result } from '@driftline/engine/play';

const packageFolder = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The commit of Driftline's own checkout; null where it was installed, or git is not there. */
async function ownCommit(): Promise<string | null> {
  const git = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)('git', args, { cwd: packageFolder });
    return stdout.trim();
  };
  try {
    // Installed into someone else's checkout, the commit would be theirs.
    const top = await git('rev-parse', '--show-toplevel');
    const inside = join(top, 'packages', 'engine');
    if ((await realpath(inside)) !== (await realpath(packageFolder))) return null;
    return await git('rev-parse', 'HEAD');
  } catch {
    return null;
  }
}

/** What made a result: Driftline's version, and its commit where it runs from a checkout. */
export async function softwareOf(): Promise<Result['software']> {
  const manifest: { version: string } = JSON.parse(
    await readFile(join(packageFolder, 'package.json'), 'utf8'),
  );
  return { version: manifest.version, commit: await ownCommit() };
}
