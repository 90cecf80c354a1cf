/** Keeps the figures of `npm run test:advise` in docs/records/advise.json, and renders their summary page. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIGURES_FILE, type Figures } from '../../packages/advice/test/figures.ts';
import { circumstances, keepRows } from '../records.ts';
import { REPOSITORY } from '../workplace.ts';
import { ADVISE_PAGE, ADVISE_ROWS, type AdviseRow, advisePage } from './summary.ts';

/** Replaces the rows of the same names, and keeps all others. */
function writeRecord(found: readonly Figures[]): void {
  const now = circumstances();
  const rows = keepRows<AdviseRow>(
    ADVISE_ROWS,
    found.map(({ what, figures }) => ({ name: what, figures, ...now })),
  );
  writeFileSync(join(REPOSITORY, ADVISE_PAGE), advisePage(rows));
}

function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    return [];
  }
}

/** Names the file for figures before the tests. Returns the work after them. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'driftline-advise-'));
  const file = join(folder, 'figures.jsonl');
  process.env[FIGURES_FILE] = file;
  return () => {
    const lines = linesOf(file);
    if (lines.length > 0) writeRecord(lines.map((line): Figures => JSON.parse(line)));
    rmSync(folder, { recursive: true });
  };
}
