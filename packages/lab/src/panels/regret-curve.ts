/** Curves and spreads as points. */
import type { ComparisonResult, Curve, Histogram } from '@driftline/engine';
import { filledBins, listed } from '@driftline/engine/display';

/** A curve's value at a slot counted from 1, straight between the slots that were kept; 0 at slot 0. */
export function valueAt(slots: readonly number[], values: readonly number[], slot: number): number {
  let above = 0;
  while (above < slots.length - 1 && slots[above] < slot) above += 1;
  const [from, to] = [above === 0 ? 0 : slots[above - 1], slots[above]];
  const [low, high] = [above === 0 ? 0 : values[above - 1], values[above]];
  const share = Math.min(1, Math.max(0, (slot - from) / (to - from)));
  return low + share * (high - low);
}

/** The curve at a slot whose value is nearest to another; undefined where none is within reach. */
export function nearestCurve(
  curves: readonly Curve[],
  slot: number,
  value: number,
  reach: number,
): number | undefined {
  let nearest: number | undefined;
  let least = reach;
  curves.forEach(({ slots, mean }, place) => {
    const distance = Math.abs(valueAt(slots, mean, slot) - value);
    if (distance <= least) {
      least = distance;
      nearest = place;
    }
  });
  return nearest;
}

/** The corners of a histogram's outline: each a value, and a share of the width that there is. */
export function outlineCorners(histogram: Histogram, fullCount: number): [number, number][] {
  const bins = filledBins(histogram);
  if (bins.length === 0 || fullCount <= 0) return [];
  return [
    [bins[0].from, 0],
    ...bins.flatMap(({ from, to, count }): [number, number][] => [
      [from, count / fullCount],
      [to, count / fullCount],
    ]),
    [bins[bins.length - 1].to, 0],
  ];
}

/** The policies whose replications differ, by their places: the others have nothing to outline. */
export function spreadPlaces({ policies }: Pick<ComparisonResult, 'policies'>): number[] {
  return policies.flatMap(({ regret }, i) => (regret.sd > 0 ? [i] : []));
}

function fullestBin({ counts }: Histogram): number {
  return counts.reduce((most, count) => Math.max(most, count), 0);
}

/** How many times narrower than the widest an outline may be and still have a shape. */
const MOST_TIMES = 6;

/**
 * The count that takes the whole width, for each histogram. It is the same for all, unless some lie so
 * close together that nothing would be left of others: such ones have a scale of their own.
 */
export function outlineScales(histograms: readonly Histogram[]): number[] {
  const fullest = histograms.map(fullestBin);
  const least = Math.min(...fullest.filter((count) => count > 0));
  const common = Math.max(0, ...fullest.filter((count) => count <= MOST_TIMES * least));
  return fullest.map((count) => Math.max(count, common));
}

/** The places of histograms whose scale is not that of the others. */
export function onOwnScale(scales: readonly number[]): number[] {
  const common = Math.min(...scales);
  return scales.flatMap((scale, i) => (scale > common ? [i] : []));
}

/**
 * What is to be known of outlines that are not like the others; nothing where all are alike.
 *
 * @param own - the policies whose outline has a scale of its own
 * @param without - those that have none, as all their replications lose the same
 */
export function outlineText(own: readonly string[], without: readonly string[]): string {
  const each = own.length === 1 ? 'its outline has' : 'their outlines have';
  const [loses, has] = without.length === 1 ? ['loses', 'has'] : ['lose', 'have'];
  return [
    own.length === 0
      ? ''
      : ` The replications of ${listed(own)} lie so close together that ${each} a narrower scale.`,
    without.length === 0
      ? ''
      : ` ${listed(without)} ${loses} the same in every replication and ${has} none.`,
  ].join('');
}
