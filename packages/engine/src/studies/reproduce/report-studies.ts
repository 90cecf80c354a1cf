/** What the paper leaves open, varied: the studies in the report. */

import { type Content, type Html, html } from '../../drawing/report/html.ts';
import {
  type Column,
  intervalPart,
  regretText,
  signedText,
  tablePart,
} from '../../drawing/report/parts.ts';
import type { PolicyResult } from '../../play/result.ts';
import { type Estimate, pairedDifference } from '../../play/statistics.ts';
import { counted, formatNumber, listed } from '../../words/numbers.ts';
import {
  BUDGET_MULTIPLES,
  budgetName,
  DEFAULT_ETA,
  DISCOUNTS,
  ETAS,
  EXP3S_FACTOR,
  HEAVY_TAILED,
  LIGHT_TAILED,
  NAMES,
  PUBLISHED_ZETA,
  STATED_BUDGET,
  STATIONARY,
  trueBudget,
  withParameter,
  ZETAS,
} from './plan.ts';
import type { ShowFigure } from './report-panels.ts';
import type { Finder } from './sweeps.ts';
import { sideLabel } from './words.ts';

/** A policy's regrets in one cell. */
function regretCell({ regret }: PolicyResult): Content {
  return html`${regretText(regret.mean)} ${intervalPart(regret.low, regret.high)}`;
}

/** Difference in regret, `second` minus `first`. */
function change(first: PolicyResult, second: PolicyResult) {
  return pairedDifference(second.finals, first.finals);
}

/** One setting under two conditions. */
interface Sides {
  readonly spec: string;
  readonly first: PolicyResult;
  readonly second: PolicyResult;
}

/** The same policies in two comparisons. */
function sidesIn(finder: Finder, names: [string, string], policies: readonly string[]): Sides[] {
  const [first, second] = names;
  return policies.map((spec) => ({
    spec,
    first: finder.studied(first, spec),
    second: finder.studied(second, spec),
  }));
}

function sidesOfFactor(finder: Finder, panel: string, study: string): Sides {
  const spec = withParameter('exp3s', 'factor', EXP3S_FACTOR);
  const [first, second] = [finder.studied(panel, 'exp3s'), finder.studied(study, spec)];
  return { spec, first, second };
}

/** Both sides of a change, and the change. */
function sidesCells({ first, second }: Sides): Content[] {
  return [regretCell(first), regretCell(second), changeCell(first, second)];
}

function changeCell(first: PolicyResult, second: PolicyResult): Content {
  const { mean, low, high } = change(first, second);
  return html`${signedText(mean)} ${intervalPart(low, high)}`;
}

/** Least and largest mean among values of a parameter, in words. */
function extremes(points: readonly { readonly value: string; readonly mean: number }[]): string {
  const order = points.toSorted((a, b) => a.mean - b.mean);
  const [least, most] = [order[0], order[order.length - 1]];
  return `from ${regretText(least.mean)} at ${least.value} to ${regretText(most.mean)} at ${most.value}`;
}

/** A policy's means over the values of one parameter, the default among them. */
function parameterPoints(
  finder: Finder,
  panel: string,
  study: string,
  policy: string,
  parameter: string,
  values: readonly number[],
  published: number,
) {
  return [
    {
      value: formatNumber(published, 4),
      mean: finder.studied(panel, policy).regret.mean,
    },
    ...values.map((value) => ({
      value: String(value),
      mean: finder.policy(study, withParameter(policy, parameter, value)).regret.mean,
    })),
  ];
}

function discountStudy(finder: Finder, show: ShowFigure): Html {
  const { environment1, environment2, parameters1, parameters2 } = NAMES;
  const range = (panel: string, study: string) => {
    const published = finder.policy(panel, 'dts').params.discount;
    return extremes(parameterPoints(finder, panel, study, 'dts', 'discount', DISCOUNTS, published));
  };
  return html`<h3 id="study-discount">DTS’s discount</h3>
<p>The paper names none. With D-UCB’s γ, DTS forgets as slowly as the others. The 0.75 of its authors remembers about four slots. The regret of DTS runs ${range(environment1, parameters1)} in environment 1, and ${range(environment2, parameters2)} in environment 2.</p>
${show(`discount-${environment1}`)}
${show(`discount-${environment2}`)}`;
}

function etaStudy(finder: Finder, show: ShowFigure): Html {
  const { environment1, environment2, parameters1, parameters2 } = NAMES;
  const range = (panel: string, study: string) =>
    extremes(parameterPoints(finder, panel, study, 'sw-moss', 'eta', ETAS, DEFAULT_ETA));
  return html`<h3 id="study-eta">SW-MOSS’s η</h3>
<p>The theory asks for η above 1/2; the paper does not say which value it played, and ${DEFAULT_ETA} is our reading. The regret of SW-MOSS runs ${range(environment1, parameters1)} in environment 1, and ${range(environment2, parameters2)} in environment 2.</p>
${show('eta')}`;
}

function zetaStudy(finder: Finder, show: ShowFigure): Html {
  const range = (policy: string) =>
    extremes(
      parameterPoints(
        finder,
        NAMES.heavy,
        NAMES.parametersHeavy,
        policy,
        'zeta',
        ZETAS,
        PUBLISHED_ZETA,
      ),
    );
  return html`<h3 id="study-zeta">ζ of the robust policies</h3>
<p>The paper takes ζ = 2.2, about the least that its guarantee covers (2.184 at a = 1.1). The width of the index grows with 1 + ζ, so a smaller ζ explores less. The regret of R-RMOSS runs ${range('r-rmoss')}, that of SW-RMOSS ${range('sw-rmoss')}.</p>
${show('zeta')}`;
}

const BUDGET_COLUMNS: readonly Column[] = [
  { title: 'Policy', kind: 'name' },
  { title: 'Given 3', kind: 'number' },
  { title: 'Given the true variation', kind: 'number' },
  { title: html`Change <span class="pale">[paired]</span>`, kind: 'number' },
];

function budgetTable(
  finder: Finder,
  words: string,
  panel: string,
  study: string,
  policies: readonly string[],
): Html {
  const rows = sidesIn(finder, [panel, study], policies).map((sides) => ({
    cells: [sideLabel(sides), ...sidesCells(sides)],
  }));
  return tablePart(BUDGET_COLUMNS, rows, { label: `Budget, ${words}`, caption: words });
}

/** Over all multiples of the budget, how many times its least a policy's largest regret is. */
function budgetSentence(finder: Finder): string {
  const ratios = LIGHT_TAILED.map((spec) => {
    const means = BUDGET_MULTIPLES.map(
      (multiple) => finder.policy(budgetName(multiple), spec).regret.mean,
    );
    return { name: sideLabel({ spec }), ratio: Math.max(...means) / Math.min(...means) };
  }).sort((a, b) => a.ratio - b.ratio);
  return `From V/8 to 8 V, a policy’s largest mean regret is this many times its least: ${listed(
    ratios.map(({ name, ratio }) => `${name} ${ratio.toFixed(1)}`),
  )}.`;
}

function budgetStudy(finder: Finder, show: ShowFigure): Html {
  const { environment2, heavy, trueBudget2, trueBudgetHeavy } = NAMES;
  const words = (place: string) => `${place}, given ${STATED_BUDGET} or ${trueBudget().toFixed(3)}`;
  return html`<h3 id="study-budget">The budget: stated, true, misspecified</h3>
<p>The paper states a budget of 3 for its sinusoids. That is the variation of one arm; by the paper’s own definition, which takes the largest change of any arm in each slot, it is ${trueBudget().toFixed(3)}.</p>
${budgetTable(finder, words('Environment 2'), environment2, trueBudget2, LIGHT_TAILED)}
${budgetTable(finder, words('Heavy-tailed'), heavy, trueBudgetHeavy, HEAVY_TAILED)}
<p>In practice, the budget is unknown. ${budgetSentence(finder)}</p>
${show('budget')}`;
}

const PATH_COLUMNS: readonly Column[] = [
  { title: 'Policy', kind: 'name' },
  { title: 'This path', kind: 'number' },
  { title: 'Redrawn', kind: 'number' },
  { title: 'Bending every 50 slots', kind: 'number' },
  { title: 'Bending, redrawn', kind: 'number' },
];

function pathStudy(finder: Finder, show: ShowFigure): Html {
  const names = [NAMES.environment1, NAMES.redrawn, NAMES.knots, NAMES.knotsRedrawn];
  const rows = [...LIGHT_TAILED, STATIONARY].map((spec) => ({
    cells: [sideLabel({ spec }), ...names.map((name) => regretCell(finder.studied(name, spec)))],
    aside: spec === STATIONARY,
  }));
  return html`<h3 id="study-path">The path of environment 1</h3>
<p>The paper shows one path and does not say how it was drawn. Many replications on one path measure the chance in rewards only. “Redrawn” has a new path for each replication, so its intervals are over environments. A path that moves in every slot spends its variation on jitter; one that bends only every 50 slots has the same variation and far larger swings.</p>
${tablePart(PATH_COLUMNS, rows, { label: 'Regret by path of environment 1', caption: html`Regret R<sub>T</sub> <span class="pale">[95% interval]</span>` })}
${show(`${NAMES.knots}-means`)}`;
}

const ALIGNMENT_COLUMNS: readonly Column[] = [
  { title: 'Policy', kind: 'name' },
  { title: 'Switches at the restarts', kind: 'number' },
  { title: 'Half an epoch later', kind: 'number' },
  { title: html`Change <span class="pale">[paired]</span>`, kind: 'number' },
];

function alignmentSentence(finder: Finder): string {
  const compare = (name: string) => {
    const { mean, low, high } = change(
      finder.policy(name, 'sw-moss'),
      finder.policy(name, 'r-moss'),
    );
    const size = `${regretText(Math.abs(mean))} [${regretText(low)}, ${regretText(high)}]`;
    if (low <= 0 && high >= 0) return `does not differ significantly (${size})`;
    return mean < 0 ? `loses less, by ${size}` : `loses more, by ${size}`;
  };
  return `Compared with SW-MOSS, R-MOSS ${compare(NAMES.aligned)} if switches and restarts coincide, and ${compare(NAMES.shifted)} if they do not.`;
}

function alignmentStudy(finder: Finder): Html {
  const { aligned, shifted } = NAMES;
  const rows = sidesIn(finder, [aligned, shifted], [...LIGHT_TAILED, STATIONARY]).map((sides) => ({
    cells: [sideLabel(sides), ...sidesCells(sides)],
    aside: sides.spec === STATIONARY,
  }));
  return html`<h3 id="study-alignment">Restarts and switches</h3>
<p>In the instance behind the paper’s lower bound the best arm switches every τ slots, just when R-MOSS restarts. Moving the switches by half an epoch takes that coincidence away. ${alignmentSentence(finder)}</p>
${tablePart(ALIGNMENT_COLUMNS, rows, { label: 'Restart alignment', caption: html`Regret R<sub>T</sub> on the switching instance <span class="pale">[95% interval]</span>` })}`;
}

const FACTOR_COLUMNS: readonly Column[] = [
  { title: 'Environment', kind: 'name' },
  { title: 'Factor 4', kind: 'number' },
  { title: `Factor ${EXP3S_FACTOR}`, kind: 'number' },
  { title: html`Change <span class="pale">[paired]</span>`, kind: 'number' },
];

function factorStudy(finder: Finder): Html {
  const places = [
    ['environment 1', NAMES.environment1, NAMES.parameters1],
    ['environment 2', NAMES.environment2, NAMES.parameters2],
  ] as const;
  const rows = places.map(([words, panel, study]) => ({
    cells: [words, ...sidesCells(sidesOfFactor(finder, panel, study))],
  }));
  return html`<h3 id="study-factor">The rate of Exp3.S</h3>
<p>Exp3.S explores at a rate g = (f V K ln(KT) / ((e − 1)² T))<sup>1/3</sup>. The constant f = 4 is our reading: a program that follows Besbes, Gur &amp; Zeevi (2019) uses it, and we had no access to their text. Optimizing Auer’s bound gives 2.</p>
${tablePart(FACTOR_COLUMNS, rows, { label: 'Rate of Exp3.S' })}`;
}

/** The number of replications behind every number of the studies. */
function replicationsSentence(finder: Finder): string {
  const { studyReplications: count } = finder;
  const { replications } = finder.comparison(NAMES.environment1);
  const plays = `Each study plays ${counted(count, 'replication')} with the seed of the panels.`;
  if (replications === count) return plays;
  return `${plays} Every number below is over these ${count}, including those of settings that the panels above play for ${replications}, so the same setting has a slightly different mean there.`;
}

/** Intervals of changes compared with those of their sides. */
function changesSentence(finder: Finder): string {
  const { environment1, environment2, heavy, parameters1, parameters2 } = NAMES;
  const { trueBudget2, trueBudgetHeavy, aligned, shifted } = NAMES;
  const all = [
    ...sidesIn(finder, [environment2, trueBudget2], LIGHT_TAILED),
    ...sidesIn(finder, [heavy, trueBudgetHeavy], HEAVY_TAILED),
    ...sidesIn(finder, [aligned, shifted], [...LIGHT_TAILED, STATIONARY]),
    sidesOfFactor(finder, environment1, parameters1),
    sidesOfFactor(finder, environment2, parameters2),
  ];
  const width = ({ low, high }: Estimate) => high - low;
  const wider = all.filter(({ first, second }) => {
    return width(change(first, second)) > Math.max(width(first.regret), width(second.regret));
  });
  return `A change is the mean difference between its two sides, replication by replication. Both sides have the same random draws, yet the interval of the change is wider than those of both sides in ${wider.length} of ${all.length} rows.`;
}

/** All studies. */
export function studiesSection(finder: Finder, show: ShowFigure): Html {
  return html`<section id="studies">
<h2>Studies of open choices</h2>
<p>${replicationsSentence(finder)} ${changesSentence(finder)}</p>
${discountStudy(finder, show)}
${etaStudy(finder, show)}
${zetaStudy(finder, show)}
${budgetStudy(finder, show)}
${pathStudy(finder, show)}
${alignmentStudy(finder)}
${factorStudy(finder)}
</section>`;
}
