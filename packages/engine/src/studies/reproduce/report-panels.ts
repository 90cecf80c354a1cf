/** The paper's panels in the report. */

import {
  comparisonSettings,
  readingOfRegret,
  regretTable,
} from '../../drawing/report/comparison-part.ts';
import { answerSentence, ranked, rivals } from '../../drawing/report/findings.ts';
import { type Content, type Html, html, NOTHING } from '../../drawing/report/html.ts';
import { howToRead, settingsPart } from '../../drawing/report/parts.ts';
import type { ComparisonResult, PolicyResult } from '../../play/result.ts';
import { listed } from '../../words/numbers.ts';
import { NAMES, STATIONARY } from './plan.ts';
import type { Finder } from './sweeps.ts';

/** Puts a figure into the report by name. */
export type ShowFigure = (name: string) => Html;

/** The comparison without one of its policies; p-values stay corrected for all pairs. */
function without(comparison: ComparisonResult, spec: string): ComparisonResult {
  const kept = comparison.policies.flatMap((policy, i) => (policy.spec === spec ? [] : [i]));
  return {
    ...comparison,
    policies: kept.map((i) => comparison.policies[i]),
    differences: comparison.differences
      .filter(({ first, second }) => kept.includes(first) && kept.includes(second))
      .map((difference) => ({
        ...difference,
        first: kept.indexOf(difference.first),
        second: kept.indexOf(difference.second),
      })),
  };
}

function notInPaper({ spec }: PolicyResult): string {
  return spec === STATIONARY ? '(added here)' : '';
}

interface Panel {
  readonly name: string;
  /** What it is called within a sentence. */
  readonly words: string;
  readonly heading: string;
  readonly about: Content;
  readonly figures: readonly string[];
  /** What is to be known beside the first panel's remarks, which go for all. */
  readonly reading?: string;
}

const PANELS: readonly Panel[] = [
  {
    name: NAMES.environment1,
    words: 'environment 1',
    heading: 'Environment 1: Brownian motion',
    about:
      'Bernoulli rewards of three arms whose means wander, with a total variation of 8.09. The seed decides the path, so these results are for this path only. Another seed draws another path.',
    figures: ['regret', 'means'],
  },
  {
    name: NAMES.environment2,
    words: 'environment 2',
    heading: 'Environment 2: sinusoids',
    about:
      'Bernoulli rewards of three arms whose means are shifted sinusoids, so the best arm changes every 667 slots. Policies are given the budget 3, as in the paper.',
    figures: ['regret', 'means', 'arms'],
    reading:
      'Table and curves read as in environment 1. The bars show one replication only: a policy that has found the best arm has the color of the bar above it. The length of the wrong color shows how long it takes after a switch.',
  },
  {
    name: NAMES.heavy,
    words: 'the heavy-tailed environment',
    heading: 'Heavy-tailed rewards',
    about:
      'The sinusoids of environment 2 around 0, with symmetric generalized Pareto noise (ξ = 0.4, σ = 0.23). Policies are given the budget 3.',
    figures: ['regret', 'histogram'],
    reading:
      'Table and curves read as in environment 1. The histogram counts single replications: the paper discusses its width, which the column SD measures. Robust policies clip extreme rewards and so spread less. The regret column shows what that costs or gains on average.',
  },
];

/** In which panels a policy that forgets nothing loses least; said before any verdict. */
export function stationarySentence(finder: Finder): string {
  const least = PANELS.filter(({ name }) => {
    const comparison = finder.comparison(name);
    return ranked(comparison)[0].spec === STATIONARY && rivals(comparison).length === 0;
  }).map(({ words }) => words);
  const about = 'UCB1 forgets nothing and is not in the paper’s figures. We add it for comparison.';
  return least.length === 0 ? about : `${about} It loses least in ${listed(least)}.`;
}

/** Said where a policy that the paper leaves out is in the comparison. */
function stationaryRemark(comparison: ComparisonResult): Content {
  const { policies } = comparison;
  const stationary = policies.find(({ spec }) => spec === STATIONARY);
  if (stationary === undefined) return NOTHING;
  const least = ranked(comparison)[0] === stationary && rivals(comparison).length === 0;
  const remark = least
    ? 'UCB1 forgets nothing and is not in the paper’s figure, yet it loses least here. It differs from the others in the width of its bonus as well as in its memory, so this does not show the cost of forgetting.'
    : 'UCB1 forgets nothing and is not in the paper’s figure. We add it for comparison. It differs from the others in the width of its bonus as well as in its memory.';
  return html`<p>${remark} Among the paper’s policies: ${answerSentence(without(comparison, STATIONARY))}</p>`;
}

function panelSection(panel: Panel, finder: Finder, show: ShowFigure): Html {
  const comparison = finder.comparison(panel.name);
  return html`<section id="${panel.name}">
<h2>${panel.heading}</h2>
<p class="answer">${answerSentence(comparison)}</p>
${stationaryRemark(comparison)}
${regretTable(comparison, { aside: notInPaper })}
${panel.figures.map((kind) => show(`${panel.name}-${kind}`))}
${panel.reading === undefined ? readingOfRegret(comparison) : howToRead([panel.reading])}
<h3>Settings</h3>
<p>${panel.about}</p>
<details><summary>All settings</summary>${settingsPart(comparisonSettings(comparison))}</details>
</section>`;
}

/** A section for each panel. */
export function panelSections(finder: Finder, show: ShowFigure): Html[] {
  return PANELS.map((panel) => panelSection(panel, finder, show));
}
