/** What comes with the packages: the page, and which version this is. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PageFile, readPageFiles } from '@driftline/engine/page-files';
import { ServiceRefused } from './model/service-refused.ts';

/** The files of the page, as it was built. */
export function consoleFiles(): ReadonlyMap<string, PageFile> {
  const index = fileURLToPath(import.meta.resolve('@driftline/console/index.html'));
  if (existsSync(index)) return readPageFiles(dirname(index));
  throw new ServiceRefused(
    `the web page of the service is missing: ${index}; build it with npm run build`,
    'cannot-start',
  );
}

export function ownVersion(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) {
    return String(manifest.version);
  }
  throw new Error('package.json has no version');
}
