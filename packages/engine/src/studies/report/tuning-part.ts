/** Equal-effort tuning in a report: what was varied, how much was tried, what won. */
import { parseSpec } from '@driftline/core/spec';
import { type Content, type Html, html, NOTHING } from '../../drawing/report/html.ts';
import { type Column, howToRead, tablePart } from '../../drawing/report/parts.ts';
import type { ComparisonResult, PolicyResult } from '../../play/result.ts';
import { environmentName } from '../../words/names.ts';
import { counted, formatNumber, listed } from '../../words/numbers.ts';
import { policyNames, symbolOf } from '../../words/policy-names.ts';
import type { Trial, TunedPolicy, TuningRecord } from '../tuning/equal-effort.ts';
import type { Varied } from '../tuning/knobs.ts';
import type { UntunedReason } from '../tuning/levers.ts';

/** How one comparison with tuned policies came about. */
export interface ComparisonTuning {
  /** The name of the comparison that the winners play in. */
  readonly comparison: string;
  readonly tuning: TuningRecord;
}

function variedText(
  policy: PolicyResult,
  { dimension, parameters, low, high, published }: Varied,
): string {
  const through = listed(parameters.map((parameter) => symbolOf(policy, parameter)));
  const range = `${formatNumber(low, 3)} to ${formatNumber(high, 3)}`;
  return dimension === 'memory'
    ? `memory ${range} slots (as written ${formatNumber(published, 4)}), by ${through}`
    : `${dimension} ${range} times that written, by ${through}`;
}

/** What has been varied to, in the order of what was varied; records of 0.1.0 name the memory, then the width. */
function amountsOf({ amounts, memory, width }: Trial): readonly number[] {
  return amounts ?? [memory, width].filter((amount) => amount !== undefined);
}

/** An amount that a trial has. */
function amountText({ dimension }: Varied, amount: number): string {
  return dimension === 'memory'
    ? `memory ${formatNumber(amount, 4)} slots`
    : `${dimension} × ${formatNumber(amount, 3)}`;
}

const REASONS: Readonly<Record<UntunedReason, string>> = {
  given: 'a fact of the environment',
  switch: 'a switch',
  center: 'the range of rewards',
  fixed: 'fixed by its definition',
  'no-role': 'no role',
  'stated-otherwise': 'another parameter sets the same',
  'no-amount': 'no value above 0 to vary',
  'no-range': 'its limits leave nothing to try',
};

/** The parameters that were not varied, those with the same reason together. */
function untunedText(policy: PolicyResult, { untuned }: TunedPolicy): string {
  if (untuned === undefined) return 'not recorded';
  const reasons = [...new Set(untuned.map(({ reason }) => reason))];
  const parts = reasons.map((reason) => {
    const own = untuned.filter((one) => one.reason === reason);
    return `${listed(own.map(({ parameter }) => symbolOf(policy, parameter)))}: ${REASONS[reason]}`;
  });
  return parts.length === 0 ? '–' : parts.join('; ');
}

function winnerText(
  policy: PolicyResult,
  { published, tuned, varied, trials, winner }: TunedPolicy,
): string {
  if (winner === 0) return 'as written';
  const { params } = parseSpec(tuned);
  const before = parseSpec(published).params;
  const values = Object.entries(params)
    .filter(([parameter, value]) => before[parameter] !== value)
    .map(([parameter, value]) => `${symbolOf(policy, parameter)} = ${value}`);
  const amounts = amountsOf(trials[winner]).map((amount, i) => amountText(varied[i], amount));
  return `${values.join(', ')} (${amounts.join(', ')})`;
}

/** With more tuned comparisons than this, their tables are folded away. */
const MOST_OPEN = 8;

const COLUMNS: readonly Column[] = [
  { title: 'Policy', kind: 'name' },
  { title: 'Varied' },
  { title: 'Not varied' },
  { title: 'Tried', kind: 'number' },
  { title: 'The winner' },
];

/** The number of settings tried; rounding may make some of them equal. */
function triedText({ trials }: TunedPolicy): string {
  const distinct = new Set(trials.map(({ spec }) => spec)).size;
  const count = formatNumber(trials.length);
  return distinct === trials.length ? count : `${count}, ${formatNumber(distinct)} different`;
}

function policyCells(tuned: TunedPolicy, policy: PolicyResult, name: string): Content[] {
  const varied = tuned.varied.map((one) => variedText(policy, one)).join('; ');
  return [
    name,
    varied === '' ? 'nothing' : varied,
    untunedText(policy, tuned),
    triedText(tuned),
    winnerText(policy, tuned),
  ];
}

/** How one comparison was trained for. */
function trainingText({ training, trainingReplications }: TuningRecord): string {
  return `${training} Each setting was played for ${counted(trainingReplications, 'replication')}. The setting with the least mean regret won.`;
}

/** What was tried in one comparison. */
interface TuningTable {
  readonly comparison: ComparisonResult;
  readonly training: string;
  readonly table: Html;
}

function tuningTable(
  { tuning }: ComparisonTuning,
  comparison: ComparisonResult,
  names: readonly string[],
): TuningTable {
  const rows = tuning.policies.map((policy, i) => ({
    cells: policyCells(policy, comparison.policies[i], names[i]),
  }));
  return {
    comparison,
    training: trainingText(tuning),
    table: tablePart(COLUMNS, rows, { label: `Equal-effort tuning: ${comparison.name}` }),
  };
}

function openPart({ comparison, training, table }: TuningTable): Html {
  return html`<h3>${environmentName(comparison.environment)}</h3>
<p>${training}</p>
${table}`;
}

/** Many tables folded away, those that were trained for in the same way below one sentence. */
function foldedParts(tables: readonly TuningTable[]): Html[] {
  const ways = [...new Set(tables.map(({ training }) => training))];
  return ways.map((way) => {
    const own = tables.filter(({ training }) => training === way);
    return html`<p class="lead">${way}</p>
${own.map(({ comparison, table }) => html`<details class="bulk"><summary>${comparison.name}</summary>${table}</details>\n`)}`;
  });
}

/** How tuned policies came about; nothing where none were tuned. */
export function tuningSection(
  comparisons: readonly ComparisonResult[],
  tuning: readonly ComparisonTuning[],
): Html {
  const isTuned = ({ name }: ComparisonResult) => tuning.some((one) => one.comparison === name);
  // Oracles do not play everywhere, so policies are found by what was written.
  const names = new Map(
    comparisons
      .filter((comparison) => !isTuned(comparison))
      .toSorted((first, second) => first.policies.length - second.policies.length)
      .flatMap(({ policies }) => {
        const own = policyNames(policies);
        return policies.map(({ spec }, i) => [spec, own[i]] as const);
      }),
  );
  const tables = tuning.flatMap((one) => {
    const comparison = comparisons.find(({ name }) => name === one.comparison);
    if (comparison === undefined) return [];
    const own = policyNames(comparison.policies);
    const labels = one.tuning.policies.map(({ published }, i) => names.get(published) ?? own[i]);
    return [tuningTable(one, comparison, labels)];
  });
  if (tables.length === 0) return NOTHING;
  const parts = tuning.length > MOST_OPEN ? foldedParts(tables) : tables.map(openPart);
  return html`<section id="tuning"><h2>Equal-effort tuning</h2>
${parts}
${howToRead([
  'Every policy with parameters to vary got the same number of settings, whatever the number of its parameters. The setting as written is one of them. A parameter is varied if its role is memory, exploration or width. “Forgetting” is a memory that is not counted in slots, such as a threshold. Parameters without a role stay as written. The winners then played the same replications as the policies as written. Training had not used these replications, and only they count.',
])}</section>`;
}
