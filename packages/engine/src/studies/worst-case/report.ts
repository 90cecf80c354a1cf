/** Reports of worst cases: the answer, the table, the figures, how to read them, how to repeat it. */
import type { UpperBound } from '@driftline/core/theory';
import type { Figure } from '../../drawing/figures/types.ts';
import { figurePart } from '../../drawing/report/figure-part.ts';
import { type Content, type Html, html } from '../../drawing/report/html.ts';
import {
  commandPart,
  howToRead,
  intervalPart,
  pagePart,
  regretText,
  settingsPart,
  tablePart,
} from '../../drawing/report/parts.ts';
import type { EmbeddedFont } from '../../drawing/report/style.ts';
import type { Result } from '../../play/result.ts';
import type { Estimate } from '../../play/statistics.ts';
import { counted, formatFixed, formatNumber } from '../../words/numbers.ts';
import { policyName } from '../../words/policy-names.ts';
import { paired } from '../report/experiment-report.ts';
import type { FamilyParameters } from './families/family.ts';
import type { GrowthLine, GrowthStudy, PolicyGrowth } from './growth.ts';
import type { Slope } from './slope.ts';
import { growthNotes, worstCaseNotes } from './wording.ts';
import type { WorstCase, WorstCaseStudy } from './worst-case.ts';

/** What a report says beside the study. */
export interface StudyReportSettings {
  /** The command that repeats the study. */
  readonly command: string;
  readonly software: Result['software'];
  readonly fonts: readonly EmbeddedFont[];
  readonly figures: readonly Figure[];
  /** The same figures drawn for a phone; they are matched by name. */
  readonly narrowFigures?: readonly Figure[];
}

/** What a report of a search knows of each case beside the numbers, in the order of the cases. */
interface CaseNotes {
  /** The theory's bound; undefined where there is none. */
  readonly upperBound: UpperBound | undefined;
  /** The file of the means. */
  readonly file: string;
  /** The command that plays it again. */
  readonly command: string;
  /** Its means and its regret curves. */
  readonly figures: readonly Figure[];
  /** The same, drawn for a phone. */
  readonly narrowFigures?: readonly Figure[];
}

function repeatPart({ command, software }: StudyReportSettings): Html {
  const commit = software.commit === null ? '' : `, commit ${software.commit.slice(0, 12)}`;
  return html`<section id="repeat"><h2>Repeat this result</h2>
${commandPart(command)}
<p>Made with Driftline ${software.version}${commit}. The same command gives the same numbers to the last digit, on any number of workers.</p></section>`;
}

function pageOf(title: string, sections: readonly Html[], settings: StudyReportSettings): string {
  return pagePart({
    title: `${title}: report`,
    header: html`<p class="kicker">Driftline report</p><h1>${title}</h1>`,
    sections: [...sections, repeatPart(settings)],
    footer: 'This page works offline and loads nothing.',
    fonts: settings.fonts,
  });
}

/** A parameter's value as a reader wants it. */
export function parameterText(value: FamilyParameters[string]): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return formatNumber(value, 4);
  return value.map((one) => formatNumber(one, 4)).join(', ');
}

function boundText(bound: UpperBound | undefined): string {
  if (bound === undefined) return 'none';
  return bound.vacuous ? 'vacuous' : formatNumber(bound.value);
}

function labelOf(study: WorstCaseStudy, place: number): string {
  return policyName(study.comparisons[place].policies[place]);
}

function ratioText({ ratio }: WorstCase): string {
  return ratio === undefined ? '–' : formatFixed(ratio, 2);
}

/** A mean with its interval. */
function regretCell({ mean, low, high }: Pick<Estimate, 'mean' | 'low' | 'high'>): Html {
  return html`${regretText(mean)} ${intervalPart(low, high)}`;
}

function caseTable(study: WorstCaseStudy, notes: readonly CaseNotes[]): Html {
  const columns = [
    { title: 'Policy', kind: 'name' },
    { title: html`Regret R<sub>T</sub> <span class="pale">[95% interval]</span>`, kind: 'number' },
    { title: 'Over the rate', kind: 'number' },
    { title: 'The search’s maximum', kind: 'number' },
    { title: 'Upper bound', kind: 'number' },
    { title: 'Environment' },
  ] as const;
  const rows = study.cases.map((one, i) => ({
    cells: [
      labelOf(study, i),
      regretCell(one.regret),
      ratioText(one),
      regretText(one.searchMaximum),
      boundText(notes[i].upperBound),
      one.family.name,
    ],
  }));
  return tablePart(columns, rows, { label: 'Worst cases found' });
}

/** Every policy on every environment found. */
function crossTable(study: WorstCaseStudy): Html {
  const columns = [
    { title: 'Worst case of', kind: 'name' as const },
    ...study.cases.map((_, i) => ({ title: labelOf(study, i), kind: 'number' as const })),
  ];
  const rows = study.comparisons.map(({ policies }, i) => ({
    cells: [labelOf(study, i), ...policies.map(({ regret }) => regretCell(regret))],
  }));
  return tablePart(columns, rows, { label: 'Every policy on every environment found' });
}

function caseSection(study: WorstCaseStudy, place: number, notes: CaseNotes): Html {
  const one = study.cases[place];
  const pairs: [string, Content][] = [
    ['Family', one.family.name],
    ...Object.entries(one.parameters).map(([name, value]): [string, Content] => [
      name,
      parameterText(value),
    ]),
    ['True variation', formatNumber(one.variation, 6)],
    ['Means', notes.file],
  ];
  return html`<section id="case-${place + 1}">
<h2>Worst environment found for ${labelOf(study, place)}</h2>
${paired(notes.figures, notes.narrowFigures ?? []).map(figurePart)}
${settingsPart(pairs)}
${commandPart(notes.command)}
</section>`;
}

/** One page about a search. */
export function worstCaseReport(
  study: WorstCaseStudy,
  notes: readonly CaseNotes[],
  settings: StudyReportSettings,
): string {
  const { armCount, horizon, variation, seed } = study.settings;
  const places = study.cases.map((_, i) => i);
  const order = places.sort((a, b) => study.cases[a].regret.mean - study.cases[b].regret.mean);
  const said = (place: number) =>
    `${labelOf(study, place)}, ${regretText(study.cases[place].regret.mean)}`;
  const [least, most] = [order[0], order[order.length - 1]];
  const answer =
    least === most
      ? `In the worst environment found, ${labelOf(study, least)} loses ${regretText(study.cases[least].regret.mean)} on average.`
      : `In the worst environment found for each policy, the least is lost by ${said(least)}, the most by ${said(most)}.`;
  const problem = `${armCount} arms, ${counted(horizon, 'slot')}, variation budget ${formatNumber(variation)}, Bernoulli rewards, seed ${seed}. The rate (KV)^(1/3) T^(2/3) is ${formatNumber(study.rate.value)}.`;
  const summary = html`<section id="answer"><p class="answer">${answer}</p>
<p>${problem}</p>
${caseTable(study, notes)}
${howToRead(worstCaseNotes(study))}
<h3>Every policy on every environment found</h3>
<p>Each row is an environment, each column a policy; each number is a mean regret with its 95% interval.</p>
${crossTable(study)}</section>`;
  const sections = study.cases.map((_, i) => caseSection(study, i, notes[i]));
  return pageOf('Worst-case regret', [summary, ...sections], settings);
}

function slopePart(slope: Slope | undefined): Content {
  if (slope === undefined) return '–';
  const two = (value: number) => formatFixed(value, 2);
  return html`${two(slope.value)} ${intervalPart(slope.low, slope.high, two)}`;
}

function growthLabel({ name, id, policy }: PolicyGrowth): string {
  return policyName({ name, id, spec: policy });
}

function slopeTable({ policies }: GrowthStudy): Html {
  const columns = [
    { title: 'Policy', kind: 'name' },
    { title: html`(a) switching <span class="pale">[95%]</span>`, kind: 'number' },
    { title: html`(b) constant gaps <span class="pale">[95%]</span>`, kind: 'number' },
    { title: html`worse of both <span class="pale">[95%]</span>`, kind: 'number' },
  ] as const;
  const rows = policies.map((growth) => ({
    cells: [
      growthLabel(growth),
      ...[growth.switching, growth.constantGap, growth.both].map(({ slope }) => slopePart(slope)),
    ],
  }));
  return tablePart(columns, rows, { label: 'Fitted slopes' });
}

function pointsTable(label: string, { points }: GrowthLine): Html {
  const columns = [
    { title: 'T', kind: 'number' },
    { title: html`Regret <span class="pale">[95% interval]</span>`, kind: 'number' },
    { title: 'Share of T', kind: 'number' },
    { title: 'Environment' },
  ] as const;
  const rows = points.map(({ horizon, mean, low, high, label: environment }) => ({
    cells: [
      formatNumber(horizon),
      regretCell({ mean, low, high }),
      formatFixed(mean / horizon, 4),
      environment,
    ],
  }));
  return html`<h3>${label}</h3>${tablePart(columns, rows, { label })}`;
}

const GRID_SENTENCE = html`Switching environments are named by c and c′: the best arm is ahead by a gap of c√(K/τ) and changes every c′τ slots, where τ = ⌈K<sup>1/3</sup> (T/V)<sup>2/3</sup>⌉ is the window of a policy tuned to the budget. If that many switches of that gap would exceed the budget, the gap is smaller.`;

/** One page about growth. */
export function growthReport(study: GrowthStudy, settings: StudyReportSettings): string {
  const { armCount, variation, seed } = study.settings;
  const horizons = study.horizons.map(({ horizon }) => formatNumber(horizon)).join(', ');
  const slopes = study.policies.flatMap((growth) => {
    const { slope } = growth.both;
    return slope === undefined ? [] : [`${growthLabel(growth)} ${formatFixed(slope.value, 2)}`];
  });
  const summary = html`<section id="answer">
<p class="answer">Slopes of the worst-case regret in T, over both kinds of environments: ${slopes.join(', ')}. In theory no policy has less than 2/3 over all environments within the budget.</p>
<p>${armCount} arms, variation budget ${formatNumber(variation)} at every horizon, Bernoulli rewards, seed ${seed}. Horizons: ${horizons}.</p>
${slopeTable(study)}
${paired(settings.figures, settings.narrowFigures ?? []).map(figurePart)}
${howToRead(growthNotes(study))}</section>`;
  const tables = study.policies.map((growth) => pointsTable(growthLabel(growth), growth.both));
  const points = html`<section id="points"><h2>The worse of both at every horizon</h2>
<p>${GRID_SENTENCE}</p>
${tables}</section>`;
  return pageOf('Growth of worst-case regret', [summary, points], settings);
}
