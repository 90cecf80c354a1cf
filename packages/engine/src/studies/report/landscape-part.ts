/** Scores over a suite in a report: the guide, a table for each way of tuning, their figures. */

import { figurePart, type ReportFigure } from '../../drawing/report/figure-part.ts';
import { type Content, type Html, html, NOTHING } from '../../drawing/report/html.ts';
import {
  breakable,
  type Column,
  commandPart,
  howToRead,
  intervalPart,
  markedName,
  type Row,
  tablePart,
} from '../../drawing/report/parts.ts';
import type { Estimate } from '../../play/statistics.ts';
import { counted, formatFixed, listed } from '../../words/numbers.ts';
import { type SuiteSummary, summariesOf } from '../landscape/analysis.ts';
import type { Costs } from '../landscape/costs.ts';
import { costCell, quotedArms } from '../landscape/guide/cost-part.ts';
import {
  type Guide,
  type GuidePart,
  type GuideTable,
  givenSymbols,
  shareText,
} from '../landscape/guide/words.ts';
import type { Landscape, Suite, SuiteRow } from '../landscape/suite.ts';

/** @param labelled - whether its label stands above it */
function guideTable(table: GuideTable, labelled: boolean): Html {
  const { label, columns, names = [], typed = [], rows } = table;
  const content = (text: string, i: number): Content =>
    typed.includes(i) ? html`<code>${text}</code>` : breakable(text);
  return tablePart(
    columns.map((title, i): Column => (names.includes(i) ? { title, kind: 'words' } : { title })),
    rows.map((cells) => ({ cells: cells.map(content) })),
    { label, stacked: true, ...(labelled ? { caption: label } : {}) },
  );
}

function guidePart(part: GuidePart): Html {
  const { heading, sentences, tables = [], items = [], screen, command } = part;
  const [first, ...rest] = sentences;
  const list =
    items.length === 0 ? NOTHING : html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;
  return html`<h3>${heading}</h3>
${tables.map((table) => guideTable(table, table.label !== heading))}
${first === undefined ? NOTHING : html`<p>${first}</p>`}${screen === undefined ? NOTHING : html`<pre><code>${screen.join('\n')}</code></pre>`}${list}${rest.map((text) => html`<p>${text}</p>`)}
${command === undefined ? NOTHING : commandPart(command)}`;
}

/** Which policy when; nothing where there is no guide. */
export function guideSection(guide: Guide | undefined): Html {
  if (guide === undefined) return NOTHING;
  return html`<section id="guide"><h2>Which policy when</h2>
<p>${guide.introduction}</p>
${guide.parts.map(guidePart)}
</section>`;
}

function toldText(row: SuiteRow): string {
  if (row.kind === 'oracle') return 'the means';
  const given = givenSymbols(row);
  return given === '' ? 'nothing' : given;
}

function scoreCell(score: Estimate): Content {
  const percent = (value: number) => formatFixed(100 * value, 1);
  return html`${shareText(score.mean)} ${intervalPart(score.low, score.high, percent)}`;
}

function scoreTable(suite: Suite, label: string, costs: Costs | undefined): Html {
  const armCounts = costs === undefined ? [] : quotedArms(suite, costs);
  const columns: Column[] = [
    { title: 'Policy', kind: 'name' },
    { title: 'Given', kind: 'words' },
    { title: 'Mean rank', kind: 'number' },
    { title: html`Score <span class="pale">[95%]</span>`, kind: 'number' },
    { title: 'Worst case', kind: 'number' },
    { title: 'Where', kind: 'place' },
    ...(costs === undefined
      ? []
      : [{ title: `ns, K = ${armCounts.join(' / ')}`, kind: 'number' } as const]),
  ];
  const rank = ({ meanRank = Number.POSITIVE_INFINITY }: SuiteSummary) => meanRank;
  const rows = summariesOf(suite)
    .toSorted((first, second) => (rank(first) === rank(second) ? 0 : rank(first) - rank(second)))
    .map(({ row, overall, worst, meanRank }): Row => {
      const { label: name, standing, kind } = suite.rows[row];
      return {
        cells: [
          markedName(name, standing),
          toldText(suite.rows[row]),
          meanRank === undefined ? '–' : formatFixed(meanRank, 1),
          scoreCell(overall),
          shareText(worst.score.mean),
          breakable(suite.columns[worst.column].name),
          ...(costs === undefined ? [] : [costCell(suite.rows[row], costs, armCounts)]),
        ],
        aside: kind !== 'contestant',
      };
    });
  return tablePart(columns, rows, { label: `Scores: ${label}` });
}

/** Kernels that were measured. Those of plugins run in JavaScript. */
function kernelsText({ compiled, costs }: Costs): string {
  if (!compiled) return 'JavaScript kernels';
  const plain = costs.filter((cost) => cost.compiled === false).map(({ policy }) => policy);
  const others = [...new Set(plain)];
  if (others.length === 0) return 'compiled kernels';
  return `compiled kernels, but JavaScript for ${listed(others)}`;
}

/** What a reader of the scores has to know. */
function readingOfScores({ written }: Landscape, costs: Costs | undefined): Html {
  const { columns } = written;
  return howToRead([
    '“Given” lists the facts that a policy must be given: the variation V, the number of changes Υ, the horizon T. After tuning it lists only facts that no tried setting replaced. A score is relative regret: the mean regret of a policy divided by that of uniform random choice in the same comparison. 0% is perfect, 100% equals random choice, and on recorded rewards a score may be below 0%. Intervals are those of this ratio, by the linearized ratio of paired means (delta method) and Student’s t.',
    `“Score” is the mean over situations, each counted once. Worst cases and ranks are over the ${columns.length} comparisons. The interval of a worst case is that of its comparison. It is not corrected for the search for the worst. Oracles know the means and are not ranked. For reference, they are at the bottom of the first figure and in the tables of the comparisons that they played.`,
    ...(costs === undefined
      ? []
      : [
          `Costs are nanoseconds per slot with K arms on one thread, including reward and bookkeeping, on environment ${costs.setting.environment} with ${counted(costs.setting.horizon, 'slot')} and ${kernelsText(costs)}. They were measured after playing, on ${costs.machine}, and do not belong to the reproducible numbers.`,
        ]),
  ]);
}

/** Scores of all policies over all comparisons. */
export function scoresSection(
  landscape: Landscape | undefined,
  costs: Costs | undefined,
  figures: readonly ReportFigure[],
): Html {
  if (landscape === undefined) return NOTHING;
  const { written, tuned } = landscape;
  const tables = [
    html`<h3>With default tuning</h3>${scoreTable(written, 'default tuning', costs)}`,
    ...(tuned === undefined
      ? []
      : [
          html`<h3>After equal-effort tuning</h3>${scoreTable(tuned, 'equal-effort tuning', costs)}`,
        ]),
  ];
  return html`<section id="scores"><h2>Scores over all comparisons</h2>
${tables}
${figures.map(figurePart)}
${readingOfScores(landscape, costs)}
</section>`;
}
