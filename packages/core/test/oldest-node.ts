/** The oldest Node that a package says it runs on, fetched once per installation of the workspace. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { succeed, workspace } from './workspace.ts';

const CACHE = join(workspace, 'node_modules/.cache/driftline');

/** The lowest version of what `engines` in a package's manifest accepts. */
export function oldestVersion(packageFolder: string): string {
  const manifest = join(workspace, 'packages', packageFolder, 'package.json');
  const range: string = JSON.parse(readFileSync(manifest, 'utf8')).engines.node;
  const oldest = /\d+\.\d+\.\d+/.exec(range)?.[0];
  if (oldest === undefined) throw new Error(`${manifest}: engines names no version: ${range}`);
  return oldest;
}

/** The registry's package with Node's program for this machine. */
function platformPackage(version: string): string {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  return `node-${system}-${process.arch}@${version}`;
}

async function fetchNode(version: string, folder: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  const scratch = mkdtempSync(join(CACHE, 'fetching-'));
  try {
    const listing = await succeed('npm', ['pack', '--json', platformPackage(version)], scratch);
    const [{ filename }] = JSON.parse(listing.slice(listing.indexOf('[')));
    await succeed('tar', ['-xzf', filename, 'package/bin'], scratch);
    if (!existsSync(folder)) renameSync(join(scratch, 'package'), folder);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** The program of the oldest Node that a package runs on. */
export async function oldestNode(packageFolder: string): Promise<string> {
  const version = oldestVersion(packageFolder);
  const folder = join(CACHE, `node-${version}`);
  if (!existsSync(folder)) await fetchNode(version, folder);
  return join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}
