/** The record of `npm run test:faults`: docs/service-record.md, a row per fault, each with its date and commit. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const RECORD = join(REPOSITORY, 'docs', 'service-record.md');

const HEAD = `# The service under faults: a record

\`npm run test:faults\` writes it: real services (\`driftline serve\`) with real files, under load over HTTP, and what is in their stores afterwards. A row is what one test found when it last passed. *Lost* is an acknowledged decision or reward that was not there, *wrong* one that was there twice, elsewhere or with another value; both have to be 0. Mutants are services with one place changed, which the same test has to find out.

Power loss is played by a preloaded library that keeps of each file what it held at its last fsync, and again by ext4 on a loop device whose image is copied while the service is stopped. No real machine lost its power.

Two services are on one PostgreSQL whose commits wait for the disk. Clients ask each in turn and send what is not acknowledged again, with the same keys, to the other; the longest wait is over all tries of one client, recorded on a busy machine, and judged by nobody.

| fault | found | mutants | when, at which commit, on what |
|---|---|---|---|
`;

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' }).trim();
}

function circumstances(): string {
  const changed = git('status', '--porcelain', '--', 'packages') === '' ? '' : ' and changes';
  const memory = Math.round(totalmem() / 2 ** 30);
  const load = loadavg()[0].toFixed(1);
  const machine = `${cpus().length} × ${cpus()[0].model.trim()}, ${memory} GB, Node ${process.versions.node}, load ${load}`;
  return `${new Date().toISOString().slice(0, 16)}Z, ${git('rev-parse', '--short', 'HEAD')}${changed}; ${machine}`;
}

/** The rows that are there, by fault. */
function rows(): Map<string, string> {
  const text = existsSync(RECORD) ? readFileSync(RECORD, 'utf8') : '';
  const found = text.split('\n').filter((line) => line.startsWith('| **'));
  return new Map(found.map((line) => [line.split('**')[1], line]));
}

/** Writes what a test found, in place of what it found before. */
export function note(fault: string, found: string, mutants = ''): void {
  const all = rows();
  all.set(fault, `| **${fault}** | ${found} | ${mutants} | ${circumstances()} |`);
  writeFileSync(RECORD, `${HEAD}${[...all.values()].join('\n')}\n`);
}

export function count(value: number): string {
  return value.toLocaleString('en').replaceAll(',', ' ');
}
