/** Keeps the figures of `npm run test:advise` in docs/advise-record.md: those of files that were not run stay. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FIGURES_FILE, type Figures } from '../../packages/advice/test/figures.ts';

const RECORD = fileURLToPath(new URL('../../docs/advise-record.md', import.meta.url));
const GIBIBYTE = 2 ** 30;

const ABOUT = `# Advice from logs: a record

\`npm run test:advise\` wrote this: what \`driftline advise\` says of many logs whose answers are known. Each row has the commit and the day of its run; all logs come from fixed seeds, so that the figures come again.
`;

const HEAD = '| what | figures | commit | day | machine |\n|---|---|---|---|---|\n';

function machine(): string {
  const [{ model }] = cpus();
  return `${availableParallelism()} × ${model.trim()}, ${Math.round(totalmem() / GIBIBYTE)} GB, Node ${process.versions.node}, load ${loadavg()[0].toFixed(1)}`;
}

function commit(): string {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
}

/** Rows of the record by what they are of. */
function rowsOf(text: string): Map<string, string> {
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| what'));
  return new Map(rows.map((row) => [row.split(' | ')[0].slice(2), row]));
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Puts new figures in place of those before. */
function writeRecord(found: readonly Figures[]): void {
  const rows = rowsOf(read(RECORD));
  const [at, day, where] = [commit(), new Date().toISOString().slice(0, 10), machine()];
  for (const { what, figures } of found) {
    rows.set(what, `| ${what} | ${figures} | ${at} | ${day} | ${where} |`);
  }
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  writeFileSync(RECORD, `${ABOUT}\n${HEAD}${sorted.join('\n')}\n`);
}

/** Before the tests: where figures go. Returns what follows them. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'driftline-advise-'));
  const file = join(folder, 'figures.jsonl');
  process.env[FIGURES_FILE] = file;
  return () => {
    const lines = read(file)
      .split('\n')
      .filter((line) => line !== '');
    if (lines.length > 0) writeRecord(lines.map((line): Figures => JSON.parse(line)));
    rmSync(folder, { recursive: true });
  };
}
