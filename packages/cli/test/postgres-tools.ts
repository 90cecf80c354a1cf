/** Where the tools of a PostgreSQL are that fit its server. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of a server whose version `pg_dump` has: the tools refuse one that is newer than they are. */
export function serverOfTools(): string | undefined {
  try {
    const version = execFileSync('pg_dump', ['--version'], { encoding: 'utf8' });
    const folder = `/usr/lib/postgresql/${/\d+/.exec(version)?.[0]}/bin`;
    return existsSync(join(folder, 'postgres')) ? folder : undefined;
  } catch {
    return undefined;
  }
}
