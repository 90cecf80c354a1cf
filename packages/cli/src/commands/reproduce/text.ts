/** The paper's claims and their verdicts for a terminal. */
import {
  type Claim,
  decidingOrdering,
  orderingLabel,
  READING_WORDS,
  summarySentence,
  verdictText,
} from '@driftline/engine/reproduce';
import { labelled, WIDTH, wrap } from '../../terminal/text.ts';

const INDENT = 4;

const EXPLANATION =
  'Each claim states that one policy has less regret than another. The number is the difference that agrees least with the claim, with its 95% interval. A negative difference agrees with the paper.';

function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${value.toFixed(1)}`;
}

function claimLines(claim: Claim, number: number): string[] {
  const deciding = decidingOrdering(claim.published);
  const { mean, low, high } = deciding;
  const ours = READING_WORDS[claim.published.outcome];
  const verdict = `${verdictText(claim.verdict)} (our reading: ${ours})`;
  const numbers = `${orderingLabel(deciding.ordering)}: ${signed(mean)} [${low.toFixed(1)}, ${high.toFixed(1)}]`;
  return [
    ...labelled(`${number}.`.padEnd(INDENT), `${claim.title}: ${claim.place}`, INDENT),
    ...labelled('', `→ ${verdict}`, INDENT),
    ...labelled('', numbers, INDENT),
  ];
}

/** Every claim in three lines, below a sentence about all of them. */
export function claimsText(claims: readonly Claim[]): string[] {
  return [
    ...wrap(summarySentence(claims), WIDTH),
    '',
    ...wrap(EXPLANATION, WIDTH),
    '',
    ...claims.flatMap((claim, i) => claimLines(claim, i + 1)),
  ];
}
