/** A comparison as tables for a terminal, the least regret first. */
import {
  type ComparisonResult,
  type PolicyDifference,
  type PolicyResult,
  rankPolicies,
} from '@driftline/engine';
import { displayWidth, padLeft, padRight, readable, shortened, WIDTH, wrap } from './text.ts';

/** Differences with a corrected p-value below this are told apart. */
const LEVEL = 0.05;

/** Enough decimals for four digits of the largest number. */
function decimalsFor(largest: number): number {
  return Math.max(0, 3 - Math.max(0, Math.floor(Math.log10(Math.max(1, largest)))));
}

/** Columns side by side: the first to the left, numbers to the right. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => displayWidth(row[i]))));
  // What the numbers leave of the line belongs to the names.
  const rest = widths.slice(1).reduce((sum, width) => sum + width + 2, 2);
  widths[0] = Math.min(widths[0], Math.max(12, WIDTH - rest));
  return rows.map((row) =>
    row
      .map((text, i) =>
        i === 0
          ? padRight(`  ${shortened(text, widths[0])}`, widths[0] + 2)
          : padLeft(text, widths[i]),
      )
      .join('  ')
      .trimEnd(),
  );
}

function regretRows(policies: readonly PolicyResult[]): string[][] {
  const decimals = decimalsFor(Math.max(...policies.map(({ regret }) => regret.mean)));
  const show = (value: number) => value.toFixed(decimals);
  return [
    ['policy', 'regret', '95 % interval', 'sd', '5–95 %', 'on best'],
    ...policies.map(({ spec, regret, onBest }) => [
      spec,
      show(regret.mean),
      `${show(regret.low)} – ${show(regret.high)}`,
      show(regret.sd),
      `${show(regret.q05)} – ${show(regret.q95)}`,
      `${(100 * onBest.mean).toFixed(1)} %`,
    ]),
  ];
}

/** The difference of a policy to the best one: positive where it loses more. */
function againstBest(
  differences: readonly PolicyDifference[],
  policy: number,
  best: number,
): PolicyDifference {
  const found = differences.find(
    ({ first, second }) =>
      (first === policy && second === best) || (first === best && second === policy),
  );
  if (found === undefined) throw new Error('every pair of policies has a difference');
  if (found.first === policy) return found;
  return { ...found, mean: -found.mean, low: -found.high, high: -found.low };
}

function differenceRows({ policies, differences }: ComparisonResult, order: readonly number[]) {
  const [best, ...others] = order;
  const found = others.map((policy) => againstBest(differences, policy, best));
  const decimals = decimalsFor(Math.max(...found.map(({ mean }) => Math.abs(mean))));
  const show = (value: number) => `${value > 0 ? '+' : ''}${value.toFixed(decimals)}`;
  return [
    [`against ${policies[best].spec}`, 'more regret', '95 % interval', 'told apart'],
    ...found.map((difference, i) => [
      policies[others[i]].spec,
      show(difference.mean),
      `${show(difference.low)} – ${show(difference.high)}`,
      difference.correctedP < LEVEL ? 'yes' : 'no',
    ]),
  ];
}

/** A path made to have some variation has it up to rounding. */
function nearly(first: number, second: number): boolean {
  return Math.abs(first - second) <= 1e-9 * Math.max(first, second);
}

/** What was played, and the two tables. */
export function comparisonTables(comparison: ComparisonResult): string[] {
  const { environment, replications, seed, policies } = comparison;
  const order = policies
    .map((_, i) => i)
    .sort((a, b) => policies[a].regret.mean - policies[b].regret.mean || a - b);
  const { stated, true: truth } = environment.variation;
  const heading = `${comparison.name}: ${environment.armCount} arms, ${readable(environment.horizon)} slots, variation ${readable(truth, 4)}${nearly(stated, truth) ? '' : ` (told ${readable(stated, 4)})`}, ${environment.rewards.id} rewards; ${replications} replications, seed ${seed}`;
  const lines = [
    ...wrap(heading, WIDTH),
    '',
    ...columns(regretRows(order.map((i) => policies[i]))),
  ];
  if (policies.length < 2 || replications < 2) return lines;
  return [...lines, '', ...columns(differenceRows(comparison, order))];
}

/** How the second table is to be read; nothing where there is none. */
export function comparisonNote({
  policies,
  replications,
  differences,
}: ComparisonResult): string[] {
  if (policies.length < 2 || replications < 2) return [];
  const pairs = differences.length === 1 ? 'one pair' : `${differences.length} pairs`;
  const note = `Differences are paired: all policies met the same luck. Told apart: p < ${LEVEL} after Holm's correction for ${pairs}.`;
  return wrap(note, WIDTH);
}

/** The policies over several comparisons, the best mean rank first; nothing for a single one. */
export function rankingTable(comparisons: readonly ComparisonResult[], kind = ''): string[] {
  if (comparisons.length < 2 || comparisons[0].policies.length < 2) return [];
  const { policies, pairs } = rankPolicies(comparisons, { level: LEVEL });
  const sorted = policies.toSorted((first, second) => first.meanRank - second.meanRank);
  const share = (count: number) => `${readable(count, 3)} of ${comparisons.length}`;
  const rows = [
    [
      `over ${comparisons.length} ${kind}comparisons`,
      'mean rank',
      'least regret in',
      'unbeaten in',
    ],
    ...sorted.map(({ label, meanRank, wins, unbeaten }) => [
      label,
      meanRank.toFixed(2),
      share(wins),
      share(unbeaten),
    ]),
  ];
  const count = pairs.length * comparisons.length;
  const note = `Unbeaten: no other policy has less regret with p < ${LEVEL} after Holm's correction for all ${count} pairs of all comparisons.`;
  return [...columns(rows), '', ...wrap(note, WIDTH)];
}
