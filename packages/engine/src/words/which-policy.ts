/**
 * The tree "Which policy?": a short list of questions that ends in a call to type. The numbers come from the
 * landscape, so the tree itself is generated data, `whichPolicy` in `which-policy-data.ts`. The command line, the
 * guide, README and the lab all show that data.
 */

/** A recommendation: text to type, and its result in the landscape. */
export interface WhichTake {
  /** Text to type: a call of `createDecider`, or a shell command. */
  readonly type: string;
  /** Id of the policy that the call creates; absent for a shell command. */
  readonly policy?: string;
  /** Options of that call. */
  readonly options?: Readonly<Record<string, number>>;
  /** Relative regret that `result` mentions first, as a share: 0.14 is 14%. */
  readonly relativeRegret?: number;
  /** One line about the result, with the caveat that belongs to it. */
  readonly result?: string;
}

/** One answer to a question. */
export interface WhichAnswer {
  /** Text of the answer: "yes", "no, or not known", or the case that it names. */
  readonly answer: string;
  /** Recommendation for this answer; absent if the answer leads to the next question. */
  readonly take?: WhichTake;
}

/** A question with all its answers. */
export interface WhichQuestion {
  readonly question: string;
  readonly answers: readonly WhichAnswer[];
}

/** A situation in which the last recommendation needs an addition, or none. */
export interface WhichNote {
  readonly when: string;
  readonly text: string;
}

/** The whole tree. Ask the questions in order until an answer has a recommendation; the last one always has. */
export interface WhichPolicy {
  /** How to read the percentages, as one paragraph. */
  readonly reading: string;
  readonly questions: readonly WhichQuestion[];
  /** Additions to the recommendation of the last question. */
  readonly notes: readonly WhichNote[];
  /** A paragraph that must stand next to the tree wherever it is shown. */
  readonly caveat: string;
}

/** Columns in front of a call and of its result. */
const INDENT = ' '.repeat(7);

/** A short answer stands next to its call; a long one goes first, with the result. */
function takeLines({ answer, take }: WhichAnswer): string[] {
  if (take === undefined) return [];
  const { type, result } = take;
  if (answer.length <= INDENT.length - 4) {
    const below = result === undefined ? [] : [`${INDENT}${result}`];
    return [`  ${answer.padEnd(INDENT.length - 2)}${type}`, ...below];
  }
  return [`  ${answer}${result === undefined ? '' : `: ${result}`}`, `${INDENT}${type}`];
}

function questionLines({ question, answers }: WhichQuestion): string[] {
  return [question, ...answers.flatMap(takeLines)];
}

/**
 * Questions, recommendations and notes as lines of at most 80 columns. An answer without a recommendation has no line:
 * the reader goes on to the next question. Print `reading` before the lines and `caveat` after them.
 */
export function whichPolicyLines({ questions, notes }: WhichPolicy): string[] {
  const widest = Math.max(0, ...notes.map(({ when }) => when.length));
  return [
    ...questions.flatMap(questionLines),
    ...notes.map(({ when, text }) => `${INDENT}${when.padEnd(widest)}  ${text}`),
  ];
}
