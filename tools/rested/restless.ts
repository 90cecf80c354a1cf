/**
 * Writes the table of docs/studies/restless.md from the result of experiments/restless.yaml. A folder that exists is
 * read, otherwise the experiment is played first (minutes on two cores): node tools/rested/restless.ts [FOLDER]
 */
import type { ComparisonResult } from '@driftline/engine/play';
import { comparisonsOf, writeTables } from './tables.ts';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

interface Loss {
  readonly mean: number;
  readonly half: number;
}

/** Regret of a policy minus that of `whittle`, paired by replication. */
function lossOf({ policies, differences }: ComparisonResult, place: number): Loss {
  const base = policies.findIndex(({ id }) => id === 'whittle');
  for (const { first, second, mean, low, high } of differences) {
    const half = (high - low) / 2;
    if (first === place && second === base) return { mean, half };
    if (first === base && second === place) return { mean: -mean, half };
  }
  throw new Error(`the result has no difference between policy ${place} and whittle`);
}

function lossText({ mean, half }: Loss): string {
  return `${whole.format(mean).replace(/^-0$/, '0').replace('-', '−')} ±${whole.format(half)}`;
}

const folder = process.argv[2] ?? 'results/restless';
const comparisons = comparisonsOf('restless', folder);
const rows = comparisons[0].policies
  .map(({ id }, place) => ({ id, place }))
  .filter(({ id }) => id !== 'whittle')
  .map(({ id, place }) => {
    const losses = comparisons.map((comparison) => lossOf(comparison, place));
    return { first: losses[0].mean, text: `| \`${id}\` | ${losses.map(lossText).join(' | ')} |` };
  });
const names = comparisons.map(({ name }) => name);
const sorted = rows.toSorted((one, other) => one.first - other.first);
writeTables('docs/studies/restless.md', {
  loss: [
    `| Policy | ${names.join(' | ')} |`,
    `|---|${names.map(() => '---|').join('')}`,
    ...sorted.map(({ text }) => text),
  ].join('\n'),
});
