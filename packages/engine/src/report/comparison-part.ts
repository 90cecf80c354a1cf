/** One comparison in a report: the answer, the table, what to know about its settings. */
import { environmentName } from '../figures/names.ts';
import { counted, formatNumber } from '../figures/numbers.ts';
import type { ComparisonResult, PolicyResult } from '../result.ts';
import { pairedDifference } from '../statistics.ts';
import { policyLabel, ranked } from './findings.ts';
import { type Content, type Html, html, NOTHING } from './html.ts';
import {
  type Column,
  howToRead,
  intervalPart,
  percentText,
  regretText,
  signedText,
  tablePart,
} from './parts.ts';

const COLUMNS: readonly Column[] = [
  { title: 'Policy', kind: 'name' },
  { title: html`Regret R<sub>T</sub> <span class="pale">[95 % interval]</span>`, kind: 'number' },
  { title: html`More than the least <span class="pale">[paired]</span>`, kind: 'number' },
  { title: '90 % of runs', kind: 'number' },
  { title: 'SD', kind: 'number' },
  { title: 'Best arm', kind: 'number' },
];

function rowCells(policy: PolicyResult, best: PolicyResult, label: string): Content[] {
  const { mean, low, high, q05, q95, sd } = policy.regret;
  const more = pairedDifference(policy.finals, best.finals);
  return [
    label,
    html`${regretText(mean)} ${intervalPart(low, high)}`,
    policy === best ? '–' : html`${signedText(more.mean)} ${intervalPart(more.low, more.high)}`,
    `${formatNumber(Math.round(q05))} to ${formatNumber(Math.round(q95))}`,
    regretText(sd),
    percentText(policy.onBest.mean),
  ];
}

/** Regret of every policy, the least first, with intervals. */
export function regretTable(
  comparison: ComparisonResult,
  options: { readonly caption?: Content; readonly aside?: (policy: PolicyResult) => string } = {},
): Html {
  const order = ranked(comparison);
  const rows = order.map((policy) => {
    const note = options.aside?.(policy) ?? '';
    const label = policyLabel(policy);
    return {
      cells: rowCells(policy, order[0], note === '' ? label : `${label} ${note}`),
      aside: note !== '',
    };
  });
  return tablePart(COLUMNS, rows, {
    label: `Regret on ${environmentName(comparison.environment)}`,
    ...(options.caption === undefined ? {} : { caption: options.caption }),
  });
}

/** What a reader of a regret table and a regret figure has to know. */
export function readingOfRegret(comparison: ComparisonResult): Html {
  const { environment, replications } = comparison;
  const over = environment.fresh
    ? 'Each replication has an environment of its own, so intervals cover chance in environments too.'
    : 'All replications share one environment, so intervals say nothing about other environments.';
  return howToRead([
    html`Regret R<sub>T</sub> is what a policy loses against playing the best arm of every slot, in mean rewards, summed over ${counted(environment.horizon, 'slot')}; less is better. ${over}`,
    html`“More than the least” compares policies within each of the ${counted(replications, 'replication')}, where all of them meet the same luck: where its interval covers 0, the two can’t be told apart. “90 % of runs” is from the 5 % to the 95 % quantile of single replications; “best arm” the share of slots on a best arm.`,
  ]);
}

/** Warnings of an environment and its policies, each once. */
export function warningsPart(comparison: ComparisonResult): Html {
  const messages = new Set(
    [comparison.environment, ...comparison.policies].flatMap(({ warnings }) =>
      warnings.map(({ message }) => message),
    ),
  );
  if (messages.size === 0) return NOTHING;
  const items = [...messages].map((message) => html`<p class="note">${message}.</p>`);
  return html`${items}`;
}

/** The settings of a comparison. */
export function comparisonSettings(comparison: ComparisonResult): [string, Content][] {
  const { environment, policies, replications, seed } = comparison;
  const { stated, true: truth } = environment.variation;
  const parameters = policies.map((policy) => {
    const values = Object.entries(policy.params).map(
      ([name, value]) => `${name} ${formatNumber(value, 5)}`,
    );
    return html`<li>${policyLabel(policy)}: ${values.length === 0 ? 'none' : values.join(', ')}</li>`;
  });
  return [
    ['Environment', environment.name],
    ['Arms and slots', `${environment.armCount} arms, ${counted(environment.horizon, 'slot')}`],
    ['Rewards', environment.rewards.id],
    [
      'Variation',
      `${formatNumber(truth, 5)} by the paper’s definition${environment.fresh ? ' in the first replication' : ''}; policies are told ${formatNumber(stated, 5)}`,
    ],
    ['Replications', `${counted(replications, 'replication')}, seed ${seed}`],
    ['Parameters', html`<ul>${parameters}</ul>`],
  ];
}
