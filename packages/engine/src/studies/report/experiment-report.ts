/** The report of any result: for each comparison the answer, the table, the figures, the settings. */

import type { Figure } from '../../drawing/figures/types.ts';
import {
  comparisonSettings,
  measuresTable,
  readingOfRegret,
  regretTable,
  warningsOf,
  warningsPart,
} from '../../drawing/report/comparison-part.ts';
import { figurePart, type ReportFigure, slug } from '../../drawing/report/figure-part.ts';
import { answerSentence } from '../../drawing/report/findings.ts';
import { type Html, html, NOTHING } from '../../drawing/report/html.ts';
import { commandPart, pagePart, settingsPart } from '../../drawing/report/parts.ts';
import type { EmbeddedFont } from '../../drawing/report/style.ts';
import type { ComparisonResult, Result } from '../../play/result.ts';
import { comparisonTitle } from '../../words/names.ts';
import { counted } from '../../words/numbers.ts';
import { sweepsOf } from '../experiment/sweeps.ts';
import type { Costs } from '../landscape/costs.ts';
import type { GuideFocus } from '../landscape/guide/focus.ts';
import { guideOf } from '../landscape/guide/guide.ts';
import type { Landscape } from '../landscape/suite.ts';
import { guideSection, scoresSection } from './landscape-part.ts';
import { ranksSection } from './ranks-part.ts';
import { type ComparisonTuning, tuningSection } from './tuning-part.ts';

/** What a report says beside its result. */
interface ReportSettings {
  /** The command that repeats the experiment. */
  readonly command: string;
  /** The experiment as it was written. */
  readonly specText?: string;
  /** Fonts to embed; without them the reader's own are used. */
  readonly fonts?: readonly EmbeddedFont[];
  /** The same figures drawn for a phone; they are matched by name. */
  readonly narrowFigures?: readonly Figure[];
  /** How tuned comparisons came about; none where nothing was tuned. */
  readonly tuning?: readonly ComparisonTuning[];
  /** Scores over all comparisons, and what they say; absent where none were asked for. */
  readonly landscape?: Landscape;
  /** What policies cost on one machine, where that was measured. */
  readonly costs?: Costs;
  /** Whom the guide looks at more closely; nobody by default. */
  readonly focus?: GuideFocus;
}

/** With more comparisons than this, what belongs to one is folded away until it is asked for. */
const MOST_OPEN = 8;

/** Figures with their narrow form, where there is one. */
export function paired(figures: readonly Figure[], narrow: readonly Figure[]): ReportFigure[] {
  return figures.map((wide) => {
    const match = narrow.find(
      ({ name, comparison }) => name === wide.name && comparison === wide.comparison,
    );
    return match === undefined ? { wide } : { wide, narrow: match };
  });
}

/** A comparison by its name, and by that of its environment where the name does not begin with it. */
function headingOf(comparison: ComparisonResult): string {
  const { name, environment } = comparison;
  const title = comparisonTitle(comparison);
  const ownName = environment.label ?? environment.name;
  return name === ownName || name.startsWith(`${ownName}, `) ? title : `${name}: ${title}`;
}

function comparisonSection(
  comparison: ComparisonResult,
  figures: readonly ReportFigure[],
  place: number,
  folded: boolean,
): Html {
  const body = html`${regretTable(comparison)}${measuresTable(comparison)}
${figures.map(figurePart)}
${readingOfRegret(comparison)}
<h3>Settings</h3>
${settingsPart(comparisonSettings(comparison))}`;
  const warnings = warningsOf(comparison);
  const notes = warnings.length === 0 ? '' : `, ${counted(warnings.length, 'warning')}`;
  return html`<section id="comparison-${place + 1}-${slug(comparison.name)}">
<h2>${headingOf(comparison)}</h2>
<p class="answer">${answerSentence(comparison)}</p>
${folded ? NOTHING : warningsPart(comparison)}
${folded ? html`<details class="bulk"><summary>Table, figures, settings${notes}</summary>${warningsPart(comparison)}${body}</details>` : body}
</section>`;
}

/** Figures that belong to no single comparison, and sentences about sweeps that have none. */
function sweepSection(figures: readonly ReportFigure[], omitted: readonly string[]): Html {
  if (figures.length === 0 && omitted.length === 0) return NOTHING;
  const notes = omitted.map((sentence) => html`<p>${sentence}</p>`);
  return html`<section id="figures"><h2>Sweeps</h2>${figures.map(figurePart)}${notes}</section>`;
}

/** A copy of an experiment file lies elsewhere than the tables and plugins that it names. */
function pathsNote(specText: string): Html {
  if (!/\b(means|plugins):/.test(specText)) return NOTHING;
  return html`<p>Paths in it start at the folder of the original file. Run it there, or copy those files next to it.</p>`;
}

/** What made a result, and how to make it again. */
export function repeatSection(result: Result, settings: ReportSettings): Html {
  const { version, commit } = result.software;
  const spec =
    settings.specText === undefined
      ? NOTHING
      : html`<p>The experiment:</p><pre><code>${settings.specText}</code></pre>${pathsNote(settings.specText)}`;
  return html`<section id="repeat">
<h2>Repeat this result</h2>
${commandPart(settings.command)}
${spec}
<p>Made with Driftline ${version}${commit === null ? '' : `, commit ${commit.slice(0, 12)}`}. The same command gives the same numbers to the last digit, on any number of workers.</p>
</section>`;
}

/**
 * A report that opens anywhere: one file, nothing loaded from elsewhere.
 *
 * @param figures - drawn from the same result; each stands with its comparison, and those of several
 *   in a section of their own
 */
export function experimentReport(
  result: Result,
  figures: readonly Figure[],
  settings: ReportSettings,
): string {
  const { comparisons, name } = result;
  const { tuning = [], narrowFigures = [], landscape } = settings;
  const all = paired(figures, narrowFigures);
  const sections = comparisons.map((comparison, i) =>
    comparisonSection(
      comparison,
      all.filter(({ wide }) => wide.comparison === i),
      i,
      comparisons.length > MOST_OPEN,
    ),
  );
  const common = all.filter(({ wide }) => wide.comparison === undefined);
  const ofSuite = common.filter(({ wide }) => wide.suite === true);
  const tunedNames = tuning.map(({ comparison }) => comparison);
  const title = name === '' ? 'Experiment' : name;
  return pagePart({
    title: `${title}: report`,
    header: html`<p class="kicker">Driftline report</p><h1>${title}</h1>`,
    sections: [
      guideSection(landscape === undefined ? undefined : guideOf(landscape, result, settings)),
      scoresSection(landscape, settings.costs, ofSuite),
      ranksSection(comparisons, tuning),
      tuningSection(comparisons, tuning),
      ...sections,
      sweepSection(
        common.filter((figure) => !ofSuite.includes(figure)),
        figures.length === 0 ? [] : sweepsOf(result, tunedNames).omitted,
      ),
      repeatSection(result, settings),
    ],
    footer: 'This page works offline and loads nothing.',
    fonts: settings.fonts ?? [],
  });
}
