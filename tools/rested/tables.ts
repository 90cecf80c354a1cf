/** Tables of studies that are written from the results of experiments. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ComparisonResult, Result } from '@driftline/engine/play';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The comparisons of an experiment. It is played first if the folder has no result. */
export function comparisonsOf(experiment: string, folder: string): readonly ComparisonResult[] {
  if (!existsSync(join(folder, 'result.json'))) {
    const file = join(ROOT, `experiments/${experiment}.yaml`);
    const arguments_ = ['driftline', 'run', file, '--out', folder];
    execFileSync('npx', arguments_, { cwd: ROOT, stdio: 'inherit' });
  }
  const { comparisons }: Result = JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8'));
  return comparisons;
}

/** Writes tables into a page, each between the two comments with its name. */
export function writeTables(page: string, tables: Readonly<Record<string, string>>): void {
  const file = join(ROOT, page);
  let text = readFileSync(file, 'utf8');
  for (const [name, table] of Object.entries(tables)) {
    const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from < 0 || to < 0) throw new Error(`${file} has no marks for ${name}`);
    text = `${text.slice(0, from + begin.length)}\n${table}\n${text.slice(to)}`;
  }
  writeFileSync(file, text);
}
