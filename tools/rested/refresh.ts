/**
 * Writes the tables of docs/studies/rested.md from the results of three experiments. Folders that exist already are
 * read, others are played first (minutes on two cores): node tools/rested/refresh.ts [FOLDER OF RESULTS]
 */
import { join } from 'node:path';
import type { ComparisonResult } from '@driftline/engine/play';
import { comparisonsOf, writeTables } from './tables.ts';

const RESULTS = process.argv[2] ?? 'results/rested';

function played(experiment: string): readonly ComparisonResult[] {
  return comparisonsOf(`rested-${experiment}`, join(RESULTS, experiment));
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

function regretTable(experiment: string): string {
  return tableOf(played(experiment), ({ policies }, place) => regretText(policies[place]));
}

writeTables('docs/studies/rested.md', {
  rotting: regretTable('rotting'),
  rising: regretTable('rising'),
  drift: tableOf(played('drift'), shareText),
});
