/** One comparison in a report: the answer, the table, what to know about its settings. */

import type { ComparisonResult, PolicyResult } from '../../play/result.ts';
import { type Estimate, pairedDifference, SIGNIFICANCE_LEVEL } from '../../play/statistics.ts';
import { contextWords } from '../../words/context-words.ts';
import { isTunedAnew, takenChangesText } from '../../words/given-words.ts';
import { type Measure, measuresOf, playersText } from '../../words/measures.ts';
import { comparisonTitle } from '../../words/names.ts';
import { counted, formatNumber } from '../../words/numbers.ts';
import { policyName } from '../../words/policy-names.ts';
import {
  benchmarkText,
  lateText,
  lawWithParameters,
  mappedRewardsText,
  regretTitle,
} from '../../words/reward-words.ts';
import { contenders, ranked, rivals } from './findings.ts';
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
  { title: html`Regret R<sub>T</sub> <span class="pale">[95% interval]</span>`, kind: 'number' },
  { title: html`More than the best <span class="pale">[paired]</span>`, kind: 'number' },
  { title: 'Significant' },
  { title: '90% of runs', kind: 'number' },
  { title: 'SD', kind: 'number' },
];
const BEST_ARM: Column = { title: 'Best arm', kind: 'number' };
const AGAINST_BENCHMARK: Column = {
  title: html`Regret against the benchmark <span class="pale">[95% interval]</span>`,
  kind: 'number',
};

/** The column of losses; none if the environment has no reference. */
function lossColumn({ environment, policies }: ComparisonResult): readonly Column[] {
  const reference = policies.find(({ id }) => id === environment.reference);
  if (reference === undefined) return [];
  const title = html`More than ${policyName(reference)} <span class="pale">[paired]</span>`;
  return [{ title, kind: 'number' }];
}

const BEST_ACTION: Column = { title: 'Best action', kind: 'number' };
const BEST_ARMS: Column = { title: 'Best arms', kind: 'number' };

/** The columns of a regret table: rested arms have a benchmark and no best arm, several players have several. */
function columnsOf(comparison: ComparisonResult): readonly Column[] {
  const { environment, players } = comparison;
  const { moves, benchmark } = environment;
  const columns = COLUMNS.map((column, i) =>
    i === 1 && benchmark !== undefined ? AGAINST_BENCHMARK : column,
  );
  if (moves === 'plays') return columns;
  const best = environment.contexts?.form === 'actions' ? BEST_ACTION : BEST_ARM;
  return [...columns, players === undefined ? best : BEST_ARMS, ...lossColumn(comparison)];
}

function moreThanLeast({ mean, low, high }: Estimate, single: boolean): Content {
  return single ? signedText(mean) : html`${signedText(mean)} ${intervalPart(low, high)}`;
}

/** Whether a policy differs from the best beyond doubt, as the leading sentence has it. */
function isDistinguished(policy: PolicyResult, [best, ...others]: readonly PolicyResult[]): string {
  if (policy === best || policy.finals.length === 1 || policy.needs !== undefined) return '–';
  return others.includes(policy) ? 'no' : 'yes';
}

/** @param leaders - the policy with the least regret, then those that cannot be distinguished from it */
function rowCells(
  policy: PolicyResult,
  leaders: readonly PolicyResult[],
  label: string,
): Content[] {
  const [best] = leaders;
  const { mean, low, high, q05, q95, sd } = policy.regret;
  const more = pairedDifference(policy.finals, best.finals);
  // One replication says nothing about the spread of others.
  const single = policy.finals.length === 1;
  return [
    label,
    single ? regretText(mean) : html`${regretText(mean)} ${intervalPart(low, high)}`,
    policy === best || policy.needs !== undefined ? '–' : moreThanLeast(more, single),
    isDistinguished(policy, leaders),
    single ? '–' : `${formatNumber(Math.round(q05))} to ${formatNumber(Math.round(q95))}`,
    single ? '–' : regretText(sd),
    ...(policy.bestArmShare === undefined ? [] : [percentText(policy.bestArmShare.mean)]),
    ...(policy.loss === undefined ? [] : [moreThanLeast(policy.loss, single)]),
  ];
}

/** Regret of every policy, the least first, with intervals. */
export function regretTable(
  comparison: ComparisonResult,
  options: { readonly caption?: Content; readonly aside?: (policy: PolicyResult) => string } = {},
): Html {
  const order = ranked(comparison);
  const leaders = [ranked(contenders(comparison))[0], ...rivals(comparison)];
  const rows = order.map((policy) => {
    const note = options.aside?.(policy) ?? '';
    const label = policyName(policy);
    return {
      cells: rowCells(policy, leaders, note === '' ? label : `${label} ${note}`),
      aside: note !== '',
    };
  });
  return tablePart(columnsOf(comparison), rows, {
    label: `${regretTitle(comparison.environment, 'Regret')} on ${comparisonTitle(comparison)}`,
    ...(options.caption === undefined ? {} : { caption: options.caption }),
  });
}

/** A column for each measure of this kind of comparison, with its interval. */
const measureColumn = ({ title }: Measure): Column => ({
  title: html`${title.charAt(0).toUpperCase() + title.slice(1)} <span class="pale">[95% interval]</span>`,
  kind: 'number',
});

function measureCell({ of, text }: Measure, policy: PolicyResult): Content {
  const known = of(policy);
  if (known === undefined) return '–';
  const { mean, low, high } = known;
  if (policy.finals.length === 1) return text(mean);
  return html`${text(mean)} ${intervalPart(low, high, text)}`;
}

/** The measures of every policy besides regret, in the order of regret. None if policies play alone. */
export function measuresTable(comparison: ComparisonResult): Html {
  const measures = measuresOf(comparison);
  if (measures.length === 0) return NOTHING;
  const rows = ranked(comparison).map((policy) => ({
    cells: [policyName(policy), ...measures.map((measure) => measureCell(measure, policy))],
  }));
  const columns: Column[] = [{ title: 'Policy', kind: 'name' }, ...measures.map(measureColumn)];
  return tablePart(columns, rows, { label: `Players on ${comparisonTitle(comparison)}` });
}

const SINGLE =
  'There is only 1 replication, so there are no intervals and no standard deviation, and more replications may change the order.';
const BEST_ARM_MEANING = ' “Best arm” is the share of slots in which a policy played a best arm.';

/** The meaning of the last column; nothing where there is none. */
function bestArmMeaning({ environment, players }: ComparisonResult): string {
  if (environment.moves === 'plays') return '';
  const best = contextWords?.best(environment);
  if (best !== undefined)
    return ` “Best action” is the share of slots in which a policy played a ${best}.`;
  if (players === undefined) return BEST_ARM_MEANING;
  return ' “Best arms” is the share of players’ slots on an arm of the benchmark.';
}

function severalReplications(comparison: ComparisonResult): Html {
  const { replications, differences } = contenders(comparison);
  const pairs =
    differences.length === 1 ? 'the one pair' : `all ${counted(differences.length, 'pair')}`;
  const apart =
    differences.length === 0
      ? NOTHING
      : html` Its intervals are not corrected for the number of pairs. “Significant” and the sentence above use Holm’s correction for ${pairs} of policies at the level ${SIGNIFICANCE_LEVEL}, so an interval can exclude 0 although the column says no.`;
  return html`“More than the best” compares each policy with the one that has the least regret, within each of the ${counted(replications, 'replication')}. All policies have the same environment and random draws.${apart} “90% of runs” is the range from the 5% to the 95% quantile of single replications.`;
}

const ROTATED =
  'Replications play the same rewards from random starts and continue at the beginning after the end. So intervals show how much the start matters, not how other data would differ.';
const FROM_THE_START =
  'All replications play the same rewards from the first slot on, so only policies that choose at random differ between them.';

/** The meaning of the loss against the reference; nothing without one. */
function referenceMeaning({ reference }: ComparisonResult['environment']): string {
  if (reference === undefined) return '';
  return ` No policy can know the best arm of a slot here. So the last column compares each policy with the oracle ${reference}, within each replication. Its intervals are not corrected for the number of policies.`;
}

function regretMeaning({ environment, players }: ComparisonResult): Html {
  const { source } = environment;
  const slots = counted(environment.horizon, 'slot');
  if (source.kind === 'rewards') {
    return html`The means of recorded rewards are unknown, so regret is computed from the rewards: ${benchmarkText(environment)}, in rewards, summed over ${slots}. Less is better. Below 0, a policy earned more than the benchmark. ${source.rotated ? ROTATED : FROM_THE_START}`;
  }
  const over = environment.fresh
    ? 'Each replication has its own environment, so intervals include the chance in environments.'
    : 'All replications share one environment, so intervals say nothing about other environments.';
  if (players !== undefined && environment.benchmark !== undefined) {
    return html`Regret R<sub>T</sub> is the mean reward that ${counted(players, 'player')} lose together compared with ${environment.benchmark}, summed over ${slots}. A player earns nothing in a collision. Less is better. ${over}`;
  }
  if (environment.benchmark !== undefined) {
    return html`Means move with the plays of their arm, so no arm is the best of a slot for all policies. Regret compares with ${environment.benchmark}: it is what the benchmark earns less what the policy earns in mean rewards, summed over ${slots}. Less is better. Regret can fall from slot to slot, and below 0 a policy is ahead of the benchmark. ${over}`;
  }
  return html`Regret R<sub>T</sub> is the mean reward that a policy loses compared with playing the best arm in every slot, summed over ${slots}. Less is better. ${over}${referenceMeaning(environment)}`;
}

/** What a reader of a regret table and a regret figure has to know. */
export function readingOfRegret(comparison: ComparisonResult): Html {
  const { replications } = comparison;
  return howToRead([
    regretMeaning(comparison),
    html`${replications === 1 ? SINGLE : severalReplications(comparison)}${bestArmMeaning(comparison)}`,
    ...measuresOf(comparison).map(({ meaning }) => meaning),
    ...[contextWords?.worth(comparison, (policy) => policyName(policy)) ?? ''].filter(
      (text) => text !== '',
    ),
  ]);
}

/** Warnings of an environment and its policies, each once. */
export function warningsOf(comparison: ComparisonResult): string[] {
  const messages = [comparison.environment, ...comparison.policies].flatMap(({ warnings }) =>
    warnings.map(({ message }) => message),
  );
  return [...new Set(messages)];
}

/** The same as notes that stand out; nothing where there are none. */
export function warningsPart(comparison: ComparisonResult): Html {
  return html`${warningsOf(comparison).map((message) => html`<p class="note">${message}.</p>`)}`;
}

function rewardsText(comparison: ComparisonResult): string {
  const mapped = mappedRewardsText(comparison, (policy) => policyName(policy));
  const law = lawWithParameters(comparison.environment);
  return mapped === '' ? law : `${law}; ${mapped}`;
}

function variationMeaning(environment: ComparisonResult['environment']): string {
  const { source, fresh, moves } = environment;
  if (source.kind === 'rewards') return `of averages over ${counted(source.smoothing, 'slot')}`;
  const which = `${moves === 'plays' ? 'on the benchmark’s path, ' : ''}${fresh ? 'in the first replication, ' : ''}`;
  const theta = contextWords?.variation(environment);
  if (theta !== undefined)
    return `${which}the ${theta}, which sums the distances between the parameters of consecutive slots`;
  return `${which}as Besbes, Gur & Zeevi (2014) define it: the largest change of any mean from each slot to the next, summed`;
}

function variationText(environment: ComparisonResult['environment']): string {
  const { stated, true: truth, own } = environment.variation;
  const given =
    own === true
      ? 'policies are given that of each replication'
      : `policies are given ${formatNumber(stated, 5)}`;
  return `${formatNumber(truth, 5)} ${variationMeaning(environment)}; ${given}`;
}

/** Where the number of changes came from; nothing where no policy had to find one. */
function changesRows(comparison: ComparisonResult): [string, Content][] {
  const text = takenChangesText(comparison, (policy) => policyName(policy));
  if (text === '') return [];
  return [['Changes', `${text}. To set it, use --changes N, or changes: N in an experiment file`]];
}

function parametersPart(policy: PolicyResult, environment: ComparisonResult['environment']): Html {
  const values = Object.entries(policy.params).map(
    ([name, value]) => `${name} ${formatNumber(value, 5)}`,
  );
  const where = isTunedAnew(policy, environment) ? ' in the first replication' : '';
  const text = values.length === 0 ? 'none' : values.join(', ');
  const spec = policy.label === undefined ? '' : ` (${policy.spec})`;
  return html`<li>${policyName(policy)}${spec}${where}: ${text}</li>`;
}

/** How rewards came, where not in time. */
function lateRows(comparison: ComparisonResult): [string, Content][] {
  const text = lateText(comparison, (policy) => policyName(policy));
  return text === '' ? [] : [['Late rewards', text]];
}

/** The benchmark of rested arms. */
function benchmarkRows({ benchmark }: ComparisonResult['environment']): [string, Content][] {
  return benchmark === undefined ? [] : [['Benchmark of regret', benchmark]];
}

/** The settings of a comparison. */
export function comparisonSettings(comparison: ComparisonResult): [string, Content][] {
  const { environment, policies, replications, seed } = comparison;
  const players = playersText(comparison);
  const parameters = policies.map((policy) => parametersPart(policy, environment));
  return [
    ['Environment', environment.name],
    [
      'Arms and slots',
      `${contextWords?.size(environment) ?? `${environment.armCount} arms`}, ${counted(environment.horizon, 'slot')}`,
    ],
    ['Rewards', rewardsText(comparison)],
    ...benchmarkRows(environment),
    ...(players === '' ? [] : [['Players', players] as [string, Content]]),
    ...lateRows(comparison),
    ['Variation', variationText(environment)],
    ...changesRows(comparison),
    ['Replications', `${counted(replications, 'replication')}, seed ${seed}`],
    ['Parameters', html`<ul>${parameters}</ul>`],
  ];
}
