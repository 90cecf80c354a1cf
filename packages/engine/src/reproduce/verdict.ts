/**
 * From differences to a verdict. A claim of the paper is a set of orderings ("this policy loses less
 * than that one"); a reading fixes what the paper leaves open. Whether a claim depends on something
 * is found by judging it again under other readings, never by opinion.
 */

/** What the data say of one ordering. */
export type Outcome = 'as claimed' | 'opposite' | 'undecided';

/** What the data say of a claim under one reading. */
export type ReadingOutcome = 'holds' | 'contradicted' | 'undecided';

/** A claim judged. */
export interface Verdict {
  readonly kind: 'holds' | 'not reproduced' | 'depends';
  /** The parameters under whose other values the outcome turns; empty unless it depends. */
  readonly dependsOn: readonly string[];
}

/** Another reading of a claim: a parameter, the value it takes, and what came of it. */
export interface AlternativeOutcome {
  readonly parameter: string;
  readonly outcome: ReadingOutcome;
}

/** A difference counts when its corrected p-value is below this. */
export const LEVEL = 0.05;

/**
 * Judges one ordering.
 *
 * @param difference - of the side that should be less, less the other: negative as claimed
 * @param correctedP - the two-sided p-value, corrected for the number of orderings
 */
export function outcomeOf(difference: number, correctedP: number): Outcome {
  if (!(correctedP < LEVEL) || difference === 0) return 'undecided';
  return difference < 0 ? 'as claimed' : 'opposite';
}

/** A reading holds if all its orderings do, and is contradicted by one that is the other way round. */
export function readingOutcomeOf(outcomes: readonly Outcome[]): ReadingOutcome {
  if (outcomes.includes('opposite')) return 'contradicted';
  return outcomes.every((outcome) => outcome === 'as claimed') ? 'holds' : 'undecided';
}

/**
 * Judges a claim. What holds as published depends on a parameter only where another value contradicts
 * it: a difference that too few replications leave undecided overturns nothing. What does not hold as
 * published depends on a parameter where another value makes all of it hold.
 */
export function verdictOf(
  published: ReadingOutcome,
  alternatives: readonly AlternativeOutcome[],
): Verdict {
  const turning: ReadingOutcome = published === 'holds' ? 'contradicted' : 'holds';
  const dependsOn = alternatives
    .filter(({ outcome }) => outcome === turning)
    .map(({ parameter }) => parameter);
  if (dependsOn.length > 0) return { kind: 'depends', dependsOn: [...new Set(dependsOn)] };
  return { kind: published === 'holds' ? 'holds' : 'not reproduced', dependsOn: [] };
}

/** The verdict in words. */
export function verdictText({ kind, dependsOn }: Verdict): string {
  if (kind === 'holds') return 'holds';
  if (kind === 'not reproduced') return 'not reproduced under this reading';
  const last = dependsOn[dependsOn.length - 1];
  const before = dependsOn.slice(0, -1).join(', ');
  return `depends on ${before === '' ? last : `${before} and ${last}`}`;
}
