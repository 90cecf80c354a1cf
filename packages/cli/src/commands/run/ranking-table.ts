/** The table of ranks below the comparisons of an experiment. */
import { readable } from '@driftline/engine/numbers';
import { type ComparisonResult, SIGNIFICANCE_LEVEL, withoutOracles } from '@driftline/engine/play';
import { rankPolicies } from '@driftline/engine/studies';
import { tableLines } from '../../terminal/table.ts';
import { WIDTH, wrap } from '../../terminal/text.ts';

const LEVEL = SIGNIFICANCE_LEVEL;

/**
 * The policies over several comparisons, the best mean rank first; nothing for a single one.
 *
 * @param written - the policies as the experiment has them, without oracles: tuned ones keep those names
 */
export function rankingTable(
  comparisons: readonly ComparisonResult[],
  written: readonly string[],
  kind = '',
): string[] {
  const ranked = comparisons.map(withoutOracles);
  if (ranked.length < 2 || ranked[0].policies.length < 2) return [];
  const { policies, pairs } = rankPolicies(ranked, { level: LEVEL, labels: written });
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
  const note = `Rank 1 is the least regret of a comparison. Unbeaten means that no other policy has significantly less regret (p < ${LEVEL} after Holm's correction for all ${count} pairs of all comparisons).`;
  return [...tableLines({ rows }), '', ...wrap(note, WIDTH)];
}
