/**
 * From differences to a verdict. A claim of the paper is a set of orderings ("this policy loses less
 * than that one"); a reading fixes what the paper leaves open. Whether a claim depends on something
 * is found by judging it again under other readings, never by opinion.
 */

import { SIGNIFICANCE_LEVEL } from '../../play/statistics.ts';
import { listed } from '../../words/numbers.ts';

/** What the data say of one ordering. */
export type Outcome = 'as claimed' | 'opposite' | 'undecided';

/** What the data say of a claim under one reading. */
export type ReadingOutcome = 'holds' | 'contradicted' | 'undecided';

/** A claim judged. */
export interface Verdict {
  readonly kind: 'holds' | 'not reproduced' | 'depends' | 'undecided';
  /** Parameters that the paper leaves open and with another value of which the outcome turns. */
  readonly dependsOn: readonly string[];
  /** Parameters whose value the paper states, but with another value of which the outcome turns. */
  readonly turnsWith: readonly string[];
}

/** Another reading of a claim: the parameter that has another value, and what came of it. */
interface AlternativeOutcome {
  readonly parameter: string;
  /** Whether the paper states the parameter's value, so that this reading departs from it. */
  readonly stated: boolean;
  readonly outcome: ReadingOutcome;
}

/**
 * Judges one ordering.
 *
 * @param difference - of the side that should be less, less the other: negative as claimed
 * @param correctedP - the two-sided p-value, corrected for the number of orderings
 */
export function outcomeOf(difference: number, correctedP: number): Outcome {
  if (!(correctedP < SIGNIFICANCE_LEVEL) || difference === 0) return 'undecided';
  return difference < 0 ? 'as claimed' : 'opposite';
}

/** A reading holds if all its orderings do, and is contradicted by one that is the other way round. */
export function readingOutcomeOf(outcomes: readonly Outcome[]): ReadingOutcome {
  if (outcomes.includes('opposite')) return 'contradicted';
  return outcomes.every((outcome) => outcome === 'as claimed') ? 'holds' : 'undecided';
}

const KIND_IN_OUR_READING: Readonly<Record<ReadingOutcome, Verdict['kind']>> = {
  holds: 'holds',
  contradicted: 'not reproduced',
  undecided: 'undecided',
};

/**
 * Judges a claim. What holds in our reading depends on a parameter only where another value contradicts
 * it: a difference that too few replications leave undecided overturns nothing. What does not
 * hold in it depends on a parameter where another value makes all of it hold. A value that the paper
 * states is part of its claim: departing from it is reported, but decides nothing.
 */
export function verdictOf(
  published: ReadingOutcome,
  alternatives: readonly AlternativeOutcome[],
): Verdict {
  const turning: ReadingOutcome = published === 'holds' ? 'contradicted' : 'holds';
  const turningOf = (isStated: boolean) => [
    ...new Set(
      alternatives
        .filter(({ outcome, stated }) => outcome === turning && stated === isStated)
        .map(({ parameter }) => parameter),
    ),
  ];
  const [dependsOn, turnsWith] = [turningOf(false), turningOf(true)];
  if (dependsOn.length > 0) return { kind: 'depends', dependsOn, turnsWith };
  return { kind: KIND_IN_OUR_READING[published], dependsOn, turnsWith };
}

/** The verdict in words. */
export function verdictText({ kind, dependsOn, turnsWith }: Verdict): string {
  if (kind === 'depends') return `depends on ${listed([...dependsOn, ...turnsWith])}`;
  const others = turnsWith.map((parameter) => `another value of ${parameter}`);
  if (kind === 'holds') {
    return others.length === 0 ? 'holds' : `holds, but not with ${listed(others)}`;
  }
  const start = kind === 'undecided' ? 'undecided' : 'not reproduced under this reading';
  return others.length === 0 ? start : `${start}; holds with ${listed(others)}`;
}
