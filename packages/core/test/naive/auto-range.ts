/** The range of rewards that naive Auto goes by, found by trying all ranges. */

/** Where rewards lie: [0, 2ᵏ] or [−2ᵏ, 2ᵏ]. */
export interface NaiveRange {
  readonly low: number;
  readonly high: number;
}

export const FIRST_RANGE: NaiveRange = { low: 0, high: 1 };

export const isInside = ({ low, high }: NaiveRange, reward: number): boolean =>
  reward >= low && reward <= high;

export const widthOf = ({ low, high }: NaiveRange): number => high - low;

/** The nearest reward in the range. */
export const clippedTo = ({ low, high }: NaiveRange, reward: number): number =>
  Math.max(low, Math.min(high, reward));

/** A reward as a share of the range. */
export const shareOf = (range: NaiveRange, reward: number): number =>
  (clippedTo(range, reward) - range.low) / widthOf(range);

/** The narrowest range that contains another one and a reward. */
function narrowest(range: NaiveRange, reward: number): NaiveRange {
  const ranges = Array.from({ length: 40 }, (_, k) =>
    [0, -(2 ** k)].map((low) => ({ low, high: 2 ** k })),
  );
  const wide = ranges
    .flat()
    .filter((each) => [range.low, range.high, reward].every((value) => isInside(each, value)));
  return wide.reduce((best, each) => (widthOf(each) < widthOf(best) ? each : best));
}

/** The range after two rewards came that are outside: the narrower of those that contain one of them. */
export function grownRange(range: NaiveRange, held: number, reward: number): NaiveRange {
  const [first, second] = [narrowest(range, held), narrowest(range, reward)];
  return widthOf(first) <= widthOf(second) ? first : second;
}
