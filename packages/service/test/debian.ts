import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of a program; undefined where it is not installed. */
export function inSearchPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  return folders.map((folder) => join(folder, name)).find(existsSync);
}

/** Installs packages where this is a Debian on which root asks; elsewhere does nothing. */
export function installOnDebian(...packages: string[]): void {
  if (process.getuid?.() !== 0 || inSearchPath('apt-get') === undefined) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  execFileSync('apt-get', ['update', '-q'], { env, stdio: [...stdio] });
  const install = ['install', '-y', '-q', '--no-install-recommends', ...packages];
  execFileSync('apt-get', install, { env, stdio: [...stdio] });
}

/** The path of a program; installs the package that has it first, where that is needed and allowed. */
export function programOf(name: string, debianPackage: string): string | undefined {
  const found = inSearchPath(name);
  if (found !== undefined) return found;
  installOnDebian(debianPackage);
  return inSearchPath(name);
}
