/** Arms that come and go. */

/** Who could have been taken, as far as a log without eligible sets tells. */
interface Presence {
  readonly eligible: Uint16Array | undefined;
  readonly sets: readonly Uint16Array[];
  /** Arms that come late or end early. */
  readonly gone: readonly number[];
}

/** Rows of an arm that should have been there: e⁻¹⁴ is about one in a million. */
const MISSED = 14;
/** Rows that an arm is away at an end, in multiples of the longest that it was away between. */
const LONGER = 3;

/** How often an arm was taken before it went, or after it came, is told by so many rows. */
const NEAR_ROWS = 10;

/** When an arm was there. */
class Span {
  first = -1;
  last = -1;
  rows = 0;
  longest = 0;
  /** The first rows of the arm; and its last ones, in turns. */
  readonly #firsts: number[] = [];
  readonly #lasts: number[] = [];

  add(row: number): void {
    if (this.first < 0) this.first = row;
    else this.longest = Math.max(this.longest, row - this.last);
    if (this.#firsts.length < NEAR_ROWS) this.#firsts.push(row);
    this.#lasts[this.rows % NEAR_ROWS] = row;
    this.last = row;
    this.rows += 1;
  }

  /** Whether it came late: the rows before are too many to be chance. */
  get isLate(): boolean {
    return this.#isAway(this.first, this.#firsts);
  }

  /** Whether it ended early, rather than being tried less and less. */
  isGone(rows: number): boolean {
    return this.#isAway(rows - 1 - this.last, this.#lasts);
  }

  #isAway(rows: number, near: readonly number[]): boolean {
    const share = this.rows / (this.last - this.first + 1);
    const shareNear = near.length / (Math.max(...near) - Math.min(...near) + 1);
    return rows * Math.min(share, shareNear) > MISSED && rows > LONGER * this.longest;
  }
}

/** From which row to which an arm could be taken; all of them unless it comes late or ends early. */
function boundsOf(span: Span, rows: number): readonly [number, number] {
  if (span.rows === 0) return [0, rows];
  const from = span.isLate ? span.first : 0;
  const to = span.isGone(rows) ? span.last + 1 : rows;
  return [from, to];
}

/**
 * Derives who was eligible from who was taken: an arm that came late or ended early is eligible from its first to its
 * last row.
 *
 * @param other - the arm that holds all rare ones, which is always there
 * @param make - makes a column for sets, where one is needed
 */
export function presenceOf(
  arm: Uint16Array,
  armCount: number,
  other: number | undefined,
  make: () => Uint16Array,
): Presence {
  const spans = Array.from({ length: armCount }, () => new Span());
  for (let row = 0; row < arm.length; row++) spans[arm[row]].add(row);
  const bounds = spans.map((span, each): readonly [number, number] =>
    each === other ? [0, arm.length] : boundsOf(span, arm.length),
  );
  const gone = bounds.flatMap(([from, to], each) => (from > 0 || to < arm.length ? [each] : []));
  if (gone.length === 0) return { eligible: undefined, sets: [], gone };
  const cuts = [...new Set([0, ...bounds.flat(), arm.length])].sort((a, b) => a - b);
  const eligible = make();
  const sets = cuts.slice(0, -1).map((from, number) => {
    eligible.fill(number, from, cuts[number + 1]);
    const there = bounds.flatMap(([first, last], each) =>
      from >= first && from < last ? [each] : [],
    );
    return Uint16Array.from(there);
  });
  return { eligible, sets, gone };
}
