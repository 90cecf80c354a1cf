/** Questions that a log cannot answer, and what an answer would need. */

/**
 * Every reason for a question without an answer. The list is closed: a program may act on a code. Texts may change.
 */
export const refusalCodes = {
  'too-short': 'The log has too few decisions.',
  'too-few-arms': 'Fewer than two arms were tried often enough to compare them.',
  'rewards-constant': 'All rewards are the same.',
  'too-few-rewards': 'Too few rewards differ from the most common one.',
  'arm-rarely-tried': 'The arm was tried too rarely, or only within a short time.',
  'movement-undetectable':
    'Drift would show only if it were larger than the differences between arms.',
  'rows-autocorrelated':
    'Neighboring rows resemble each other, as with returning users or repeated rows, and that looks like drift.',
  'cycles-too-few': 'The log is too short for a period to repeat.',
  'memory-length-unknown': 'The log is too short and shows too little drift.',
  'support-too-low':
    'Too few of the choices that the policy would make were tried at about that time.',
  'effective-sample-too-small': 'Too few decisions of the log agree with the policy.',
  'mean-undefined': 'Rewards have such heavy tails that their mean may not exist.',
  'logging-fixed':
    'One arm has nearly all decisions, so the log shows almost nothing about the others.',
  'movement-confounded':
    'Arms change faster than the log can follow, their shares change over time, and the log has no propensities, so an arm may look as good as the hours in which it was shown.',
  'propensities-missing':
    'Choices depended on information that the log does not contain, and it has no propensities.',
  'rewards-bounded': 'Rewards lie between known bounds, so they have no tails.',
  'rewards-discrete': 'Rewards take too few different values to have tails.',
  'arrivals-missing': 'Rewards may arrive late, and the log does not record when they arrived.',
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
