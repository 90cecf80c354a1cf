/** Measures every claim under every reading and judges it. */
import { holm } from '../../play/statistics.ts';
import { type ClaimDefinition, STATED_PARAMETERS } from './claims.ts';
import type { Measured, Ordering } from './measure.ts';
import {
  type Outcome,
  outcomeOf,
  type ReadingOutcome,
  readingOutcomeOf,
  type Verdict,
  verdictOf,
} from './verdict.ts';

/** An ordering with what was measured and what follows. */
export interface JudgedOrdering extends Measured {
  readonly ordering: Ordering;
  /** Corrected for the number of orderings judged together (Holm). */
  readonly correctedP: number;
  readonly outcome: Outcome;
}

/** A claim under one reading. */
export interface JudgedReading {
  readonly parameter: string;
  readonly value: string;
  readonly outcome: ReadingOutcome;
  readonly orderings: readonly JudgedOrdering[];
}

/** A claim of the paper, judged. */
export interface Claim {
  readonly id: string;
  readonly title: string;
  readonly place: string;
  readonly quote: string;
  readonly measured: string;
  readonly verdict: Verdict;
  readonly published: JudgedReading;
  readonly alternatives: readonly JudgedReading[];
}

type Measure = (ordering: Ordering) => Measured;

/** Judges lists of orderings; all of them together are one family of tests. */
function judgeFamily(
  lists: readonly (readonly Ordering[])[],
  measure: Measure,
): JudgedOrdering[][] {
  const measured = lists.map((orderings) => orderings.map(measure));
  const corrected = holm(measured.flat().map(({ pValue }) => pValue));
  let next = 0;
  return lists.map((orderings, list) =>
    orderings.map((ordering, i) => {
      const correctedP = corrected[next++];
      const outcome = outcomeOf(measured[list][i].mean, correctedP);
      return { ordering, ...measured[list][i], correctedP, outcome };
    }),
  );
}

function judgedReading(
  parameter: string,
  value: string,
  orderings: readonly JudgedOrdering[],
): JudgedReading {
  const outcome = readingOutcomeOf(orderings.map((ordering) => ordering.outcome));
  return { parameter, value, outcome, orderings };
}

/**
 * Judges claims. In our reading the orderings of all claims are one family; the other readings of each claim
 * are a family of their own.
 */
export function judgeClaims(definitions: readonly ClaimDefinition[], measure: Measure): Claim[] {
  const published = judgeFamily(
    definitions.map((definition) => definition.published),
    measure,
  );
  return definitions.map((definition, i) => {
    const { id, title, place, quote, measured } = definition;
    const others = judgeFamily(
      definition.alternatives.map(({ orderings }) => orderings),
      measure,
    );
    const ours = judgedReading('', 'our reading', published[i]);
    const alternatives = definition.alternatives.map(({ parameter, value }, reading) =>
      judgedReading(parameter, value, others[reading]),
    );
    return {
      id,
      title,
      place,
      quote,
      measured,
      verdict: verdictOf(
        ours.outcome,
        alternatives.map(({ parameter, outcome }) => {
          return { parameter, outcome, stated: STATED_PARAMETERS.includes(parameter) };
        }),
      ),
      published: ours,
      alternatives,
    };
  });
}

/** The ordering that decides a reading: the one farthest from what is claimed, in standard errors. */
export function decidingOrdering({ orderings }: JudgedReading): JudgedOrdering {
  // Without spread any difference is beyond doubt, and none is none.
  const distance = ({ mean, standardError }: JudgedOrdering) =>
    mean === 0 ? 0 : mean / standardError;
  return orderings.reduce((worst, ordering) =>
    distance(ordering) > distance(worst) ? ordering : worst,
  );
}
