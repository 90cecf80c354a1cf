/**
 * Writes the tables of docs/studies/rested.md from the results of three experiments. Folders that exist already are
 * read, others are played first (minutes on two cores): node tools/rested/refresh.ts [FOLDER OF RESULTS]
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ComparisonResult, Result } from '@driftline/engine/play';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGE = join(ROOT, 'docs/studies/rested.md');
const RESULTS = process.argv[2] ?? join(ROOT, 'results/rested');

function comparisonsOf(experiment: string): readonly ComparisonResult[] {
  const folder = join(RESULTS, experiment);
  if (!existsSync(join(folder, 'result.json'))) {
    const file = join(ROOT, `experiments/rested-${experiment}.yaml`);
    const arguments_ = ['driftline', 'run', file, '--out', folder];
    execFileSync('npx', arguments_, { cwd: ROOT, stdio: 'inherit' });
  }
  const { comparisons }: Result = JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8'));
  return comparisons;
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** Mean regret with the half width of its interval. */
function regretText({ regret }: ComparisonResult['policies'][number]): string {
  const digits = Math.abs(regret.mean) < 100 ? fine : whole;
  return `${digits.format(regret.mean)} ± ${digits.format((regret.high - regret.low) / 2)}`;
}

/** Regret in percent of that of uniform choice. */
function shareText(comparison: ComparisonResult, place: number): string {
  const { policies } = comparison;
  const uniform = policies.find(({ id }) => id === 'uniform');
  if (uniform === undefined) throw new Error('each experiment has the policy uniform');
  return `${fine.format((100 * policies[place].regret.mean) / uniform.regret.mean)}%`;
}

function tableOf(
  comparisons: readonly ComparisonResult[],
  cell: (comparison: ComparisonResult, place: number) => string,
): string {
  const rows = comparisons[0].policies.map(({ id }, place) => {
    const sum = comparisons.reduce((all, { policies }) => {
      const uniform = policies.find((policy) => policy.id === 'uniform')?.regret.mean ?? 1;
      return all + policies[place].regret.mean / uniform;
    }, 0);
    const cells = comparisons.map((comparison) => cell(comparison, place));
    return { sum, text: `| \`${id}\` | ${cells.join(' | ')} |` };
  });
  const head = `| policy | ${comparisons.map(({ name }) => name).join(' | ')} |`;
  const line = `|---|${comparisons.map(() => '---:').join('|')}|`;
  const sorted = rows.toSorted((first, second) => first.sum - second.sum);
  return [head, line, ...sorted.map(({ text }) => text)].join('\n');
}

function replaced(page: string, name: string, table: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < 0) throw new Error(`${PAGE} has no marks for ${name}`);
  return `${page.slice(0, from + begin.length)}\n${table}\n${page.slice(to)}`;
}

let page = readFileSync(PAGE, 'utf8');
for (const experiment of ['rotting', 'rising']) {
  const table = tableOf(comparisonsOf(experiment), ({ policies }, place) =>
    regretText(policies[place]),
  );
  page = replaced(page, experiment, table);
}
page = replaced(page, 'drift', tableOf(comparisonsOf('drift'), shareText));
writeFileSync(PAGE, page);
