/** Which policies have an outline of their final regrets, and on what scale. */

import type { PolicyResult } from '../../play/result.ts';
import type { Histogram } from '../../play/statistics.ts';
import { listed } from '../../words/numbers.ts';

/** What is outlined of a policy. */
export interface Outlined {
  /** The policy's place. */
  readonly place: number;
  readonly histogram: Histogram;
}

/** The policies whose replications differ: the others have nothing to outline. */
export function outlinedPolicies(
  policies: readonly PolicyResult[],
  histograms: readonly Histogram[],
): Outlined[] {
  return policies.flatMap(({ regret }, place) =>
    regret.sd > 0 ? [{ place, histogram: histograms[place] }] : [],
  );
}

function fullestBin({ histogram: { counts } }: Outlined): number {
  return counts.reduce((most, count) => Math.max(most, count), 0);
}

/** How many times narrower than the widest an outline may be and still have a shape. */
const MOST_TIMES = 6;

/**
 * The count that takes the whole width, for each outline. It is the same for all, unless some policies'
 * replications lie so close together that nothing would be left of others: these have a scale of their own.
 */
export function outlineScales(outlined: readonly Outlined[]): number[] {
  const fullest = outlined.map(fullestBin);
  const least = Math.min(...fullest.filter((count) => count > 0));
  const common = Math.max(0, ...fullest.filter((count) => count <= MOST_TIMES * least));
  return fullest.map((count) => Math.max(count, common));
}

/** The outlines whose scale is not that of the others. */
export function onOwnScale(outlined: readonly Outlined[]): Outlined[] {
  const scales = outlineScales(outlined);
  const common = Math.min(...scales);
  return outlined.filter((_, i) => scales[i] > common);
}

/**
 * What is to be known of policies whose outline is not like the others; empty where all are alike.
 *
 * @param labels - what the policies are called
 */
export function outlineText(labels: readonly string[], outlined: readonly Outlined[]): string {
  const own = onOwnScale(outlined).map(({ place }) => labels[place]);
  const without = labels.filter((_, i) => outlined.every(({ place }) => place !== i));
  const [each, whose] =
    own.length === 1 ? ['its outline has', 'its'] : ['their outlines have', 'their'];
  const [loses, has] = without.length === 1 ? ['loses', 'has'] : ['lose', 'have'];
  return [
    own.length === 0
      ? ''
      : ` The replications of ${listed(own)} lie so close together that ${each} a scale of ${whose} own.`,
    without.length === 0
      ? ''
      : ` ${listed(without)} ${loses} the same in every replication and ${has} no outline.`,
  ].join('');
}
