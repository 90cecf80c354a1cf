/** Advice as a page of text: the log in a few lines, five answers, and the limits of any log. */
import type { Advice } from '../contract/advice.ts';
import type { Answered } from './answered.ts';
import { choiceWords } from './choice.ts';
import { driftWords } from './drift.ts';
import { gainWords } from './gain.ts';
import { questionNotes } from './notes.ts';
import { type Fact, opening, title } from './opening.ts';
import { NO_ANSWER } from './refusals.ts';
import { tailAndDelayWords } from './tails.ts';
import { valueWords } from './values.ts';

/** A question and its answer. */
export interface AnsweredQuestion extends Answered {
  readonly question: string;
}

/** The texts of a page, without a layout. */
export interface AdvicePage {
  readonly title: string;
  readonly opening: readonly Fact[];
  /** The five, in order. */
  readonly questions: readonly AnsweredQuestion[];
  /** Limits of any log, in sentences. */
  readonly closing: string;
}

const CLOSING =
  'A log cannot show how one decision affects later ones, novelty effects, returning users, or choices based on information that it does not contain. These values describe the period of the log. They are not a forecast.';

/** Refers to an earlier question that was refused for the same reason. */
function withoutRepeats(questions: readonly AnsweredQuestion[]): AnsweredQuestion[] {
  const reasonOf = ({ answer }: AnsweredQuestion) =>
    new RegExp(`${NO_ANSWER}: .*`, 'i').exec(answer)?.[0].toLowerCase();
  return questions.map((asked, place) => {
    const reason = reasonOf(asked);
    const first = questions.findIndex((each) => reasonOf(each) === reason);
    return reason === undefined || first === place || asked.points.length > 0
      ? asked
      : { ...asked, answer: `${NO_ANSWER}, for the reason given under question ${first + 1}.` };
  });
}

/** Warnings come before the evidence. */
function withNotes({ notes }: Advice, answered: AnsweredQuestion[]): AnsweredQuestion[] {
  return answered.map((each, place) => ({
    ...each,
    points: [...questionNotes(notes, place + 1), ...each.points],
  }));
}

/**
 * The page of a record.
 *
 * @param service - the part of it that the decision service cannot run, as a sentence, if a file is written for the service
 */
export function advicePage(advice: Advice, service?: string): AdvicePage {
  const questions = withoutRepeats([
    { question: 'Is it drifting?', ...driftWords(advice) },
    { question: 'Which policy should I use?', ...choiceWords(advice, service) },
    { question: 'What would it have earned on this log?', ...valueWords(advice) },
    {
      question: 'How large do rewards get, and how late do they arrive?',
      ...tailAndDelayWords(advice),
    },
    { question: 'What is adapting worth?', ...gainWords(advice) },
  ]);
  return {
    title: title(advice),
    opening: opening(advice),
    questions: withNotes(advice, questions),
    closing: CLOSING,
  };
}
