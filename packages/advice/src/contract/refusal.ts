/** What a log cannot tell, and what log could. */

/**
 * Every reason for which a question is left open. The list is closed: a program may act on a code, and texts
 * may be put better at any time.
 */
export const refusalCodes = {
  'too-short': 'The log has too few decisions to say anything.',
  'too-few-arms': 'Fewer than two arms were tried often enough to compare them.',
  'rewards-constant': 'All rewards are the same.',
  'too-few-rewards': 'Too few rewards differ from the usual one.',
  'arm-seen-too-little': 'The arm was tried too rarely, or within too short a time.',
  'movement-too-small-to-see':
    'Movement would be seen only if it were larger than the differences between arms.',
  'rows-alike':
    'Rows near each other are alike, as those of returning users or repeated rows are, and that looks like drift.',
  'cycles-too-few': 'The log is too short for a period to come back.',
  'window-not-told': 'The log does not tell how long to remember.',
  'support-thin': 'Too little of what the policy would choose was tried at about that time.',
  'effective-sample-small': 'Too few decisions of the log agree with the policy.',
  'tails-without-mean': 'Tails are so heavy that there may be no mean.',
  'logging-fixed': 'One arm has nearly all decisions, so that nothing is known of the others.',
  'movement-confounded':
    'Arms move faster than can be followed while choices change with time: an arm may look as good as the hours at which it was shown, and the log lacks the propensities of its choices.',
  'propensities-missing':
    'Choices depended on more than the log holds; it lacks their propensities.',
  'rewards-bounded': 'Rewards lie between known bounds, so that they have no tails.',
  'rewards-discrete': 'Rewards have too few different values for tails.',
  'arrivals-missing': 'Rewards may come late, and the log does not say when they came.',
} as const;

/** A code of the closed list `refusalCodes`. */
export type RefusalCode = keyof typeof refusalCodes;

/** What a log would need for an answer; only what is known is there. */
export interface Need {
  /** Decisions that a log should have in all. */
  readonly rows?: number;
  /** The least share of decisions that each arm should get. */
  readonly share?: number;
  /** Rewards that differ from the usual one. */
  readonly rewards?: number;
  /** A column that is missing. */
  readonly column?: string;
  /** Cycles of a period. */
  readonly cycles?: number;
}

/** A question that a log cannot answer. That is a full answer, not an error. */
export interface Refusal {
  readonly refused: RefusalCode;
  readonly need: Need;
}

/** An answer, or why there is none. */
export type Answer<Known extends object> = Known | Refusal;

/** Whether a question was left open. */
export function isRefused(answer: object): answer is Refusal {
  return 'refused' in answer;
}
