/** Equal-effort tuning in a report: what was varied, how much was tried, what won. */
import { parseSpec } from '@driftline/core/spec';
import { type Content, type Html, html, NOTHING } from '../../drawing/report/html.ts';
import { type Column, howToRead, tablePart } from '../../drawing/report/parts.ts';
import type { ComparisonResult, PolicyResult } from '../../play/result.ts';
import { environmentName } from '../../words/names.ts';
import { counted, formatNumber, listed } from '../../words/numbers.ts';
import { policyNames, symbolOf } from '../../words/policy-names.ts';
import type { TunedPolicy, TuningRecord } from '../tuning/equal-effort.ts';
import type { Varied } from '../tuning/trial-plan.ts';

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
    : `width ${range} times that written, by ${through}`;
}

function winnerText(
  policy: PolicyResult,
  { published, tuned, trials, winner }: TunedPolicy,
): string {
  if (winner === 0) return 'as written';
  const { params } = parseSpec(tuned);
  const before = parseSpec(published).params;
  const values = Object.entries(params)
    .filter(([parameter, value]) => before[parameter] !== value)
    .map(([parameter, value]) => `${symbolOf(policy, parameter)} = ${value}`);
  const { memory, width } = trials[winner];
  const amounts = [
    ...(memory === undefined ? [] : [`memory ${formatNumber(memory, 4)} slots`]),
    ...(width === undefined ? [] : [`width × ${formatNumber(width, 3)}`]),
  ];
  return `${values.join(', ')} (${amounts.join(', ')})`;
}

/** With more tuned comparisons than this, their tables are folded away. */
const MOST_OPEN = 8;

const COLUMNS: readonly Column[] = [
  { title: 'Policy', kind: 'name' },
  { title: 'What was varied' },
  { title: 'Settings tried', kind: 'number' },
  { title: 'The winner' },
];

function policyCells(tuned: TunedPolicy, policy: PolicyResult, name: string): Content[] {
  const varied = tuned.varied.map((one) => variedText(policy, one)).join('; ');
  return [
    name,
    varied === '' ? 'nothing: it has no memory and no width to set' : varied,
    formatNumber(tuned.trials.length),
    winnerText(policy, tuned),
  ];
}

/** How one comparison was trained for. */
function trainingText({ training, trainingReplications }: TuningRecord): string {
  return `${training} Each setting was played for ${counted(trainingReplications, 'replication')}; the least mean regret won.`;
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
  'Every policy that has something to vary got the same number of settings, the one as written among them, over the length of its memory and the width of its bonus, as far as it has them. The winners then played the same replications as the policies as written, which training had not seen; only those count.',
])}</section>`;
}
