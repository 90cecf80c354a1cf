/** How claims and their numbers are put into words, for the report and for the terminal. */
import { policyCatalogue } from '@driftline/core';
import { parseSpec } from '@driftline/core/spec';
import { counted, listed } from '../../words/numbers.ts';
import { policyName } from '../../words/policy-names.ts';
import type { Claim, JudgedOrdering, JudgedReading } from './judge.ts';
import type { Ordering, Side } from './measure.ts';
import type { Outcome, ReadingOutcome } from './verdict.ts';

/** A policy by name, with the parameters that were given to it. */
export function sideLabel({ spec }: Pick<Side, 'spec'>): string {
  const { id } = parseSpec(spec);
  return policyName({ name: policyCatalogue.find(id).name, id, spec });
}

/** `SW-MOSS − DTS`: what a difference is a difference of. */
export function orderingLabel({ less, more }: Ordering): string {
  return `${sideLabel(less)} − ${sideLabel(more)}`;
}

/** What a reading came to. */
export const READING_WORDS: Readonly<Record<ReadingOutcome, string>> = {
  holds: 'holds',
  contradicted: 'does not hold',
  undecided: 'undecided',
};

/** What the data say of one ordering. */
export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  'as claimed': 'as the paper says',
  opposite: 'the opposite',
  undecided: 'undecided',
};

function countOf(orderings: readonly JudgedOrdering[], outcome: Outcome): number {
  return orderings.filter((ordering) => ordering.outcome === outcome).length;
}

/** How many differences go which way. */
export function tallySentence({ orderings }: JudgedReading): string {
  const [claimed, opposite, undecided] = (['as claimed', 'opposite', 'undecided'] as const).map(
    (outcome) => countOf(orderings, outcome),
  );
  const all = orderings.length;
  const every = all === 2 ? 'Both differences' : `All ${counted(all, 'difference')}`;
  if (claimed === all) return `${every} are as the paper says.`;
  if (opposite === all) return `${every} are the opposite of the paper’s.`;
  if (undecided === all) return `None of the ${counted(all, 'difference')} is significant.`;
  const parts = [
    ...(claimed > 0 ? [`${claimed} as the paper says`] : []),
    ...(opposite > 0 ? [`${opposite} opposite`] : []),
    ...(undecided > 0 ? [`${undecided} not significant`] : []),
  ];
  return `${counted(all, 'difference')}: ${listed(parts)}.`;
}

/** For the start of a sentence; symbols stay as they are. */
export function capitalised(text: string): string {
  return text.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

/** One sentence a parameter: under which of its other values the claim holds and under which not. */
export function readingSentences(claim: Claim): string[] {
  const parameters = [...new Set(claim.alternatives.map(({ parameter }) => parameter))];
  return parameters.map((parameter) => {
    const readings = claim.alternatives.filter((reading) => reading.parameter === parameter);
    const groups = (['holds', 'contradicted', 'undecided'] as const).flatMap((outcome) => {
      const values = readings.filter((reading) => reading.outcome === outcome);
      if (values.length === 0) return [];
      return [`${READING_WORDS[outcome]} with ${listed(values.map(({ value }) => value))}`];
    });
    return `${capitalised(parameter)}: ${groups.join('; ')}.`;
  });
}

/** How often claims come out which way, in a sentence. */
export function summarySentence(claims: readonly Claim[]): string {
  const count = (kind: Claim['verdict']['kind']) =>
    claims.filter(({ verdict }) => verdict.kind === kind).length;
  const [hold, depend, fail] = [count('holds'), count('depends'), count('not reproduced')];
  const undecided = count('undecided');
  const parts = [
    `${hold} ${hold === 1 ? 'holds' : 'hold'}`,
    `${depend} ${depend === 1 ? 'depends' : 'depend'} on what the paper leaves open`,
    `${fail} ${fail === 1 ? 'is' : 'are'} not reproduced under this reading`,
    ...(undecided > 0 ? [`${undecided} undecided`] : []),
  ];
  const inOurs = claims.filter(({ published }) => published.outcome === 'holds').length;
  return `${claims.length} checks of the paper’s claims: ${listed(parts)}. With the paper’s settings, and ours if it names none, ${inOurs} of the ${claims.length} agree with the paper.`;
}

/** Claims that say the same of different environments, together. */
export function claimGroups(claims: readonly Claim[]): Claim[][] {
  const groups = new Map<string, Claim[]>();
  for (const claim of claims) groups.set(claim.title, [...(groups.get(claim.title) ?? []), claim]);
  return [...groups.values()];
}
