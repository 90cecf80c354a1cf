/** The report of `driftline reproduce`: the verdicts first, then everything they rest on. */
import type { Figure } from '../../drawing/figures/types.ts';
import { figurePart } from '../../drawing/report/figure-part.ts';
import { type Content, type Html, html } from '../../drawing/report/html.ts';
import { pagePart } from '../../drawing/report/parts.ts';
import type { EmbeddedFont } from '../../drawing/report/style.ts';
import type { Result } from '../../play/result.ts';
import { repeatSection } from '../report/experiment-report.ts';
import type { ReproductionFigures } from './figures.ts';
import { NAMES } from './plan.ts';
import type { ReproductionRecord } from './record.ts';
import { claimsSection, overviewTable, readingOfOverview } from './report-claims.ts';
import { panelSections, type ShowFigure, stationarySentence } from './report-panels.ts';
import { studiesSection } from './report-studies.ts';
import { Finder } from './sweeps.ts';
import { summarySentence } from './words.ts';

/** What the report is made of beside the result. */
export interface ReproductionReportSettings {
  readonly command: string;
  readonly fonts: readonly EmbeddedFont[];
  readonly figures: ReproductionFigures;
  /** The same figures, drawn for a phone. */
  readonly narrowFigures: ReproductionFigures;
}

const SECTIONS: readonly (readonly [id: string, title: string])[] = [
  ['overview', 'Verdicts'],
  [NAMES.environment1, 'Environment 1'],
  [NAMES.environment2, 'Environment 2'],
  [NAMES.heavy, 'Heavy tails'],
  ['claims', 'Claims one by one'],
  ['studies', 'Studies of open choices'],
  ['settled', 'Our choices'],
  ['repeat', 'Repeat it'],
];

function contents(): Html {
  const items = SECTIONS.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`);
  return html`<nav aria-label="Contents"><ul>${items}</ul></nav>`;
}

function showFrom(figures: ReproductionFigures, narrowFigures: ReproductionFigures): ShowFigure {
  return (name) => {
    const wide = figures.get(name);
    if (wide === undefined) throw new Error(`there is no figure ${name}`);
    const narrow: Figure | undefined = narrowFigures.get(name);
    return figurePart(narrow === undefined ? { wide } : { wide, narrow });
  };
}

/** How the paper's gaps and slips are read here. */
const SETTLED: readonly Content[] = [
  'Environment 1: all arms start at 0.5 and take independent Gaussian steps, reflected into [0, 1]; the step size is chosen so that the variation of the path is 8.09 exactly. One path per seed, shared by all replications.',
  'Environment 2: center 0.5, amplitude 0.3, period 2000 slots, phases 2kπ/3: those of the heavy-tailed experiment, whose formula the paper gives. Policies are given V = 3, as the paper says.',
  html`The window τ = ⌈K<sup>1/3</sup> (T/V)<sup>2/3</sup>⌉ holds the last τ observations; the paper’s {min(1, t − τ), …} is a slip for {max(1, t − τ), …, t − 1}.`,
  'R-MOSS and Rexp3 forget at the first slot of each epoch; the pseudo-code’s mod(t, τ) = 0 is one slot early.',
  'MOSS inside an epoch or a window has τ instead of T in its index.',
  html`D-UCB: γ = 1 − K<sup>−1/3</sup> (T/V)<sup>−2/3</sup>, ξ = 0.6. SW-MOSS: η = 1. The paper asks for ξ > 1/2 and η > 1/2 and does not state the values that it played.`,
  'DTS: Beta(1, 1) priors; all arms are discounted in every slot, with D-UCB’s γ.',
  html`Exp3.S: α = 1/T and the rate with the factor 4, which a program that follows Besbes, Gur &amp; Zeevi (2019) uses; we had no access to their text. Rexp3: Δ = ⌈(K ln K)<sup>1/3</sup> (T/V)<sup>2/3</sup>⌉.`,
  'Robust policies: a = 1.1 and ζ = 2.2, as the paper says; every remembered reward is clipped with the present count.',
  'Regret is computed from means: the mean of the best arm of each slot minus that of the arm played. Random rewards do not enter it.',
  'Ties go to the arm with the lowest number; policies start by playing each arm once.',
];

function settledSection(): Html {
  return html`<section id="settled">
<h2>Our choices</h2>
<p>If the paper’s text leaves something open or has a slip, we chose a reading. Another reading can give other numbers.</p>
<ul>${SETTLED.map((reading) => html`<li>${reading}</li>\n`)}</ul>
</section>`;
}

/** The report as one page that opens offline. */
export function reproductionReport(
  result: Result,
  record: ReproductionRecord,
  settings: ReproductionReportSettings,
): string {
  const finder = new Finder(result.comparisons);
  const show = showFrom(settings.figures, settings.narrowFigures);
  const { replications, seed } = finder.comparison(NAMES.environment1);
  const studied = finder.comparison(NAMES.redrawn).replications;
  const header = html`<p class="kicker">Wei &amp; Srivastava, Nonstationary Stochastic Multiarmed Bandits: UCB Policies and Minimax Regret</p>
<h1>The paper’s experiments, repeated</h1>
<p class="answer">${summarySentence(record.claims)}</p>
${contents()}`;
  const overview = html`<section id="overview">
<h2>Verdicts</h2>
${overviewTable(record.claims)}
${readingOfOverview()}
<p>${stationarySentence(finder)}</p>
<p class="pale">${replications} replications of each panel, ${studied} of each study, seed ${seed}.</p>
</section>`;
  return pagePart({
    title: 'The paper’s experiments, repeated',
    header,
    sections: [
      overview,
      ...panelSections(finder, show),
      claimsSection(record),
      studiesSection(finder, show),
      settledSection(),
      repeatSection(result, { command: settings.command }),
    ],
    footer: 'One file that works offline and loads nothing.',
    fonts: settings.fonts,
  });
}
