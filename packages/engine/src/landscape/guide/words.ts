/** What all parts of a guide are made of: shares, names, and who belongs together. */
import { formatFixed } from '../../figures/numbers.ts';
import { listed } from '../../report/findings.ts';
import type { Estimate } from '../../statistics.ts';
import { contestantsOf } from '../analysis.ts';
import type { Suite, SuiteRow } from '../suite.ts';

/** A table within a guide. */
export interface GuideTable {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A part of a guide, with a heading of its own. */
export interface GuidePart {
  readonly heading: string;
  /** One paragraph each. */
  readonly sentences: readonly string[];
  readonly tables?: readonly GuideTable[];
  readonly items?: readonly string[];
}

/** A guide as plain data, to be written as a page or as a text. */
export interface Guide {
  /** What to take away, in a few sentences. */
  readonly answer: readonly string[];
  readonly parts: readonly GuidePart[];
}

/** More names than this are counted rather than listed. */
const MOST_NAMES = 5;

/** A space at which no line ends. */
const UNBROKEN = '\u00a0';

/** A score as a share of what blind choice loses: whole per cents, or tenths where there are few. */
export function shareText(score: number): string {
  return `${formatFixed(100 * score, Math.abs(score) < 0.095 ? 1 : 0)}${UNBROKEN}%`;
}

/** The 95 % interval of a share, in per cent. */
export function intervalText({ low, high }: Pick<Estimate, 'low' | 'high'>): string {
  return `[${formatFixed(100 * low, 1)},${UNBROKEN}${formatFixed(100 * high, 1)}]`;
}

/** A share and its interval. */
export function shareWithInterval(estimate: Estimate): string {
  return `${shareText(estimate.mean)}${UNBROKEN}${intervalText(estimate)}`;
}

/** A policy's name; one that is not to be relied on like the others says so. */
export function nameOf({ label, standing }: SuiteRow): string {
  return standing === 'confirmed' ? label : `${label} (${standing})`;
}

/** The names of some policies, the first few of many. */
export function namesOf(suite: Suite, rows: readonly number[]): string {
  const names = rows.map((row) => nameOf(suite.rows[row]));
  if (names.length <= MOST_NAMES) return listed(names);
  const rest = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(', ')} and ${rest} more`;
}

/** Policies that share what they have to be told. */
export interface PolicyClass {
  readonly told: boolean;
  /** Begins a sentence. */
  readonly words: string;
}

/** Those that know nothing of the drift, and those that know something. */
export const UNTOLD: PolicyClass = { told: false, words: 'Told nothing of the drift' };
export const TOLD: PolicyClass = { told: true, words: 'Told V or Υ' };

/** The rows of a class; those with a mark only where `marked` says so. */
export function membersOf(suite: Suite, { told }: PolicyClass, marked: boolean): number[] {
  return contestantsOf(suite).filter((row) => {
    const { told: known, standing } = suite.rows[row];
    return known.length > 0 === told && (marked || standing === 'confirmed');
  });
}

/** The one with the least of something. */
export function least<T>(items: readonly T[], value: (item: T) => number): T | undefined {
  return items.reduce<T | undefined>(
    (best, item) => (best === undefined || value(item) < value(best) ? item : best),
    undefined,
  );
}
