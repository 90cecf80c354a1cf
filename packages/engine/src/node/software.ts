import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
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

/** What was built of this package and of the core, as threads load it. */
const builtFolders = [
  join(packageFolder, 'dist'),
  dirname(createRequire(import.meta.url).resolve('@driftline/core/kernels.wasm')),
];

/** A digest of all code that plays, as it is on disk now: it changes with what is built, committed or not. */
export function buildDigest(): string {
  const hash = createHash('sha256');
  for (const folder of builtFolders) {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((each) => /\.(js|wasm)$/.test(each)).sort()) {
      const content = createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex');
      hash.update(`${name.split(sep).join('/')} ${content}\n`);
    }
  }
  return hash.digest('hex');
}
