/** Advice as a page of text on a terminal. */
import type { AdvicePage } from '@driftline/advice';
import { padRight, WIDTH, wrap } from '../../terminal/text.ts';

/** Questions stand at the left, answers beside them. */
const QUESTION_WIDTH = 20;

const JOINED = '\u00a0';

/** Sentences in lines; a number stays with its sign and its unit, and in one piece: 48 112, 20 %, ± 7. */
function lines(sentences: readonly string[], width: number): string[] {
  return sentences
    .map((sentence) => sentence.replace(/(?<=\d) (?=\d{3}|%)|(?<=±) /g, JOINED))
    .flatMap((sentence) => wrap(sentence, width))
    .map((line) => line.replaceAll(JOINED, ' '));
}

/** A question beside its answer, each wrapped into its column. */
function questionLines(number: number, question: string, answer: readonly string[]): string[] {
  const left = wrap(`${number} ${question}`, QUESTION_WIDTH - 2).map((line, i) =>
    i === 0 ? line : `  ${line}`,
  );
  const right = lines(answer, WIDTH - QUESTION_WIDTH);
  const rows = Math.max(left.length, right.length);
  return Array.from({ length: rows }, (_, i) =>
    `${padRight(left[i] ?? '', QUESTION_WIDTH)}${right[i] ?? ''}`.trimEnd(),
  );
}

/** The page in lines. */
export function pageLines({ opening, questions, closing }: AdvicePage): string[] {
  return [
    ...lines(opening, WIDTH),
    ...questions.flatMap(({ question, answer }, i) => [
      '',
      ...questionLines(i + 1, question, answer),
    ]),
    '',
    ...lines(closing, WIDTH),
  ];
}

/** Where files went. */
export function writtenLines(out: string, files: readonly string[]): string[] {
  const names = ['report.html', 'advice.json', ...files, 'figures'];
  return ['', ...wrap(`Written to ${out}: ${names.join(', ')}.`, WIDTH)];
}
