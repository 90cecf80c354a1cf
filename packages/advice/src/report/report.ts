/** Advice as a page that opens anywhere: answers, figures, tables, and how to repeat it. */
import {
  type Content,
  commandPart,
  type EmbeddedFont,
  figurePart,
  type Html,
  howToRead,
  html,
  NOTHING,
  pagePart,
  settingsPart,
  tablePart,
} from '@driftline/engine/drawing';
import type { Advice } from '../contract/advice.ts';
import { isRefused } from '../contract/refusal.ts';
import { advicePage } from '../words/page.ts';
import type { FiguresByQuestion } from './figures.ts';
import { armsTable, candidatesTable, fitsTable, valuesTable } from './tables.ts';

/** What a report has beside the record. */
export interface ReportSettings {
  /** The command that repeats it. */
  readonly command: string;
  readonly fonts: readonly EmbeddedFont[];
  readonly figures: FiguresByQuestion;
  /** The same for a phone. */
  readonly narrow: FiguresByQuestion;
  /** What goes on with the advice: commands with what each does. */
  readonly next: readonly { readonly command: string; readonly does: string }[];
}

function paragraphs(sentences: readonly string[]): Html[] {
  return sentences.map((sentence) => html`<p>${sentence}</p>`);
}

/** Tables that belong to a question. */
function tablesOf(advice: Advice, question: number): Html[] {
  if (question === 0) return [...armsTable(advice), ...fitsTable(advice)];
  if (question === 1) return candidatesTable(advice);
  return question === 2 ? valuesTable(advice) : [];
}

const READING: readonly (readonly Content[])[] = [
  [
    'Movement is how far an arm’s mean changes over a number of decisions, as the root of the mean square, with the noise of rewards taken away. It is 0 where nothing moves, however noisy rewards are.',
    'A verdict of none seen is no proof of none: what would have been seen is said beside it.',
  ],
  [
    'A world is a course of means that fits the log, with the log’s own noise, delays and eligible arms, and with one change more per length of the log than it shows. All candidates meet the same worlds and the same luck.',
    'A score is the regret as a share of what choosing blindly loses: 0 % is perfect, 100 % is blind.',
  ],
  [
    'A policy plays a world that was fitted to four parts of the rows; what it chooses is paid with the rewards of the fifth. The interval is as wide as the error on logs made from the fitted world, where the truth is known.',
    'Where means move faster than the log can follow, values are low rather than high: the lower end is what is claimed.',
  ],
  [],
  [
    'The gain of a perfect follower is an estimate from below: who leads is learned on some rows and paid with others.',
  ],
];

function questionSection(advice: Advice, settings: ReportSettings, place: number): Html {
  const { question, answer } = advicePage(advice).questions[place];
  const figures = settings.figures[place].map((wide) => {
    const narrow = settings.narrow[place].find(({ name }) => name === wide.name);
    return figurePart(narrow === undefined ? { wide } : { wide, narrow });
  });
  const notes = READING[place];
  return html`<section id="question-${place + 1}"><h2>${place + 1}. ${question}</h2>
${paragraphs(answer)}
${figures}
${tablesOf(advice, place)}
${notes.length === 0 ? NOTHING : howToRead(notes)}</section>`;
}

function summarySection(advice: Advice): Html {
  const { opening, questions } = advicePage(advice);
  const rows = questions.map(({ question, answer }) => ({
    cells: [question, answer[0] ?? 'Not asked.'],
  }));
  const columns = [{ title: 'Question', kind: 'name' }, { title: 'Answer' }] as const;
  const warnings = advice.warnings.map((text) => html`<p class="note">${text}</p>`);
  return html`<section id="answer">
${warnings}
${paragraphs(opening)}
${tablePart(columns, rows, { label: 'The five answers', stacked: true })}</section>`;
}

function limitsSection(advice: Advice): Html {
  return html`<section id="limits"><h2>What no such log shows</h2>
${paragraphs(advicePage(advice).closing)}</section>`;
}

function repeatSection(advice: Advice, { command, next }: ReportSettings): Html {
  const steps = next.map((step) => html`<p>${step.does}</p>${commandPart(step.command)}`);
  const settings = settingsPart([
    ['Log', advice.log.name],
    ['Decisions', String(advice.log.rows)],
    ['Seed', String(advice.seed)],
    ['Driftline', advice.software],
  ]);
  return html`<section id="repeat"><h2>Go on with it, and repeat it</h2>
${steps}
<p>The same log, command and version give the same numbers to the last digit, on any number of workers:</p>
${commandPart(command)}
${settings}</section>`;
}

/** The page. */
export function adviceReport(advice: Advice, settings: ReportSettings): string {
  const title = `Advice: ${advice.log.name}`;
  const links = advicePage(advice).questions.map(
    ({ question }, i) => html`<li><a href="#question-${i + 1}">${question}</a></li>`,
  );
  const named = isRefused(advice.advice) ? 'no advice' : advice.advice.spec;
  return pagePart({
    title: `${title}: ${named}`,
    header: html`<p class="kicker">Driftline advice</p><h1>${title}</h1><nav aria-label="Questions"><ul>${links}</ul></nav>`,
    sections: [
      summarySection(advice),
      ...settings.figures.map((_, place) => questionSection(advice, settings, place)),
      limitsSection(advice),
      repeatSection(advice, settings),
    ],
    footer: 'Opens offline; nothing is loaded from elsewhere.',
    fonts: settings.fonts,
  });
}
