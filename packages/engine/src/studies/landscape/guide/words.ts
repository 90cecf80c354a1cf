/** What all parts of a guide are made of: shares, names, and who belongs together. */

import type { GivenFact } from '@driftline/core/play';
import type { Estimate } from '../../../play/statistics.ts';
import { formatFixed, listed } from '../../../words/numbers.ts';
import { contestantsOf } from '../analysis.ts';
import type { Suite, SuiteRow } from '../suite.ts';

/** A table within a guide. */
export interface GuideTable {
  readonly label: string;
  readonly columns: readonly string[];
  /** Places of columns that hold a policy's name and nothing else. */
  readonly names?: readonly number[];
  /** Places of columns that hold what to type and nothing else. */
  readonly typed?: readonly number[];
  readonly rows: readonly (readonly string[])[];
}

/** A part of a guide, with a heading of its own. */
export interface GuidePart {
  readonly heading: string;
  /** Before the sentences. */
  readonly tables?: readonly GuideTable[];
  /** One paragraph each; items follow the first. */
  readonly sentences: readonly string[];
  readonly items?: readonly string[];
  /** To be typed in a shell, at the end. */
  readonly command?: string;
  /** Lines in a font of fixed width, after the first sentence. */
  readonly screen?: readonly string[];
}

/** A guide as plain data, to be written as a page or as a text. */
export interface Guide {
  /** What was played, and how to read what follows. */
  readonly introduction: string;
  /** The first part is what to take away, on one screen. */
  readonly parts: readonly GuidePart[];
}

/** More names than this are counted rather than listed. */
const MOST_NAMES = 5;

/** A space at which no line ends. */
export const UNBROKEN = '\u00a0';

/** A relative regret: 13.5%. */
export function shareText(score: number, decimals = 1): string {
  return `${formatFixed(100 * score, decimals)}%`;
}

/** The 95% interval of a share, in percent. */
function intervalText({ low, high }: Pick<Estimate, 'low' | 'high'>): string {
  return `[${formatFixed(100 * low, 1)},${UNBROKEN}${formatFixed(100 * high, 1)}]`;
}

/** A share and its interval. */
export function shareWithInterval(estimate: Estimate): string {
  return `${shareText(estimate.mean)}${UNBROKEN}${intervalText(estimate)}`;
}

/** The size of a difference of two shares, with its interval: 5.9 points [5.3, 6.5]. */
export function pointsText({ mean, low, high }: Estimate): string {
  const size = mean < 0 ? { low: -high, high: -low } : { low, high };
  return `${formatFixed(100 * Math.abs(mean), 1)}${UNBROKEN}points ${intervalText(size)}`;
}

/** A policy’s name; one that is not to be relied on like the others says so. */
export function nameOf({ label, standing }: SuiteRow): string {
  return standing === 'confirmed' ? label : `${label} (${standing})`;
}

/** The names of some policies, the first few of many; `after` says more about each. */
export function namesOf(
  suite: Suite,
  rows: readonly number[],
  after: (row: number) => string = () => '',
): string {
  const names = rows.map((row) => `${nameOf(suite.rows[row])}${after(row)}`);
  if (names.length <= MOST_NAMES) return listed(names);
  const rest = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(', ')} and ${rest} more`;
}

const GIVEN_SYMBOLS: Readonly<Record<GivenFact, string>> = {
  variation: 'V',
  changes: 'Υ',
  volatility: 'σ',
};

/** What a policy must be given, by symbols; an empty text for nothing. */
export function givenSymbols({ given, horizon }: Pick<SuiteRow, 'given' | 'horizon'>): string {
  const drift = given.map((each) => GIVEN_SYMBOLS[each]).join(' or ');
  return [...(drift === '' ? [] : [drift]), ...(horizon ? ['T'] : [])].join(', ');
}

/** A policy's name, and what it must be given: CTS (given Υ). */
export function nameWithTold(row: SuiteRow): string {
  const given = givenSymbols(row);
  return given === '' ? nameOf(row) : `${nameOf(row)} (given${UNBROKEN}${given})`;
}

/** Policies by what they must be given of the drift: nothing, something, or either. */
export type PolicyClass = 'uninformed' | 'informed' | 'all';

/** The rows of a class; those with a mark only where `marked` says so. */
export function membersOf(suite: Suite, group: PolicyClass, marked: boolean): number[] {
  return contestantsOf(suite).filter((row) => {
    const { given, standing } = suite.rows[row];
    const belongs = group === 'all' || given.length > 0 === (group === 'informed');
    return belongs && (marked || standing === 'confirmed');
  });
}

/** The one with the least of something. */
export function least<T>(items: readonly T[], value: (item: T) => number): T | undefined {
  return items.reduce<T | undefined>(
    (best, item) => (best === undefined || value(item) < value(best) ? item : best),
    undefined,
  );
}
