/** Advice as a page of text on a terminal. */
import type { AdvicePage, AnsweredQuestion, AnswerTable } from '@driftline/advice';
import { displayWidth, labelled, padRight, WIDTH, wrap } from '../../terminal/text.ts';

/** Columns of labels in the opening. */
const LABEL_WIDTH = 15;

const JOINED = '\u00a0';

/** Keeps a sign with its number: ± 7. */
function joined(text: string): string {
  return text.replace(/(?<=±) /g, JOINED);
}

function plain(line: string): string {
  return line.replaceAll(JOINED, ' ');
}

/** A paragraph after a mark such as '- ': all its lines begin in one column. */
function paragraph(mark: string, text: string): string[] {
  return labelled(mark, joined(text), displayWidth(mark)).map(plain);
}

function tableLines({ title, rows }: AnswerTable): string[] {
  const [names, numbers] = [0, 1].map((column) =>
    Math.max(...rows.map((row) => displayWidth(row[column]))),
  );
  const lines = rows.map(([name, number, remark]) =>
    `     ${padRight(name, names)}  ${padRight(number, numbers)}  ${remark}`.trimEnd(),
  );
  return [...paragraph('   ', title), ...lines];
}

/** A question, its answer below it, then the evidence. */
function questionLines(number: number, asked: AnsweredQuestion): string[] {
  const { question, answer, table, points } = asked;
  return [
    `${number}. ${question}`,
    ...paragraph('   ', answer),
    ...(table === undefined ? [] : tableLines(table)),
    ...points.flatMap((point) => paragraph('   - ', point)),
  ];
}

/** The page in lines. */
export function pageLines({ title, opening, questions, closing }: AdvicePage): string[] {
  return [
    ...wrap(title, WIDTH),
    ...opening.flatMap(({ label, text }) =>
      paragraph(padRight(`  ${label}`, LABEL_WIDTH + 2), text),
    ),
    ...questions.flatMap((asked, i) => ['', ...questionLines(i + 1, asked)]),
    '',
    ...wrap(`Limits: ${closing.charAt(0).toLowerCase()}${closing.slice(1)}`, WIDTH),
  ];
}

/** Purposes of the files; without one, a name alone is clear. */
const PURPOSES: Readonly<Partial<Record<string, string>>> = {
  'report.html': 'this page with figures',
  'advice.json': 'all numbers',
  'world.csv': 'the fitted means',
  'spec.yaml': 'simulates them with driftline run',
  'service.json': 'creates the experiment in the decision service',
};

/** The files that were written. */
export function writtenLines(out: string, files: readonly string[]): string[] {
  const names = ['report.html', 'advice.json', ...files, 'figures/'].map((name) => {
    const purpose = PURPOSES[name];
    return purpose === undefined ? name : `${name} (${purpose})`;
  });
  return ['', ...wrap(`Written to ${out}: ${names.join(', ')}`, WIDTH)];
}
