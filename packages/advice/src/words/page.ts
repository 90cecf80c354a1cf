/** Advice as a page of text: what was read, five answers, and what no such log shows. */
import type { Advice } from '../contract/advice.ts';
import { choiceWords } from './choice.ts';
import { driftWords } from './drift.ts';
import { opening } from './opening.ts';
import { tailAndDelayWords } from './tails.ts';
import { costWords, valueWords } from './values.ts';

/** A question and its answer in sentences. */
export interface AnsweredQuestion {
  readonly question: string;
  readonly answer: readonly string[];
}

/** What a page says, for whoever lays it out. */
export interface AdvicePage {
  readonly opening: readonly string[];
  /** The five, in order. */
  readonly questions: readonly AnsweredQuestion[];
  readonly closing: readonly string[];
}

/** What no log of this kind shows. */
const CLOSING = [
  'No such log shows effects of one decision on another, novelty, returning users, or choices that looked at more than it holds. Values are of its own time and no forecast.',
] as const;

/** A refusal that an earlier question has explained is not explained again. */
function withoutRepeats(questions: readonly AnsweredQuestion[]): AnsweredQuestion[] {
  const reasonOf = ({ answer }: AnsweredQuestion) =>
    /this log cannot tell: .*/i.exec(answer[0] ?? '')?.[0].toLowerCase();
  return questions.map(({ question, answer }, place) => {
    const reason = reasonOf({ question, answer });
    const first = questions.findIndex((each) => reasonOf(each) === reason);
    return reason === undefined || first === place || answer.length > 1
      ? { question, answer }
      : { question, answer: [`This log cannot tell, for the reason given under ${first + 1}.`] };
  });
}

/**
 * The page of a record.
 *
 * @param service - what the service cannot do of it, as a sentence, if something is written for the service
 */
export function advicePage(advice: Advice, service?: string): AdvicePage {
  return {
    opening: opening(advice),
    questions: withoutRepeats([
      { question: 'Is it drifting?', answer: driftWords(advice) },
      { question: 'What to use?', answer: choiceWords(advice, service) },
      { question: 'What would it have earned?', answer: valueWords(advice) },
      { question: 'Tails and delays?', answer: tailAndDelayWords(advice) },
      { question: 'What does not adapting cost?', answer: costWords(advice) },
    ]),
    closing: CLOSING,
  };
}
