/** The tarballs of all packages that will be published, packed from the present build. */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspace } from '../../core/test/workspace.ts';
import { succeedBounded } from './bounded-process.ts';

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
}

/** Names of the packages that will be published. */
export const publicPackages: readonly string[] = globSync('packages/*/package.json', {
  cwd: workspace,
})
  .map((file): Manifest => JSON.parse(readFileSync(join(workspace, file), 'utf8')))
  .filter((manifest) => manifest.private !== true)
  .map(({ name }) => name)
  .sort();

export interface Tarball {
  readonly path: string;
  /** Paths of its files, from the top of the package. */
  readonly files: readonly string[];
}

export interface PackedPackages {
  readonly byName: ReadonlyMap<string, Tarball>;
  remove(): void;
}

interface Listing {
  readonly name: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** Packs all public packages. `npm test` has built them, so no build script runs. */
export async function packAll(): Promise<PackedPackages> {
  const folder = mkdtempSync(join(tmpdir(), 'driftline-tarballs-'));
  const which = publicPackages.flatMap((name) => ['--workspace', name]);
  const args = ['pack', '--ignore-scripts', '--silent', '--json', '--pack-destination', folder];
  const printed = await succeedBounded('npm', [...args, ...which], workspace);
  const listings: Listing[] = Object.values(JSON.parse(printed));
  const byName = new Map(
    listings.map(({ name, filename, files }) => [
      name,
      { path: join(folder, filename), files: files.map(({ path }) => path) },
    ]),
  );
  return { byName, remove: () => rmSync(folder, { recursive: true }) };
}
