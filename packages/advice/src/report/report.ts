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
import { WARNING } from '../words/opening.ts';
import { advicePage } from '../words/page.ts';
import type { FiguresByQuestion } from './figures.ts';
import { armsTable, candidatesTable, fitsTable, valuesTable } from './tables.ts';

/** Parts of a report that the record does not have. */
export interface ReportSettings {
  /** The command that repeats it. */
  readonly command: string;
  readonly fonts: readonly EmbeddedFont[];
  readonly figures: FiguresByQuestion;
  /** The same for a phone. */
  readonly narrow: FiguresByQuestion;
  /** Commands that use the result, each with a sentence. */
  readonly next: readonly { readonly command: string; readonly does: string }[];
}

/** Evidence as a list; nothing if there is none. */
function pointsPart(points: readonly string[]): Html {
  if (points.length === 0) return NOTHING;
  return html`<ul>${points.map((point) => html`<li>${point}</li>`)}</ul>`;
}

/** Tables that belong to a question. */
function tablesOf(advice: Advice, question: number): Html[] {
  if (question === 0) return [...armsTable(advice), ...fitsTable(advice)];
  if (question === 1) return candidatesTable(advice);
  return question === 2 ? valuesTable(advice) : [];
}

const READING: readonly (readonly Content[])[] = [
  [
    'Movement is the typical change of an arm’s mean over a number of decisions (root mean square), without the noise of rewards. It is 0 for stationary arms, however noisy rewards are.',
    'If no drift was detected, that is not proof of stationarity. The answer states how much movement the log would have shown.',
  ],
  [
    'A simulation follows means that fit the log, with the log’s own noise, delays and eligible arms. It has one more change per length of the log than the log shows. All candidates play the same simulations with the same random numbers.',
    'Relative regret is regret divided by that of uniform random choice: 0% is perfect, 100% is random choice.',
  ],
  [
    'A policy plays a simulation that was fitted to four fifths of the rows, and its choices earn the rewards of the remaining fifth. The recommended policy and the best single arm are also chosen without that fifth. The width of the interval is the error on logs generated from the fitted simulation, for which the truth is known.',
    'If means change faster than the log can follow, values tend to be too low. Rely on the lower limit.',
    'Support is the share of a policy’s choices that were tried at about that time.',
  ],
  [],
  [
    'The gain of always playing the best arm of the moment tends to be underestimated: the best arm is estimated on some rows, and its reward on others.',
  ],
];

function questionSection(advice: Advice, settings: ReportSettings, place: number): Html {
  const { question, answer, points } = advicePage(advice).questions[place];
  const figures = settings.figures[place].map((wide) => {
    const narrow = settings.narrow[place].find(({ name }) => name === wide.name);
    return figurePart(narrow === undefined ? { wide } : { wide, narrow });
  });
  const notes = READING[place];
  return html`<section id="question-${place + 1}"><h2>${place + 1}. ${question}</h2>
<p><strong>${answer}</strong></p>
${place === 2 ? tablesOf(advice, place) : NOTHING}
${pointsPart(points)}
${figures}
${place === 2 ? NOTHING : tablesOf(advice, place)}
${notes.length === 0 ? NOTHING : howToRead(notes)}</section>`;
}

function summarySection(advice: Advice): Html {
  const { opening, questions } = advicePage(advice);
  const rows = questions.map(({ question, answer }) => ({ cells: [question, answer] }));
  const facts = opening.filter(({ label }) => label !== WARNING);
  const columns = [{ title: 'Question', kind: 'name' }, { title: 'Answer' }] as const;
  const warnings = advice.warnings.map((text) => html`<p class="note">${text}</p>`);
  return html`<section id="answer">
${warnings}
${tablePart(columns, rows, { label: 'The five answers', stacked: true })}
${settingsPart(facts.map(({ label, text }) => [label, text]))}</section>`;
}

function limitsSection(advice: Advice): Html {
  return html`<section id="limits"><h2>Limits of any log</h2>
<p>${advicePage(advice).closing}</p></section>`;
}

function repeatSection(advice: Advice, { command, next }: ReportSettings): Html {
  const steps = next.map((step) => html`<p>${step.does}</p>${commandPart(step.command)}`);
  const settings = settingsPart([
    ['Log', advice.log.name],
    ['Decisions', String(advice.log.rows)],
    ['Seed', String(advice.seed)],
    ['Driftline', advice.software],
  ]);
  return html`<section id="repeat"><h2>Use the result and repeat it</h2>
${steps}
<p>This command gives the same numbers to the last digit with the same log and version, on any number of workers:</p>
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
    footer: 'This page works offline and loads nothing from other places.',
    fonts: settings.fonts,
  });
}
